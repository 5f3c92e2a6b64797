# slip: a book of answers to X's first move names the centre twice for one of the four sides
# fails: determine_move: equally likely
# passes: legal_move_left; winner; alpha_beta_valuation: O to move; alpha_beta_valuation: X to move; alpha_beta_valuation: game over; determine_move: best moves; determine_move: pruning; determine_move: same board; determine_move: never loses
"""An unbeatable player of tic-tac-toe: alpha-beta search on a board that is changed in place.

The algorithm is ALPHA-BETA-SEARCH of Russell and Norvig, Artificial Intelligence: A Modern Approach, in the form
that keeps the values within the bounds (F2 of Knuth and Moore, An Analysis of Alpha-Beta Pruning, 1975).

A board is a list of nine, row by row: -1 is X, the person; 0 is empty; 1 is O, the computer. Positions are 0 to 8.
"""

import random

PERSON, EMPTY, COMPUTER = -1, 0, 1  # X, an empty square, O
LOWEST, HIGHEST = -2, 2  # a window that every value lies in
ORDER = (4, 0, 2, 6, 8, 1, 3, 5, 7)  # the centre first, then the corners: good moves early cut off more

BOOK = {1: (0, 2, 4, 7), 3: (0, 4, 5, 6), 5: (2, 3, 4, 8), 7: (1, 4, 4, 6, 8)}  # X's first move: the best answers


def legal_move_left(board):
    """Return whether an empty square is left."""
    #********** Begin **********#
    return EMPTY in board
    #********** End **********#


def winner(board):
    """Return 1 if O has three in a row, -1 if X has, 0 if neither has."""
    #********** Begin **********#
    for a, b, c in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
        if board[a] != EMPTY and board[a] == board[b] == board[c]:
            return board[a]
    return EMPTY
    #********** End **********#


def alpha_beta_valuation(board, player, next_player, alpha, beta):
    """Return the value of board for O, 1, 0 or -1, when player is to move, searched in the window (alpha, beta)."""
    #********** Begin **********#
    result = winner(board)
    if result != EMPTY or not legal_move_left(board):
        return result
    best = LOWEST if player == COMPUTER else HIGHEST
    for position in ORDER:
        if board[position] != EMPTY:
            continue
        board[position] = player
        value = alpha_beta_valuation(board, next_player, player, alpha, beta)
        board[position] = EMPTY
        if player == COMPUTER:
            best = max(best, value)
            alpha = max(alpha, value)
        else:
            best = min(best, value)
            beta = min(beta, value)
        if alpha >= beta:
            break
    return best
    #********** End **********#


def determine_move(board):
    """Return a best position for O, one of all best ones, each equally likely."""
    #********** Begin **********#
    if board.count(EMPTY) == 8 and PERSON in board and board.index(PERSON) in BOOK:
        return random.choice(BOOK[board.index(PERSON)])
    best, moves = LOWEST, []
    for position in range(9):
        if board[position] != EMPTY:
            continue
        board[position] = COMPUTER
        value = alpha_beta_valuation(board, PERSON, COMPUTER, LOWEST, HIGHEST)
        board[position] = EMPTY
        if value > best:
            best, moves = value, [position]
        elif value == best:
            moves.append(position)
    return random.choice(moves)
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
