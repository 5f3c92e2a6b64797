# Fail-hard but for leaves, and a cut only when the bounds have crossed: nothing that prunes reads more.


class GameNode:
    def __init__(self, name="", val=0):
        self.name = name
        self.val = val
        self.children = []


class GameTree:
    def __init__(self):
        self.root = None

    def buildTree(self, data_list, root):
        name, *items = data_list
        root.name = name
        for item in items:
            node = GameNode(*item) if type(item) is tuple else GameNode()
            root.children.append(node)
            if type(item) is list:
                self.buildTree(item, node)


class AlphaBeta:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax_with_alphabeta(self, node):
        if self.isTerminal(node):
            return None
        lowest = float("-inf")
        chosen = None
        for child in node.children:
            found = self.min_value(child, lowest, float("inf"))
            if chosen is None or found > lowest:
                lowest, chosen = found, child
        chosen.val = lowest
        return chosen

    def clamped(self, value, alpha, beta):
        return alpha if value < alpha else beta if value > beta else value

    def max_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        low = alpha
        for child in node.children:
            low = max(low, self.min_value(child, low, beta))
            if low > beta:
                break
        return self.clamped(low, alpha, beta)

    def min_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        high = beta
        for child in node.children:
            high = min(high, self.max_value(child, alpha, high))
            if alpha > high:
                break
        return self.clamped(high, alpha, beta)

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return node.children == []
