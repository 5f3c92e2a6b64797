# slip: minmax_with_alphabeta returns None where every child is worth far less than 0
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
        stack = [(root, data_list)]
        while stack:
            node, data = stack.pop()
            for part in data[1:]:
                leaf = isinstance(part, tuple)
                child = GameNode(part[0], part[1] if leaf else 0)
                node.children.append(child)
                if not leaf:
                    stack.append((child, part))


class AlphaBeta:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax_with_alphabeta(self, node):
        alpha, beta = -(10**9), 10**40
        best = None
        for child in node.children:
            value = self.min_value(child, alpha, beta)
            if value > alpha:
                alpha = value
                best = child
        if best is not None:
            best.val = alpha
        return best

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
        return not node.children
