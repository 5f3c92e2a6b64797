# slip: buildTree loses the last child of each node
# fails: buildTree
# passes: get_value; isTerminal; max_value: in a window; min_value: in a window; minmax_with_alphabeta: best child; minmax_with_alphabeta: any tree; minmax_with_alphabeta: pruning; minmax_with_alphabeta: deep cut-offs
class GameNode:
    def __init__(self, name="", val=0):
        self.name = name
        self.val = val
        self.children = []


class GameTree:
    def __init__(self):
        self.root = None

    def buildTree(self, data_list, root):
        for i in range(1, len(data_list) - 1):
            if isinstance(data_list[i], tuple):
                child = GameNode(data_list[i][0], data_list[i][1])
            else:
                child = GameNode(data_list[i][0])
                self.buildTree(data_list[i], child)
            root.children.append(child)


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

    def negamax(self, node, alpha, beta, sign):
        if self.isTerminal(node):
            return sign * self.get_value(node)
        best = float("-inf")
        for child in node.children:
            best = max(best, -self.negamax(child, -beta, -max(alpha, best), -sign))
            if best >= beta:
                break
        return best

    def max_value(self, node, alpha, beta):
        return self.negamax(node, alpha, beta, 1)

    def min_value(self, node, alpha, beta):
        return -self.negamax(node, -beta, -alpha, -1)

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return len(node.children) == 0
