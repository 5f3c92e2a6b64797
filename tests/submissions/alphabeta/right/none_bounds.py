# None stands for "no bound yet", so that no number has to play infinity.


class GameNode:
    def __init__(self, name="", val=0):
        self.name = name
        self.val = val
        self.children = []


class GameTree:
    def __init__(self):
        self.root = None

    def buildTree(self, data_list, root):
        root.name = data_list[0]
        for x in data_list[1:]:
            root.children.append(self.makeNode(x))

    def makeNode(self, x):
        if isinstance(x, tuple):
            return GameNode(*x)
        n = GameNode(x[0])
        self.buildTree(x, n)
        return n


class AlphaBeta:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax_with_alphabeta(self, node):
        best = None
        alpha = None
        for c in node.children:
            v = self.min_value(c, alpha, None)
            if alpha is None or v > alpha:
                alpha = v
                best = c
        if best is None:
            return None
        best.val = alpha
        return best

    def max_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        value = None
        for c in node.children:
            v = self.min_value(c, alpha, beta)
            if value is None or v > value:
                value = v
            if beta is not None and value >= beta:
                return value
            if alpha is None or value > alpha:
                alpha = value
        return value

    def min_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        value = None
        for c in node.children:
            v = self.max_value(c, alpha, beta)
            if value is None or v < value:
                value = v
            if alpha is not None and value <= alpha:
                return value
            if beta is None or value < beta:
                beta = value
        return value

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        if node.children:
            return False
        return True
