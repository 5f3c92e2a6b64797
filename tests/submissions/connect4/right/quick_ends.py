"""Narrows the window by what can be reached at all: no win is worth more than the one on the next board."""

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
    columns = [*board.columns]
    columns[column] = f"{columns[column]}{mark}"
    return Board(board.width, board.height, (*columns,))


def four(marks):
    return marks[0] if len(marks) == 4 and len(set(marks)) == 1 and marks[0] in "xo" else None


def fours(board):
    grid = [column.ljust(board.height, "-") for column in board.columns]
    for c in range(board.width):
        for r in range(board.height):
            right, up = c + 3 < board.width, r + 3 < board.height
            if right:
                yield grid[c][r] + grid[c + 1][r] + grid[c + 2][r] + grid[c + 3][r]
            if up:
                yield grid[c][r] + grid[c][r + 1] + grid[c][r + 2] + grid[c][r + 3]
            if right and up:
                yield grid[c][r] + grid[c + 1][r + 1] + grid[c + 2][r + 2] + grid[c + 3][r + 3]
                yield grid[c][r + 3] + grid[c + 1][r + 2] + grid[c + 2][r + 1] + grid[c + 3][r]


def winner(board):
    for marks in fours(board):
        if four(marks):
            return four(marks)
    return None


def evaluate(board):
    score = 0
    for marks in fours(board):
        if "o" not in marks:
            score += 1
        if "x" not in marks:
            score -= 1
    return score


def value(board, to_move, depth, alpha, beta, evaluate):
    won = winner(board)
    if won is not None:
        return (WIN + depth) * (-1) ** (won == "o")
    if not moves(board):
        return 0
    if depth == 0:
        return evaluate(board)
    most = WIN + depth - 1
    if alpha >= most:
        return most
    if beta <= -most:
        return -most
    alpha, beta = max(alpha, -most - 1), min(beta, most + 1)
    best = -most if to_move == "x" else most
    for column in moves(board):
        after = drop(board, column, to_move)
        if to_move == "x":
            best = max(best, value(after, "o", depth - 1, alpha, beta, evaluate))
            alpha = max(alpha, best)
        else:
            best = min(best, value(after, "x", depth - 1, alpha, beta, evaluate))
            beta = min(beta, best)
        if alpha >= beta or abs(best) == most and (best > 0) == (to_move == "x"):
            break
    return best


def best_move(board, to_move, depth, evaluate):
    if winner(board) is not None or not moves(board):
        return None
    wins = [c for c in moves(board) if winner(drop(board, c, to_move))]
    if wins:
        return wins[-1]
    worth = {}
    for column in moves(board):
        other = {"x": "o", "o": "x"}[to_move]
        worth[column] = value(drop(board, column, to_move), other, depth - 1, -inf, inf, evaluate)
    best = max(worth.values()) if to_move == "x" else min(worth.values())
    return max(column for column, found in worth.items() if found == best)
