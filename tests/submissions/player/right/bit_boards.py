"""Bit boards inside: winner is never asked while searching."""
import random
from functools import lru_cache

LINES = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124]
FULL = 0o777


def bits(board, mark):
    return sum(1 << i for i, cell in enumerate(board) if cell == mark)


def has_line(mine):
    return any(mine & line == line for line in LINES)


def legal_move_left(board):
    return bits(board, 1) | bits(board, -1) != FULL


def winner(board):
    return int(has_line(bits(board, 1))) - int(has_line(bits(board, -1)))


@lru_cache(maxsize=None)
def search(o, x, o_to_move, alpha, beta):
    if has_line(o):
        return 1
    if has_line(x):
        return -1
    free = FULL & ~(o | x)
    if not free:
        return 0
    while free:
        bit = free & -free
        free ^= bit
        if o_to_move:
            alpha = max(alpha, search(o | bit, x, False, alpha, beta))
        else:
            beta = min(beta, search(o, x | bit, True, alpha, beta))
        if alpha >= beta:
            break
    return alpha if o_to_move else beta


def alpha_beta_valuation(board, player, next_player, alpha, beta):
    return search(bits(board, 1), bits(board, -1), player == 1, alpha, beta)


def determine_move(board):
    o, x = bits(board, 1), bits(board, -1)
    values = {i: search(o | 1 << i, x, False, -2, 2) for i in range(9) if not (o | x) >> i & 1}
    best = max(values.values())
    return random.choice([i for i, v in values.items() if v == best])
