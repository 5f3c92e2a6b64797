# slip: isTerminal takes a full board at the root for one that goes on, where rows have a fourth cell
# fails: minmax: Windows line ends
# passes: buildTree; isTerminal; get_value; max_value; min_value; minmax: winning moves; minmax: nothing to win; minmax: either side started
"""MinMax on tic-tac-toe."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8),
         (0, 3, 6), (1, 4, 7), (2, 5, 8),
         (0, 4, 8), (2, 4, 6)]


def cells(board):
    return [row[c] for row in board for c in range(3)]


def has_line(board, mark):
    flat = cells(board)
    return any(all(flat[i] == mark for i in line) for line in LINES)


def is_full(board):
    return "_" not in cells(board)


def finished(board):
    return has_line(board, "x") or has_line(board, "o") or is_full(board)


class GameNode:
    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = [] if children is None else children


class GameTree:
    """All positions that can be reached from root."""

    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        if finished(root.map):
            return
        mark = "x" if root.deepID % 2 == 0 else "o"
        for r in range(3):
            for c in range(3):
                if root.map[r][c] == "_":
                    board = [row[:3] for row in root.map]
                    board[r][c] = mark
                    child = GameNode(board, 0, root.deepID + 1, root, [])
                    root.children.append(child)
                    self.buildTree(child)


class MinMax:
    """Minimax search on a tree that buildTree has grown."""

    def __init__(self, game_tree):
        self.game_tree = game_tree

    def minmax(self, node):
        return [child.map for child in node.children if self._value(child) == 1]

    def _value(self, node):
        if self.isTerminal(node):
            return self.get_value(node)
        return self.max_value(node) if node.deepID % 2 == 0 else self.min_value(node)

    def max_value(self, node):
        return max(self._value(child) for child in node.children)

    def min_value(self, node):
        return min(self._value(child) for child in node.children)

    def get_value(self, node):
        if has_line(node.map, "x"):
            return 1
        if has_line(node.map, "o"):
            return -1
        return 0

    def isTerminal(self, node):
        if has_line(node.map, "x") or has_line(node.map, "o"):
            return True
        marks = sum(row.count("x") + row.count("o") for row in node.map)
        return marks == sum(len(row) for row in node.map)
