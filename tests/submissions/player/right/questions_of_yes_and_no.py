"""Asks in null windows, first whether O wins, then whether O loses, and remembers the answers."""
import random

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
answers = {}


def legal_move_left(board):
    return min(map(abs, board)) == 0


def winner(board):
    for mark in (-1, 1):
        if any(all(board[i] == mark for i in line) for line in LINES):
            return mark
    return 0


def reaches(board, player, goal):
    """Tell whether O can reach a value, or more."""
    key = (*board, player, goal)
    if key not in answers:
        answers[key] = find_out(board, player, goal)
    return answers[key]


def find_out(board, player, goal):
    if winner(board) or not legal_move_left(board):
        return winner(board) >= goal
    free = [i for i in range(9) if board[i] == 0]
    for i in free:
        board[i] = player
        good = reaches(board, -player, goal)
        board[i] = 0
        if good == (player == 1):
            return good
    return player != 1


def alpha_beta_valuation(board, player, next_player, alpha, beta):
    if reaches(board, player, 1):
        return 1
    return 0 if reaches(board, player, 0) else -1


def determine_move(board):
    values = {}
    for i in range(9):
        if board[i] == 0:
            board[i] = 1
            values[i] = alpha_beta_valuation(board, -1, 1, -2, 2)
            board[i] = 0
    best = max(values.values())
    good = [i for i in values if values[i] == best]
    random.shuffle(good)
    return good.pop()
