# slip: a child that was cut, whose value is only a bound, takes the place of an equally good child before it
# fails: minmax_with_alphabeta: best child; minmax_with_alphabeta: any tree
# passes: buildTree; get_value; isTerminal; max_value: in a window; min_value: in a window; minmax_with_alphabeta: pruning; minmax_with_alphabeta: deep cut-offs
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
        best = None
        alpha = float("-inf")
        for child in node.children:
            value = self.min_value(child, alpha, float("inf"))
            if value >= alpha:
                alpha = value
                best = child
        if best is not None:
            best.val = alpha
        return best

    def max_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        for child in node.children:
            score = self.min_value(child, alpha, beta)
            if score >= beta:
                return beta
            if score > alpha:
                alpha = score
        return alpha

    def min_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
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
