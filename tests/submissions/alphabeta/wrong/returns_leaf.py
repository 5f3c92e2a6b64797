# slip: the leaf that decides the game is returned, not the child of the root that leads to it
# fails: minmax_with_alphabeta: best child; minmax_with_alphabeta: any tree
# passes: buildTree; get_value; isTerminal; max_value: in a window; min_value: in a window; minmax_with_alphabeta: pruning; minmax_with_alphabeta: deep cut-offs
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
                self.buildTree(item, child)
                root.children.append(child)


class AlphaBeta:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def _max_leaf(self, node, alpha, beta):
        if self.isTerminal(node):
            return node
        best = None
        for child in node.children:
            leaf = self._min_leaf(child, alpha, beta)
            if best is None or self.get_value(leaf) > self.get_value(best):
                best = leaf
            alpha = max(alpha, self.get_value(best))
            if alpha >= beta:
                break
        return best

    def _min_leaf(self, node, alpha, beta):
        if self.isTerminal(node):
            return node
        best = None
        for child in node.children:
            leaf = self._max_leaf(child, alpha, beta)
            if best is None or self.get_value(leaf) < self.get_value(best):
                best = leaf
            beta = min(beta, self.get_value(best))
            if alpha >= beta:
                break
        return best

    def minmax_with_alphabeta(self, node):
        if self.isTerminal(node):
            return None
        return self._max_leaf(node, float("-inf"), float("inf"))

    def max_value(self, node, alpha, beta):
        return self.get_value(self._max_leaf(node, alpha, beta))

    def min_value(self, node, alpha, beta):
        return self.get_value(self._min_leaf(node, alpha, beta))

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return not node.children
