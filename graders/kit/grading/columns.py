"""For rooms: boards into whose columns stones are dropped, of any size; four in a line win. And boards to order."""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import product
from random import Random
from typing import NamedTuple

from graders.kit import tictactoe as ttt

Size = tuple[int, int]  # width, height
Cell = tuple[int, int]  # column, row; both are counted from 0, rows from the bottom up
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
BITS = {mark: str.maketrans("xo_", bits) for mark, bits in (("x", "100"), ("o", "010"))}
MOST = 9  # columns and rows that a board is read with


class Board(NamedTuple):
    """columns: the stones of each column from the bottom up"""

    width: int
    height: int
    columns: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.width}x{self.height}:{'|'.join(self.columns)}"


def empty(width: int, height: int) -> Board:
    return Board(width, height, ("",) * width)


def read(text: str) -> Board | None:
    """Return the board that is written so, as by str; None if there is none. The text may be a stranger's."""
    match = re.fullmatch(rf"([1-{MOST}])x([1-{MOST}]):([xo|]{{0,{MOST * (MOST + 1)}}})", text)
    if match is None:
        return None
    board = Board(int(match[1]), int(match[2]), tuple(match[3].split("|")))
    return (
        board
        if len(board.columns) == board.width and max(map(len, board.columns)) <= board.height
        else None
    )


def moves(board: Board) -> list[int]:
    """Return the columns that are not full, also of a board that is won."""
    return [number for number, column in enumerate(board.columns) if len(column) < board.height]


def drop(board: Board, column: int, mark: str) -> Board:
    columns = board.columns
    return Board(
        board.width,
        board.height,
        (*columns[:column], columns[column] + mark, *columns[column + 1 :]),
    )


@cache
def lines(width: int, height: int, length: int = 4) -> list[list[Cell]]:
    """Return all lines of cells side by side in a row, a column or a diagonal."""
    steps, starts = range(length), product(range(width), range(height), DIRECTIONS)
    every = (
        [(column + i * right, row + i * up) for i in steps] for column, row, (right, up) in starts
    )
    return [line for line in every if line[-1][0] < width and 0 <= line[-1][1] < height]


@cache
def _places(width: int, height: int) -> list[list[int]]:
    return [[column * height + row for column, row in line] for line in lines(width, height)]


def contents(board: Board) -> list[str]:
    """Return what is on each line of four, "_" where no stone is."""
    found = "".join([column.ljust(board.height, "_") for column in board.columns])
    return [
        found[a] + found[b] + found[c] + found[d]
        for a, b, c, d in _places(board.width, board.height)
    ]


@lru_cache(20_000)
def winner(board: Board) -> str | None:
    """Return who has four in a line, by bitboards: two pairs, two steps apart. A bit lies free above each column."""
    stones = "_".join([column.ljust(board.height, "_") for column in board.columns])
    for mark in "xo":
        bits = int(stones.translate(BITS[mark]), 2)
        pairs = [
            (bits & bits >> step, 2 * step)
            for step in (1, board.height, board.height + 1, board.height + 2)
        ]
        if any(pair & pair >> apart for pair, apart in pairs):
            return mark
    return None


def won_lines(board: Board) -> list[list[Cell]]:
    """Return the lines that hold four of the same side."""
    pairs = (
        zip(lines(board.width, board.height), contents(board), strict=True) if winner(board) else ()
    )
    return [line for line, marks in pairs if marks in ("xxxx", "oooo")]


def mirrored(board: Board) -> Board:
    return board._replace(columns=board.columns[::-1])


def swapped(board: Board) -> Board:
    """Return the board on which the sides have changed places."""
    return board._replace(columns=tuple(map(ttt.swapped, board.columns)))


def patterned(phase: int, size: Size, tall: Sequence[int], wanted: Mapping[Cell, str]) -> Board:
    """Return columns that tall, with stones as wanted and others of which no four lie in a line."""
    columns = ([wanted.get((c, r)) or "xo"[(c + (r + phase) // 2 + phase // 4) % 2] for r in range(tall[c])]
               for c in range(size[0]))  # fmt: skip
    return Board(*size, tuple(map("".join, columns)))


def ordered(
    rng: Random, size: Size, wanted: Mapping[Cell, str], fours: Sequence[list[Cell]]
) -> Board | None:
    """Return a board with stones as wanted, "_" for none, on which these lines, and no others, hold four of a side."""
    least, most = [0] * size[0], [size[1]] * size[0]
    for (column, row), mark in wanted.items():
        if mark == "_":
            most[column] = min(most[column], row)
        else:
            least[column] = max(least[column], row + 1)
    if any(low > high for low, high in zip(least, most, strict=True)):
        return None
    tall = [min(high, low + rng.randrange(2)) for low, high in zip(least, most, strict=True)]
    boards = (patterned(phase, size, tall, wanted) for phase in rng.sample(range(8), 8))
    return next(
        (b for b in boards if (won_lines(b) == fours if fours else winner(b) is None)), None
    )


@cache
def seemings(width: int, height: int) -> list[list[list[Cell]]]:
    """Return, of each kind, what would be lines if the board went on at another edge, or in the next column or row."""
    found: dict[object, list[list[Cell]]] = {}
    for side, across in (height, False), (width, True):
        for step, start in product((1, side - 1, side, side + 1), range(width * height)):
            places = [
                divmod(start + i * step, side)
                for i in range(4)
                if start + 3 * step < width * height
            ]
            found.setdefault((across, step), []).append(
                [place[::-1] for place in places] if across else places
            )
    for (right, up), c, r in product(DIRECTIONS, range(width), range(height)):
        line = [(c + i * right, r + i * up) for i in range(4)]
        found.setdefault(("around", right, up), []).append(
            [(column % width, row) for column, row in line]
        )
        found.setdefault(("over", right, up), []).append(
            [(column, row % height) for column, row in line]
        )
    real = {frozenset(line) for line in lines(width, height)}
    cells = {*product(range(width), range(height))}
    wrong = ([line for line in some if frozenset(line) not in real] for some in found.values())
    return [[line for line in some if len({*line}) == 4 and {*line} <= cells] for some in wrong]
