# slip: values that are only moderately large, or as far below zero, get lost
# fails: max_value: in a window; min_value: in a window; minmax_with_alphabeta: pruning
# passes: buildTree; get_value; isTerminal; minmax_with_alphabeta: best child; minmax_with_alphabeta: any tree; minmax_with_alphabeta: deep cut-offs
INF = 10000


class GameNode:
    def __init__(self, name="", val=0):
        self.name = name
        self.val = val
        self.children = []


class GameTree:
    def __init__(self):
        self.root = None

    def make(self, data):
        if isinstance(data, tuple):
            return GameNode(data[0], data[1])
        node = GameNode(data[0])
        node.children = [self.make(d) for d in data[1:]]
        return node

    def buildTree(self, data_list, root):
        root.children = [self.make(d) for d in data_list[1:]]


class AlphaBeta:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax_with_alphabeta(self, node):
        best, answer = -INF, None
        for child in node.children:
            value = self.min_value(child, best, INF)
            if answer is None or value > best:
                best, answer = value, child
        if answer is not None:
            answer.val = best
        return answer

    def max_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        v = -INF
        for child in node.children:
            v = max(v, self.min_value(child, max(alpha, v), beta))
            if v > beta:
                break
        return v

    def min_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        v = INF
        for child in node.children:
            v = min(v, self.max_value(child, alpha, min(beta, v)))
            if v < alpha:
                break
        return v

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return not node.children
