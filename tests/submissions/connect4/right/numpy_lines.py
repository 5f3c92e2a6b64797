"""NumPy, if it is there: sums along all lines at once."""

from math import inf
from typing import NamedTuple

try:
    import numpy as np
except ImportError:
    np = None


WIN = 1000


class Board(NamedTuple):
    width: int
    height: int
    columns: tuple


def places(width, height):
    return [[(c + i * dc, r + i * dr) for i in range(4)]
            for c in range(width) for r in range(height) for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1))
            if c + 3 * dc < width and 0 <= r + 3 * dr < height]


TABLES = {}


def counted(board):
    """Return how many x and how many o each line holds."""
    size = board.width, board.height
    grid = [[column[r:r + 1] for r in range(board.height)] for column in board.columns]
    if np is None:
        marks = [[grid[c][r] for c, r in line] for line in places(*size)]
        return [line.count("x") for line in marks], [line.count("o") for line in marks]
    if size not in TABLES:
        TABLES[size] = np.array([[c * board.height + r for c, r in line] for line in places(*size)])
    cells = np.array(grid).ravel()[TABLES[size]]
    return (cells == "x").sum(axis=1), (cells == "o").sum(axis=1)


def moves(board):
    return [c for c in range(board.width) if len(board.columns[c]) < board.height]


def drop(board, column, mark):
    columns = list(board.columns)
    columns[column] += mark
    return Board(board.width, board.height, tuple(columns))


def winner(board):
    x, o = counted(board)
    return "x" if max(x) == 4 else "o" if max(o) == 4 else None


def evaluate(board):
    x, o = counted(board)
    return sum(1 for n in o if n == 0) - sum(1 for n in x if n == 0)


def value(board, to_move, depth, alpha, beta, evaluate):
    won = winner(board)
    if won:
        return (WIN + depth) * {"x": 1, "o": -1}[won]
    if not moves(board):
        return 0
    if depth == 0:
        return evaluate(board)
    if to_move == "o":
        best = inf
        for column in moves(board):
            best = min(best, value(drop(board, column, "o"), "x", depth - 1, alpha, beta, evaluate))
            beta = min(best, beta)
            if best < alpha:
                return best
        return best
    best = -inf
    for column in moves(board):
        best = max(best, value(drop(board, column, "x"), "o", depth - 1, alpha, beta, evaluate))
        alpha = max(best, alpha)
        if beta < best:
            return best
    return best


def best_move(board, to_move, depth, evaluate):
    if winner(board) or not moves(board):
        return None
    columns = moves(board)
    other = "x" if to_move == "o" else "o"
    found = [value(drop(board, c, to_move), other, depth - 1, -inf, inf, evaluate) for c in columns]
    return columns[found.index(min(found))] if to_move == "o" else columns[found.index(max(found))]
