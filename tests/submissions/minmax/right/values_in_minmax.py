"""minmax fills val of every node below; max_value and min_value only look at the children."""


class GameNode:
    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = children or []


class GameTree:
    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        if winner(root.map) or all(cell != "_" for row in root.map for cell in row):
            return
        for i in range(3):
            for j in range(3):
                if root.map[i][j] == "_":
                    board = [list(row) for row in root.map]
                    board[i][j] = "ox"[root.deepID % 2 == 0]
                    node = GameNode(board, 0, root.deepID + 1, root, [])
                    root.children.append(node)
                    self.buildTree(node)


def winner(board):
    cells = [board[i][j] for i in range(3) for j in range(3)]
    for a, b, c in [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]:
        if cells[a] == cells[b] == cells[c] and cells[a] in ("x", "o"):
            return cells[a]
    return ""


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def fill(self, node):
        if self.isTerminal(node):
            node.val = self.get_value(node)
            return
        for child in node.children:
            self.fill(child)
        node.val = self.max_value(node) if node.deepID % 2 == 0 else self.min_value(node)

    def minmax(self, node):
        self.fill(node)
        return [child.map for child in node.children if child.val == 1]

    def max_value(self, node):
        return max(child.val for child in node.children)

    def min_value(self, node):
        return min(child.val for child in node.children)

    def get_value(self, node):
        return {"x": 1, "o": -1, "": 0}[winner(node.map)]

    def isTerminal(self, node):
        return not node.children
