"""Of several best columns any, by chance; a plain dict for the board, and prints that were left in."""

import random
from typing import NamedTuple


WIN = 1000


class Board(NamedTuple):
    width: int
    height: int
    columns: tuple


INFINITY = float("inf")


def as_dict(board):
    return {(r, c): mark for c, column in enumerate(board.columns) for r, mark in enumerate(column)}


def moves(board):
    taken = as_dict(board)
    return [c for c in range(board.width) if (board.height - 1, c) not in taken]


def drop(board, column, mark):
    new = list(board.columns)
    new[column] = "".join([new[column], mark])
    return Board(width=board.width, height=board.height, columns=tuple(new))


def winner(board):
    taken = as_dict(board)
    for (r, c), mark in taken.items():
        for dr, dc in [(0, 1), (1, 0), (1, 1), (-1, 1)]:
            if [taken.get((r + i * dr, c + i * dc)) for i in range(4)] == [mark] * 4:
                return mark
    return None


def evaluate(board):
    taken, score = as_dict(board), 0
    cells = [(r, c) for r in range(board.height) for c in range(board.width)]
    for r, c in cells:
        for dr, dc in [(0, 1), (1, 0), (1, 1), (-1, 1)]:
            line = [(r + i * dr, c + i * dc) for i in range(4)]
            if line[-1] in cells:
                marks = [taken.get(cell) for cell in line]
                score += int("o" not in marks) - int("x" not in marks)
    return score


def value(board, to_move, depth, alpha, beta, evaluate):
    print("value", board.columns, to_move, depth, alpha, beta)
    if winner(board) == "x":
        return WIN + depth
    if winner(board) == "o":
        return -(WIN + depth)
    if not moves(board):
        return 0
    if depth == 0:
        return evaluate(board)
    if to_move == "x":
        for column in moves(board):
            alpha = max(alpha, value(drop(board, column, "x"), "o", depth - 1, alpha, beta, evaluate))
            if alpha >= beta:
                return alpha
        return alpha
    for column in moves(board):
        beta = min(beta, value(drop(board, column, "o"), "x", depth - 1, alpha, beta, evaluate))
        if beta <= alpha:
            return beta
    return beta


def best_move(board, to_move, depth, evaluate):
    if winner(board) is not None or not moves(board):
        return None
    found = {}
    for column in moves(board):
        other = "o" if to_move == "x" else "x"
        found[column] = value(drop(board, column, to_move), other, depth - 1, -INFINITY, INFINITY, evaluate)
    best = max(found.values()) if to_move == "x" else min(found.values())
    return random.choice([column for column in found if found[column] == best])
