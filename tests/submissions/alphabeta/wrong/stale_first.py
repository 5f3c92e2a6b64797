# slip: a child that was cut, with an old val as good, takes the place of the best child after it
# fails: minmax_with_alphabeta: best child
# passes: buildTree; get_value; isTerminal; max_value: in a window; min_value: in a window; minmax_with_alphabeta: any tree; minmax_with_alphabeta: pruning; minmax_with_alphabeta: deep cut-offs
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
        if self.isTerminal(node):
            return None
        value = self.max_value(node, float("-inf"), float("inf"))
        for child in node.children:
            if child.val == value:
                return child
        return None

    def max_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        v = float("-inf")
        for child in node.children:
            v = max(v, self.min_value(child, alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        node.val = v
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
        node.val = v
        return v

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return len(node.children) == 0
