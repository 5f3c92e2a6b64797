# slip: children get only their parent's own best, so bounds of ancestors further up never cut
# fails: minmax_with_alphabeta: deep cut-offs
# passes: buildTree; get_value; isTerminal; max_value: in a window; min_value: in a window; minmax_with_alphabeta: best child; minmax_with_alphabeta: any tree; minmax_with_alphabeta: pruning
from math import inf


class GameNode:
    __slots__ = ["name", "val", "children"]

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
            best = max(best, self.min_value(child, best, inf))
            if best >= beta:
                break
        return best

    def min_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        best = inf
        for child in node.children:
            best = min(best, self.max_value(child, -inf, best))
            if best <= alpha:
                break
        return best

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return not node.children
