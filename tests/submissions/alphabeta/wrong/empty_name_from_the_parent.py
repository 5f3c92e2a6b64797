# slip: a leaf with an empty name gets the name of its parent
# fails: buildTree
# passes: get_value; isTerminal; max_value: in a window; min_value: in a window; minmax_with_alphabeta: best child; minmax_with_alphabeta: any tree; minmax_with_alphabeta: pruning; minmax_with_alphabeta: deep cut-offs
"""Alpha-beta on abstract game trees."""

NEG = float("-inf")
POS = float("inf")


class GameNode:
    """One node of the tree. Given: there is nothing to write here."""

    def __init__(self, name="", val=0):
        self.name = name
        self.val = val
        self.children = []


class GameTree:
    """A tree of GameNodes below root."""

    def __init__(self):
        self.root = None

    def buildTree(self, data_list, root):
        for item in data_list[1:]:
            if isinstance(item, tuple):
                root.children.append(GameNode(item[0] or root.name, item[1]))
            else:
                child = GameNode(item[0])
                root.children.append(child)
                self.buildTree(item, child)


class AlphaBeta:
    """Alpha-beta search on a tree that buildTree has filled. The root maximises."""

    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax_with_alphabeta(self, node):
        best, alpha = None, NEG
        for child in node.children:
            v = self.min_value(child, alpha, POS)
            if best is None or v > alpha:
                best, alpha = child, v
        if best is not None and best.children:
            best.val = alpha
        return best

    def max_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        v = NEG
        for child in node.children:
            v = max(v, self.min_value(child, alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        v = POS
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
