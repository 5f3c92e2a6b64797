"""Alpha-beta on abstract game trees."""


class GameNode:
    """One node of the tree. Given: there is nothing to write here."""

    def __init__(self, name="", val=0):
        self.name = name
        self.val = val
        self.children = []


INF = float("inf")


class GameTree:
    """A tree of GameNodes below root."""

    def __init__(self):
        self.root = None

    def buildTree(self, data_list, root):
        for data in data_list[1:]:
            if isinstance(data, tuple):
                child = GameNode(data[0], data[1])
            else:
                child = GameNode(data[0])
                self.buildTree(data, child)
            root.children.append(child)


class AlphaBeta:
    """Alpha-beta search on a tree that buildTree has filled. The root maximises."""

    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax_with_alphabeta(self, node):
        best, best_val = None, -INF
        for child in node.children:
            val = self.min_value(child, best_val, INF)
            if child.children:
                child.val = val
            if val > best_val:
                best, best_val = child, val
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


if __name__ == "__main__":
    data = ["A", ["B", ("E", 3), ("F", 12), ("G", 8)], ["C", ("H", 2), ("I", 100), ("J", 100)],
            ["D", ("K", 14), ("L", 5), ("M", 2)]]  # fmt: skip
    tree = GameTree()
    tree.root = GameNode(data[0])
    tree.buildTree(data, tree.root)
    best = AlphaBeta(tree).minmax_with_alphabeta(tree.root)
    print(best.name, best.val)
