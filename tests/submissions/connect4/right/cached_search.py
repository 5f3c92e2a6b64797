"""lru_cache around the whole search, its key with everything that counts, evaluate included."""

import re
from functools import lru_cache
from math import inf
from typing import NamedTuple


WIN = 1000


class Board(NamedTuple):
    width: int
    height: int
    columns: tuple


@lru_cache(maxsize=None)
def pattern(height):
    gaps = "|".join(r"(?=([xo])(?:.{%d}\%d){3})" % (gap, group + 1) for group, gap in enumerate((0, height - 1, height, height + 1)))
    return re.compile(gaps, re.DOTALL)


def moves(board):
    return [c for c in range(board.width) if not len(board.columns[c]) == board.height]


def drop(board, column, mark):
    return Board(board.width, board.height, tuple([*board.columns[:column], board.columns[column] + mark, *board.columns[column + 1:]]))


@lru_cache(maxsize=10_000)
def winner(board):
    found = pattern(board.height).search("/".join(column.ljust(board.height) for column in board.columns))
    return next(filter(None, found.groups())) if found else None


def evaluate(board):
    text = "/".join(column.ljust(board.height) for column in board.columns)
    fours = [text[i:i + 3 * gap + 1:gap] for gap in (1, board.height, board.height + 1, board.height + 2)
             for i in range(len(text) - 3 * gap)]
    whole = [four for four in fours if "/" not in four]
    return sum("o" not in four for four in whole) - sum("x" not in four for four in whole)


def value(board, to_move, depth, alpha, beta, evaluate):
    @lru_cache(maxsize=100_000)
    def search(board, to_move, depth, alpha, beta):
        won = winner(board)
        if won:
            return WIN + depth if won == "x" else -WIN - depth
        if not moves(board):
            return 0
        if depth == 0:
            return evaluate(board)
        best, other = (-inf, "o") if to_move == "x" else (inf, "x")
        for after in (drop(board, column, to_move) for column in moves(board)):
            if to_move == "x":
                best = max(best, search(after, other, depth - 1, alpha, beta))
                alpha = max(alpha, best)
            else:
                best = min(best, search(after, other, depth - 1, alpha, beta))
                beta = min(beta, best)
            if not alpha < beta:
                break
        return best

    return search(board, to_move, depth, alpha, beta)


def best_move(board, to_move, depth, evaluate):
    if winner(board) or not moves(board):
        return None
    known = [value(drop(board, c, to_move), "ox"[to_move == "o"], depth - 1, -inf, inf, evaluate) for c in moves(board)]
    best = [max, min][to_move == "o"](known)
    return [c for c, found in zip(moves(board), known) if found == best].pop()
