# slip: all leaves are read, before the search or in it: nothing is cut
# fails: minmax_with_alphabeta: pruning; minmax_with_alphabeta: deep cut-offs
# passes: buildTree; get_value; isTerminal; max_value: in a window; min_value: in a window; minmax_with_alphabeta: best child; minmax_with_alphabeta: any tree
# cause: all leaves are read, before the search or in it: nothing is cut
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
        for item in data_list[1:]:
            if isinstance(item, tuple):
                root.children.append(GameNode(item[0], item[1]))
            else:
                child = GameNode(item[0])
                self.buildTree(item, child)
                root.children.append(child)


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
        v = -inf
        for child in node.children:
            v = max(v, self.min_value(child, alpha, beta))
            alpha = max(alpha, v)
        return v

    def min_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        v = inf
        for child in node.children:
            v = min(v, self.max_value(child, alpha, beta))
            beta = min(beta, v)
        return v

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return len(node.children) == 0
