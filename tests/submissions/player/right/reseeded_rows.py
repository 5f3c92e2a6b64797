"""A fresh seed in every call; the board as three rows; a search that returns pairs."""
import random
from copy import copy


def as_rows(board):
    return [list(board[i:i + 3]) for i in (0, 3, 6)]


def legal_move_left(board):
    return any(mark == 0 for row in as_rows(board) for mark in row)


def winner(board):
    first, second, third = rows = as_rows(board)
    diagonals = [(first[0], second[1], third[2]), (first[2], second[1], third[0])]
    for a, b, c in [*rows, *zip(first, second, third), *diagonals]:
        if a == b == c and a != 0:
            return a
    return 0


def best_pair(board, player, next_player, alpha, beta):
    """Return the value, and a move that has it."""
    if winner(board) != 0 or not legal_move_left(board):
        return winner(board), None
    chosen = None
    for move in [i for i in range(9) if board[i] == 0]:
        after = copy(board)
        after[move] = player
        value = best_pair(after, next_player, player, alpha, beta)[0]
        if player == 1 and value > alpha:
            alpha, chosen = value, move
        if player == -1 and value < beta:
            beta, chosen = value, move
        if alpha >= beta:
            break
    return (alpha if player == 1 else beta), chosen


def alpha_beta_valuation(board, player, next_player, alpha, beta):
    return best_pair(board, player, next_player, alpha, beta)[0]


def determine_move(board):
    random.seed()
    values = dict((i, 0) for i in range(9) if board[i] == 0)
    for i in values:
        after = board[:]
        after[i] = 1
        values[i], _ = best_pair(after, -1, 1, -2, 2)
    return random.choice(sorted(i for i in values if values[i] == max(values.values())))
