"""Bitboards: a number for each side, a column of height + 1 bits each, so that no line goes on in the next column."""

from typing import NamedTuple

WIN = 1000


class Board(NamedTuple):
    width: int
    height: int
    columns: tuple


def bits(board, mark):
    number = 0
    for c, column in enumerate(board.columns):
        for r, stone in enumerate(column):
            if stone == mark:
                number |= 1 << (c * (board.height + 1) + r)
    return number


def four(number, height):
    for step in (1, height, height + 1, height + 2):
        pairs = number & (number >> step)
        if pairs & (pairs >> (2 * step)):
            return True
    return False


def moves(board):
    return [c for c, column in enumerate(board.columns) if len(column) < board.height]


def drop(board, column, mark):
    new = [*board.columns]
    new[column] = new[column] + mark
    return Board(board.width, board.height, (*new,))


def winner(board):
    return next((mark for mark in "xo" if four(bits(board, mark), board.height)), None)


def evaluate(board):
    whole = 0
    for c in range(board.width):
        whole |= ((1 << board.height) - 1) << (c * (board.height + 1))

    def fours(number):
        count = 0
        for step in (1, board.height, board.height + 1, board.height + 2):
            starts = number & (number >> step)
            starts &= starts >> (2 * step)
            count += bin(starts).count("1")
        return count

    return fours(whole & ~bits(board, "o")) - fours(whole & ~bits(board, "x"))


def value(board, to_move, depth, alpha, beta, evaluate):
    won = winner(board)
    if won is not None:
        return WIN + depth if won == "x" else -WIN - depth
    columns = moves(board)
    if not columns:
        return 0
    if not depth:
        return evaluate(board)
    better = max if to_move == "x" else min
    best = None
    for column in columns:
        after = drop(board, column, to_move)
        found = value(after, "xo"[to_move == "x"], depth - 1, alpha, beta, evaluate)
        best = found if best is None else better(best, found)
        if to_move == "x":
            if best > beta:
                return best
            alpha = max(alpha, best)
        else:
            if best < alpha:
                return best
            beta = min(beta, best)
    return best


def best_move(board, to_move, depth, evaluate):
    if winner(board) is not None or not moves(board):
        return None
    better = max if to_move == "x" else min
    far = 10**6
    found = [
        value(drop(board, column, to_move), "xo"[to_move == "x"], depth - 1, -far, far, evaluate)
        for column in moves(board)
    ]
    return moves(board)[found.index(better(found))]
