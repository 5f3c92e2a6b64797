# slip: after 2,000 nodes an object searches no deeper, also in later calls
# fails: minmax_with_alphabeta: any tree
# passes: buildTree; get_value; isTerminal; max_value: in a window; min_value: in a window; minmax_with_alphabeta: best child; minmax_with_alphabeta: pruning; minmax_with_alphabeta: deep cut-offs
"""Alpha-beta on abstract game trees: the value of minimax, without reading every leaf."""


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
                root.children.append(GameNode(item[0], item[1]))
            else:
                child = GameNode(item[0])
                root.children.append(child)
                self.buildTree(item, child)


class AlphaBeta:
    """Alpha-beta search on a tree that buildTree has filled. The root maximises."""

    def __init__(self, game_tree):
        self.game_tree = game_tree
        self.visited = 0
        self.limit = 2000

    def minmax_with_alphabeta(self, node):
        best, best_val = None, float("-inf")
        for child in node.children:
            v = self.min_value(child, best_val, float("inf"))
            if v > best_val:
                best, best_val = child, v
        if best is not None:
            best.val = best_val
        return best

    def max_value(self, node, alpha, beta):
        self.visited += 1
        if self.isTerminal(node) or self.visited > self.limit:
            return self.get_value(node)
        v = float("-inf")
        for child in node.children:
            v = max(v, self.min_value(child, alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, node, alpha, beta):
        self.visited += 1
        if self.isTerminal(node) or self.visited > self.limit:
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



if __name__ == "__main__":
    data = ["A", ["B", ("E", 3), ("F", 12), ("G", 8)], ["C", ("H", 2), ("I", 100), ("J", 100)],
            ["D", ("K", 14), ("L", 5), ("M", 2)]]
    tree = GameTree()
    tree.root = GameNode(data[0])
    tree.buildTree(data, tree.root)
    best = AlphaBeta(tree).minmax_with_alphabeta(tree.root)
    print(best.name, best.val)
