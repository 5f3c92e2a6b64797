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


LINES = {}


def lines(width, height):
    """Return all lines of four, each as four cells (column, row)."""
    if (width, height) not in LINES:
        found = []
        for c in range(width):
            for r in range(height):
                for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    if c + 3 * dc < width and 0 <= r + 3 * dr < height:
                        found.append([(c + i * dc, r + i * dr) for i in range(4)])
        LINES[width, height] = found
    return LINES[width, height]


def cell(board, c, r):
    """Return the stone at a cell, or "" where there is none."""
    return board.columns[c][r:r + 1]


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
        stones = {cell(board, c, r) for c, r in line}
        if len(stones) == 1 and stones != {""}:
            return stones.pop()
    return None
    #********** End **********#


def evaluate(board):
    """Return the number of lines of four without an o, less the number of lines of four without an x."""
    #********** Begin **********#
    total = 0
    for line in lines(board.width, board.height):
        stones = [cell(board, c, r) for c, r in line]
        total += ("o" not in stones) - ("x" not in stones)
    return total
    #********** End **********#


def value(board, to_move, depth, alpha, beta, evaluate):
    """Return the value of the board for x, searched to a depth in the window (alpha, beta)."""
    #********** Begin **********#
    won = winner(board)
    if won == "x":
        return WIN + depth
    if won == "o":
        return -(WIN + depth)
    columns = moves(board)
    if not columns:
        return 0
    if depth == 0:
        return evaluate(board)
    best = None
    for column in columns:
        child = drop(board, column, to_move)
        if to_move == "x":
            result = value(child, "o", depth - 1, alpha, beta, evaluate)
            best = result if best is None else max(best, result)
            alpha = max(alpha, best)
        else:
            result = value(child, "x", depth - 1, alpha, beta, evaluate)
            best = result if best is None else min(best, result)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
    #********** End **********#


def best_move(board, to_move, depth, evaluate):
    """Return a best column for the side to move; None if the game is over."""
    #********** Begin **********#
    if winner(board) is not None:
        return None
    best, choice = None, None
    for column in moves(board):
        child = drop(board, column, to_move)
        result = value(child, "o" if to_move == "x" else "x", depth - 1, LOWEST, HIGHEST, evaluate)
        if best is None or (result > best if to_move == "x" else result < best):
            best, choice = result, column
    return choice
    #********** End **********#


if __name__ == "__main__":
    board, to_move = Board(7, 6, ("",) * 7), "x"
    while (column := best_move(board, to_move, 3, evaluate)) is not None:
        board, to_move = drop(board, column, to_move), "o" if to_move == "x" else "x"
    for row in reversed(range(board.height)):
        print(*(column[row:row + 1] or "." for column in board.columns))
    print(winner(board) or "Nobody", "has won.")
