# slip: a table of bounds has 100 places by the number of a node, and the nodes 1 and 101 share one
# fails: minmax_with_alphabeta: any tree
# passes: buildTree; get_value; isTerminal; max_value: in a window; min_value: in a window; minmax_with_alphabeta: best child; minmax_with_alphabeta: pruning; minmax_with_alphabeta: deep cut-offs
"""Alpha-beta on abstract game trees."""
INF = float("inf")


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
        root.children = []
        for item in data_list[1:]:
            if isinstance(item, tuple):
                root.children.append(GameNode(item[0], item[1]))
            else:
                child = GameNode(item[0])
                root.children.append(child)
                self.buildTree(item, child)


class AlphaBeta:
    """Alpha-beta search with a table of bounds."""

    def __init__(self, game_tree):
        self.game_tree = game_tree
        self.table = {}
        self.number = {}
        todo = [game_tree.root]
        while todo:
            n = todo.pop()
            self.number[n] = len(self.number) % 100
            todo += reversed(n.children)

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
        return self.search(node, alpha, beta, True)

    def min_value(self, node, alpha, beta):
        return self.search(node, alpha, beta, False)

    def search(self, node, alpha, beta, big):
        if self.isTerminal(node):
            return self.get_value(node)
        key = (big, self.number[node])
        lo, hi = self.table.get(key, (-INF, INF))
        if lo == hi or lo >= beta:
            return lo
        if hi <= alpha:
            return hi
        v = self.expand(node, alpha, beta, big)
        if v <= alpha:
            hi = min(hi, v)
        elif v >= beta:
            lo = max(lo, v)
        else:
            lo = hi = v
        self.table[key] = (lo, hi)
        return v

    def expand(self, node, alpha, beta, big):
        v = -INF if big else INF
        for child in node.children:
            w = self.search(child, alpha, beta, not big)
            if big:
                v = max(v, w)
                alpha = max(alpha, v)
            else:
                v = min(v, w)
                beta = min(beta, v)
            if alpha >= beta:
                break
        return v

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return not node.children
