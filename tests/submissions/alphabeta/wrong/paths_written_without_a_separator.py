# slip: what a call finds is kept by the turn, the window and the numbers on the way to the node, written one after the other
# fails: max_value: in a window; min_value: in a window
# passes: buildTree; get_value; isTerminal; minmax_with_alphabeta: best child; minmax_with_alphabeta: any tree; minmax_with_alphabeta: pruning; minmax_with_alphabeta: deep cut-offs
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
        path = root.path = getattr(root, "path", "")
        for i, item in enumerate(data_list[1:]):
            if isinstance(item, tuple):
                root.children.append(GameNode(item[0], item[1]))
            else:
                child = GameNode(item[0])
                child.path = path + str(i)
                self.buildTree(item, child)
                root.children.append(child)


class AlphaBeta:
    """Alpha-beta search on a tree that buildTree has filled. The root maximises."""

    def __init__(self, game_tree):
        self.game_tree = game_tree
        self.memo = {}

    def minmax_with_alphabeta(self, node):
        best = None
        alpha = float("-inf")
        for child in node.children:
            v = self.min_value(child, alpha, float("inf"))
            if v > alpha:
                alpha = v
                best = child
        if best is not None:
            best.val = alpha
        return best

    def max_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        key = (node.path, alpha, beta, "max")
        if key in self.memo:
            return self.memo[key]
        best = float("-inf")
        for child in node.children:
            best = max(best, self.min_value(child, alpha, beta))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        self.memo[key] = best
        return best

    def min_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        key = (node.path, alpha, beta, "min")
        if key in self.memo:
            return self.memo[key]
        best = float("inf")
        for child in node.children:
            best = min(best, self.max_value(child, alpha, beta))
            beta = min(beta, best)
            if alpha >= beta:
                break
        self.memo[key] = best
        return best

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
