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
        stack = [(root, iter(data_list[1:]))]
        while stack:
            parent, parts = stack[-1]
            for part in parts:
                if isinstance(part, tuple):
                    parent.children.append(GameNode(part[0], part[1]))
                else:
                    child = GameNode(part[0])
                    parent.children.append(child)
                    stack.append((child, iter(part[1:])))
                    break
            else:
                stack.pop()


class AlphaBeta:
    """Alpha-beta search on a tree that buildTree has filled. The root maximises."""

    def __init__(self, game_tree):
        self.game_tree = game_tree
        self.table = {}

    def minmax_with_alphabeta(self, node):
        best = None
        best_value = -INF
        for child in node.children:
            value = self.min_value(child, best_value, INF)
            if value > best_value:
                best_value = value
                best = child
        if best is not None:
            best.val = best_value
        return best

    def look_up(self, node, turn):
        return self.table.get((node, turn), (-INF, INF))

    def store(self, node, turn, value, alpha, beta):
        low, high = self.look_up(node, turn)
        if value > alpha:
            low = max(low, value)
        if value < beta:
            high = min(high, value)
        self.table[(node, turn)] = (low, high)

    def max_value(self, node, alpha, beta):
        return self.search(node, "max", alpha, beta)

    def min_value(self, node, alpha, beta):
        return self.search(node, "min", alpha, beta)

    def search(self, node, turn, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        low, high = self.look_up(node, turn)
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        value = -INF if turn == "max" else INF
        lower, upper = alpha, beta
        for child in node.children:
            if turn == "max":
                value = max(value, self.min_value(child, lower, beta))
                lower = max(lower, value)
            else:
                value = min(value, self.max_value(child, alpha, upper))
                upper = min(upper, value)
            if lower >= upper:
                break
        self.store(node, turn, value, alpha, beta)
        return value

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return len(node.children) < 1


if __name__ == "__main__":
    data = ["A", ["B", ("E", 3), ("F", 12), ("G", 8)], ["C", ("H", 2), ("I", 100), ("J", 100)],
            ["D", ("K", 14), ("L", 5), ("M", 2)]]  # fmt: skip
    tree = GameTree()
    tree.root = GameNode(data[0])
    tree.buildTree(data, tree.root)
    best = AlphaBeta(tree).minmax_with_alphabeta(tree.root)
    print(best.name, best.val)
