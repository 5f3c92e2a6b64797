"""An unbeatable player of tic-tac-toe: alpha-beta search on a board that is changed in place.

The algorithm is ALPHA-BETA-SEARCH of Russell and Norvig, Artificial Intelligence: A Modern Approach, in the form
that keeps the values within the bounds (F2 of Knuth and Moore, An Analysis of Alpha-Beta Pruning, 1975).

A board is a list of nine, row by row: -1 is X, the person; 0 is empty; 1 is O, the computer. Positions are 0 to 8.
"""

import random

PERSON, EMPTY, COMPUTER = -1, 0, 1  # X, an empty square, O
LOWEST, HIGHEST = -2, 2  # a window that every value lies in
ORDER = (4, 0, 2, 6, 8, 1, 3, 5, 7)  # the centre first, then the corners: good moves early cut off more
SETS = [frozenset(s) for s in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))]
RANDOM = random.SystemRandom()
BEST = {}


def legal_move_left(board):
    """Return whether an empty square is left."""
    #********** Begin **********#
    return len([m for m in board if m == EMPTY]) > 0
    #********** End **********#


def winner(board):
    """Return 1 if O has three in a row, -1 if X has, 0 if neither has."""
    #********** Begin **********#
    for side in (COMPUTER, PERSON):
        mine = {p for p in range(9) if board[p] == side}
        if any(line <= mine for line in SETS):
            return side
    return 0
    #********** End **********#


def alpha_beta_valuation(board, player, next_player, alpha, beta):
    """Return the value of board for O, 1, 0 or -1, when player is to move, searched in the window (alpha, beta)."""
    #********** Begin **********#
    over = winner(board)
    if over or not legal_move_left(board):
        return over
    free = [p for p in range(9) if board[p] == EMPTY]

    def at_once(p):
        board[p] = player
        try:
            return winner(board) == player
        finally:
            board[p] = EMPTY

    if any(map(at_once, free)):
        return player
    for p in reversed(free):
        if alpha >= beta:
            break
        copy = list(board)
        copy[p] = player
        v = alpha_beta_valuation(copy, next_player, player, alpha, beta)
        if player == COMPUTER:
            alpha = max(alpha, v)
        else:
            beta = min(beta, v)
    return alpha if player == COMPUTER else beta
    #********** End **********#


def determine_move(board):
    """Return a best position for O, one of all best ones, each equally likely."""
    #********** Begin **********#
    key = tuple(board)
    if key not in BEST:
        worth = [alpha_beta_valuation(list(key[:p] + (1,) + key[p + 1:]), PERSON, COMPUTER, LOWEST, HIGHEST)
                 if key[p] == EMPTY else -7 for p in range(9)]
        BEST[key] = tuple(p for p in range(9) if worth[p] == max(worth))
    return RANDOM.choice(BEST[key])
    #********** End **********#


if __name__ == "__main__":
    board, player = [EMPTY] * 9, PERSON
    while legal_move_left(board) and winner(board) == EMPTY:
        position = determine_move(board) if player == COMPUTER else board.index(EMPTY)  # X takes the first empty square
        board[position] = player
        player = PERSON if player == COMPUTER else COMPUTER
        for row in (board[:3], board[3:6], board[6:]):
            print(*("X_O"[mark + 1] for mark in row))
        print()
    print({PERSON: "X has won.", EMPTY: "A draw.", COMPUTER: "O has won."}[winner(board)])
