# slip: a board that the last ply fills is evaluated, where it is worth 0
# fails: value: game over
# passes: moves; drop; winner; evaluate; value: in a window; value: pruning; value: pruning at an end; best_move
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


MARKS = "xo"


def bits(board, mark):
    """Return the cells with this mark as bits, column by column with one bit between them that is always 0."""
    result = 0
    for column, stones in enumerate(board.columns):
        for row, stone in enumerate(stones):
            if stone == mark:
                result |= 1 << column * (board.height + 1) + row
    return result


def steps(height):
    """Return how far it is to the next cell: up, right, and both ways aslant."""
    return 1, height + 1, height + 2, height


def four(cells, height):
    """Tell whether four of these cells are side by side."""
    for step in steps(height):
        pairs = cells & cells >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


def masks(width, height):
    """Return all lines of four as bits."""
    stride = height + 1
    inside = {column * stride + row for column in range(width) for row in range(height)}
    result = []
    for start in inside:
        for step in steps(height):
            line = [start + i * step for i in range(4)]
            if inside.issuperset(line):
                result.append(sum(1 << place for place in line))
    return result


def negamax(board, sign, depth, alpha, beta, evaluate):
    """Return the value for the side to move, whose sign is 1 for x and -1 for o."""
    who = winner(board)
    if who:
        return sign * (WIN + depth) * (1 if who == "x" else -1)
    columns = moves(board)
    if not columns:
        return 0
    if depth == 0:
        return sign * evaluate(board)
    for column in columns:
        after = drop(board, column, "o x"[sign + 1])
        if depth > 1 or winner(after):
            worth = -negamax(after, -sign, depth - 1, -beta, -alpha, evaluate)
        else:
            worth = sign * evaluate(after)
        alpha = max(alpha, worth)
        if alpha > beta:
            return beta
    return alpha


def moves(board):
    """Return the list of the columns that are not full, from left to right."""
    #********** Begin **********#
    return [i for i, stones in enumerate(board.columns) if len(stones) != board.height]
    #********** End **********#


def drop(board, column, mark):
    """Return the board after a stone has been dropped into a column; mark: "x" or "o"."""
    #********** Begin **********#
    columns = board.columns
    return board._replace(columns=columns[:column] + (columns[column] + mark,) + columns[column + 1:])
    #********** End **********#


def winner(board):
    """Return "x" or "o", whoever has four in a row, a column or a diagonal; None if nobody has."""
    #********** Begin **********#
    for mark in MARKS:
        if four(bits(board, mark), board.height):
            return mark
    return None
    #********** End **********#


def evaluate(board):
    """Return the number of lines of four without an o, less the number of lines of four without an x."""
    #********** Begin **********#
    mine, theirs = (bits(board, mark) for mark in MARKS)
    return sum((mine & line > 0 == theirs & line) - (theirs & line > 0 == mine & line) for line in masks(board.width, board.height))
    #********** End **********#


def value(board, to_move, depth, alpha, beta, evaluate):
    """Return the value of the board for x, searched to a depth in the window (alpha, beta)."""
    #********** Begin **********#
    sign = 1 if to_move == "x" else -1
    window = (alpha, beta) if sign == 1 else (-beta, -alpha)
    return sign * negamax(board, sign, depth, *window, evaluate)
    #********** End **********#


def best_move(board, to_move, depth, evaluate):
    """Return a best column for the side to move; None if the game is over."""
    #********** Begin **********#
    if winner(board) is not None or not moves(board):
        return None
    sign = 1 if to_move == "x" else -1

    def worth(column):
        return -negamax(drop(board, column, to_move), -sign, depth - 1, LOWEST, HIGHEST, evaluate)

    return max(moves(board), key=worth)
    #********** End **********#


if __name__ == "__main__":
    board, to_move = Board(7, 6, ("",) * 7), "x"
    while (column := best_move(board, to_move, 3, evaluate)) is not None:
        board, to_move = drop(board, column, to_move), "o" if to_move == "x" else "x"
    for row in reversed(range(board.height)):
        print(*(column[row:row + 1] or "." for column in board.columns))
    print(winner(board) or "Nobody", "has won.")
