"""Works on tuples in a standard turn: eight positions that are the same but for a turn are remembered as one."""
from random import Random

chance = Random()
TURN = (6, 3, 0, 7, 4, 1, 8, 5, 2)
MIRROR = (2, 1, 0, 5, 4, 3, 8, 7, 6)


def legal_move_left(board):
    return next((True for cell in board if not cell), False)


def winner(board):
    return next(
        (board[a] for a, b, c in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
         if board[a] and board[a] == board[b] == board[c]), 0)


def turns(board):
    for _ in range(4):
        board = tuple(board[i] for i in TURN)
        yield board
        yield tuple(board[i] for i in MIRROR)


def standard(board):
    return min(turns(tuple(board)))


def after(board, player):
    seen = set()
    for i in range(9):
        if board[i] == 0:
            child = standard(board[:i] + (player,) + board[i + 1:])
            if child not in seen:
                seen.add(child)
                yield child


def search(board, player, alpha, beta):
    if winner(board) or not legal_move_left(board):
        return winner(board)
    for child in after(board, player):
        value = search(child, -player, alpha, beta)
        if player == 1:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if player == 1 else beta


def alpha_beta_valuation(board, player, next_player, alpha=-2, beta=2):
    return search(standard(board), player, alpha, beta)


def determine_move(board):
    board = tuple(board)
    worth = {i: search(standard(board[:i] + (1,) + board[i + 1:]), -1, -2, 2) for i in range(9) if not board[i]}
    return chance.choice([i for i in worth if worth[i] == max(worth.values())])
