# slip: isTerminal is false for a node without children whose val is 0
# fails: isTerminal
# passes: buildTree; get_value; max_value: in a window; min_value: in a window; minmax_with_alphabeta: best child; minmax_with_alphabeta: any tree; minmax_with_alphabeta: pruning; minmax_with_alphabeta: deep cut-offs
class GameNode:
    def __init__(self, name="", val=0):
        self.name = name
        self.val = val
        self.children = []


class GameTree:
    def __init__(self):
        self.root = None

    def buildTree(self, data_list, root):
        data_list.pop(0)
        while data_list:
            part = data_list.pop(0)
            if isinstance(part, tuple):
                root.children.append(GameNode(*part))
            else:
                root.children.append(GameNode(part[0]))
                self.buildTree(part, root.children[-1])


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
        return node.val != 0
