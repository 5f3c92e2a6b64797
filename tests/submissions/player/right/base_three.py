"""Boards as numbers in base three inside, values with their bounds in a table, chance of the system."""
from functools import reduce
from secrets import randbelow

POWERS = [3 ** i for i in range(9)]
TRIPLES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
EXACT, AT_LEAST, AT_MOST = "=", ">", "<"
table = {}


def number(board):
    return sum((int(mark) % 3) * power for mark, power in zip(board, POWERS))


def legal_move_left(board):
    return reduce(lambda left, mark: left or mark == 0, board, False)


def winner(board):
    wins = {board[a] for a, b, c in TRIPLES if board[a] == board[b] == board[c]} - {0}
    return wins.pop() if wins else 0


def alpha_beta_valuation(board, player, next_player, alpha, beta):
    if winner(board) or not legal_move_left(board):
        return winner(board)
    key = number(board), player
    if key in table:
        kind, value = table[key]
        if kind == EXACT or (kind == AT_LEAST and value >= beta) or (kind == AT_MOST and value <= alpha):
            return value
    low, high = alpha, beta
    best = -3 * player
    for i, mark in enumerate(board):
        if mark:
            continue
        board[i] = player
        value = alpha_beta_valuation(board, next_player, player, low, high)
        board[i] = 0
        if player == 1:
            best = max(best, value)
            low = max(low, best)
        else:
            best = min(best, value)
            high = min(high, best)
        if low >= high:
            break
    table[key] = (AT_LEAST if best >= beta else AT_MOST if best <= alpha else EXACT), best
    return best


def determine_move(board):
    found = []
    for i in range(8, -1, -1):
        if board[i] == 0:
            board[i] = 1
            found.append((alpha_beta_valuation(board, -1, 1, -2, 2), i))
            board[i] = 0
    top = [i for value, i in found if value == max(found)[0]]
    return top[randbelow(len(top))]
