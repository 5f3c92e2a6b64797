# slip: minmax_with_alphabeta returns None where no child is worth more than 0
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
        best_value = 0
        best_child = None
        for child in node.children:
            value = self.min_value(child, best_value, float("inf"))
            if value > best_value:
                best_value = value
                best_child = child
        if best_child is not None:
            best_child.val = best_value
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
        return len(node.children) == 0
