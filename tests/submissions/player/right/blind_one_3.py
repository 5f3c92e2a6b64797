"""An unbeatable player of tic-tac-toe: alpha-beta search on a board that is changed in place.

The algorithm is ALPHA-BETA-SEARCH of Russell and Norvig, Artificial Intelligence: A Modern Approach, in the form
that keeps the values within the bounds (F2 of Knuth and Moore, An Analysis of Alpha-Beta Pruning, 1975).

A board is a list of nine, row by row: -1 is X, the person; 0 is empty; 1 is O, the computer. Positions are 0 to 8.
"""

import random

PERSON, EMPTY, COMPUTER = -1, 0, 1  # X, an empty square, O
LOWEST, HIGHEST = -2, 2  # a window that every value lies in
ORDER = (4, 0, 2, 6, 8, 1, 3, 5, 7)  # the centre first, then the corners: good moves early cut off more

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def legal_move_left(board):
    """Return whether an empty square is left."""
    #********** Begin **********#
    return board.count(0)
    #********** End **********#


def winner(board):
    """Return 1 if O has three in a row, -1 if X has, 0 if neither has."""
    #********** Begin **********#
    totals = [board[a] + board[b] + board[c] for a, b, c in LINES]
    return (3 in totals) - (-3 in totals)
    #********** End **********#


def alpha_beta_valuation(board, player, next_player, alpha, beta):
    """Return the value of board for O, 1, 0 or -1, when player is to move, searched in the window (alpha, beta)."""
    #********** Begin **********#
    # each frame: [side, alpha, beta, best, iterator over the squares, square just tried]
    def enter(side, low, high):
        over = winner(board)
        if over or not legal_move_left(board):
            return over
        stack.append([side, low, high, -2 * side, iter([p for p in ORDER if not board[p]]), None])
        return None

    stack = []
    answer = enter(player, alpha, beta)
    while stack:
        frame = stack[-1]
        if answer is not None:
            board[frame[5]] = 0
            if frame[0] == 1:
                frame[3] = max(frame[3], answer)
                frame[1] = max(frame[1], answer)
            else:
                frame[3] = min(frame[3], answer)
                frame[2] = min(frame[2], answer)
        square = next(frame[4], None) if frame[1] < frame[2] else None
        if square is None:
            answer = frame[3]
            stack.pop()
            continue
        frame[5] = square
        board[square] = frame[0]
        answer = enter(-frame[0], frame[1], frame[2])
    return answer
    #********** End **********#


def determine_move(board):
    """Return a best position for O, one of all best ones, each equally likely."""
    #********** Begin **********#
    chosen, best, seen = None, -9, 0
    for p in range(9):
        if board[p] == 0:
            board[p] = 1
            v = alpha_beta_valuation(board, -1, 1, -2, 2)
            board[p] = 0
            if v > best:
                best, seen = v, 0
            if v == best:
                seen += 1
                if random.randrange(seen) == 0:
                    chosen = p
    return chosen
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
