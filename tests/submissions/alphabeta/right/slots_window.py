"""Nodes with __slots__, and the window as an object of its own."""


class GameNode:
    __slots__ = ("name", "val", "children")

    def __init__(self, name="", val=0):
        self.name = name
        self.val = val
        self.children = []


class GameTree:
    def __init__(self):
        self.root = None

    def buildTree(self, data_list, root):
        for item in data_list[1:]:
            leaf = isinstance(item, tuple)
            child = GameNode(item[0], item[1] if leaf else 0)
            root.children.append(child)
            if not leaf:
                self.buildTree(item, child)


class Window:
    def __init__(self, low, high):
        self.low = low
        self.high = high

    def raise_low(self, value):
        if value > self.low:
            self.low = value

    def lower_high(self, value):
        if value < self.high:
            self.high = value

    @property
    def closed(self):
        return self.low >= self.high


class AlphaBeta:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax_with_alphabeta(self, node):
        window = Window(float("-inf"), float("inf"))
        best = None
        for child in node.children:
            value = self.min_value(child, window.low, window.high)
            if value > window.low:
                window.raise_low(value)
                best = child
        if best is not None:
            best.val = window.low
        return best

    def max_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        window = Window(alpha, beta)
        for child in node.children:
            window.raise_low(self.min_value(child, window.low, window.high))
            if window.closed:
                break
        return window.low

    def min_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        window = Window(alpha, beta)
        for child in node.children:
            window.lower_high(self.max_value(child, window.low, window.high))
            if window.closed:
                break
        return window.high

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return len(node.children) == 0
