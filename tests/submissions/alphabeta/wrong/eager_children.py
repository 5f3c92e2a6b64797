# slip: all leaves are read, before the search or in it: nothing is cut
# fails: minmax_with_alphabeta: pruning; minmax_with_alphabeta: deep cut-offs
# passes: buildTree; get_value; isTerminal; max_value: in a window; min_value: in a window; minmax_with_alphabeta: best child; minmax_with_alphabeta: any tree
# cause: all leaves are read, before the search or in it: nothing is cut
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
        best_child = None
        alpha = float("-inf")
        beta = float("inf")
        for child in node.children:
            value = self.min_value(child, alpha, beta)
            if value > alpha:
                alpha = value
                best_child = child
        if best_child is not None:
            best_child.val = alpha
        return best_child

    def max_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        v = float("-inf")
        for value in [self.min_value(child, alpha, beta) for child in node.children]:
            v = max(v, value)
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        v = float("inf")
        for value in [self.max_value(child, alpha, beta) for child in node.children]:
            v = min(v, value)
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return not node.children
