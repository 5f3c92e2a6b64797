# slip: A scout does not search again where a value that is no win is one above alpha.
# fails: value: in a window; value: pruning
# passes: moves; drop; winner; evaluate; value: game over; value: pruning at an end; best_move
from typing import NamedTuple
import functools
import math

WIN = 1000
LOWEST, HIGHEST = -2 * WIN, 2 * WIN


class Board(NamedTuple):
    width: int
    height: int
    columns: tuple


def moves(board):
    return [c for c in range(board.width) if len(board.columns[c]) < board.height]


def drop(board, column, mark):
    cols = board.columns
    return Board(board.width, board.height, cols[:column] + (cols[column] + mark,) + cols[column + 1:])


def _bits(board, mark):
    step, bits = board.height + 1, 0
    for c, column in enumerate(board.columns):
        for r, stone in enumerate(column):
            if stone == mark:
                bits |= 1 << (c * step + r)
    return bits


def winner(board):
    step = board.height + 1
    for mark in "xo":
        bits = _bits(board, mark)
        for shift in (1, step, step - 1, step + 1):
            pairs = bits & (bits >> shift)
            if pairs & (pairs >> 2 * shift):
                return mark
    return None


def evaluate(board):
    total = 0
    for c in range(board.width):
        for r in range(board.height):
            for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
                if c + 3 * dc < board.width and 0 <= r + 3 * dr < board.height:
                    line = [board.columns[c + k * dc][r + k * dr:r + k * dr + 1] for k in range(4)]
                    total += ("o" not in line) - ("x" not in line)
    return total


def _scout(board, mark, depth, alpha, beta, look):
    who = winner(board)
    if who is not None:
        return WIN + depth if who == mark else -WIN - depth
    free = moves(board)
    if not free:
        return 0
    if depth == 0:
        return look(board) if mark == "x" else -look(board)
    other = "xo"[mark == "x"]
    best = None
    for c in free:
        child = drop(board, c, mark)
        if best is None:
            best = -_scout(child, other, depth - 1, -beta, -alpha, look)
        else:
            score = -_scout(child, other, depth - 1, -alpha - 1, -alpha, look)
            if alpha < score < beta and (score > alpha + 1 or max(abs(alpha), abs(score)) >= WIN):
                score = -_scout(child, other, depth - 1, -beta, -alpha, look)
            best = max(best, score)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def value(board, to_move, depth, alpha, beta, evaluate):
    alpha, beta = max(alpha, LOWEST), min(beta, HIGHEST)
    if to_move == "x":
        return _scout(board, "x", depth, alpha, beta, evaluate)
    return -_scout(board, "o", depth, -beta, -alpha, evaluate)


def best_move(board, to_move, depth, evaluate):
    if winner(board):
        return None
    other = {"x": "o", "o": "x"}[to_move]
    pick = max if to_move == "x" else min
    return pick(moves(board), default=None,
                key=lambda c: value(drop(board, c, to_move), other, depth - 1, -math.inf, math.inf, evaluate))


if __name__ == "__main__":
    board, to_move = Board(7, 6, ("",) * 7), "x"
    while (column := best_move(board, to_move, 3, evaluate)) is not None:
        board, to_move = drop(board, column, to_move), "o" if to_move == "x" else "x"
    print(winner(board) or "Nobody", "has won.")
