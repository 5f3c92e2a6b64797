"""Two functions that call one another, fail-soft, on copies."""
from random import randrange

ROWS = [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
LINES = ROWS + [list(c) for c in zip(*ROWS)] + [[0, 4, 8], [2, 4, 6]]


def legal_move_left(board):
    return not all(board)


def winner(board):
    for side in (1, -1):
        for a, b, c in LINES:
            if board[a] == board[b] == board[c] == side:
                return side
    return 0


def with_mark(board, i, mark):
    return board[:i] + [mark] + board[i + 1:]


def over(board):
    return winner(board) != 0 or not legal_move_left(board)


def o_moves(board, alpha, beta):
    if over(board):
        return winner(board)
    v = float("-inf")
    for i in [k for k in range(9) if not board[k]]:
        v = max(v, x_moves(with_mark(board, i, 1), alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def x_moves(board, alpha, beta):
    if over(board):
        return winner(board)
    v = float("inf")
    for i in [k for k in range(9) if not board[k]]:
        v = min(v, o_moves(with_mark(board, i, -1), alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


def alpha_beta_valuation(board, player, next_player, alpha, beta):
    return (o_moves if player == 1 else x_moves)(list(board), alpha, beta)


def determine_move(board):
    worth = {}
    for i in range(9):
        if not board[i]:
            worth[i] = x_moves(with_mark(board, i, 1), -2, 2)
    top = [i for i in worth if worth[i] == max(worth.values())]
    return top[randrange(len(top))]
