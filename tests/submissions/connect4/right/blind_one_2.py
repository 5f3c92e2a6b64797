"""Connect Four by alpha-beta search to a limited depth, with an evaluation where the search stops.

The algorithm is ALPHA-BETA-SEARCH with a cut-off of Russell and Norvig, Artificial Intelligence: A Modern Approach, in
the form F2 of Knuth and Moore, An Analysis of Alpha-Beta Pruning, 1975. The evaluation is Nilsson's for tic-tac-toe.
"""

from typing import NamedTuple

WIN = 1000
LOWEST, HIGHEST = -2 * WIN, 2 * WIN  # a window that every value lies in


class Board(NamedTuple):
    """A board. Given: there is nothing to write here.

    columns: a tuple of strings, one a column, its stones from the bottom up: "xo" is an x at the bottom and an o on it
    """

    width: int
    height: int
    columns: tuple


def moves(board):
    """Return the list of the columns that are not full, from left to right."""
    #********** Begin **********#
    return tuple(c for c, stones in enumerate(board.columns) if len(stones) != board.height)
    #********** End **********#


def drop(board, column, mark):
    """Return the board after a stone has been dropped into a column; mark: "x" or "o"."""
    #********** Begin **********#
    return board._replace(columns=board.columns[:column] + (board.columns[column] + mark,) + board.columns[column + 1:])
    #********** End **********#


def winner(board):
    """Return "x" or "o", whoever has four in a row, a column or a diagonal; None if nobody has."""
    #********** Begin **********#
    for mark in "ox":
        bits = sum(1 << 8 * c + r for c, stones in enumerate(board.columns) for r, m in enumerate(stones) if m == mark)
        for step in (1, 7, 8, 9):
            pairs = bits & bits >> step
            if pairs & pairs >> 2 * step:
                return mark
    return None
    #********** End **********#


def evaluate(board):
    """Return the number of lines of four without an o, less the number of lines of four without an x."""
    #********** Begin **********#
    counts = []
    for mark in "xo":
        cells = {(c, r) for c in range(board.width) for r in range(board.height) if board.columns[c][r:r + 1] in ("", mark)}
        counts.append(sum(all((c + i * dc, r + i * dr) in cells for i in range(4)) for c, r in cells
                          for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1))))
    return float(counts[0] - counts[1])
    #********** End **********#


def value(board, to_move, depth, alpha, beta, evaluate):
    """Return the value of the board for x, searched to a depth in the window (alpha, beta)."""
    #********** Begin **********#
    def nega(board, side, left, low, high):
        won = winner(board)
        if won:
            return (WIN + left) * (1 if (won == "x") == (side == 1) else -1)
        if not moves(board):
            return 0
        if not left:
            return side * evaluate(board)
        best = -float("inf")
        for c in moves(board):
            best = max(best, -nega(drop(board, c, "oxx"[side + 1]if side < 1 else "x"), -side, left - 1, -high, -max(low, best)))
            if best > high:
                break
        return best
    side = 1 if to_move == "x" else -1
    return side * (nega(board, side, depth, alpha, beta) if side == 1 else nega(board, side, depth, -beta, -alpha))
    #********** End **********#


def best_move(board, to_move, depth, evaluate):
    """Return a best column for the side to move; None if the game is over."""
    #********** Begin **********#
    if winner(board) or not moves(board):
        return None
    choose = max if to_move == "x" else min
    return choose(moves(board)[::-1], key=lambda c: value(drop(board, c, to_move), "xo"[to_move == "x"], depth - 1,
                                                         -float("inf"), float("inf"), evaluate))
    #********** End **********#


if __name__ == "__main__":
    board, to_move = Board(7, 6, ("",) * 7), "x"
    while (column := best_move(board, to_move, 3, evaluate)) is not None:
        board, to_move = drop(board, column, to_move), "o" if to_move == "x" else "x"
    for row in reversed(range(board.height)):
        print(*(column[row:row + 1] or "." for column in board.columns))
    print(winner(board) or "Nobody", "has won.")
