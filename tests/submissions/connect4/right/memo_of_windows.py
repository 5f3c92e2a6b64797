"""A table that lives for one call, its keys with the side, the depth and the window."""

from math import inf
from typing import NamedTuple

WIN = 1000
LINES = {}


class Board(NamedTuple):
    width: int
    height: int
    columns: tuple


def lines(width, height):
    if (width, height) not in LINES:
        LINES[width, height] = [
            [(c + i * dc, r + i * dr) for i in range(4)]
            for c in range(width) for r in range(height) for dc, dr in [(0, 1), (1, 0), (1, 1), (-1, 1)]
            if 0 <= c + 3 * dc < width and r + 3 * dr < height
        ]
    return LINES[width, height]


def contents(board):
    return [[board.columns[c][r:r + 1] for c, r in line] for line in lines(board.width, board.height)]


def moves(board):
    return [c for c in range(board.width) if len(board.columns[c]) < board.height]


def drop(board, column, mark):
    columns = dict(enumerate(board.columns))
    columns[column] += mark
    return Board(board.width, board.height, tuple(columns.values()))


def winner(board):
    found = contents(board)
    return "x" if ["x"] * 4 in found else "o" if ["o"] * 4 in found else None


def evaluate(board):
    return sum(("o" not in marks) - ("x" not in marks) for marks in contents(board))


def value(board, to_move, depth, alpha, beta, evaluate):
    return search(board, to_move, depth, alpha, beta, evaluate, {})


def search(board, to_move, depth, alpha, beta, evaluate, known):
    key = board, to_move, depth, alpha, beta
    if key not in known:
        known[key] = fresh(board, to_move, depth, alpha, beta, evaluate, known)
    return known[key]


def fresh(board, to_move, depth, alpha, beta, evaluate, known):
    won = winner(board)
    if won == "x":
        return WIN + depth
    if won == "o":
        return -(WIN + depth)
    if len(moves(board)) == 0:
        return 0
    if depth == 0:
        return evaluate(board)
    best = -inf if to_move == "x" else inf
    for column in moves(board):
        after = drop(board, column, to_move)
        if to_move == "x":
            best = max(best, search(after, "o", depth - 1, max(alpha, best), beta, evaluate, known))
            if best >= beta:
                return best
        else:
            best = min(best, search(after, "x", depth - 1, alpha, min(beta, best), evaluate, known))
            if best <= alpha:
                return best
    return best


def best_move(board, to_move, depth, evaluate):
    if winner(board) is not None or not moves(board):
        return None
    known = {}
    other = {"x": "o", "o": "x"}[to_move]
    scores = {c: search(drop(board, c, to_move), other, depth - 1, -inf, inf, evaluate, known) for c in moves(board)}
    goal = max(scores.values()) if to_move == "x" else min(scores.values())
    return [c for c in scores if scores[c] == goal][-1]
