"""A cut is an exception that carries the value."""

from typing import NamedTuple


WIN = 1000


class Board(NamedTuple):
    width: int
    height: int
    columns: tuple


class Cut(Exception):
    pass


class Over(Exception):
    pass


def moves(board):
    return [number for number in range(board.width) if board.height - len(board.columns[number])]


def drop(board, column, mark):
    head = board.columns[0:column]
    tail = board.columns[column + 1:board.width]
    return Board(board.width, board.height, head + (board.columns[column] + mark,) + tail)


def cell(board, c, r):
    if c < 0 or r < 0:
        return None
    try:
        return board.columns[c][r]
    except IndexError:
        return None


def winner(board):
    for c in range(board.width):
        for r in range(board.height):
            first = cell(board, c, r)
            if first is None:
                continue
            if first == cell(board, c + 1, r) == cell(board, c + 2, r) == cell(board, c + 3, r):
                return first
            if first == cell(board, c, r + 1) == cell(board, c, r + 2) == cell(board, c, r + 3):
                return first
            if first == cell(board, c + 1, r + 1) == cell(board, c + 2, r + 2) == cell(board, c + 3, r + 3):
                return first
            if first == cell(board, c + 1, r - 1) == cell(board, c + 2, r - 2) == cell(board, c + 3, r - 3):
                return first
    return None


def evaluate(board):
    score = 0
    for c in range(board.width):
        for r in range(board.height):
            wide, up, down = c + 3 < board.width, r + 3 < board.height, r >= 3
            for fits, dc, dr in (wide, 1, 0), (up, 0, 1), (wide and up, 1, 1), (wide and down, 1, -1):
                if fits:
                    line = [cell(board, c + i * dc, r + i * dr) for i in range(4)]
                    if line.count("o") == 0:
                        score += 1
                    if line.count("x") == 0:
                        score -= 1
    return score


def check_over(board, depth, evaluate):
    won = winner(board)
    if won == "x":
        raise Over(WIN + depth)
    if won == "o":
        raise Over(-WIN - depth)
    if not moves(board):
        raise Over(0)
    if depth == 0:
        raise Over(evaluate(board))


def value(board, to_move, depth, alpha, beta, evaluate):
    try:
        check_over(board, depth, evaluate)
        found = []
        for column in moves(board):
            after = drop(board, column, to_move)
            if to_move == "x":
                found.append(value(after, "o", depth - 1, alpha, beta, evaluate))
                alpha = max(alpha, max(found))
                if max(found) >= beta:
                    raise Cut
            else:
                found.append(value(after, "x", depth - 1, alpha, beta, evaluate))
                beta = min(beta, min(found))
                if min(found) <= alpha:
                    raise Cut
    except Cut:
        pass
    except Over as over:
        return over.args[0]
    return max(found) if to_move == "x" else min(found)


def best_move(board, to_move, depth, evaluate):
    try:
        check_over(board, 1, evaluate)
    except Over:
        return None
    found = {}
    for column in moves(board):
        other = "xo"["ox".index(to_move)]
        found.setdefault(value(drop(board, column, to_move), other, depth - 1, -9e9, 9e9, evaluate), column)
    return found[max(found) if to_move == "x" else min(found)]
