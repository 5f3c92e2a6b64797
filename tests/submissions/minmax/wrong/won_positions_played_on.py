# slip: buildTree goes on after three in a row until the board is full
# fails: buildTree
# passes: isTerminal; get_value; max_value; min_value; minmax: winning moves; minmax: nothing to win; minmax: either side started; minmax: Windows line ends
EIGHT = ["abc", "def", "ghi", "adg", "beh", "cfi", "aei", "ceg"]


class GameNode:
    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = [] if children is None else children


def mark_with_line(map):
    place = dict(zip("abcdefghi", (cell for row in map for cell in row[:3])))
    for mark in "xo":
        for a, b, c in EIGHT:
            if place[a] == place[b] == place[c] == mark:
                return mark
    return "_"


class GameTree:
    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        for i, row in enumerate(root.map):
            for j, cell in enumerate(row):
                if cell == "_":
                    board = [r[:] for r in root.map]
                    board[i][j] = "x" if root.deepID % 2 == 0 else "o"
                    child = GameNode(board, deepID=root.deepID + 1, parent=root)
                    root.children.append(child)
                    self.buildTree(child)


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def value(self, node):
        if node.children == []:
            return self.get_value(node)
        return self.max_value(node) if node.deepID % 2 == 0 else self.min_value(node)

    def minmax(self, node):
        if self.isTerminal(node):
            return []
        return [child.map for child in node.children if self.value(child) == 1]

    def max_value(self, node):
        return max(self.value(child) for child in node.children)

    def min_value(self, node):
        return min(self.value(child) for child in node.children)

    def get_value(self, node):
        return {"x": 1, "_": 0, "o": -1}[mark_with_line(node.map)]

    def isTerminal(self, node):
        full = not any("_" in row for row in node.map)
        return full or mark_with_line(node.map) != "_"
