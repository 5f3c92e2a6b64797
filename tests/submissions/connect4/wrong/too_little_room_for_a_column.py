# slip: best_move makes one number of a value and a column, with room for as many columns as the board is high
# fails: best_move
# passes: moves; drop; winner; evaluate; value: game over; value: in a window; value: pruning; value: pruning at an end
"""Connect Four by alpha-beta search to a limited depth, with an evaluation where the search stops.

The algorithm is ALPHA-BETA-SEARCH with a cut-off of Russell and Norvig, Artificial Intelligence: A Modern Approach, in
the form F2 of Knuth and Moore, An Analysis of Alpha-Beta Pruning, 1975. The evaluation is Nilsson's for tic-tac-toe.
"""

from functools import lru_cache
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


@lru_cache(maxsize=None)
def lines(width, height):
    """All lines of four of a board, each a list of (column, row)."""
    found = []
    for c in range(width):
        for r in range(height):
            for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
                line = [(c + i * dc, r + i * dr) for i in range(4)]
                if line[3][0] < width and 0 <= line[3][1] < height:
                    found.append(line)
    return found


def cell(board, c, r):
    """The stone in a cell, "" if there is none."""
    return board.columns[c][r:r + 1]


def other(mark):
    return "o" if mark == "x" else "x"


def moves(board):
    """Return the list of the columns that are not full, from left to right."""
    #********** Begin **********#
    return [c for c in range(board.width) if len(board.columns[c]) < board.height]
    #********** End **********#


def drop(board, column, mark):
    """Return the board after a stone has been dropped into a column; mark: "x" or "o"."""
    #********** Begin **********#
    columns = list(board.columns)
    columns[column] += mark
    return Board(board.width, board.height, tuple(columns))
    #********** End **********#


def winner(board):
    """Return "x" or "o", whoever has four in a row, a column or a diagonal; None if nobody has."""
    #********** Begin **********#
    for line in lines(board.width, board.height):
        marks = {cell(board, c, r) for c, r in line}
        if len(marks) == 1 and marks != {""}:
            return marks.pop()
    return None
    #********** End **********#


def evaluate(board):
    """Return the number of lines of four without an o, less the number of lines of four without an x."""
    #********** Begin **********#
    result = 0
    for line in lines(board.width, board.height):
        marks = {cell(board, c, r) for c, r in line}
        result += ("o" not in marks) - ("x" not in marks)
    return result
    #********** End **********#


def value(board, to_move, depth, alpha, beta, evaluate):
    """Return the value of the board for x, searched to a depth in the window (alpha, beta)."""
    #********** Begin **********#
    won = winner(board)
    if won:
        return WIN + depth if won == "x" else -(WIN + depth)
    columns = moves(board)
    if not columns:
        return 0
    if depth == 0:
        return evaluate(board)
    if to_move == "x":
        best = LOWEST
        for column in columns:
            best = max(best, value(drop(board, column, "x"), "o", depth - 1, max(alpha, best), beta, evaluate))
            if best >= beta:
                break
    else:
        best = HIGHEST
        for column in columns:
            best = min(best, value(drop(board, column, "o"), "x", depth - 1, alpha, min(beta, best), evaluate))
            if best <= alpha:
                break
    return best
    #********** End **********#


def best_move(board, to_move, depth, evaluate):
    """Return a best column for the side to move; None if the game is over."""
    #********** Begin **********#
    if winner(board) or not moves(board):
        return None
    pick = max if to_move == "x" else min
    return pick(moves(board), key=lambda column: column + board.height * value(
        drop(board, column, to_move), other(to_move), depth - 1, LOWEST, HIGHEST, evaluate))
    #********** End **********#


if __name__ == "__main__":
    board, to_move = Board(7, 6, ("",) * 7), "x"
    while (column := best_move(board, to_move, 3, evaluate)) is not None:
        board, to_move = drop(board, column, to_move), "o" if to_move == "x" else "x"
    for row in reversed(range(board.height)):
        print(*(column[row:row + 1] or "." for column in board.columns))
    print(winner(board) or "Nobody", "has won.")
