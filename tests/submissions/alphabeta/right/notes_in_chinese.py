"""Notes in Chinese, and hardly a blank line."""

# -*- coding: utf-8 -*-
class GameNode:
    '''博弈树结点'''
    def __init__(self, name='', val=0):
        self.name = name  # char
        self.val = val  # int
        self.children = []  # list of nodes
class GameTree:
    def __init__(self):
        self.root = None
    def buildTree(self, data_list, root):
        """递归法构建博弈树"""
        for i in range(1, len(data_list)):
            if type(data_list[i]) == list:
                root.children.append(GameNode(data_list[i][0]))
                self.buildTree(data_list[i], root.children[i - 1])
            else:
                root.children.append(GameNode(data_list[i][0], data_list[i][1]))
class AlphaBeta:
    def __init__(self, game_tree):
        self.game_tree = game_tree
    def minmax_with_alphabeta(self, node):
        """带AlphaBeta剪枝的极大极小值算法"""
        clf = None
        best = float('-inf')
        for c in node.children:
            v = self.min_value(c, best, float('inf'))
            c.val = v
            if clf is None or v > best:
                best = v
                clf = c
        return clf
    def max_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        v = -float('inf')
        for c in node.children:
            v = max(v, self.min_value(c, alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        node.val = v
        return v
    def min_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        v = float('inf')
        for c in node.children:
            v = min(v, self.max_value(c, alpha, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
        node.val = v
        return v
    def get_value(self, node):
        return node.val
    def isTerminal(self, node):
        if len(node.children) == 0:
            return 1
        return 0
