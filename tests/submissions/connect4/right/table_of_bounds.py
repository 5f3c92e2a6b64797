"""A table that lives for one call: for each board the least and the most that it can be worth."""

from math import inf
from typing import NamedTuple

WIN = 1000


class Board(NamedTuple):
    width: int
    height: int
    columns: tuple


def moves(board):
    return [c for c in range(board.width) if len(board.columns[c]) < board.height]


def drop(board, column, mark):
    columns = list(board.columns)
    columns[column] = columns[column] + mark
    return Board(board.width, board.height, tuple(columns))


def walls(board):
    """The board as one string with a wall after each column: a line is four cells at equal distances."""
    return "".join(stones.ljust(board.height, ".") + "|" for stones in board.columns)


def distances(board):
    return 1, board.height, board.height + 1, board.height + 2


def winner(board):
    text = walls(board)
    for step in distances(board):
        for start in range(len(text) - 3 * step):
            four = text[start:start + 3 * step + 1:step]
            if four in ("xxxx", "oooo"):
                return four[0]
    return None


def evaluate(board):
    text = walls(board)
    score = 0
    for step in distances(board):
        for start in range(len(text) - 3 * step):
            four = text[start:start + 3 * step + 1:step]
            if "|" not in four:
                score += ("o" not in four) - ("x" not in four)
    return score


def value(board, to_move, depth, alpha, beta, evaluate):
    return search(board, to_move, depth, alpha, beta, evaluate, {})


def search(board, to_move, depth, alpha, beta, evaluate, table):
    won = winner(board)
    if won is not None:
        return WIN + depth if won == "x" else -(WIN + depth)
    if not moves(board):
        return 0
    if depth == 0:
        return evaluate(board)
    low, high = table.get(board, (-inf, inf))
    if low == high or low >= beta:
        return low
    if high <= alpha:
        return high
    a, b = max(alpha, low), min(beta, high)
    if to_move == "x":
        best = -inf
        for column in moves(board):
            best = max(best, search(drop(board, column, "x"), "o", depth - 1, max(a, best), b, evaluate, table))
            if best >= b:
                break
    else:
        best = inf
        for column in moves(board):
            best = min(best, search(drop(board, column, "o"), "x", depth - 1, a, min(b, best), evaluate, table))
            if best <= a:
                break
    if best <= a:
        high = min(high, best)
    elif best >= b:
        low = max(low, best)
    else:
        low = high = best
    table[board] = low, high
    return best


def best_move(board, to_move, depth, evaluate):
    if winner(board) is not None or not moves(board):
        return None
    sign, other = (1, "o") if to_move == "x" else (-1, "x")
    return max(moves(board), key=lambda c: sign * value(drop(board, c, to_move), other, depth - 1, -inf, inf, evaluate))
