# slip: A window beyond all values is cut down to an empty one, and the first column decides.
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


def moves(board):
    return [c for c in range(board.width) if len(board.columns[c]) < board.height]


def drop(board, column, mark):
    columns = list(board.columns)
    columns[column] += mark
    return Board(board.width, board.height, tuple(columns))


def winner(board):
    width, height = board.width, board.height
    rows = ["".join(c[r] if r < len(c) else "." for c in board.columns) for r in range(height)]
    texts = list(rows) + list(board.columns)
    for s in range(width + height - 1):
        texts.append("".join(rows[r][s - r] for r in range(height) if 0 <= s - r < width))
        texts.append("".join(rows[r][s - (height - 1 - r)] for r in range(height) if 0 <= s - (height - 1 - r) < width))
    for text in texts:
        for mark in "xo":
            if mark * 4 in text:
                return mark
    return None



_LINES = {}


def _lines(width, height):
    key = (width, height)
    if key not in _LINES:
        found = []
        for c in range(width):
            for r in range(height):
                for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    if 0 <= c + 3 * dc < width and 0 <= r + 3 * dr < height:
                        found.append(tuple((c + i * dc, r + i * dr) for i in range(4)))
        _LINES[key] = found
    return _LINES[key]


def evaluate(board):
    columns = board.columns
    total = 0
    for line in _lines(board.width, board.height):
        cells = "".join(columns[c][r:r + 1] for c, r in line)
        total += ("o" not in cells) - ("x" not in cells)
    return total


def _ended(board, depth):
    won = winner(board)
    if won is not None:
        return WIN + depth if won == "x" else -WIN - depth
    return None if moves(board) else 0


def value(board, to_move, depth, alpha, beta, evaluate):
    stack = []
    alpha, beta = max(alpha, -WIN - depth - 1), min(beta, WIN + depth + 1)
    current, side, left, low, high = board, to_move, depth, alpha, beta
    while True:
        result = _ended(current, left)
        if result is None and left == 0:
            result = evaluate(current)
        if result is None:
            stack.append([current, side, left, low, high, iter(moves(current)), None])
        else:
            while stack:
                frame = stack[-1]
                if frame[1] == "x":
                    if frame[6] is None or result > frame[6]:
                        frame[6] = result
                    frame[3] = max(frame[3], frame[6])
                else:
                    if frame[6] is None or result < frame[6]:
                        frame[6] = result
                    frame[4] = min(frame[4], frame[6])
                if frame[3] < frame[4]:
                    break
                result = stack.pop()[6]
            if not stack:
                return result
        while True:
            frame = stack[-1]
            column = next(frame[5], None)
            if column is not None:
                break
            result = stack.pop()[6]
            if not stack:
                return result
            parent = stack[-1]
            if parent[1] == "x":
                parent[6] = result if parent[6] is None else max(parent[6], result)
                parent[3] = max(parent[3], parent[6])
            else:
                parent[6] = result if parent[6] is None else min(parent[6], result)
                parent[4] = min(parent[4], parent[6])
            if parent[3] >= parent[4]:
                parent[5] = iter(())
        current = drop(frame[0], column, frame[1])
        side = "o" if frame[1] == "x" else "x"
        left, low, high = frame[2] - 1, frame[3], frame[4]


def best_move(board, to_move, depth, evaluate):
    if winner(board):
        return None
    choice = None
    alpha, beta = LOWEST, HIGHEST
    for column in moves(board):
        after = drop(board, column, to_move)
        if to_move == "x":
            v = value(after, "o", depth - 1, alpha, beta, evaluate)
            if v > alpha:
                alpha, choice = v, column
        else:
            v = value(after, "x", depth - 1, alpha, beta, evaluate)
            if v < beta:
                beta, choice = v, column
    return choice


if __name__ == "__main__":
    board, to_move = Board(7, 6, ("",) * 7), "x"
    while (column := best_move(board, to_move, 3, evaluate)) is not None:
        board, to_move = drop(board, column, to_move), "o" if to_move == "x" else "x"
    for row in reversed(range(board.height)):
        print(*(column[row:row + 1] or "." for column in board.columns))
    print(winner(board) or "Nobody", "has won.")
