import sys

sys.setrecursionlimit(20000)


class GameNode(object):
    def __init__(self, name="", val=0):
        self.name = name
        self.val = val
        self.children = []


class GameTree(object):
    def __init__(self):
        self.root = None

    def buildTree(self, data_list, root):
        def grow(data):
            if isinstance(data, tuple):
                return GameNode(data[0], data[1])
            node = GameNode(data[0])
            node.children.extend(map(grow, data[1:]))
            return node

        root.children = [grow(d) for d in data_list[1:]]


class AlphaBeta(object):
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax_with_alphabeta(self, node):
        state = {"alpha": float("-inf"), "best": None}

        def consider(child):
            value = self.min_value(child, state["alpha"], float("inf"))
            if value > state["alpha"]:
                state["alpha"] = value
                state["best"] = child

        for child in node.children:
            consider(child)
        if state["best"] is not None:
            state["best"].val = state["alpha"]
        return state["best"]

    def _search(self, node, alpha, beta, maximise):
        def high(n, a, b):
            if self.isTerminal(n):
                return self.get_value(n)
            v = float("-inf")
            for c in n.children:
                v = max(v, low(c, a, b))
                a = max(a, v)
                if a >= b:
                    return v
            return v

        def low(n, a, b):
            if self.isTerminal(n):
                return self.get_value(n)
            v = float("inf")
            for c in n.children:
                v = min(v, high(c, a, b))
                b = min(b, v)
                if b <= a:
                    return v
            return v

        return (high if maximise else low)(node, alpha, beta)

    def max_value(self, node, alpha, beta):
        return self._search(node, alpha, beta, True)

    def min_value(self, node, alpha, beta):
        return self._search(node, alpha, beta, False)

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return node.children == []
