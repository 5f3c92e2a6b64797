# slip: minmax_with_alphabeta takes the smallest child, and has the children maximise
# fails: minmax_with_alphabeta: best child; minmax_with_alphabeta: any tree; minmax_with_alphabeta: pruning; minmax_with_alphabeta: deep cut-offs
# passes: buildTree; get_value; isTerminal; max_value: in a window; min_value: in a window
# Costs 5 points: no answer of minmax_with_alphabeta is right, and four checks ask about it.
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
        stack = [(root, data_list)]
        while stack:
            node, data = stack.pop()
            for part in data[1:]:
                leaf = isinstance(part, tuple)
                child = GameNode(part[0], part[1] if leaf else 0)
                node.children.append(child)
                if not leaf:
                    stack.append((child, part))


class AlphaBeta:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax_with_alphabeta(self, node):
        best = None
        beta = inf
        for child in node.children:
            value = self.max_value(child, -inf, beta)
            if value < beta:
                beta = value
                best = child
        if best is not None:
            best.val = beta
        return best

    def max_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        best = -inf
        for child in node.children:
            value = self.min_value(child, alpha, beta)
            if value > best:
                best = value
            if best > alpha:
                alpha = best
            if alpha > beta:
                break
        return best

    def min_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        best = inf
        for child in node.children:
            value = self.max_value(child, alpha, beta)
            if value < best:
                best = value
            if best < beta:
                beta = best
            if alpha > beta:
                break
        return best

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return not node.children
