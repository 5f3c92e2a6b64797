"""All boards are valued when the file is imported, whoever is to move; the functions look them up."""
import random

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def legal_move_left(board):
    return not all(board)


def winner(board):
    for line in LINES:
        first, second, third = (board[i] for i in line)
        if first == second == third and first:
            return first
    return 0


def solve(board, player, values):
    """Value a board, and all below it: in the widest window, so that each value may be kept."""
    key = board, player
    if key not in values:
        won = winner(board)
        after = [board[:i] + (player,) + board[i + 1:] for i in range(9) if not won and not board[i]]
        below = [solve(other, -player, values) for other in after]
        values[key] = (max if player == 1 else min)(below) if below else won
    return values[key]


def solve_all():
    values = {}
    for first in (1, -1):
        solve((0,) * 9, first, values)
    return values


VALUES = solve_all()


def alpha_beta_valuation(board, player, next_player, alpha, beta):
    board = tuple(board)
    if winner(board) or not legal_move_left(board):
        return winner(board)
    return VALUES[board, player]


def determine_move(board):
    moves = {}
    for i, mark in enumerate(board):
        if mark == 0:
            after = [*board]
            after[i] = 1
            moves.setdefault(alpha_beta_valuation(after, -1, 1, -2, 2), []).append(i)
    return random.choice(moves[max(moves)])
