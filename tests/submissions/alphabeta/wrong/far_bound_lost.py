# slip: in min nodes the bounds of ancestors far up do not cut
# fails: minmax_with_alphabeta: deep cut-offs
# passes: buildTree; get_value; isTerminal; max_value: in a window; min_value: in a window; minmax_with_alphabeta: best child; minmax_with_alphabeta: any tree; minmax_with_alphabeta: pruning
from contextlib import contextmanager


class GameNode:
    """One node of the tree. Given: there is nothing to write here."""

    def __init__(self, name="", val=0):
        self.name = name
        self.val = val
        self.children = []


class GameTree:
    __slots__ = ("root",)

    def __init__(self):
        self.root = None

    def buildTree(self, data_list, root):
        root.children = []
        for part in data_list:
            if part is data_list[0]:
                continue
            if isinstance(part, tuple):
                root.children.append(GameNode(name=part[0], val=part[1]))
            else:
                root.children.append(GameNode(name=part[0]))
                self.buildTree(part, root.children[-1])


class AlphaBeta:
    """Alpha-beta search on a tree that buildTree has filled. The root maximises."""

    __slots__ = ("game_tree", "sure", "allowed")

    def __init__(self, game_tree):
        self.game_tree = game_tree
        self.sure = []
        self.allowed = []

    @contextmanager
    def noted(self, notes, value):
        notes.append(value)
        try:
            yield
        finally:
            notes.pop()

    def minmax_with_alphabeta(self, node):
        results = []
        for child in node.children:
            low = max([value for value, _ in results], default=float("-inf"))
            results.append((self.min_value(child, low, float("inf")), child))
        if not results:
            return None
        value, best = max(results, key=lambda result: result[0])
        best.val = value
        return best

    def max_value(self, node, alpha, beta):
        with self.noted(self.sure, alpha), self.noted(self.allowed, beta):
            return self.search_max(node)

    def min_value(self, node, alpha, beta):
        with self.noted(self.sure, alpha), self.noted(self.allowed, beta):
            return self.search_min(node)

    def search_max(self, node):
        if self.isTerminal(node):
            return self.get_value(node)
        self.sure.append(float("-inf"))
        best = float("-inf")
        for child in node.children:
            best = max(best, self.search_min(child))
            self.sure[-1] = best
            if max(self.sure) >= min(self.allowed):
                break
        self.sure.pop()
        return best

    def search_min(self, node):
        if self.isTerminal(node):
            return self.get_value(node)
        self.allowed.append(float("inf"))
        best = float("inf")
        for child in node.children:
            best = min(best, self.search_max(child))
            self.allowed[-1] = best
            if min(self.allowed) <= max(self.sure[-3:]):
                break
        self.allowed.pop()
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
