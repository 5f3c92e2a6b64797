# Fail-hard: every value that comes back lies in the window. buildTree eats the list it is given.


class GameNode:
    def __init__(self, name="", val=0):
        self.name = name
        self.val = val
        self.children = []


class GameTree:
    def __init__(self):
        self.root = None

    def buildTree(self, data_list, root):
        data_list.pop(0)  # the name of root, which root has already
        while data_list:
            part = data_list.pop(0)
            if type(part) is tuple:
                name, val = part
                root.children.append(GameNode(name, val))
            else:
                node = GameNode(part[0])
                root.children.append(node)
                self.buildTree(part, node)


class AlphaBeta:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax_with_alphabeta(self, node):
        if self.isTerminal(node):
            return None
        alpha, beta = float("-inf"), float("inf")
        choice = None
        for child in node.children:
            score = self.min_value(child, alpha, beta)
            if score > alpha:
                alpha = score
                choice = child
        choice.val = alpha
        return choice

    def max_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return min(max(self.get_value(node), alpha), beta)
        for child in node.children:
            score = self.min_value(child, alpha, beta)
            if score >= beta:
                return beta
            if score > alpha:
                alpha = score
        return alpha

    def min_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return min(max(self.get_value(node), alpha), beta)
        for child in node.children:
            score = self.max_value(child, alpha, beta)
            if score <= alpha:
                return alpha
            if score < beta:
                beta = score
        return beta

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return not node.children
