"""An unbeatable player of tic-tac-toe: alpha-beta search on a board that is changed in place.

The algorithm is ALPHA-BETA-SEARCH of Russell and Norvig, Artificial Intelligence: A Modern Approach, in the form
that keeps the values within the bounds (F2 of Knuth and Moore, An Analysis of Alpha-Beta Pruning, 1975).

A board is a list of nine, row by row: -1 is X, the person; 0 is empty; 1 is O, the computer. Positions are 0 to 8.
"""

import random

PERSON, EMPTY, COMPUTER = -1, 0, 1  # X, an empty square, O
LOWEST, HIGHEST = -2, 2  # a window that every value lies in
ORDER = (4, 0, 2, 6, 8, 1, 3, 5, 7)  # the centre first, then the corners: good moves early cut off more


class Search:
    """Searches on tuples; remembers bounds by the board and the side to move, for all calls."""
    known = {}

    def __init__(self, cells):
        self.cells = cells

    def go(self, side, low, high):
        key = self.cells, side
        floor, ceiling = self.known.get(key, (-2, 2))
        if floor >= high or floor == ceiling:
            return floor
        if ceiling <= low:
            return ceiling
        a, b = low, high
        over = winner(self.cells)
        if over or not legal_move_left(self.cells):
            self.known[key] = over, over
            return over
        best = -2 * side
        for p in range(9):
            if self.cells[p]:
                continue
            v = Search(self.cells[:p] + (side,) + self.cells[p + 1:]).go(-side, a, b)
            if side == 1:
                best = max(best, v)
                a = max(a, v)
            else:
                best = min(best, v)
                b = min(b, v)
            if a >= b:
                break
        if best <= low:
            self.known[key] = floor, min(ceiling, best)
        elif best >= high:
            self.known[key] = max(floor, best), ceiling
        else:
            self.known[key] = best, best
        return best


def legal_move_left(board):
    """Return whether an empty square is left."""
    #********** Begin **********#
    return not all(board)
    #********** End **********#


def winner(board):
    """Return 1 if O has three in a row, -1 if X has, 0 if neither has."""
    #********** Begin **********#
    text = "".join("XvO"[m + 1] for m in board)
    for mark, side in (("O", 1.0), ("X", -1.0)):
        for part in (text[:3], text[3:6], text[6:], text[::3], text[1::3], text[2::3], text[::4], text[2:7:2]):
            if part == mark * 3:
                return side
    return 0.0
    #********** End **********#


def alpha_beta_valuation(board, player, next_player, alpha, beta):
    """Return the value of board for O, 1, 0 or -1, when player is to move, searched in the window (alpha, beta)."""
    #********** Begin **********#
    return Search(tuple(board)).go(player, alpha, beta)
    #********** End **********#


def determine_move(board):
    """Return a best position for O, one of all best ones, each equally likely."""
    #********** Begin **********#
    free = [p for p in range(9) if not board[p]]
    random.shuffle(free)
    return max(free, key=lambda p: alpha_beta_valuation(board[:p] + [1] + board[p + 1:], -1, 1, -2, 2))
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
