"""Remembers values in a dictionary that is handed down the search as a sixth argument.

The algorithm is ALPHA-BETA-SEARCH of Russell and Norvig, Artificial Intelligence: A Modern Approach, in the form
that keeps the values within the bounds (F2 of Knuth and Moore, An Analysis of Alpha-Beta Pruning, 1975).

A board is a list of nine, row by row: -1 is X, the person; 0 is empty; 1 is O, the computer. Positions are 0 to 8.
"""

import random

PERSON, EMPTY, COMPUTER = -1, 0, 1  # X, an empty square, O
LOWEST, HIGHEST = -2, 2  # a window that every value lies in
ORDER = (4, 0, 2, 6, 8, 1, 3, 5, 7)  # the centre first, then the corners: good moves early cut off more


def legal_move_left(board):
    """Return whether an empty square is left."""
    #********** Begin **********#
    return EMPTY in board
    #********** End **********#


def winner(board):
    """Return 1 if O has three in a row, -1 if X has, 0 if neither has."""
    #********** Begin **********#
    a, b, c, d, e, f, g, h, i = board
    # The lines through the centre, those left through one corner, those left through the other corner.
    if e != EMPTY and (a == e == i or b == e == h or c == e == g or d == e == f):
        return e
    if a != EMPTY and (a == b == c or a == d == g):
        return a
    if i != EMPTY and (c == f == i or g == h == i):
        return i
    return 0
    #********** End **********#


def alpha_beta_valuation(board, player, next_player, alpha, beta, known=None):
    """Return the value of board for O, 1, 0 or -1, when player is to move, searched in the window (alpha, beta)."""
    #********** Begin **********#
    known = {} if known is None else known
    key = (*board, player, alpha, beta)
    if key in known:
        return known[key]
    won = winner(board)
    if won != EMPTY or not legal_move_left(board):
        return won
    for position in ORDER:
        if board[position] == EMPTY:
            board[position] = player
            value = alpha_beta_valuation(board, next_player, player, alpha, beta, known)
            board[position] = EMPTY
            if player == COMPUTER:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break  # one side has something as good elsewhere: what else there is here doesn't matter
    known[key] = alpha if player == COMPUTER else beta
    return known[key]
    #********** End **********#


def determine_move(board):
    """Return a best position for O, one of all best ones, each equally likely."""
    #********** Begin **********#
    best_value, best, known = LOWEST, [], {}
    for position in ORDER:
        if board[position] == EMPTY:
            board[position] = COMPUTER
            value = alpha_beta_valuation(board, PERSON, COMPUTER, LOWEST, HIGHEST, known)
            board[position] = EMPTY
            if value > best_value:
                best_value, best = value, [position]
            elif value == best_value:
                best.append(position)
    return random.choice(best)
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
