"""Tries the middle first, then the corners: that cuts most."""

import random

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def legal_move_left(board):
    return 0 in board


def winner(board):
    for a, b, c in LINES:
        if board[a] != 0 and board[a] == board[b] == board[c]:
            return board[a]
    return 0


def alpha_beta_valuation(board, player, next_player, alpha, beta):
    won = winner(board)
    if won != 0 or not legal_move_left(board):
        return won
    best = -2 * player
    for i in (4, 0, 2, 6, 8, 1, 3, 5, 7):
        if board[i] != 0:
            continue
        board[i] = player
        if player == 1:
            best = max(best, alpha_beta_valuation(board, next_player, player, alpha, beta))
            alpha = max(alpha, best)
        else:
            best = min(best, alpha_beta_valuation(board, next_player, player, alpha, beta))
            beta = min(beta, best)
        board[i] = 0
        if alpha >= beta:
            break
    return best


def determine_move(board):
    best, moves = -2, []
    for i in range(9):
        if board[i]:
            continue
        board[i] = 1
        value = alpha_beta_valuation(board, -1, 1, -2, 2)
        board[i] = 0
        if value > best:
            best, moves = value, [i]
        elif value == best:
            moves.append(i)
    return random.choice(moves)
