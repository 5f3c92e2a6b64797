"""Negamax: values of the side to move, turned round where they are returned. It cuts only beyond the window."""

from math import inf
from typing import NamedTuple

WIN = 1000
SIGN = {"x": 1, "o": -1}
OTHER = {"x": "o", "o": "x"}


class Board(NamedTuple):
    width: int
    height: int
    columns: tuple


def moves(board):
    return list(filter(lambda c: len(board.columns[c]) < board.height, range(board.width)))


def drop(board, column, mark):
    return Board(board.width, board.height,
                 tuple(stones + mark if i == column else stones for i, stones in enumerate(board.columns)))


def rows(board):
    """Yield all lines of the board, each as a string of x, o and dots."""
    grid = [stones.ljust(board.height, ".") for stones in board.columns]
    yield from grid
    for r in range(board.height):
        yield "".join(stones[r] for stones in grid)
    for start in range(-board.height, board.width + board.height):
        yield "".join(grid[c][c - start] for c in range(board.width) if 0 <= c - start < board.height)
        yield "".join(grid[c][start - c] for c in range(board.width) if 0 <= start - c < board.height)


def winner(board):
    for row in rows(board):
        if "xxxx" in row:
            return "x"
        if "oooo" in row:
            return "o"


def evaluate(board):
    fours = [row[i:i + 4] for row in rows(board) for i in range(len(row) - 3)]
    return sum("o" not in four for four in fours) - sum("x" not in four for four in fours)


def value(board, to_move, depth, alpha, beta, evaluate):
    def negamax(board, mark, depth, alpha, beta):
        won = winner(board)
        if won:
            return (WIN + depth) if won == mark else -(WIN + depth)
        columns = moves(board)
        if not columns:
            return 0
        if depth == 0:
            return SIGN[mark] * evaluate(board)
        best = -inf
        for column in columns:
            best = max(best, -negamax(drop(board, column, mark), OTHER[mark], depth - 1, -beta, -max(alpha, best)))
            if best > beta:
                break
        return best

    if to_move == "x":
        return negamax(board, "x", depth, alpha, beta)
    return -negamax(board, "o", depth, -beta, -alpha)


def best_move(board, to_move, depth, evaluate):
    if winner(board) is not None:
        return None
    scored = []
    for column in moves(board):
        score = value(drop(board, column, to_move), OTHER[to_move], depth - 1, -inf, inf, evaluate)
        scored.append((SIGN[to_move] * score, -column))
    return -max(scored)[1] if scored else None
