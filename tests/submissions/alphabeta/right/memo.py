"""Values of nodes already searched are remembered, but only within one search: other windows, other bounds."""


class GameNode:
    def __init__(self, name="", val=0):
        self.name = name
        self.val = val
        self.children = []

    def __repr__(self):
        return f"GameNode({self.name!r})"


class GameTree:
    def __init__(self):
        self.root = None

    def buildTree(self, data_list, root):
        for item in data_list[1:]:
            if isinstance(item, tuple):
                root.children.append(GameNode(*item))
            else:
                child = GameNode(item[0])
                root.children.append(child)
                self.buildTree(item, child)


class AlphaBeta:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax_with_alphabeta(self, node):
        memo = {}
        alpha = float("-inf")
        best = None
        for child in node.children:
            self.min_value(child, alpha, float("inf"), memo)
            if memo[child] > alpha:
                alpha, best = memo[child], child
        if best is not None:
            best.val = memo[best]
        return best

    def max_value(self, node, alpha, beta, memo=None):
        memo = {} if memo is None else memo
        if node in memo:
            return memo[node]
        if self.isTerminal(node):
            memo[node] = self.get_value(node)
            return memo[node]
        value = float("-inf")
        for child in node.children:
            value = max(value, self.min_value(child, alpha, beta, memo))
            alpha = max(alpha, value)
            if alpha > beta:
                break
        memo[node] = value
        return value

    def min_value(self, node, alpha, beta, memo=None):
        memo = {} if memo is None else memo
        if node in memo:
            return memo[node]
        if self.isTerminal(node):
            memo[node] = self.get_value(node)
            return memo[node]
        value = float("inf")
        for child in node.children:
            value = min(value, self.max_value(child, alpha, beta, memo))
            beta = min(beta, value)
            if alpha > beta:
                break
        memo[node] = value
        return value

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return not node.children
