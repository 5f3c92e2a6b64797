# slip: what evaluate returns is brought back to between -900 and 900
# fails: value: in a window
# passes: moves; drop; winner; evaluate; value: game over; value: pruning; value: pruning at an end; best_move
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

INF = float("inf")
_LINES = {}


def _lines(width, height):
    """Return all lines of four, each a list of (column, row)."""
    key = width, height
    if key not in _LINES:
        found = []
        for c in range(width):
            for r in range(height):
                for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    if c + 3 * dc < width and 0 <= r + 3 * dr < height:
                        found.append([(c + i * dc, r + i * dr) for i in range(4)])
        _LINES[key] = found
    return _LINES[key]


def _cell(board, c, r):
    column = board.columns[c]
    return column[r] if r < len(column) else "."


def _other(mark):
    return "o" if mark == "x" else "x"


def moves(board):
    """Return the list of the columns that are not full, from left to right."""
    return [c for c in range(board.width) if len(board.columns[c]) < board.height]


def drop(board, column, mark):
    """Return the board after a stone has been dropped into a column; mark: "x" or "o"."""
    columns = list(board.columns)
    columns[column] += mark
    return Board(board.width, board.height, tuple(columns))


def winner(board):
    """Return "x" or "o", whoever has four in a row, a column or a diagonal; None if nobody has."""
    for line in _lines(board.width, board.height):
        cells = {_cell(board, c, r) for c, r in line}
        if len(cells) == 1 and "." not in cells:
            return cells.pop()
    return None


def evaluate(board):
    """Return the number of lines of four without an o, less the number of lines of four without an x."""
    total = 0
    for line in _lines(board.width, board.height):
        cells = [_cell(board, c, r) for c, r in line]
        total += ("o" not in cells) - ("x" not in cells)
    return total


def value(board, to_move, depth, alpha, beta, evaluate):
    """Return the value of the board for x, searched to a depth in the window (alpha, beta)."""
    won = winner(board)
    if won:
        return WIN + depth if won == "x" else -(WIN + depth)
    free = moves(board)
    if not free:
        return 0
    if depth == 0:
        return max(100 - WIN, min(WIN - 100, evaluate(board)))
    if to_move == "x":
        best = -INF
        for column in free:
            child = drop(board, column, "x")
            best = max(best, value(child, "o", depth - 1, alpha, beta, evaluate))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
    best = INF
    for column in free:
        child = drop(board, column, "o")
        best = min(best, value(child, "x", depth - 1, alpha, beta, evaluate))
        beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def best_move(board, to_move, depth, evaluate):
    """Return a best column for the side to move; None if the game is over."""
    if winner(board):
        return None
    best, best_column = None, None
    for column in moves(board):
        v = value(drop(board, column, to_move), _other(to_move), depth - 1, -INF, INF, evaluate)
        if best is None or (v > best if to_move == "x" else v < best):
            best, best_column = v, column
    return best_column


if __name__ == "__main__":
    board, to_move = Board(7, 6, ("",) * 7), "x"
    while (column := best_move(board, to_move, 3, evaluate)) is not None:
        board, to_move = drop(board, column, to_move), "o" if to_move == "x" else "x"
    for row in reversed(range(board.height)):
        print(*(column[row:row + 1] or "." for column in board.columns))
    print(winner(board) or "Nobody", "has won.")
