"""The search leaves its values in a dictionary, where determine_move reads them."""

import random
from fractions import Fraction
PERSON, EMPTY, COMPUTER = -1, 0, 1  # X, an empty square, O
LOWEST, HIGHEST = -2, 2  # a window that every value lies in
ORDER = (4, 0, 2, 6, 8, 1, 3, 5, 7)  # the centre first, then the corners: good moves early cut off more


THROUGH = [[line for line in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
            if position in line] for position in range(9)]
DICE = random.Random(7)  # seeded once
FOUND = {}  # what the valuations of the present call have found


def legal_move_left(board):
    """Return whether an empty square is left."""
    try:
        board.index(EMPTY)
    except ValueError:
        return False
    return True


def completes(board, position):
    return any(board[a] == board[b] == board[c] for a, b, c in THROUGH[position])


def winner(board):
    """Return 1 if O has three in a row, -1 if X has, 0 if neither has."""
    for position, mark in enumerate(board):
        if mark and completes(board, position):
            return Fraction(mark)
    return Fraction(0)


def search(board, player, next_player, alpha, beta):
    best = 3 * next_player
    for position in reversed(ORDER):
        if board[position] == EMPTY:
            board[position] = player
            if completes(board, position):
                value = player
            elif EMPTY not in board:
                value = 0
            else:
                value = alpha_beta_valuation(board, next_player, player, alpha, beta)
            board[position] = EMPTY
            best = max(best, value) if player == 1 else min(best, value)
            if player == 1:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
    return best


def alpha_beta_valuation(board, player, next_player, alpha, beta):
    """Return the value of board for O, and note it in FOUND."""
    value = 0
    for position, mark in enumerate(board):
        if mark and completes(board, position):
            value = mark
            break
    else:
        if EMPTY in board:
            value = search(board, player, next_player, alpha, beta)
    FOUND[tuple(board), player, alpha, beta] = value
    return value


def determine_move(board):
    """Return a best position for O: its values are read from FOUND."""
    FOUND.clear()
    wanted = {}
    for position in range(8, -1, -1):
        if board[position] == EMPTY:
            board[position] = COMPUTER
            alpha_beta_valuation(board, PERSON, COMPUTER, LOWEST, HIGHEST)
            wanted[position] = FOUND[tuple(board), PERSON, LOWEST, HIGHEST]
            board[position] = EMPTY
    top = max(wanted.values())
    moves = [position for position in wanted if wanted[position] == top]
    return moves[int(DICE.random() * len(moves))]
