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
        work = [(data_list, root)]
        while work:
            data, parent = work.pop()
            data.reverse()
            data.pop()
            while data:
                item = data.pop()
                name, *rest = item
                child = GameNode(name)
                parent.children.append(child)
                if type(item) is tuple:
                    (child.val,) = rest
                else:
                    work.append((item, child))
        #********** End **********#


class AlphaBeta:
    """Alpha-beta search on a tree that buildTree has filled. The root maximises."""

    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax_with_alphabeta(self, node):
        """Return the best child of node, its value in val; None if node has no children."""
        #********** Begin **********#
        best, low = None, float("-inf")
        for child in node.children:
            v = -self._nega(child, -1, float("-inf"), -low)
            if v > low:
                best, low = child, v
        if best is not None:
            best.val = low
        return best
        #********** End **********#

    def max_value(self, node, alpha, beta):
        """Return the value of node, the largest child's, searched in the window (alpha, beta)."""
        #********** Begin **********#
        return self._nega(node, 1, alpha, beta)
        #********** End **********#

    def min_value(self, node, alpha, beta):
        """Return the value of node, the smallest child's, searched in the window (alpha, beta)."""
        #********** Begin **********#
        return -self._nega(node, -1, -beta, -alpha)
        #********** End **********#

    def get_value(self, node):
        """Return the value of a leaf."""
        #********** Begin **********#
        return node.val
        #********** End **********#

    def isTerminal(self, node):
        """Return True if node has no children."""
        #********** Begin **********#
        return len(node.children) == 0
        #********** End **********#

    def _nega(self, node, sign, alpha, beta):
        """Fail-hard negamax: the value for the side to move, alpha or beta if it is outside."""
        if not node.children:
            return sign * node.val
        for child in node.children:
            alpha = max(alpha, -self._nega(child, -sign, -beta, -alpha))
            if alpha >= beta:
                return beta
        return alpha


if __name__ == "__main__":
    data = ["A", ["B", ("E", 3), ("F", 12), ("G", 8)], ["C", ("H", 2), ("I", 100), ("J", 100)],
            ["D", ("K", 14), ("L", 5), ("M", 2)]]  # fmt: skip
    tree = GameTree()
    tree.root = GameNode(data[0])
    tree.buildTree(data, tree.root)
    best = AlphaBeta(tree).minmax_with_alphabeta(tree.root)
    print(best.name, best.val)
