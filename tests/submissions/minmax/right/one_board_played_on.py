"""The search plays on one board of its own and takes each move back; the tree is there for the answers."""

from itertools import product


class GameNode:
    def __init__(self, map, val=0, deepID=0, parent=None, children=None):
        self.map = map
        self.val = val
        self.deepID = deepID
        self.parent = parent
        self.children = [] if children is None else children


CELLS = tuple(product(range(3), repeat=2))
THROUGH = {
    (r, c): [
        line
        for line in (
            [(r, k) for k in range(3)],
            [(k, c) for k in range(3)],
            [(k, k) for k in range(3)] * (r == c),
            [(k, 2 - k) for k in range(3)] * (r + c == 2),
        )
        if line
    ]
    for r, c in CELLS
}


def completes(board, cell):
    mark = board[cell[0]][cell[1]]
    return mark != "_" and any(all(board[r][c] == mark for r, c in line) for line in THROUGH[cell])


class GameTree:
    def __init__(self, root):
        self.root = root

    def buildTree(self, root):
        if not any(completes(root.map, cell) for cell in CELLS):
            board = [row[:3] for row in root.map]
            self.grow(root, board)

    def grow(self, node, board):
        mark = "xo"[node.deepID % 2]
        for r, c in CELLS:
            if board[r][c] != "_":
                continue
            board[r][c] = mark
            child = GameNode([tuple(row) for row in board], 0, node.deepID + 1, node, [])
            node.children.append(child)
            if not completes(board, (r, c)):
                self.grow(child, board)
            board[r][c] = "_"


class MinMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree

    def play(self, board, mark, cell):
        """Return the value after a move, which is taken back."""
        r, c = cell
        board[r][c] = mark
        value = ("o_x".index(mark) - 1) if completes(board, cell) else self.best(board, "ox"["xo".index(mark)])
        board[r][c] = "_"
        return value

    def best(self, board, mark):
        empty = [(r, c) for r, c in CELLS if board[r][c] == "_"]
        values = [self.play(board, mark, cell) for cell in empty]
        if not values:
            return 0
        return max(values) if mark == "x" else min(values)

    def copied(self, node):
        return [list(row)[:3] for row in node.map]

    def minmax(self, node):
        if self.isTerminal(node):
            return []
        board = self.copied(node)
        cells = [cell for cell in CELLS if board[cell[0]][cell[1]] == "_"]
        return [child.map for cell, child in zip(cells, self.in_order(node)) if self.play(board, "x", cell) == 1]

    def in_order(self, node):
        """The children in the order of their moves."""
        return sorted(node.children, key=lambda child: [cell == "_" for row in child.map for cell in row[:3]])

    def max_value(self, node):
        return self.best(self.copied(node), "x")

    def min_value(self, node):
        return self.best(self.copied(node), "o")

    def get_value(self, node):
        for r, c in CELLS:
            if completes(node.map, (r, c)):
                return 1 if node.map[r][c] == "x" else -1
        return 0

    def isTerminal(self, node):
        return self.get_value(node) or "_" not in [node.map[r][c] for r, c in CELLS]
