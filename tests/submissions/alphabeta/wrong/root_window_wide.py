# slip: minmax_with_alphabeta does not use the value of one child to cut below the next
# fails: minmax_with_alphabeta: pruning; minmax_with_alphabeta: deep cut-offs
# passes: buildTree; get_value; isTerminal; max_value: in a window; min_value: in a window; minmax_with_alphabeta: best child; minmax_with_alphabeta: any tree
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
        best = None
        best_value = float("-inf")
        for child in node.children:
            child_value = self.min_value(child, float("-inf"), float("inf"))
            if best is None or child_value > best_value:
                best_value = child_value
                best = child
        if best:
            best.val = best_value
        return best

    def max_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        v = float("-inf")
        for child in node.children:
            v = max(v, self.min_value(child, alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        v = float("inf")
        for child in node.children:
            v = min(v, self.max_value(child, alpha, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return len(node.children) == 0
