"""The search never leaves the window from -1 to 1, which holds every value; it is negated turn by turn."""
from random import SystemRandom

LINES = [(a, a + d, a + 2 * d) for a, d in [(0, 1), (3, 1), (6, 1), (0, 3), (1, 3), (2, 3), (0, 4), (2, 2)]]


def legal_move_left(board):
    return board.count(0)


def winner(board):
    for line in LINES:
        total = sum(board[square] for square in line)
        if abs(total) == 3:
            return total / 3
    return 0


def alpha_beta_valuation(board, player, next_player, alpha=-1, beta=1):
    alpha, beta = max(alpha, -1), min(beta, 1)
    result = winner(board)
    if result or not legal_move_left(board):
        return result
    squares = [square for square in range(9) if board[square] == 0]
    for square in squares:
        board[square] = player
        value = alpha_beta_valuation(board, next_player, player, alpha, beta)
        board[square] = 0
        if player == 1:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if player == 1 else beta


def determine_move(board):
    by_value = {-1: [], 0: [], 1: []}
    for square in range(9):
        if board[square] == 0:
            board[square] = 1
            by_value[alpha_beta_valuation(board, -1, 1)].append(square)
            board[square] = 0
    return SystemRandom().choice(by_value[1] or by_value[0] or by_value[-1])
