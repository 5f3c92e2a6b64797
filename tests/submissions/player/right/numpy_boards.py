"""NumPy inside: sums along rows, columns and diagonals. Slow."""
import numpy as np

rng = np.random.default_rng()


def legal_move_left(board):
    return (np.asarray(board) == 0).any()


def winner(board):
    square = np.asarray(board).reshape(3, 3)
    sums = np.concatenate([square.sum(axis=0), square.sum(axis=1),
                           [np.trace(square), np.trace(np.fliplr(square))]])
    if (sums == 3).any():
        return np.int64(1)
    if (sums == -3).any():
        return np.int64(-1)
    return np.int64(0)


def alpha_beta_valuation(board, player, next_player, alpha, beta):
    board = np.array(board)
    result = winner(board)
    if result != 0 or not legal_move_left(board):
        return result
    for i in np.flatnonzero(board == 0):
        after = board.copy()
        after[i] = player
        value = alpha_beta_valuation(after, next_player, player, alpha, beta)
        if player == 1:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if player == 1 else beta


def determine_move(board):
    board = np.array(board)
    empty = np.flatnonzero(board == 0)
    values = []
    for i in empty:
        after = board.copy()
        after[i] = 1
        values.append(alpha_beta_valuation(after, -1, 1, -2, 2))
    values = np.array(values)
    return rng.choice(empty[values == values.max()])
