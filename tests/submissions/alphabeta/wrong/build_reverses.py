# slip: buildTree puts the children in reverse order
# fails: buildTree
# passes: get_value; isTerminal; max_value: in a window; min_value: in a window; minmax_with_alphabeta: best child; minmax_with_alphabeta: any tree; minmax_with_alphabeta: pruning; minmax_with_alphabeta: deep cut-offs
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
            for item in data[1:]:
                child = GameNode(item[0])
                node.children.insert(0, child)
                if isinstance(item, tuple):
                    child.val = item[1]
                else:
                    stack.append((child, item))


class AlphaBeta:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax_with_alphabeta(self, node):
        if self.isTerminal(node):
            return None
        best_child, best = None, -inf
        for child in node.children:
            value = self.min_value(child, best, inf)
            if value > best:
                best_child, best = child, value
        best_child.val = best
        return best_child

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
