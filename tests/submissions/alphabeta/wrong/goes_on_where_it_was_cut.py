# slip: max_value goes on after the child where it was cut, though that may be worth more than its bound
# fails: max_value: in a window
# passes: buildTree; get_value; isTerminal; min_value: in a window; minmax_with_alphabeta: best child; minmax_with_alphabeta: any tree; minmax_with_alphabeta: pruning; minmax_with_alphabeta: deep cut-offs
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
        self.state = {}

    def minmax_with_alphabeta(self, node):
        best = None
        alpha = -INF
        for child in node.children:
            v = self.min_value(child, alpha, INF)
            if best is None or v > alpha:
                best = child
                alpha = v
        if best is not None:
            best.val = alpha
        return best

    def max_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        start, v = self.state.get(node, (0, -INF))  # where the last search was cut
        if v >= beta:
            return v
        alpha = max(alpha, v)
        for i in range(start, len(node.children)):
            v = max(v, self.min_value(node.children[i], alpha, beta))
            if v >= beta:
                self.state[node] = (i + 1, v)
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
