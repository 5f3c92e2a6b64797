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
        from collections import deque

        queue = deque([(root, data_list)])
        while queue:
            parent, data = queue.popleft()
            parent.children = [GameNode(d[0], d[1]) if isinstance(d, tuple) else GameNode(d[0]) for d in data[1:]]
            queue.extend((c, d) for c, d in zip(parent.children, data[1:]) if isinstance(d, list))
        #********** End **********#


class AlphaBeta:
    """Alpha-beta search on a tree that buildTree has filled. The root maximises."""

    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax_with_alphabeta(self, node):
        """Return the best child of node, its value in val; None if node has no children."""
        #********** Begin **********#
        best = None
        bound = None
        for child in node.children:
            # a child that is as good as the best one is searched to its exact value, too
            v = _search(child, False, float("-inf") if bound is None else bound - 1, float("inf"))
            if bound is None or v >= bound:
                best, bound = child, v
        if best is not None and best.children:
            best.val = bound
        return best
        #********** End **********#

    def max_value(self, node, alpha, beta):
        """Return the value of node, the largest child's, searched in the window (alpha, beta)."""
        #********** Begin **********#
        return _search(node, True, alpha, beta)
        #********** End **********#

    def min_value(self, node, alpha, beta):
        """Return the value of node, the smallest child's, searched in the window (alpha, beta)."""
        #********** Begin **********#
        return _search(node, False, alpha, beta)
        #********** End **********#

    def get_value(self, node):
        """Return the value of a leaf."""
        #********** Begin **********#
        return node.val
        #********** End **********#

    def isTerminal(self, node):
        """Return True if node has no children."""
        #********** Begin **********#
        return node.children == []
        #********** End **********#


def _search(node, maximise, alpha, beta):
    """Alpha-beta without recursion: a stack of [node, maximise, alpha, beta, value, next child]."""
    inf = float("inf")
    stack = [[node, maximise, alpha, beta, -inf if maximise else inf, 0]]
    answer = None
    while stack:
        frame = stack[-1]
        here, big, a, b, v, k = frame
        if not here.children:
            answer = here.val
            stack.pop()
            continue
        if k and answer is not None:
            if big:
                v = max(v, answer)
                a = max(a, v)
            else:
                v = min(v, answer)
                b = min(b, v)
            here.val = v
            frame[2:5] = a, b, v
            answer = None
        if a >= b or k == len(here.children):
            answer = v
            stack.pop()
            continue
        frame[5] = k + 1
        stack.append([here.children[k], not big, a, b, inf if big else -inf, 0])
    return answer


if __name__ == "__main__":
    data = ["A", ["B", ("E", 3), ("F", 12), ("G", 8)], ["C", ("H", 2), ("I", 100), ("J", 100)],
            ["D", ("K", 14), ("L", 5), ("M", 2)]]  # fmt: skip
    tree = GameTree()
    tree.root = GameNode(data[0])
    tree.buildTree(data, tree.root)
    best = AlphaBeta(tree).minmax_with_alphabeta(tree.root)
    print(best.name, best.val)
