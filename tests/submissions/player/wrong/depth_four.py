# slip: the search stops after four moves and takes the position for a draw
# fails: alpha_beta_valuation: O to move; alpha_beta_valuation: X to move
# passes: legal_move_left; winner; alpha_beta_valuation: game over; determine_move: best moves; determine_move: equally likely; determine_move: same board
import copy
import random


def legal_move_left(board):
    return any([cell == 0 for cell in board])


def winner(board):
    rows = [board[0:3], board[3:6], board[6:9]]
    columns = [[row[c] for row in rows] for c in range(3)]
    diagonals = [[rows[k][k] for k in range(3)], [rows[k][2 - k] for k in range(3)]]
    for player in [1, -1]:
        for line in rows + columns + diagonals:
            if all([cell == player for cell in line]):
                return player
    return 0


def alpha_beta_valuation(board, player, next_player, alpha, beta, depth=0):
    if winner(board) != 0:
        return winner(board)
    if not legal_move_left(board):
        return 0
    if depth == 4:
        return 0
    moves = [i for i in range(9) if board[i] == 0]
    for move in moves:
        new_board = copy.deepcopy(board)
        new_board[move] = player
        value = alpha_beta_valuation(new_board, next_player, player, alpha, beta, depth + 1)
        if player == 1:
            alpha = max([alpha, value])
        if player == -1:
            beta = min([beta, value])
        if alpha >= beta:
            break
    if player == 1:
        return alpha
    return beta


def determine_move(board):
    results = {}
    for move in [i for i in range(9) if board[i] == 0]:
        new_board = copy.deepcopy(board)
        new_board[move] = 1
        results.setdefault(alpha_beta_valuation(new_board, -1, 1, -2, 2), []).append(move)
    return random.choice(results[max(results)])
