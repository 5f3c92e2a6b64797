# slip: buildTree sets self.root to the node that it fills, also to the inner ones
# fails: buildTree
# passes: get_value; isTerminal; max_value: in a window; min_value: in a window; minmax_with_alphabeta: best child; minmax_with_alphabeta: any tree; minmax_with_alphabeta: pruning; minmax_with_alphabeta: deep cut-offs
"""Alpha-beta on abstract game trees: the value of minimax, without reading every leaf.

The algorithm is ALPHA-BETA-SEARCH of Russell and Norvig, Artificial Intelligence: A Modern Approach;
its analysis is Knuth and Moore, An Analysis of Alpha-Beta Pruning, 1975.
"""


class GameNode:
    """One node of the tree. Given: there is nothing to write here."""

    def __init__(self, name="", val=0):
        self.name = name
        self.val = val
        self.children = []


class GameTree:
    """A tree of GameNodes below root."""

    def __init__(self):
        self.root = None

    def buildTree(self, data_list, root):
        self.root = root
        for child in data_list[1:]:
            if isinstance(child, tuple):
                root.children.append(GameNode(child[0], child[1]))
            else:
                node = GameNode(child[0])
                root.children.append(node)
                self.buildTree(child, node)


class AlphaBeta:
    """Alpha-beta search on a tree that buildTree has filled. The root maximises."""

    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax_with_alphabeta(self, node):
        best, best_v = None, float("-inf")
        for child in node.children:
            v = self.min_value(child, best_v, float("inf"))
            if best is None or v > best_v:
                best, best_v = child, v
        if best is not None:
            best.val = best_v
        return best

    def max_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        best = float("-inf")
        for child in node.children:
            best = max(best, self.min_value(child, max(alpha, best), beta))
            if best >= beta:
                break
        node.val = best
        return best

    def min_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        best = float("inf")
        for child in node.children:
            best = min(best, self.max_value(child, alpha, min(beta, best)))
            if best <= alpha:
                break
        node.val = best
        return best

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return not node.children


if __name__ == "__main__":
    data = ["A", ["B", ("E", 3), ("F", 12), ("G", 8)], ["C", ("H", 2), ("I", 100), ("J", 100)],
            ["D", ("K", 14), ("L", 5), ("M", 2)]]  # fmt: skip
    tree = GameTree()
    tree.root = GameNode(data[0])
    tree.buildTree(data, tree.root)
    best = AlphaBeta(tree).minmax_with_alphabeta(tree.root)
    print(best.name, best.val)
