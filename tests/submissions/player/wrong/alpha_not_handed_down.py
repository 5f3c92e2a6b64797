# slip: alpha is not handed down
# fails: determine_move: pruning
# passes: legal_move_left; winner; alpha_beta_valuation: O to move; alpha_beta_valuation: X to move; alpha_beta_valuation: game over; determine_move: best moves; determine_move: equally likely; determine_move: same board; determine_move: never loses
import random

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def legal_move_left(board):
    return any(cell == 0 for cell in board)


def winner(board):
    totals = [sum(board[i] for i in line) for line in LINES]
    return 1 if 3 in totals else -1 if -3 in totals else 0


def shuffled(board):
    moves = [i for i, cell in enumerate(board) if cell == 0]
    random.shuffle(moves)
    return moves


def alpha_beta_valuation(board, player, next_player, alpha, beta):
    if winner(board) != 0:
        return winner(board)
    if not legal_move_left(board):
        return 0
    for i in shuffled(board):
        board[i] = player
        try:
            value = alpha_beta_valuation(board, next_player, player, -2, beta)
        finally:
            board[i] = 0
        alpha, beta = (max(alpha, value), beta) if player == 1 else (alpha, min(beta, value))
        if alpha >= beta:
            return value
    return alpha if player == 1 else beta


def determine_move(board):
    best, answer = -2, None
    for i in shuffled(board):
        board[i] = 1
        value = alpha_beta_valuation(board, -1, 1, -2, 2)
        board[i] = 0
        if value > best:
            best, answer = value, i
    return answer
