"""No recursion: a stack of frames, each with its columns left, its best value and its window."""

from math import inf
from typing import NamedTuple


WIN = 1000


class Board(NamedTuple):
    width: int
    height: int
    columns: tuple


STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Frame:
    def __init__(self, board, to_move, depth, alpha, beta):
        self.board, self.to_move, self.depth = board, to_move, depth
        self.alpha, self.beta = alpha, beta
        self.best = -inf if to_move == "x" else inf
        self.columns = moves(board)

    def take(self, found):
        if self.to_move == "x":
            self.best = max(self.best, found)
            self.alpha = max(self.alpha, found)
        else:
            self.best = min(self.best, found)
            self.beta = min(self.beta, found)


def moves(board):
    columns = []
    for c in range(board.width):
        if len(board.columns[c]) < board.height:
            columns.append(c)
    return columns


def drop(board, column, mark):
    new = []
    for c in range(board.width):
        new.append(board.columns[c] + mark * (c == column))
    return Board(board.width, board.height, tuple(new))


def stone(board, c, r):
    if c < 0 or c >= board.width or r < 0 or r >= len(board.columns[c]):
        return ""
    return board.columns[c][r]


def winner(board):
    for mark in ("x", "o"):
        for c in range(board.width):
            for r in range(len(board.columns[c])):
                for dc, dr in STEPS:
                    if all(stone(board, c + n * dc, r + n * dr) == mark for n in range(4)):
                        return mark
    return None


def evaluate(board):
    total = 0
    for dc, dr in STEPS:
        for c in range(board.width - 3 * dc):
            for r in range(3 if dr < 0 else 0, board.height - 3 * max(dr, 0)):
                marks = "".join(stone(board, c + n * dc, r + n * dr) for n in range(4))
                if "x" in marks and "o" not in marks:
                    total += 1
                elif "o" in marks and "x" not in marks:
                    total -= 1
    return total


def known(board, depth, evaluate):
    mark = winner(board)
    if mark == "x":
        return WIN + depth
    if mark == "o":
        return -(WIN + depth)
    if not moves(board):
        return 0
    if depth == 0:
        return evaluate(board)
    return None


def value(board, to_move, depth, alpha, beta, evaluate):
    result = known(board, depth, evaluate)
    if result is not None:
        return result
    stack = [Frame(board, to_move, depth, alpha, beta)]
    while True:
        frame = stack[-1]
        if frame.alpha >= frame.beta or not frame.columns:
            stack.pop()
            if not stack:
                return frame.best
            stack[-1].take(frame.best)
            continue
        after = drop(frame.board, frame.columns.pop(0), frame.to_move)
        result = known(after, frame.depth - 1, evaluate)
        if result is not None:
            frame.take(result)
        else:
            other = "o" if frame.to_move == "x" else "x"
            stack.append(Frame(after, other, frame.depth - 1, frame.alpha, frame.beta))


def best_move(board, to_move, depth, evaluate):
    if winner(board):
        return None
    best, choice = None, None
    for column in moves(board):
        if to_move == "x":
            found = value(drop(board, column, "x"), "o", depth - 1, -inf, inf, evaluate)
        else:
            found = -value(drop(board, column, "o"), "x", depth - 1, -inf, inf, evaluate)
        if choice is None or found > best:
            best, choice = found, column
    return choice
