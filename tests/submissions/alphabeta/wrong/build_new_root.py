# slip: buildTree leaves the root that it was given empty
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
        if isinstance(data_list, tuple):
            return GameNode(data_list[0], data_list[1])
        root = GameNode(data_list[0])
        for item in data_list[1:]:
            root.children.append(self.buildTree(item, None))
        self.root = root
        return root


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
