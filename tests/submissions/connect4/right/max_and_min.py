"""Two functions, as in the textbook, and best_move with a window that leaves room for ties."""

from math import inf
from typing import NamedTuple, Optional

WIN = 1000


class Board(NamedTuple):
    width: int
    height: int
    columns: tuple


def moves(board: Board) -> list:
    return [c for c in range(board.width) if board.columns[c][board.height - 1:] == ""]


def drop(board: Board, column: int, mark: str) -> Board:
    before, stones, rest = board.columns[:column], board.columns[column], board.columns[column + 1:]
    return Board(board.width, board.height, (*before, stones + mark, *rest))


def winner(board: Board) -> Optional[str]:
    stones = {"x": set(), "o": set()}
    for c in range(board.width):
        for r in range(len(board.columns[c])):
            stones[board.columns[c][r]].add((c, r))
    for mark in stones:
        for c, r in stones[mark]:
            for dc, dr in ((0, 1), (1, -1), (1, 0), (1, 1)):
                if {(c + dc, r + dr), (c + 2 * dc, r + 2 * dr), (c + 3 * dc, r + 3 * dr)} <= stones[mark]:
                    return mark
    return None


def evaluate(board: Board) -> int:
    def free_of(mark):
        cells = {(c, r) for c in range(board.width) for r in range(board.height)
                 if board.columns[c][r:r + 1] != mark}
        return sum(
            {(c, r), (c + dc, r + dr), (c + 2 * dc, r + 2 * dr), (c + 3 * dc, r + 3 * dr)} <= cells
            for c, r in cells
            for dc, dr in ((0, 1), (1, -1), (1, 0), (1, 1))
        )

    return free_of("o") - free_of("x")


def over(board, depth):
    won = winner(board)
    if won == "x":
        return WIN + depth
    if won == "o":
        return -(WIN + depth)
    return None if moves(board) else 0


def max_value(board, depth, alpha, beta, evaluate):
    if over(board, depth) is not None:
        return over(board, depth)
    if depth == 0:
        return evaluate(board)
    v = -inf
    for column in moves(board):
        v = max(v, min_value(drop(board, column, "x"), depth - 1, alpha, beta, evaluate))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(board, depth, alpha, beta, evaluate):
    if over(board, depth) is not None:
        return over(board, depth)
    if depth == 0:
        return evaluate(board)
    v = inf
    for column in moves(board):
        v = min(v, max_value(drop(board, column, "o"), depth - 1, alpha, beta, evaluate))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


def value(board, to_move, depth, alpha, beta, evaluate):
    search = max_value if to_move == "x" else min_value
    return search(board, depth, alpha, beta, evaluate)


def best_move(board, to_move, depth, evaluate):
    best = None
    if over(board, depth) is not None:
        return best
    alpha, beta = -inf, inf
    for column in moves(board):
        after = drop(board, column, to_move)
        if to_move == "x":
            found = min_value(after, depth - 1, alpha, beta, evaluate)
            if found > alpha:
                alpha, best = found, column
        else:
            found = max_value(after, depth - 1, alpha, beta, evaluate)
            if found < beta:
                beta, best = found, column
    return best
