# slip: values are remembered by board and side alone, bounds among them
# fails: alpha_beta_valuation: O to move
# passes: legal_move_left; winner; alpha_beta_valuation: game over; determine_move: best moves; determine_move: equally likely
import random

memory = {}
LINES = "012 345 678 036 147 258 048 246".split()


def legal_move_left(board):
    return 0 in tuple(board)


def winner(board):
    for line in LINES:
        marks = {board[int(i)] for i in line}
        if len(marks) == 1 and marks != {0}:
            return marks.pop()
    return 0


def alpha_beta_valuation(board, player, next_player, alpha, beta):
    key = (tuple(board), player)
    if key not in memory:
        memory[key] = compute(board, player, next_player, alpha, beta)
    return memory[key]


def compute(board, player, next_player, alpha, beta):
    if winner(board):
        return winner(board)
    if not legal_move_left(board):
        return 0
    for i in range(9):
        if board[i] == 0:
            board[i] = player
            value = alpha_beta_valuation(board, next_player, player, alpha, beta)
            board[i] = 0
            if player > 0:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if beta <= alpha:
                break
    return alpha if player > 0 else beta


def determine_move(board):
    def key(i):
        after = list(board)
        after[i] = 1
        return alpha_beta_valuation(after, -1, 1, -2, 2), random.random()

    return max((i for i in range(9) if board[i] == 0), key=key)
