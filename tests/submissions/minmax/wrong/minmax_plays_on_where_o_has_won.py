# slip: minmax tries the empty cells of the board without asking whether o has won
# fails: minmax: nothing to win
# passes: buildTree; isTerminal; get_value; max_value; min_value; minmax: winning moves; minmax: either side started; minmax: Windows line ends
"""Minimax on tic-tac-toe."""

LINES = [[(r, c) for c in range(3)] for r in range(3)]
LINES += [[(r, c) for r in range(3)] for c in range(3)]
LINES += [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]


def result(board):
    """1 if x has a line, -1 if o has, 0 if neither."""
    for line in LINES:
        marks = [board[r][c] for r, c in line]
        if marks == ['x'] * 3:
            return 1
        if marks == ['o'] * 3:
            return -1
    return 0


def full(board):
    return all(board[r][c] != '_' for r in range(3) for c in range(3))


class GameNode:
    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = [] if children is None else children


class GameTree:
    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        if result(root.map) != 0:
            return
        mark = 'x' if root.deepID % 2 == 0 else 'o'
        for r in range(3):
            for c in range(3):
                if root.map[r][c] == '_':
                    board = [row[:] for row in root.map]
                    board[r][c] = mark
                    child = GameNode(board, 0, root.deepID + 1, root, [])
                    root.children.append(child)
                    self.buildTree(child)


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def value(self, node):
        if self.isTerminal(node):
            return self.get_value(node)
        if node.deepID % 2 == 0:
            return self.max_value(node)
        return self.min_value(node)

    def minmax(self, node):
        best = []
        for r in range(3):
            for c in range(3):
                if node.map[r][c] == '_':
                    board = [list(row) for row in node.map]
                    board[r][c] = 'x'
                    if self.forced(board, 'o'):
                        best.append(board)
        return best

    def forced(self, board, mark):
        if result(board) != 0 or full(board):
            return result(board) == 1
        wins = []
        for r in range(3):
            for c in range(3):
                if board[r][c] == '_':
                    board[r][c] = mark
                    wins.append(self.forced(board, 'o' if mark == 'x' else 'x'))
                    board[r][c] = '_'
        return any(wins) if mark == 'x' else all(wins)

    def max_value(self, node):
        return max(self.value(child) for child in node.children)

    def min_value(self, node):
        return min(self.value(child) for child in node.children)

    def get_value(self, node):
        return result(node.map)

    def isTerminal(self, node):
        return result(node.map) != 0 or full(node.map)


if __name__ == "__main__":
    root = GameNode([["x", "o", "o"], ["x", "x", "_"], ["_", "_", "o"]])
    tree = GameTree(root)
    tree.buildTree(root)
    for board in MinMax(tree).minmax(root) or []:
        print(*("".join(row) for row in board), sep="\n", end="\n\n")
