# slip: a later search begins with a window of five around the last value, and takes its upper end for the value
# fails: minmax_with_alphabeta: best child; minmax_with_alphabeta: any tree
# passes: buildTree; get_value; isTerminal; max_value: in a window; min_value: in a window; minmax_with_alphabeta: pruning; minmax_with_alphabeta: deep cut-offs
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
        todo = [(data_list, root)]
        while todo:
            data, parent = todo.pop()
            for item in data[1:]:
                if type(item) is list:
                    child = GameNode(item[0])
                    todo.append((item, child))
                else:
                    name, value = item
                    child = GameNode(name, value)
                parent.children.append(child)


INF = float("inf")


class AlphaBeta:
    def __init__(self, game_tree):
        self.game_tree = game_tree
        self.last = None

    def minmax_with_alphabeta(self, node):
        if self.last is not None:
            best = self._root(node, self.last - 5, self.last + 5)
            if best is None or best.val > self.last + 5:
                best = self._root(node, -INF, INF)
        else:
            best = self._root(node, -INF, INF)
        if best is not None:
            self.last = best.val
        return best

    def _root(self, node, alpha, beta):
        best = None
        for child in node.children:
            v = self.min_value(child, alpha, beta)
            if v > alpha:
                best, alpha = child, v
                if alpha >= beta:
                    break
        if best is not None:
            best.val = alpha
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
