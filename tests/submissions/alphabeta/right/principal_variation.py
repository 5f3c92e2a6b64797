INFINITE = float("inf")


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
        del data_list[0]
        while data_list:
            first = data_list.pop(0)
            root.children.append(GameNode(first[0]))
            if isinstance(first, tuple):
                root.children[-1].val = first[1]
            else:
                self.buildTree(first, root.children[-1])


class AlphaBeta:
    """Principal variation search: later children are first asked whether they are better at all."""

    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax_with_alphabeta(self, node):
        best = None
        value = -INFINITE
        for child in node.children:
            answer = self.ask_min(child, value, INFINITE, best is not None)
            if answer > value:
                best, value = child, answer
        if best is not None:
            best.val = value
        return best

    def ask_min(self, child, alpha, beta, scout):
        if scout and alpha > -INFINITE and alpha + 1 < beta:
            guess = self.min_value(child, alpha, alpha + 1)
            if guess <= alpha or guess >= beta:
                return guess
        return self.min_value(child, alpha, beta)

    def ask_max(self, child, alpha, beta, scout):
        if scout and beta < INFINITE and beta - 1 > alpha:
            guess = self.max_value(child, beta - 1, beta)
            if guess >= beta or guess <= alpha:
                return guess
        return self.max_value(child, alpha, beta)

    def max_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        value = -INFINITE
        for number, child in enumerate(node.children):
            answer = self.ask_min(child, max(alpha, value), beta, number > 0)
            if answer > value:
                value = answer
            if value >= beta:
                break
        return value

    def min_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        value = INFINITE
        for number, child in enumerate(node.children):
            answer = self.ask_max(child, alpha, min(beta, value), number > 0)
            if answer < value:
                value = answer
            if value <= alpha:
                break
        return value

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
