"""Principal variation search: all but the first move are tried in a null window, and again if they may be better."""

from math import inf
from typing import NamedTuple


WIN = 1000


class Board(NamedTuple):
    width: int
    height: int
    columns: tuple


def moves(board):
    return [c for c, stones in enumerate(board.columns) if board.height > len(stones)]


def drop(board, column, mark):
    return board._replace(columns=tuple(s + mark if c == column else s for c, s in enumerate(board.columns)))


def four_in(stones, c, r):
    mark = stones[c, r]
    for dc, dr in (1, 0), (0, 1), (1, 1), (1, -1):
        n = 1
        while stones.get((c + n * dc, r + n * dr)) == mark:
            n += 1
        if n > 3:
            return True
    return False


def winner(board):
    stones = {(c, r): mark for c, s in enumerate(board.columns) for r, mark in enumerate(s)}
    return next((stones[place] for place in stones if four_in(stones, *place)), None)


def evaluate(board):
    count = {"x": 0, "o": 0}
    stones = {(c, r): mark for c, s in enumerate(board.columns) for r, mark in enumerate(s)}
    for c in range(board.width):
        for r in range(board.height):
            for dc, dr in (1, 0), (0, 1), (1, 1), (1, -1):
                if c + 3 * dc < board.width and -1 < r + 3 * dr < board.height:
                    line = {stones.get((c + n * dc, r + n * dr), "_") for n in range(4)}
                    for mark in count:
                        count[mark] += line <= {mark, "_"}
    return count["x"] - count["o"]


def value(board, to_move, depth, alpha, beta, evaluate):
    sign = 1 if to_move == "x" else -1
    low, high = (alpha, beta) if to_move == "x" else (-beta, -alpha)
    return sign * pvs(board, to_move, depth, low, high, evaluate)


def pvs(board, to_move, depth, alpha, beta, evaluate):
    """Return the value for the side to move."""
    sign, other = (1, "o") if to_move == "x" else (-1, "x")
    won = winner(board)
    if won is not None:
        return (WIN + depth) * (1 if won == to_move else -1)
    if not moves(board):
        return 0
    if depth == 0:
        return sign * evaluate(board)
    best = -inf
    for number, column in enumerate(moves(board)):
        after = drop(board, column, to_move)
        low = max(alpha, best)
        if number == 0 or low == -inf:
            found = -pvs(after, other, depth - 1, -beta, -low, evaluate)
        else:
            found = -pvs(after, other, depth - 1, -low - 1, -low, evaluate)
            if low < found < beta:
                found = -pvs(after, other, depth - 1, -beta, -low, evaluate)
        best = max(best, found)
        if best >= beta:
            break
    return best


def best_move(board, to_move, depth, evaluate):
    if winner(board) is not None:
        return None
    sign, other = (1, "o") if to_move == "x" else (-1, "x")
    best, choice = -inf, None
    for column in moves(board):
        found = sign * value(drop(board, column, to_move), other, depth - 1, -inf, inf, evaluate)
        if found > best:
            best, choice = found, column
    return choice
