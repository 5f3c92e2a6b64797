class GameNode:
    def __init__(self, name="", val=0):
        self.name, self.val, self.children = name, val, []


class GameTree:
    def __init__(self):
        self.root = None

    def buildTree(self, data_list, root):
        _, *parts = data_list
        for part in parts:
            child = GameNode(part[0])
            root.children.append(child)
            if isinstance(part, tuple):
                child.val = part[1]
            else:
                self.buildTree(part, child)


class AlphaBeta:
    """One function for both sides: what is good for me is bad for you."""

    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax_with_alphabeta(self, node):
        best, alpha = None, float("-inf")
        for child in node.children:
            score = -self._negamax(child, float("-inf"), -alpha, -1)
            if best is None or score > alpha:
                best, alpha = child, score
        if best:
            best.val = alpha
        return best

    def _negamax(self, node, alpha, beta, colour):
        if self.isTerminal(node):
            return colour * self.get_value(node)
        best = float("-inf")
        for child in node.children:
            score = -self._negamax(child, -beta, -alpha, -colour)
            if score > best:
                best = score
                if best > alpha:
                    alpha = best
            if alpha >= beta:
                break
        return best

    def max_value(self, node, alpha, beta):
        return self._negamax(node, alpha, beta, 1)

    def min_value(self, node, alpha, beta):
        return -self._negamax(node, -beta, -alpha, -1)

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return not len(node.children)
