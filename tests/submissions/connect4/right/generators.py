"""Generators for boards and lines; the window is a pair, and a cut ends a generator."""

from functools import reduce
from itertools import islice, product
from math import inf
from typing import NamedTuple


WIN = 1000


class Board(NamedTuple):
    width: int
    height: int
    columns: tuple


def moves(board):
    return [c for c, stones in enumerate(board.columns) if stones[board.height - 1:] == ""]


def drop(board, column, mark):
    stones = iter(board.columns)
    left = list(islice(stones, column))
    return Board(board.width, board.height, (*left, next(stones) + mark, *stones))


def lines(board):
    """Yield the contents of all lines of four, a space where no stone is."""
    grid = [stones + " " * (board.height - len(stones)) for stones in board.columns]
    for c, r in product(range(board.width), range(board.height)):
        if c + 4 <= board.width:
            yield "".join(grid[c + i][r] for i in range(4))
        if r + 4 <= board.height:
            yield grid[c][r:r + 4]
        if c + 4 <= board.width and r + 4 <= board.height:
            yield "".join(grid[c + i][r + i] for i in range(4))
            yield "".join(grid[c + i][r + 3 - i] for i in range(4))


def winner(board):
    return next((line[0] for line in lines(board) if line in {"xxxx", "oooo"}), None)


def evaluate(board):
    return reduce(lambda score, line: score + ("o" not in line) - ("x" not in line), lines(board), 0)


def after_each(board, mark):
    for column in moves(board):
        yield drop(board, column, mark)


def value(board, to_move, depth, alpha, beta, evaluate):
    match winner(board):
        case "x":
            return WIN + depth
        case "o":
            return -(WIN + depth)
    if moves(board) == []:
        return 0
    if depth == 0:
        return evaluate(board)
    return list(improving(board, to_move, depth, alpha, beta, evaluate))[-1]


def improving(board, to_move, depth, alpha, beta, evaluate):
    """Yield the best value after each board, until the rest does not matter."""
    if to_move == "x":
        best = -inf
        for after in after_each(board, "x"):
            best = max(best, value(after, "o", depth - 1, max(alpha, best), beta, evaluate))
            yield best
            if best > beta:
                return
    else:
        best = inf
        for after in after_each(board, "o"):
            best = min(best, value(after, "x", depth - 1, alpha, min(beta, best), evaluate))
            yield best
            if best < alpha:
                return


def best_move(board, to_move, depth, evaluate):
    if winner(board):
        return None
    worth = {
        column: value(after, "o" if to_move == "x" else "x", depth - 1, -inf, inf, evaluate)
        for column, after in zip(moves(board), after_each(board, to_move))
    }
    ranked = sorted(worth, key=worth.get, reverse=to_move == "x")
    return ranked[0] if ranked else None
