# Needs NumPy. Values are kept as Python integers (dtype=object), so that none of them overflows.
import numpy as np


class GameNode:
    def __init__(self, name="", val=0):
        self.name = name
        self.val = val
        self.children = []


class GameTree:
    def __init__(self):
        self.root = None

    def buildTree(self, data_list, root):
        for item in data_list[1:]:
            child = GameNode(item[0])
            if isinstance(item, tuple):
                child.val = item[1]
            else:
                self.buildTree(item, child)
            root.children.append(child)


class AlphaBeta:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax_with_alphabeta(self, node):
        if self.isTerminal(node):
            return None
        alpha = -np.inf
        values = []
        for child in node.children:
            values.append(self.min_value(child, alpha, np.inf))
            alpha = max(alpha, values[-1])
        # A child that was cut is worth at most what an earlier one reached, and argmax takes the first.
        best = int(np.argmax(np.array(values, dtype=object)))
        node.children[best].val = values[best]
        return node.children[best]

    def max_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        value = -np.inf
        for child in node.children:
            value = max(value, self.min_value(child, alpha, beta))
            if value >= beta:
                break
            alpha = max(alpha, value)
        return value

    def min_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        value = np.inf
        for child in node.children:
            value = min(value, self.max_value(child, alpha, beta))
            if value <= alpha:
                break
            beta = min(beta, value)
        return value

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return np.size(node.children) == 0
