"""The bounds are attributes of the object; a context manager sets them and puts them back, also at a cut."""

from contextlib import contextmanager
from math import inf


class GameNode:
    def __init__(self, name="", val=0):
        self.name = name
        self.val = val
        self.children = []


class GameTree:
    def __init__(self):
        self.root = None

    def buildTree(self, data_list, root):
        def made(item):
            if isinstance(item, tuple):
                return GameNode(*item)
            node = GameNode(item[0])
            self.buildTree(item, node)
            return node

        root.children += map(made, data_list[1:])


class AlphaBeta:
    def __init__(self, game_tree):
        self.game_tree = game_tree
        self.alpha, self.beta = -inf, inf

    @contextmanager
    def window(self, alpha, beta):
        before = self.alpha, self.beta
        self.alpha, self.beta = alpha, beta
        try:
            yield
        finally:
            self.alpha, self.beta = before

    def minmax_with_alphabeta(self, node):
        best = None
        with self.window(-inf, inf):
            for child in node.children:
                value = self.min_value(child, self.alpha, self.beta)
                if best is None or value > self.alpha:
                    best, self.alpha = child, value
            if best is not None:
                best.val = self.alpha
        return best

    def max_value(self, node, alpha, beta):
        with self.window(alpha, beta):
            if self.isTerminal(node):
                return self.get_value(node)
            value = -inf
            for child in node.children:
                value = max(value, self.min_value(child, self.alpha, self.beta))
                self.alpha = max(self.alpha, value)
                if self.alpha >= self.beta:
                    return value
            return value

    def min_value(self, node, alpha, beta):
        with self.window(alpha, beta):
            if self.isTerminal(node):
                return self.get_value(node)
            value = inf
            for child in node.children:
                value = min(value, self.max_value(child, self.alpha, self.beta))
                self.beta = min(self.beta, value)
                if self.alpha >= self.beta:
                    return value
            return value

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return not node.children
