"""Nested lists that are copied by deepcopy for each move, and lines that are tested with all()."""

import copy
from typing import NamedTuple

WIN = 1000


class Board(NamedTuple):
    width: int
    height: int
    columns: tuple


def as_lists(board):
    grid = [[" "] * board.height for _ in range(board.width)]
    for c in range(board.width):
        for r in range(len(board.columns[c])):
            grid[c][r] = board.columns[c][r]
    return grid


def as_board(grid):
    columns = ["".join(column).rstrip() for column in grid]
    return Board(len(grid), len(grid[0]), tuple(columns))


def all_lines(grid):
    found = []
    for c in range(len(grid)):
        for r in range(len(grid[0])):
            for dc, dr in (1, 0), (0, 1), (1, 1), (1, -1):
                line = [(c + i * dc, r + i * dr) for i in range(4)]
                if all(0 <= a < len(grid) and 0 <= b < len(grid[0]) for a, b in line):
                    found.append(line)
    return found


def free(grid):
    return [c for c in range(len(grid)) if any(cell == " " for cell in grid[c])]


def after(grid, column, mark):
    new = copy.deepcopy(grid)
    new[column][new[column].index(" ")] = mark
    return new


def has_four(grid, mark):
    return any(all(grid[c][r] == mark for c, r in line) for line in all_lines(grid))


def moves(board):
    return free(as_lists(board))


def drop(board, column, mark):
    return as_board(after(as_lists(board), column, mark))


def winner(board):
    grid = as_lists(board)
    for mark in "x", "o":
        if has_four(grid, mark):
            return mark
    return None


def evaluate(board):
    grid = as_lists(board)
    score = 0
    for line in all_lines(grid):
        score += all(grid[c][r] != "o" for c, r in line)
        score -= all(grid[c][r] != "x" for c, r in line)
    return score


def search(grid, to_move, depth, alpha, beta, evaluate):
    if has_four(grid, "x"):
        return WIN + depth
    if has_four(grid, "o"):
        return -WIN - depth
    if free(grid) == []:
        return 0
    if depth == 0:
        return evaluate(as_board(grid))
    best = None
    for column in free(grid):
        if to_move == "x":
            score = search(after(grid, column, "x"), "o", depth - 1, alpha, beta, evaluate)
            best = score if best is None else max(best, score)
            alpha = max(alpha, best)
        else:
            score = search(after(grid, column, "o"), "x", depth - 1, alpha, beta, evaluate)
            best = score if best is None else min(best, score)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best


def value(board, to_move, depth, alpha, beta, evaluate):
    return search(as_lists(board), to_move, depth, alpha, beta, evaluate)


def best_move(board, to_move, depth, evaluate):
    grid = as_lists(board)
    if has_four(grid, "x") or has_four(grid, "o"):
        return None
    best, choice = None, None
    for column in free(grid):
        other = "o" if to_move == "x" else "x"
        score = search(after(grid, column, to_move), other, depth - 1, float("-inf"), float("inf"), evaluate)
        if best is None or (score > best if to_move == "x" else score < best):
            best, choice = score, column
    return choice
