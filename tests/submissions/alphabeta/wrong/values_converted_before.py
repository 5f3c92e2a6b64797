# slip: all values are converted into floats before the search, so that nobody can see which leaves it reads
# fails: minmax_with_alphabeta: pruning
# passes: buildTree; get_value; isTerminal; max_value: in a window; min_value: in a window; minmax_with_alphabeta: values; minmax_with_alphabeta: ties; minmax_with_alphabeta: zero and huge values; minmax_with_alphabeta: uneven and deep trees


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
            child = GameNode(item[0])
            if isinstance(item, list):
                self.buildTree(item, child)
            else:
                child.val = item[1]
            root.children.append(child)


class AlphaBeta:
    def __init__(self, game_tree):
        self.value_of = {}
        self.below = {}
        self.copy(game_tree.root)

    def copy(self, node):
        self.below[node] = list(node.children)
        if not node.children:
            self.value_of[node] = float(node.val)
        for child in node.children:
            self.copy(child)

    def minmax_with_alphabeta(self, node):
        best, alpha = None, -float("inf")
        for child in self.below[node]:
            value = self.min_value(child, alpha, float("inf"))
            if best is None or value > alpha:
                best, alpha = child, value
        if best is not None:
            best.val = alpha
        return best

    def max_value(self, node, alpha, beta):
        if node in self.value_of:
            return self.value_of[node]
        for child in self.below[node]:
            alpha = max(alpha, self.min_value(child, alpha, beta))
            if alpha >= beta:
                return alpha
        return alpha

    def min_value(self, node, alpha, beta):
        if node in self.value_of:
            return self.value_of[node]
        for child in self.below[node]:
            beta = min(beta, self.max_value(child, alpha, beta))
            if alpha >= beta:
                return beta
        return beta

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return node.children == []
