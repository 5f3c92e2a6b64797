# slip: minmax_with_alphabeta makes the best child the root of the GameTree
# fails: max_value: in a window; min_value: in a window; minmax_with_alphabeta: best child; minmax_with_alphabeta: any tree
# passes: buildTree; get_value; isTerminal; minmax_with_alphabeta: pruning; minmax_with_alphabeta: deep cut-offs
"""Alpha-beta on abstract game trees: the value of minimax, without reading every leaf."""

INF = float("inf")


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
        """Fill root, a GameNode of the right name, from data_list."""
        #********** Begin **********#
        for item in data_list[1:]:
            if isinstance(item, tuple):
                child = GameNode(item[0], item[1])
            else:
                child = GameNode(item[0])
                self.buildTree(item, child)
            root.children.append(child)
        #********** End **********#


class AlphaBeta:
    """Alpha-beta search on a tree that buildTree has filled. The root maximises."""

    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax_with_alphabeta(self, node):
        """Return the best child of node, its value in val; None if node has no children."""
        #********** Begin **********#
        best, best_val = None, -INF
        for child in node.children:
            v = self.min_value(child, best_val, INF)
            if v > best_val:
                best, best_val = child, v
        if best is not None and not self.isTerminal(best):
            best.val = best_val
        if best is not None:
            self.game_tree.root = best
        return best
        #********** End **********#

    def max_value(self, node, alpha, beta):
        """Return the value of node, the largest child's, searched in the window (alpha, beta)."""
        #********** Begin **********#
        if self.isTerminal(node):
            return self.get_value(node)
        v = -INF
        for child in node.children:
            v = max(v, self.min_value(child, alpha, beta))
            alpha = max(alpha, v)
            if alpha >= beta:
                break
        return v
        #********** End **********#

    def min_value(self, node, alpha, beta):
        """Return the value of node, the smallest child's, searched in the window (alpha, beta)."""
        #********** Begin **********#
        if self.isTerminal(node):
            return self.get_value(node)
        v = INF
        for child in node.children:
            v = min(v, self.max_value(child, alpha, beta))
            beta = min(beta, v)
            if alpha >= beta:
                break
        return v
        #********** End **********#

    def get_value(self, node):
        """Return the value of a leaf."""
        #********** Begin **********#
        return node.val
        #********** End **********#

    def isTerminal(self, node):
        """Return True if node has no children."""
        #********** Begin **********#
        return not node.children
        #********** End **********#


if __name__ == "__main__":
    data = ["A", ["B", ("E", 3), ("F", 12), ("G", 8)], ["C", ("H", 2), ("I", 100), ("J", 100)],
            ["D", ("K", 14), ("L", 5), ("M", 2)]]  # fmt: skip
    tree = GameTree()
    tree.root = GameNode(data[0])
    tree.buildTree(data, tree.root)
    best = AlphaBeta(tree).minmax_with_alphabeta(tree.root)
    print(best.name, best.val)
