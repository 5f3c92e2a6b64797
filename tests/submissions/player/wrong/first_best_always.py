# slip: the first best move is always taken
# fails: determine_move: equally likely
# passes: legal_move_left; winner; alpha_beta_valuation: O to move; alpha_beta_valuation: X to move; alpha_beta_valuation: game over; determine_move: best moves; determine_move: pruning; determine_move: same board; determine_move: never loses
import random


def legal_move_left(board):
    return board.count(0) > 0


def winner(b):
    for i in range(3):
        if b[3 * i] and b[3 * i] == b[3 * i + 1] == b[3 * i + 2]:
            return b[3 * i]
        if b[i] and b[i] == b[i + 3] == b[i + 6]:
            return b[i]
    if b[4] and (b[0] == b[4] == b[8] or b[2] == b[4] == b[6]):
        return b[4]
    return 0


def negamax(board, side, alpha, beta):
    won = winner(board)
    if won:
        return won * side
    if not legal_move_left(board):
        return 0
    best = -9
    for i in range(9):
        if board[i]:
            continue
        board[i] = side
        best = max(best, -negamax(board, -side, -beta, -alpha))
        board[i] = 0
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def alpha_beta_valuation(board, player, next_player, alpha, beta):
    if player == 1:
        return negamax(board, 1, alpha, beta)
    return -negamax(board, -1, -beta, -alpha)


def determine_move(board):
    scored = []
    for i in range(9):
        if board[i] == 0:
            board[i] = 1
            scored.append((-negamax(board, -1, -2, 2), i))
            board[i] = 0
    best = max(scored)[0]
    return [i for v, i in scored if v == best][0]
