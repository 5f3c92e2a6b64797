# slip: two nodes of a tree with more than ten children are taken for the same
# fails: max_value: in a window; min_value: in a window; minmax_with_alphabeta: any tree
# passes: buildTree; get_value; isTerminal; minmax_with_alphabeta: best child; minmax_with_alphabeta: pruning; minmax_with_alphabeta: deep cut-offs
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
        root.number = 1
        todo = [(data_list, root)]
        while todo:
            data, node = todo.pop()
            for i, item in enumerate(data[1:]):
                child = GameNode(item[0])
                child.number = 10 * node.number + i
                if type(item) is tuple:
                    child.val = item[1]
                else:
                    todo.append((item, child))
                node.children.append(child)


INF = float("inf")


class AlphaBeta:
    def __init__(self, game_tree):
        self.game_tree = game_tree
        self.table = {}

    def search(self, node, alpha, beta, maximise):
        if self.isTerminal(node):
            return self.get_value(node)
        key = (node.number, maximise)
        low, high = self.table.get(key, (-INF, INF))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        a = first = max(alpha, low)
        b = last = min(beta, high)
        if maximise:
            v = -INF
            for child in node.children:
                v = max(v, self.search(child, a, b, False))
                a = max(a, v)
                if a >= b:
                    break
        else:
            v = INF
            for child in node.children:
                v = min(v, self.search(child, a, b, True))
                b = min(b, v)
                if a >= b:
                    break
        if v <= first:
            high = min(high, v)
        elif v >= last:
            low = max(low, v)
        else:
            low = high = v
        self.table[key] = (low, high)
        return v

    def minmax_with_alphabeta(self, node):
        best, alpha = None, -INF
        for child in node.children:
            v = self.search(child, alpha, INF, False)
            if v > alpha:
                best, alpha = child, v
        if best is not None and not self.isTerminal(best):
            best.val = alpha
        return best

    def max_value(self, node, alpha, beta):
        return self.search(node, alpha, beta, True)

    def min_value(self, node, alpha, beta):
        return self.search(node, alpha, beta, False)

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return not node.children
