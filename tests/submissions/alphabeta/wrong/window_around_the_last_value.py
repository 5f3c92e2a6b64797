# slip: a search begins with a window around the last value, and its bound, if found, is taken for the value
# fails: minmax_with_alphabeta: best child; minmax_with_alphabeta: any tree
# passes: buildTree; get_value; isTerminal; max_value: in a window; min_value: in a window; minmax_with_alphabeta: pruning; minmax_with_alphabeta: deep cut-offs
"""Alpha-beta on abstract game trees."""

INF = float("inf")


class GameNode:
    def __init__(self, name="", val=0):
        self.name = name
        self.val = val
        self.children = []


class GameTree:
    def __init__(self):
        self.root = None

    def buildTree(self, data_list, root):
        for item in data_list[1:]:
            if isinstance(item, tuple):
                root.children.append(GameNode(item[0], item[1]))
            else:
                child = GameNode(item[0])
                root.children.append(child)
                self.buildTree(item, child)


class AlphaBeta:
    def __init__(self, game_tree):
        self.game_tree = game_tree
        self.guess = None

    def minmax_with_alphabeta(self, node):
        best, v = None, None
        if self.guess is not None:
            low, high = self.guess - 16, self.guess + 16
            best, v = self._search(node, low, high)
            if best is not None and not low <= v <= high:
                best = None
        if best is None:
            best, v = self._search(node, -INF, INF)
        if best is not None:
            best.val = self.guess = v
        return best

    def max_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        v = -INF
        for child in node.children:
            v = max(v, self.min_value(child, alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        v = INF
        for child in node.children:
            v = min(v, self.max_value(child, alpha, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return not node.children

    def _search(self, node, alpha, beta):
        best = None
        for child in node.children:
            v = self.min_value(child, alpha, beta)
            if v > alpha:
                best, alpha = child, v
                if v >= beta:
                    break
        return best, alpha
