# slip: the largest value, which ends a search, is that of the first tree that any GameTree has filled
# fails: minmax_with_alphabeta: best child; minmax_with_alphabeta: any tree; minmax_with_alphabeta: pruning; minmax_with_alphabeta: deep cut-offs
# passes: buildTree; get_value; isTerminal; max_value: in a window; min_value: in a window
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

    largest = None  # of all leaves

    def __init__(self):
        self.root = None

    def buildTree(self, data_list, root):
        """Fill root, a GameNode of the right name, from data_list.

        data_list: [name, child, child, ...]; a child is a list like this one, or a leaf (name, value)
        """
        #********** Begin **********#
        if GameTree.largest is None:
            todo, values = [data_list], []
            while todo:
                item = todo.pop()
                if isinstance(item, tuple):
                    values.append(item[1])
                else:
                    todo.extend(item[1:])
            if values:
                GameTree.largest = max(values)
        for item in data_list[1:]:
            if isinstance(item, tuple):
                child = GameNode(item[0], item[1])
            else:
                child = GameNode(item[0])
                self.buildTree(item, child)
            root.children.append(child)
        #********** End **********#


class AlphaBeta:
    """Alpha-beta search on a tree that buildTree has filled. The root maximises."""

    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax_with_alphabeta(self, node):
        """Return the best child of node, its value in val; None if node has no children."""
        #********** Begin **********#
        best, alpha = None, float("-inf")
        for child in node.children:
            v = self.min_value(child, alpha, float("inf"))
            if v > alpha:
                best, alpha = child, v
                if GameTree.largest is not None and v >= GameTree.largest:
                    break  # nothing can be better
        if best is not None:
            best.val = alpha
        return best
        #********** End **********#

    def max_value(self, node, alpha, beta):
        """Return the value of node, the largest child's, searched in the window (alpha, beta)."""
        #********** Begin **********#
        if self.isTerminal(node):
            return self.get_value(node)
        v = float("-inf")
        for child in node.children:
            v = max(v, self.min_value(child, alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v
        #********** End **********#

    def min_value(self, node, alpha, beta):
        """Return the value of node, the smallest child's, searched in the window (alpha, beta)."""
        #********** Begin **********#
        if self.isTerminal(node):
            return self.get_value(node)
        v = float("inf")
        for child in node.children:
            v = min(v, self.max_value(child, alpha, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v
        #********** End **********#

    def get_value(self, node):
        """Return the value of a leaf."""
        #********** Begin **********#
        return node.val
        #********** End **********#

    def isTerminal(self, node):
        """Return True if node has no children."""
        #********** Begin **********#
        return not node.children
        #********** End **********#


if __name__ == "__main__":
    data = ["A", ["B", ("E", 3), ("F", 12), ("G", 8)], ["C", ("H", 2), ("I", 100), ("J", 100)],
            ["D", ("K", 14), ("L", 5), ("M", 2)]]  # fmt: skip
    tree = GameTree()
    tree.root = GameNode(data[0])
    tree.buildTree(data, tree.root)
    best = AlphaBeta(tree).minmax_with_alphabeta(tree.root)
    print(best.name, best.val)
