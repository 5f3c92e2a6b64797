# slip: buildTree notes the largest value, which ends a search, anew for each branch
# fails: max_value: in a window; minmax_with_alphabeta: best child; minmax_with_alphabeta: any tree; minmax_with_alphabeta: pruning
# passes: buildTree; get_value; isTerminal; min_value: in a window; minmax_with_alphabeta: deep cut-offs
"""Alpha-beta search on game trees."""


class GameNode:
    def __init__(self, name="", val=0):
        self.name = name
        self.val = val
        self.children = []


class GameTree:
    def __init__(self):
        self.root = None

    def buildTree(self, data_list, root):
        self.largest = float("-inf")
        for item in data_list[1:]:
            if isinstance(item, tuple):
                root.children.append(GameNode(item[0], item[1]))
                self.largest = max(self.largest, item[1])
            else:
                child = GameNode(item[0])
                root.children.append(child)
                self.buildTree(item, child)


class AlphaBeta:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax_with_alphabeta(self, node):
        best, best_val = None, float("-inf")
        for child in node.children:
            v = self.min_value(child, best_val, float("inf"))
            if best is None or v > best_val:
                best, best_val = child, v
            if best_val >= self.game_tree.largest:
                break
        if best is not None:
            best.val = best_val
        return best

    def max_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        v = float("-inf")
        for child in node.children:
            v = max(v, self.min_value(child, alpha, beta))
            if v >= beta or v >= self.game_tree.largest:
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
