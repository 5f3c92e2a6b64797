"""Finds the best value first, with one search over all moves, and then the moves that have it."""
import random

lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]


def legal_move_left(board):
    left = 0
    for cell in board:
        if cell == 0:
            left += 1
    return left  # as many as there are


def winner(board):
    w = 0
    for a, b, c in lines:
        total = board[a] + board[b] + board[c]
        if abs(total) == 3:
            w = total // 3
    return w


def alpha_beta_valuation(board, player, next_player, alpha, beta):
    w = winner(board)
    if w == 1 or w == -1:
        return w
    if not legal_move_left(board):
        return 0
    order = list(range(9))
    random.shuffle(order)
    for i in order:
        if board[i] == 0:
            board[i] = player
            v = alpha_beta_valuation(board, next_player, player, alpha, beta)
            board[i] = 0
            if player == 1 and v > alpha:
                alpha = v
            elif player == -1 and v < beta:
                beta = v
            if alpha >= beta:
                break
    if player == 1:
        return alpha
    else:
        return beta


def determine_move(board):
    best = alpha_beta_valuation(board, 1, -1, -2, 2)
    candidates = []
    for i in range(9):
        if board[i] == 0:
            board[i] = 1
            if alpha_beta_valuation(board, -1, 1, -2, 2) == best:
                candidates.append(i)
            board[i] = 0
    return random.sample(candidates, 1)[0]
