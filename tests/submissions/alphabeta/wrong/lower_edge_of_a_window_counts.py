# slip: The second search goes by a window around the last value, and takes a value on its lower edge for exact.
# fails: minmax_with_alphabeta: any tree
# passes: buildTree; get_value; isTerminal; max_value: in a window; min_value: in a window; minmax_with_alphabeta: best child; minmax_with_alphabeta: pruning; minmax_with_alphabeta: deep cut-offs
"""Alpha-beta on abstract game trees."""

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
            if isinstance(item, list):
                child = GameNode(item[0])
                root.children.append(child)
                self.buildTree(item, child)
            else:
                child = GameNode(item[0], item[1])
                root.children.append(child)


class AlphaBeta:
    """Alpha-beta search, the root maximises."""

    def __init__(self, game_tree):
        self.game_tree = game_tree
        self.guess = None

    def minmax_with_alphabeta(self, node):
        if self.guess is not None:
            low, high = self.guess - 8, self.guess + 8
            best, best_val = None, low
            for child in node.children:
                v = self.min_value(child, best_val, high)
                if best is None or v > best_val:
                    best, best_val = child, v
                if best_val >= high:
                    break
            if best and low <= best_val < high:
                self.guess = best.val = best_val
                return best
        best, best_val = None, float("-inf")
        for child in node.children:
            v = self.min_value(child, best_val, float("inf"))
            if v > best_val:
                best, best_val = child, v
        if best is not None:
            best.val = self.guess = best_val
        return best

    def max_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        best = float("-inf")
        for child in node.children:
            v = self.min_value(child, alpha, beta)
            if v > best:
                best = v
            if best >= beta:
                return best
            alpha = max(alpha, best)
        return best

    def min_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        best = float("inf")
        for child in node.children:
            v = self.max_value(child, alpha, beta)
            if v < best:
                best = v
            if best <= alpha:
                return best
            beta = min(beta, best)
        return best

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return not node.children
