"""Children are searched lazily: a generator asks for the next one only when its value is wanted."""

from collections import deque


class GameNode:
    def __init__(self, name="", val=0):
        self.name = name
        self.val = val
        self.children = []


class GameTree:
    def __init__(self):
        self.root = None

    def buildTree(self, data_list, root):
        queue = deque([(root, data_list)])
        while queue:
            node, (_, *items) = queue.popleft()
            for item in items:
                match item:
                    case tuple():
                        node.children.append(GameNode(*item))
                    case list():
                        node.children.append(GameNode(item[0]))
                        queue.append((node.children[-1], item))


class AlphaBeta:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def rising(self, node, alpha, beta):
        """Yield (value, child) each time a child beats all before it; stop at a cut."""
        top = float("-inf")
        for child in node.children:
            value = self.min_value(child, max(alpha, top), beta)
            if value > top:
                top = value
                yield top, child
            if top >= beta:
                return

    def falling(self, node, alpha, beta):
        bottom = float("inf")
        for child in node.children:
            value = self.max_value(child, alpha, min(beta, bottom))
            if value < bottom:
                bottom = value
                yield bottom
            if bottom <= alpha:
                return

    def minmax_with_alphabeta(self, node):
        best = None
        for value, child in self.rising(node, float("-inf"), float("inf")):
            best = child
            best.val = value
        return best

    def max_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        *_, (value, _child) = self.rising(node, alpha, beta)
        return value

    def min_value(self, node, alpha, beta):
        return self.get_value(node) if self.isTerminal(node) else min(self.falling(node, alpha, beta))

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return not any(True for _ in node.children)
