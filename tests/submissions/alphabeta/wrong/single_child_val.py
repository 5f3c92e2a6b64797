# slip: of a root with a single child that child is returned at once, without its value in val
# fails: minmax_with_alphabeta: best child
# passes: buildTree; get_value; isTerminal; max_value: in a window; min_value: in a window; minmax_with_alphabeta: any tree; minmax_with_alphabeta: pruning; minmax_with_alphabeta: deep cut-offs
# cause: of a root with a single child that child is returned at once, without its value in val
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
        if not node.children:
            return None
        if len(node.children) == 1:
            return node.children[0]  # no choice, nothing to search
        best, alpha = None, float("-inf")
        for child in node.children:
            value = self.min_value(child, alpha, float("inf"))
            if value > alpha:
                best, alpha = child, value
        best.val = alpha
        return best

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
