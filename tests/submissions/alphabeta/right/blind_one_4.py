"""Alpha-beta on abstract game trees: the value of minimax, without reading every leaf.

The algorithm is ALPHA-BETA-SEARCH of Russell and Norvig, Artificial Intelligence: A Modern Approach;
its analysis is Knuth and Moore, An Analysis of Alpha-Beta Pruning, 1975.
"""


INF = float("inf")


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
        def make(item):
            if isinstance(item, tuple):
                return GameNode(*item)
            node = GameNode(item[0])
            node.children += map(make, item[1:])
            return node

        root.children += map(make, data_list[1:])
        #********** End **********#


class AlphaBeta:
    """Alpha-beta search on a tree that buildTree has filled. The root maximises."""

    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax_with_alphabeta(self, node):
        """Return the best child of node, its value in val; None if node has no children."""
        #********** Begin **********#
        if self.isTerminal(node):
            return None
        low, high, guess = -INF, INF, 0
        while low < high:
            beta = guess + 1 if guess == low else guess
            guess = self.max_value(node, beta - 1, beta)
            if guess < beta:
                high = guess
            else:
                low = guess
        for child in node.children:
            if self.min_value(child, guess - 1, guess) >= guess:
                child.val = guess
                return child
        #********** End **********#

    def max_value(self, node, alpha, beta):
        """Return the value of node, the largest child's, searched in the window (alpha, beta)."""
        #********** Begin **********#
        return self._bounded(node, 1, alpha, beta)
        #********** End **********#

    def min_value(self, node, alpha, beta):
        """Return the value of node, the smallest child's, searched in the window (alpha, beta)."""
        #********** Begin **********#
        return self._bounded(node, 0, alpha, beta)
        #********** End **********#

    def get_value(self, node):
        """Return the value of a leaf."""
        #********** Begin **********#
        return node.val
        #********** End **********#

    def isTerminal(self, node):
        """Return True if node has no children."""
        #********** Begin **********#
        return not len(node.children)
        #********** End **********#

    def _bounded(self, node, big, alpha, beta):
        if not node.children:
            return node.val
        if not hasattr(self, "_table"):
            self._table = {}
        low, high = self._table.get((node, big), (-INF, INF))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        a, b = alpha, beta = max(alpha, low), min(beta, high)
        v = -INF if big else INF
        for child in node.children:
            x = self._bounded(child, 1 - big, a, b)
            if big:
                v = max(v, x)
                a = max(a, v)
            else:
                v = min(v, x)
                b = min(b, v)
            if a >= b:
                break
        if v < beta:
            high = min(high, v)
        if v > alpha:
            low = max(low, v)
        if v == alpha == low:
            high = low
        if v == beta == high:
            low = high
        self._table[node, big] = low, high
        return v


if __name__ == "__main__":
    data = ["A", ["B", ("E", 3), ("F", 12), ("G", 8)], ["C", ("H", 2), ("I", 100), ("J", 100)],
            ["D", ("K", 14), ("L", 5), ("M", 2)]]  # fmt: skip
    tree = GameTree()
    tree.root = GameNode(data[0])
    tree.buildTree(data, tree.root)
    best = AlphaBeta(tree).minmax_with_alphabeta(tree.root)
    print(best.name, best.val)
