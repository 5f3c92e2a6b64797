# See the tree of the statement, and what your search answers.
from graders.alphabeta.picture import draw

data = ["A", ["B", ("E", 3), ("F", 12), ("G", 8)], ["C", ("H", 2), ("I", 100), ("J", 100)],
        ["D", ("K", 14), ("L", 5), ("M", 2)]]
tree = GameTree()
tree.root = GameNode(data[0])
tree.buildTree(data, tree.root)
draw(tree.root, best=AlphaBeta(tree).minmax_with_alphabeta(tree.root))
