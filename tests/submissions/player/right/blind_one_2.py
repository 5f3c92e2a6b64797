"""An unbeatable player of tic-tac-toe: alpha-beta search on a board that is changed in place.

The algorithm is ALPHA-BETA-SEARCH of Russell and Norvig, Artificial Intelligence: A Modern Approach, in the form
that keeps the values within the bounds (F2 of Knuth and Moore, An Analysis of Alpha-Beta Pruning, 1975).

A board is a list of nine, row by row: -1 is X, the person; 0 is empty; 1 is O, the computer. Positions are 0 to 8.
"""

import secrets

PERSON, EMPTY, COMPUTER = -1, 0, 1  # X, an empty square, O
LOWEST, HIGHEST = -2, 2  # a window that every value lies in
ORDER = (4, 0, 2, 6, 8, 1, 3, 5, 7)  # the centre first, then the corners: good moves early cut off more

MASKS = (7, 56, 448, 73, 146, 292, 273, 84)


def legal_move_left(board):
    """Return whether an empty square is left."""
    #********** Begin **********#
    return any(not mark for mark in board)
    #********** End **********#


def winner(board):
    """Return 1 if O has three in a row, -1 if X has, 0 if neither has."""
    #********** Begin **********#
    xs = sum(1 << i for i, mark in enumerate(board) if mark == PERSON)
    os = sum(1 << i for i, mark in enumerate(board) if mark == COMPUTER)
    return next((s for m, s in ((os, 1), (xs, -1)) if any(m & line == line for line in MASKS)), 0)
    #********** End **********#


def alpha_beta_valuation(board, player, next_player, alpha, beta):
    """Return the value of board for O, 1, 0 or -1, when player is to move, searched in the window (alpha, beta)."""
    #********** Begin **********#
    def nega(me, other, low, high):
        over = winner(board)
        if over:
            return over * me
        free = [p for p in range(8, -1, -1) if not board[p]]
        if not free:
            return 0
        best = -2
        for p in free:
            board[p] = me
            try:
                best = max(best, -nega(other, me, -high, -max(low, best)))
            finally:
                board[p] = 0
            if max(low, best) >= high:
                break
        return best
    return player * (nega(player, next_player, alpha, beta) if player == 1 else nega(player, next_player, -beta, -alpha))
    #********** End **********#


def determine_move(board):
    """Return a best position for O, one of all best ones, each equally likely."""
    #********** Begin **********#
    values = {}
    for p in (i for i in range(9) if not board[i]):
        board[p] = 1
        values[p] = alpha_beta_valuation(board, -1, 1, -2, 2)
        board[p] = 0
    top = max(values.values())
    return secrets.choice([p for p, v in values.items() if v == top])
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
