"""An unbeatable player of tic-tac-toe: alpha-beta search on a board that is changed in place.

The algorithm is ALPHA-BETA-SEARCH of Russell and Norvig, Artificial Intelligence: A Modern Approach, in the form
that keeps the values within the bounds (F2 of Knuth and Moore, An Analysis of Alpha-Beta Pruning, 1975).

A board is a list of nine, row by row: -1 is X, the person; 0 is empty; 1 is O, the computer. Positions are 0 to 8.
"""

import random

PERSON, EMPTY, COMPUTER = -1, 0, 1  # X, an empty square, O
LOWEST, HIGHEST = -2, 2  # a window that every value lies in
ORDER = (4, 0, 2, 6, 8, 1, 3, 5, 7)  # the centre first, then the corners: good moves early cut off more


def replies(board, side):
    """Yield the empty positions, each with its mark on the board while the caller looks at it."""
    for p in range(9):
        if not board[p]:
            board[p] = side
            try:
                yield p
            finally:
                board[p] = 0


def highest(board, alpha, beta):
    if (won := winner(board)) or not legal_move_left(board):
        return won
    best = -2
    moves = replies(board, 1)
    for _ in moves:
        best = max(best, lowest(board, max(alpha, best), beta))
        if best >= beta:
            moves.close()
            break
    return best


def lowest(board, alpha, beta):
    if (won := winner(board)) or not legal_move_left(board):
        return won
    best = 2
    moves = replies(board, -1)
    for _ in moves:
        best = min(best, highest(board, alpha, min(beta, best)))
        if best <= alpha:
            moves.close()
            break
    return best


def legal_move_left(board):
    """Return whether an empty square is left."""
    #********** Begin **********#
    for mark in board:
        if mark == 0:
            return 1
    return 0
    #********** End **********#


def winner(board):
    """Return 1 if O has three in a row, -1 if X has, 0 if neither has."""
    #********** Begin **********#
    middle = board[4]
    if middle and any(board[i] == middle == board[8 - i] for i in range(4)):
        return middle
    for corner, first, second in ((0, (1, 2), (3, 6)), (8, (7, 6), (5, 2))):
        for p, q in (first, second):
            if board[corner] and board[corner] == board[p] == board[q]:
                return board[corner]
    return 0
    #********** End **********#


def alpha_beta_valuation(board, player, next_player, alpha, beta):
    """Return the value of board for O, 1, 0 or -1, when player is to move, searched in the window (alpha, beta)."""
    #********** Begin **********#
    return (highest if player == 1 else lowest)(board, alpha, beta)
    #********** End **********#


def determine_move(board):
    """Return a best position for O, one of all best ones, each equally likely."""
    #********** Begin **********#
    after = {}
    while True:
        p = random.randint(0, 8)
        if board[p]:
            continue
        if not after:
            for q in range(9):
                if not board[q]:
                    board[q] = 1
                    after[q] = alpha_beta_valuation(board, -1, 1, -2, 2)
                    board[q] = 0
        if after[p] == max(after.values()):
            return p
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
