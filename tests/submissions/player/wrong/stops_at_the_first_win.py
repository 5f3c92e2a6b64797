# slip: determine_move returns the first winning move that it finds
# fails: determine_move: equally likely
# passes: legal_move_left; winner; alpha_beta_valuation: O to move; alpha_beta_valuation: X to move; alpha_beta_valuation: game over; determine_move: best moves; determine_move: pruning; determine_move: same board; determine_move: never loses
import random

ORDER = [4, 0, 2, 6, 8, 1, 3, 5, 7]
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def legal_move_left(board):
    return len([cell for cell in board if cell == 0]) != 0


def winner(board):
    for a, b, c in LINES:
        if board[a] != 0 and board[a] == board[b] and board[a] == board[c]:
            return board[a]
    return 0


def completes(board, i, side):
    board[i] = side
    answer = winner(board) == side
    board[i] = 0
    return answer


def ordered(board, side):
    free = [i for i in ORDER if board[i] == 0]
    wins = [i for i in free if completes(board, i, side)]
    blocks = [i for i in free if i not in wins and completes(board, i, -side)]
    return wins + blocks + [i for i in free if i not in wins and i not in blocks]


def alpha_beta_valuation(board, player, next_player, alpha, beta):
    if winner(board) == 1:
        return 1
    elif winner(board) == -1:
        return -1
    elif winner(board) == 0 and not legal_move_left(board):
        return 0
    for i in ordered(board, player):
        board[i] = player
        value = winner(board) or alpha_beta_valuation(board, next_player, player, alpha, beta)
        board[i] = 0
        if player == 1 and value > alpha:
            alpha = value
        if player == -1 and value < beta:
            beta = value
        if alpha >= beta:
            break
    return alpha if player == 1 else beta


def determine_move(board):
    values = []
    for i in range(9):
        if board[i] == 0:
            board[i] = 1
            values.append((alpha_beta_valuation(board, -1, 1, -2, 2), i))
            board[i] = 0
            if values[-1][0] == 1:
                return i
    highest = max(value for value, _ in values)
    return random.choice([i for value, i in values if value == highest])
