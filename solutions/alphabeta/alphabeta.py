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
        """Fill root, a GameNode of the right name, from data_list.

        data_list: [name, child, child, ...]; a child is a list like this one, or a leaf (name, value)
        """
        #********** Begin **********#
        for data in data_list[1:]:
            if isinstance(data, tuple):
                root.children.append(GameNode(*data))
            else:
                child = GameNode(data[0])
                root.children.append(child)
                self.buildTree(data, child)
        #********** End **********#


class AlphaBeta:
    """Alpha-beta search on a tree that buildTree has filled. The root maximises."""

    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax_with_alphabeta(self, node):
        """Return the best child of node, its value in val; None if node has no children."""
        #********** Begin **********#
        best = None
        alpha = float("-inf")
        for child in node.children:
            child.val = self.min_value(child, alpha, float("inf"))
            if best is None or child.val > best.val:
                best = child
                alpha = child.val
        return best
        #********** End **********#

    def max_value(self, node, alpha, beta):
        """Return the value of node, the largest child's, searched in the window (alpha, beta)."""
        #********** Begin **********#
        if self.isTerminal(node):
            return self.get_value(node)
        value = float("-inf")
        for child in node.children:
            value = max(value, self.min_value(child, alpha, beta))
            if value >= beta:
                break  # o has something better elsewhere and will never let the game come here
            alpha = max(alpha, value)
        return value
        #********** End **********#

    def min_value(self, node, alpha, beta):
        """Return the value of node, the smallest child's, searched in the window (alpha, beta)."""
        #********** Begin **********#
        if self.isTerminal(node):
            return self.get_value(node)
        value = float("inf")
        for child in node.children:
            value = min(value, self.max_value(child, alpha, beta))
            if value <= alpha:
                break
            beta = min(beta, value)
        return value
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
