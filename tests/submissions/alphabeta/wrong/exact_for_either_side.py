# slip: The value of the best child, found once, is used also where the other side moves there.
# fails: max_value: in a window
# passes: buildTree; get_value; isTerminal; min_value: in a window; minmax_with_alphabeta: best child; minmax_with_alphabeta: any tree; minmax_with_alphabeta: pruning; minmax_with_alphabeta: deep cut-offs
import sys
import math
import copy

INF = float("inf")


class GameNode:
    """One node of the tree. Given: there is nothing to write here."""

    def __init__(self, name="", val=0):
        self.name = name
        self.val = val
        self.children = []


class GameTree:
    """A tree of GameNodes below root."""

    def __init__(self):
        self.root = None

    def buildTree(self, data_list, root):
        for child in data_list[1:]:
            if isinstance(child, tuple):
                root.children.append(GameNode(child[0], child[1]))
            else:
                node = GameNode(child[0])
                root.children.append(node)
                self.buildTree(child, node)


class AlphaBeta:
    def __init__(self, game_tree):
        self.game_tree = game_tree
        self.table = {}

    def lookup(self, node, side):
        return self.table.get((node, side), (-INF, INF))

    def store(self, node, side, v, alpha, beta):
        lo, hi = self.lookup(node, side)
        if v > alpha:
            lo = max(lo, v)
        if v < beta:
            hi = min(hi, v)
        self.table[node, side] = (lo, hi)

    def search(self, node, side, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        if hasattr(node, 'exact'):
            return node.exact
        lo, hi = self.lookup(node, side)
        if lo >= beta or lo == hi:
            return lo
        if hi <= alpha:
            return hi
        a, b = alpha, beta
        v = -INF if side else INF
        for child in node.children:
            got = self.search(child, not side, a, b)
            if side:
                v = max(v, got)
                a = max(a, v)
            else:
                v = min(v, got)
                b = min(b, v)
            if a >= b:
                break
        self.store(node, side, v, alpha, beta)
        return v

    def max_value(self, node, alpha, beta):
        return self.search(node, True, alpha, beta)

    def min_value(self, node, alpha, beta):
        return self.search(node, False, alpha, beta)

    def minmax_with_alphabeta(self, node):
        best, alpha = None, -INF
        for child in node.children:
            v = self.search(child, False, alpha, INF)
            if v > alpha:
                best, alpha = child, v
        if best is not None:
            best.val = alpha
            best.exact = alpha
        return best

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return not node.children
