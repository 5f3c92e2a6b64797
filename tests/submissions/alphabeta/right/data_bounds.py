"""The first bounds are whole numbers: one beyond the extreme leaves, noted while the tree is built."""


class GameNode:
    def __init__(self, name="", val=0):
        self.name = name
        self.val = val
        self.children = []


class GameTree:
    def __init__(self):
        self.root = None
        self.low = -1
        self.high = 1

    def buildTree(self, data_list, root):
        for item in data_list[1:]:
            if isinstance(item, list):
                child = GameNode(item[0])
                self.buildTree(item, child)
            else:
                child = GameNode(item[0], item[1])
                self.low = min(self.low, child.val - 1)
                self.high = max(self.high, child.val + 1)
            root.children.append(child)


class AlphaBeta:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax_with_alphabeta(self, node):
        alpha = self.game_tree.low
        beta = self.game_tree.high
        best = None
        for child in node.children:
            value = self.min_value(child, alpha, beta)
            if value > alpha:
                alpha, best = value, child
        if best is not None:
            best.val = alpha
        return best

    def max_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        value = self.game_tree.low
        for child in node.children:
            value = max(value, self.min_value(child, max(alpha, value), beta))
            if value > beta:
                break
        return value

    def min_value(self, node, alpha, beta):
        if self.isTerminal(node):
            return self.get_value(node)
        value = self.game_tree.high
        for child in node.children:
            value = min(value, self.max_value(child, alpha, min(beta, value)))
            if value < alpha:
                break
        return value

    def get_value(self, node):
        return node.val

    def isTerminal(self, node):
        return len(node.children) < 1


if __name__ == "__main__":
    data = ["A", ["B", ("E", 3), ("F", 12), ("G", 8)], ["C", ("H", 2), ("I", 100), ("J", 100)]]
    tree = GameTree()
    tree.root = GameNode(data[0])
    tree.buildTree(data, tree.root)
    print(AlphaBeta(tree).minmax_with_alphabeta(tree.root).name)
