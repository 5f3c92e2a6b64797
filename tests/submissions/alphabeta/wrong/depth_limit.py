# slip: a tree that is more than a few plies deep is not searched to its leaves
# fails: max_value: in a window; minmax_with_alphabeta: pruning; minmax_with_alphabeta: deep cut-offs
# passes: buildTree; get_value; isTerminal; min_value: in a window; minmax_with_alphabeta: best child; minmax_with_alphabeta: any tree
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

    def max_value(self, node, alpha, beta, depth=4):
        if self.isTerminal(node) or depth == 0:
            return self.get_value(node)
        v = float("-inf")
        for child in node.children:
            v = max(v, self.min_value(child, alpha, beta, depth - 1))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, node, alpha, beta, depth=4):
        if self.isTerminal(node) or depth == 0:
            return self.get_value(node)
        v = float("inf")
        for child in node.children:
            v = min(v, self.max_value(child, alpha, beta, depth - 1))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return not node.children
