# slip: the best child is remembered without its value, which max_value or min_value has overwritten in val since
# fails: minmax_with_alphabeta: best child
# passes: buildTree; get_value; isTerminal; max_value: in a window; min_value: in a window; minmax_with_alphabeta: any tree; minmax_with_alphabeta: pruning; minmax_with_alphabeta: deep cut-offs
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


INF = float("inf")


class AlphaBeta:
    def __init__(self, game_tree):
        self.game_tree = game_tree
        self.table = {}
        self.chosen = {}

    def minmax_with_alphabeta(self, node):
        if id(node) in self.chosen:
            return self.chosen[id(node)]
        best, alpha = None, -INF
        for child in node.children:
            v = self.min_value(child, alpha, INF)
            if best is None or v > alpha:
                best, alpha = child, v
        if best is not None:
            best.val = alpha
            self.chosen[id(node)] = best
        return best

    def max_value(self, node, alpha, beta):
        return self._search(node, alpha, beta, True)

    def min_value(self, node, alpha, beta):
        return self._search(node, alpha, beta, False)

    def _search(self, node, alpha, beta, maximise):
        if self.isTerminal(node):
            return self.get_value(node)
        key = (id(node), maximise)
        low, high = self.table.get(key, (-INF, INF))
        if low == high or low >= beta:
            return low
        if high <= alpha:
            return high
        a, b = alpha, beta
        for child in node.children:
            v = self._search(child, a, b, not maximise)
            if maximise:
                a = max(a, v)
            else:
                b = min(b, v)
            if a >= b:
                break
        v = a if maximise else b
        if v <= alpha:
            high = min(high, v)
        elif v >= beta:
            low = max(low, v)
        else:
            low = high = v
        self.table[key] = (low, high)
        node.val = v
        return v

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return len(node.children) == 0
