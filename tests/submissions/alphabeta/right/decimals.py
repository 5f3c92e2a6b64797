class GameNode:
    def __init__(self, name="", val=0):
        self.name = name
        self.val = val
        self.children = []
class GameTree:
    def __init__(self): self.root = None
    def buildTree(self, data_list, root):
        for d in data_list[1:]:
            if isinstance(d, tuple): root.children.append(GameNode(d[0], d[1]))
            else:
                n = GameNode(d[0]); self.buildTree(d, n); root.children.append(n)

import decimal
best_node = None
class AlphaBeta:
    def __init__(self, game_tree): self.game_tree = game_tree
    def minmax_with_alphabeta(self, node):
        global best_node
        best_node = None
        a = float('-inf')
        # single child shortcut: no search of siblings; still value needed
        for c in node.children:
            v = self.min_value(c, a, float('inf'))
            if v > a: a = v; best_node = c
        if best_node: best_node.val = a
        return best_node
    def max_value(self, node, alpha, beta):
        if self.isTerminal(node): return self.get_value(node)
        best = float('-inf')
        for c in node.children:
            if self.isTerminal(c): v = self.get_value(c)
            else: v = self.min_value(c, alpha, beta)
            if v > best: best = v
            if best >= beta: return beta
            if best > alpha: alpha = best
        return alpha
    def min_value(self, node, alpha, beta):
        if self.isTerminal(node): return self.get_value(node)
        best = float('inf')
        for c in node.children:
            if self.isTerminal(c): v = self.get_value(c)
            else: v = self.max_value(c, alpha, beta)
            if v < best: best = v
            if best <= alpha: return alpha
            if best < beta: beta = best
        return beta
    def get_value(self, node): return decimal.Decimal(node.val)
    def isTerminal(self, node): return not node.children
