# slip: a later minmax_with_alphabeta gets a value wrong that is much larger than the one found before
# fails: minmax_with_alphabeta: best child; minmax_with_alphabeta: any tree
# passes: buildTree; get_value; isTerminal; max_value: in a window; min_value: in a window; minmax_with_alphabeta: pruning; minmax_with_alphabeta: deep cut-offs
"""Alpha-beta on abstract game trees: the value of minimax, without reading every leaf."""


class GameNode:
    """One node of the tree."""

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
        if self.guess is None:
            best = self.pick(node, float("-inf"), float("inf"))
        else:
            best = self.pick(node, self.guess - 1, self.guess + 1)
            if best is None:
                best = self.pick(node, float("-inf"), self.guess)
        if best is not None:
            self.guess = best.val
        return best

    def pick(self, node, alpha, beta):
        """The best child that is worth more than alpha, or None."""
        best = None
        for child in node.children:
            value = self.min_value(child, alpha, beta)
            if value > alpha:
                alpha = value
                best = child
                best.val = value
                if alpha >= beta:
                    break
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
        return not node.children
