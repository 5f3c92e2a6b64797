"""Alpha-beta on abstract game trees: the value of minimax, without reading every leaf.

The algorithm is ALPHA-BETA-SEARCH of Russell and Norvig, Artificial Intelligence: A Modern Approach;
its analysis is Knuth and Moore, An Analysis of Alpha-Beta Pruning, 1975.
"""


import functools


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
        def grow(data, parent):
            for item in data[1:]:
                child = GameNode(item[0], *item[1:] if isinstance(item, tuple) else ())
                parent.children.append(child)
                if isinstance(item, list):
                    yield grow(item, child)

        _bounce(grow(data_list, root))
        #********** End **********#


class AlphaBeta:
    """Alpha-beta search on a tree that buildTree has filled. The root maximises."""

    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax_with_alphabeta(self, node):
        """Return the best child of node, its value in val; None if node has no children."""
        #********** Begin **********#
        return self._best(node)
        #********** End **********#

    def max_value(self, node, alpha, beta):
        """Return the value of node, the largest child's, searched in the window (alpha, beta)."""
        #********** Begin **********#
        return _memo(self, "max", node, alpha, beta)
        #********** End **********#

    def min_value(self, node, alpha, beta):
        """Return the value of node, the smallest child's, searched in the window (alpha, beta)."""
        #********** Begin **********#
        return _memo(self, "min", node, alpha, beta)
        #********** End **********#

    def get_value(self, node):
        """Return the value of a leaf."""
        #********** Begin **********#
        return node.val
        #********** End **********#

    def isTerminal(self, node):
        """Return True if node has no children."""
        #********** Begin **********#
        return next(iter(node.children), None) is None
        #********** End **********#

    def _best(self, node):
        floor, found = float("-inf"), []
        for child in node.children:
            v = self.min_value(child, floor, float("inf"))
            if v > floor:
                floor = v
                found.append(child)
        if not found:
            return None
        found[-1].val = floor
        return found[-1]


def _bounce(generator):
    """Run generators that yield generators, without recursion."""
    stack, send = [generator], None
    while stack:
        try:
            stack.append(stack[-1].send(send))
            send = None
        except StopIteration as stop:
            send = stop.value
            stack.pop()
    return send


def _walk(node, side, alpha, beta):
    if not node.children:
        return node.val
    pick = max if side == "max" else min
    best = None
    for child in node.children:
        x = yield _walk(child, "min" if side == "max" else "max", alpha, beta)
        best = x if best is None else pick(best, x)
        if side == "max":
            alpha = pick(alpha, best)
        else:
            beta = pick(beta, best)
        if not alpha < beta:
            break
    return best


@functools.lru_cache(maxsize=None)
def _memo(owner, side, node, alpha, beta):
    return _bounce(_walk(node, side, alpha, beta))


if __name__ == "__main__":
    data = ["A", ["B", ("E", 3), ("F", 12), ("G", 8)], ["C", ("H", 2), ("I", 100), ("J", 100)],
            ["D", ("K", 14), ("L", 5), ("M", 2)]]  # fmt: skip
    tree = GameTree()
    tree.root = GameNode(data[0])
    tree.buildTree(data, tree.root)
    best = AlphaBeta(tree).minmax_with_alphabeta(tree.root)
    print(best.name, best.val)
