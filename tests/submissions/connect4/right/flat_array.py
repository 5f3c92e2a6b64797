"""A flat list of numbers, 1 for x and -1 for o, row by row from the top, and sums of four."""

from math import inf
from typing import NamedTuple


WIN = 1000


class Board(NamedTuple):
    width: int
    height: int
    columns: tuple


NUMBER = {"x": 1, "o": -1}


def flat(board):
    cells = [0] * (board.width * board.height)
    for c, column in enumerate(board.columns):
        for r, mark in enumerate(column):
            cells[(board.height - 1 - r) * board.width + c] = NUMBER[mark]
    return cells


def quadruples(width, height):
    for r in range(height):
        for c in range(width):
            i = r * width + c
            if c <= width - 4:
                yield i, i + 1, i + 2, i + 3
            if r <= height - 4:
                yield i, i + width, i + 2 * width, i + 3 * width
                if c <= width - 4:
                    yield i, i + width + 1, i + 2 * width + 2, i + 3 * width + 3
                if c >= 3:
                    yield i, i + width - 1, i + 2 * width - 2, i + 3 * width - 3


def moves(board):
    cells = flat(board)
    return [c for c in range(board.width) if cells[c] == 0]


def drop(board, column, mark):
    columns = list(board.columns)
    columns.insert(column, columns.pop(column) + mark)
    return Board(board.width, board.height, tuple(columns))


def winner(board):
    cells = flat(board)
    sums = {cells[a] + cells[b] + cells[c] + cells[d] for a, b, c, d in quadruples(board.width, board.height)}
    if 4 in sums:
        return "x"
    return "o" if -4 in sums else None


def evaluate(board):
    cells = flat(board)
    score = 0
    for places in quadruples(board.width, board.height):
        numbers = [cells[place] for place in places]
        score += (min(numbers) >= 0) - (max(numbers) <= 0)
    return score


def search(board, player, depth, alpha, beta, evaluate):
    """player: 1 or -1"""
    won = winner(board)
    if won:
        return NUMBER[won] * (WIN + depth)
    if all(flat(board)):
        return 0
    if depth <= 0:
        return evaluate(board)
    best = -player * inf
    for column in moves(board):
        found = search(drop(board, column, "ox"[player > 0]), -player, depth - 1, alpha, beta, evaluate)
        if player * found > player * best:
            best = found
        if player > 0:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha > beta:
            return best
    return best


def value(board, to_move, depth, alpha, beta, evaluate):
    return search(board, NUMBER[to_move], depth, alpha, beta, evaluate)


def best_move(board, to_move, depth, evaluate):
    player = NUMBER[to_move]
    choices = []
    if winner(board) is None:
        for column in moves(board):
            after = drop(board, column, to_move)
            choices.append((-player * search(after, -player, depth - 1, -inf, inf, evaluate), column))
    return min(choices)[1] if choices else None
