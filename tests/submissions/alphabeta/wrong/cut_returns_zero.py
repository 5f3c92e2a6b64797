# slip: max_value and min_value return 0 where they are cut
# fails: max_value: in a window; min_value: in a window
# passes: buildTree; get_value; isTerminal; minmax_with_alphabeta: best child; minmax_with_alphabeta: any tree; minmax_with_alphabeta: pruning; minmax_with_alphabeta: deep cut-offs
class GameNode:
    def __init__(self, name="", val=0):
        self.name = name
        self.val = val
        self.children = []


class GameTree:
    def __init__(self):
        self.root = None

    def buildTree(self, data_list, root):
        for i, sub in enumerate(data_list):
            if i == 0:
                root.name = sub
                continue
            node = GameNode(sub[0])
            root.children.append(node)
            if type(sub) is tuple:
                node.val = sub[1]
            else:
                self.buildTree(sub, node)


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
        best = float("-inf")
        for child in node.children:
            best = max(best, self.min_value(child, alpha, beta))
            if best >= beta:
                return 0
            alpha = max(alpha, best)
        return best

    def min_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        best = float("inf")
        for child in node.children:
            best = min(best, self.max_value(child, alpha, beta))
            if best <= alpha:
                return 0
            beta = min(beta, best)
        return best

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return len(node.children) == 0
