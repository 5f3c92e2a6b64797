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
    return [column for column in range(board.width) if len(board.columns[column]) < board.height]
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
    for mark in "xo":
        stones = {(c, r) for c, column in enumerate(board.columns) for r, stone in enumerate(column) if stone == mark}
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            pairs = {(c, r) for c, r in stones if (c + right, r + up) in stones}
            if any((c + 2 * right, r + 2 * up) in pairs for c, r in pairs):
                return mark  # four side by side are two pairs
    return None
    #********** End **********#


def evaluate(board):
    """Return the number of lines of four without an o, less the number of lines of four without an x."""
    #********** Begin **********#
    stones = {(c, r): mark for c, column in enumerate(board.columns) for r, mark in enumerate(column)}
    score = 0
    for c in range(board.width):
        for r in range(board.height):
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                if c + 3 * right < board.width and 0 <= r + 3 * up < board.height:
                    line = [stones.get((c + i * right, r + i * up)) for i in range(4)]
                    score += ("o" not in line) - ("x" not in line)
    return score
    #********** End **********#


def value(board, to_move, depth, alpha, beta, evaluate):
    """Return the value of the board for x, searched to a depth in the window (alpha, beta)."""
    #********** Begin **********#
    won = winner(board)
    if won == "x":
        return WIN + depth
    if won == "o":
        return -(WIN + depth)
    if not moves(board):
        return 0
    if depth == 0:
        return evaluate(board)
    if to_move == "x":
        for column in moves(board):
            alpha = max(alpha, value(drop(board, column, "x"), "o", depth - 1, alpha, beta, evaluate))
            if alpha >= beta:
                break  # o has something better elsewhere and will never let the game come here
        return alpha
    for column in moves(board):
        beta = min(beta, value(drop(board, column, "o"), "x", depth - 1, alpha, beta, evaluate))
        if alpha >= beta:
            break
    return beta
    #********** End **********#


def best_move(board, to_move, depth, evaluate):
    """Return a best column for the side to move; None if the game is over."""
    #********** Begin **********#
    if winner(board) or not moves(board):
        return None
    other, best = ("o", max) if to_move == "x" else ("x", min)
    worth = {}
    for column in moves(board):
        worth[column] = value(drop(board, column, to_move), other, depth - 1, LOWEST, HIGHEST, evaluate)
    return best(worth, key=worth.get)
    #********** End **********#


if __name__ == "__main__":
    board, to_move = Board(7, 6, ("",) * 7), "x"
    while (column := best_move(board, to_move, 3, evaluate)) is not None:
        board, to_move = drop(board, column, to_move), "o" if to_move == "x" else "x"
    for row in reversed(range(board.height)):
        print(*(column[row:row + 1] or "." for column in board.columns))
    print(winner(board) or "Nobody", "has won.")
