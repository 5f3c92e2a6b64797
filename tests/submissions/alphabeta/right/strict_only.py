"""Cuts only when the window is strictly crossed (alpha > beta)."""

INF = float("inf")


class GameNode:
    def __init__(self, name="", val=0):
        self.name = name
        self.val = val
        self.children = []


class GameTree:
    def __init__(self):
        self.root = None

    def buildTree(self, data_list, root):
        root.children = [None] * (len(data_list) - 1)
        for i, sub in enumerate(data_list[1:]):
            child = GameNode(sub[0])
            if isinstance(sub, list):
                self.buildTree(sub, child)
            else:
                child.val = sub[1]
            root.children[i] = child
        return root


class AlphaBeta:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax_with_alphabeta(self, node):
        best_index, best_value = -1, -INF
        for index, child in enumerate(node.children):
            value = self.min_value(child, best_value, INF)
            if value > best_value or best_index < 0:
                best_index, best_value = index, value
        if best_index < 0:
            return None
        answer = node.children[best_index]
        answer.val = best_value
        return answer

    def max_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        value = -INF
        for child in node.children:
            value = max(value, self.min_value(child, alpha, beta))
            alpha = max(alpha, value)
            if alpha > beta:
                break
        return value

    def min_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        value = INF
        for child in node.children:
            value = min(value, self.max_value(child, alpha, beta))
            beta = min(beta, value)
            if alpha > beta:
                break
        return value

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return True if node.children == [] else False
