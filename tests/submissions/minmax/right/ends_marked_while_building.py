"""Whether a game is over, and how it ended, is written into each node while the tree grows."""


class GameNode:
    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = [] if children is None else children


def result(board):
    a, b, c = (row[:3] for row in board)
    for line in (a, b, c, *map(list, zip(a, b, c)), [a[0], b[1], c[2]], [a[2], b[1], c[0]]):
        if line == ["x"] * 3:
            return 1
        if line == ["o"] * 3:
            return -1
    return 0


class GameTree:
    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        root.result = result(root.map)
        root.over = root.result != 0 or "_" not in sum(root.map, [])
        if root.over:
            return
        for r in range(3):
            for c in range(3):
                if root.map[r][c] == "_":
                    board = [row[:3] for row in root.map]
                    board[r][c] = "o" if root.deepID % 2 else "x"
                    root.children.append(GameNode(board, 0, root.deepID + 1, root))
                    self.buildTree(root.children[-1])


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax(self, node):
        return [child.map for child in node.children if self.value(child) == 1]

    def value(self, node):
        if self.isTerminal(node):
            return self.get_value(node)
        return self.min_value(node) if node.deepID % 2 else self.max_value(node)

    def max_value(self, node):
        return max(self.value(child) for child in node.children)

    def min_value(self, node):
        return min(self.value(child) for child in node.children)

    def get_value(self, node):
        return node.result

    def isTerminal(self, node):
        return node.over
