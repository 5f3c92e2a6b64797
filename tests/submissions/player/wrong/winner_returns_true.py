# slip: winner returns True whoever has won
# fails: winner
# passes: legal_move_left; alpha_beta_valuation: O to move; alpha_beta_valuation: X to move; alpha_beta_valuation: game over; determine_move: best moves; determine_move: equally likely; determine_move: pruning; determine_move: same board
import random

WINNING_TRIADS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
SLOTS = (0, 1, 2, 3, 4, 5, 6, 7, 8)
X_token, Open_token, O_token = -1, 0, 1


def legal_move_left(board):
    for slot in SLOTS:
        if board[slot] == Open_token:
            return True
    return False


def winner(board):
    for triad in WINNING_TRIADS:
        triad_sum = board[triad[0]] + board[triad[1]] + board[triad[2]]
        if triad_sum == 3 or triad_sum == -3:
            return True
    return 0


def alpha_beta_valuation(board, player, next_player, alpha, beta):
    wnnr = winner(board)
    if wnnr != Open_token:
        return wnnr
    elif not legal_move_left(board):
        return 0
    for move in SLOTS:
        if board[move] == Open_token:
            board[move] = player
            val = alpha_beta_valuation(board, next_player, player, alpha, beta)
            board[move] = Open_token
            if player == O_token:
                if val > alpha:
                    alpha = val
                if alpha >= beta:
                    return beta
            else:
                if val < beta:
                    beta = val
                if beta <= alpha:
                    return alpha
    if player == O_token:
        retval = alpha
    else:
        retval = beta
    return retval


def determine_move(board):
    best_val = -2
    my_moves = []
    for move in SLOTS:
        if board[move] == Open_token:
            board[move] = O_token
            val = alpha_beta_valuation(board, X_token, O_token, -2, 2)
            board[move] = Open_token
            if val > best_val:
                best_val = val
                my_moves = [move]
            elif val == best_val:
                my_moves.append(move)
    return random.choice(my_moves)
