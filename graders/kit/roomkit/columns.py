"""For rooms: boards of any size, into whose columns stones are dropped; four in a line win.

It also makes boards to order, for the positions that checks ask about.
"""

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
BITS = {"x": str.maketrans("xo_", "100"), "o": str.maketrans("xo_", "010")}  # 1: a stone of theirs
MOST = 9  # columns and rows that a board is read with


class Board(NamedTuple):
    """A board.

    Attributes:
        width: How many columns there are.
        height: How many stones a column holds.
        columns: The stones of each column from the bottom up.
    """

    width: int
    height: int
    columns: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.width}x{self.height}:{'|'.join(self.columns)}"


def empty(width: int, height: int) -> Board:
    """Return a board with no stones."""
    return Board(width, height, ("",) * width)


def read(text: str) -> Board | None:
    """Return the board that str writes so, or None. The text may be a stranger's."""
    match = re.fullmatch(rf"([1-{MOST}])x([1-{MOST}]):([xo|]{{0,{MOST * (MOST + 1)}}})", text)
    if match is None:
        return None
    width, height = int(match[1]), int(match[2])
    columns = tuple(match[3].split("|"))
    if len(columns) != width or max(map(len, columns)) > height:
        return None
    return Board(width, height, columns)


def stones(board: Board) -> int:
    """Return how many stones lie on a board."""
    return sum(map(len, board.columns))


def moves(board: Board) -> list[int]:
    """Return the columns that are not full, also of a board that is won."""
    return [number for number, column in enumerate(board.columns) if len(column) < board.height]


def drop(board: Board, column: int, mark: str) -> Board:
    """Return the board with one stone more on top of a column."""
    columns = board.columns
    taller = columns[column] + mark
    return Board(board.width, board.height, (*columns[:column], taller, *columns[column + 1 :]))


@cache
def lines(width: int, height: int, length: int = 4) -> list[list[Cell]]:
    """Return all lines of cells side by side in a row, a column or a diagonal."""
    found = []
    for column, row, (right, up) in product(range(width), range(height), DIRECTIONS):
        line = _line_from(column, row, right, up, length)
        last_column, last_row = line[-1]
        if last_column < width and 0 <= last_row < height:
            found.append(line)
    return found


def _line_from(column: int, row: int, right: int, up: int, length: int = 4) -> list[Cell]:
    """Return cells in a line, each a step to the right and up from the one before."""
    return [(column + i * right, row + i * up) for i in range(length)]


@cache
def _places(width: int, height: int) -> list[list[int]]:
    """Return the lines of four by the numbers of their cells, counted column by column."""
    places = []
    for line in lines(width, height):
        places.append([column * height + row for column, row in line])
    return places


def contents(board: Board) -> list[str]:
    """Return what is on each line of four, "_" where no stone is."""
    stones = "".join([column.ljust(board.height, "_") for column in board.columns])
    places = _places(board.width, board.height)
    return [stones[a] + stones[b] + stones[c] + stones[d] for a, b, c, d in places]


@lru_cache(20_000)
def winner(board: Board) -> str | None:
    """Return who has four in a line, or None, by bitboards.

    Each cell is a bit. A free bit lies above each column, so that no line goes on from one column
    into the next.
    """
    height = board.height
    steps = (1, height, height + 1, height + 2)  # from a cell to its neighbours
    stones = "_".join([column.ljust(height, "_") for column in board.columns])
    for mark in "xo":
        bits = int(stones.translate(BITS[mark]), 2)
        for step in steps:
            # Four in a line are two pairs, two steps apart.
            pairs = bits & bits >> step
            if pairs & pairs >> 2 * step:
                return mark
    return None


def won_lines(board: Board) -> list[list[Cell]]:
    """Return the lines that hold four of the same side."""
    if winner(board) is None:
        return []
    won = []
    for line, marks in zip(lines(board.width, board.height), contents(board), strict=True):
        if marks in ("xxxx", "oooo"):
            won.append(line)
    return won


def mirrored(board: Board) -> Board:
    """Return the board as in a mirror, left and right exchanged."""
    return board._replace(columns=board.columns[::-1])


def swapped(board: Board) -> Board:
    """Return the board on which the sides have changed places."""
    return board._replace(columns=tuple(map(ttt.swapped, board.columns)))


def patterned(phase: int, size: Size, tall: Sequence[int], wanted: Mapping[Cell, str]) -> Board:
    """Return a board with stones as wanted, and others of which no four lie in a line.

    Args:
        phase: Which of eight such patterns the other stones follow, from 0 to 7.
        size: Width and height.
        tall: The number of stones in each column.
        wanted: Stones that lie in these cells.
    """
    width, height = size
    columns = []
    for column in range(width):
        stones = ""
        for row in range(tall[column]):
            # Stones alternate from column to column, and in pairs from the bottom up.
            pair = (row + phase) // 2
            number = column + pair + phase // 4
            stones += wanted.get((column, row)) or "xo"[number % 2]
        columns.append(stones)
    return Board(width, height, tuple(columns))


def ordered(
    rng: Random, size: Size, wanted: Mapping[Cell, str], fours: Sequence[list[Cell]]
) -> Board | None:
    """Return a board made to order, or None if there is none of such a pattern.

    Args:
        rng: It draws what is left open.
        size: Width and height.
        wanted: Stones that lie in these cells, "_" for none.
        fours: The lines that hold four of a side: these and no others.
    """
    tall = _heights_for(rng, size, wanted)
    if tall is None:
        return None
    for phase in rng.sample(range(8), 8):
        board = patterned(phase, size, tall, wanted)
        if fours:
            fits = won_lines(board) == fours
        else:
            fits = winner(board) is None
        if fits:
            return board
    return None


def _heights_for(rng: Random, size: Size, wanted: Mapping[Cell, str]) -> list[int] | None:
    """Draw how many stones each column holds; None if a stone would hang in the air."""
    width, height = size
    least = [0] * width
    most = [height] * width
    for (column, row), mark in wanted.items():
        if mark == "_":
            most[column] = min(most[column], row)
        else:
            least[column] = max(least[column], row + 1)
    spans = list(zip(least, most, strict=True))
    if any(low > high for low, high in spans):
        return None
    return [min(high, low + rng.randrange(2)) for low, high in spans]


@cache
def seemings(width: int, height: int) -> list[list[list[Cell]]]:
    """Return four cells each that would be lines if the board went on where it ends.

    Returns:
        A list for each kind of them: the board might go on at another edge, or in the next column
        or row.
    """
    cells = set(product(range(width), range(height)))
    real = {frozenset(line) for line in lines(width, height)}
    kinds = []
    for candidates in _lines_over_edges(width, height):
        kind = []
        for line in candidates:
            members = frozenset(line)
            if len(members) == 4 and members <= cells and members not in real:
                kind.append(line)
        kinds.append(kind)
    return kinds


def _lines_over_edges(width: int, height: int) -> list[list[list[Cell]]]:
    """Return fours of cells, kind by kind; some leave the board, some are real lines."""
    column_by_column = list(product(range(width), range(height)))
    row_by_row = [(column, row) for row, column in product(range(height), range(width))]
    kinds = []
    for cells, side in (column_by_column, height), (row_by_row, width):
        for step in (1, side - 1, side, side + 1):
            kinds.append(_equally_spaced(cells, step))
    for right, up in DIRECTIONS:
        around = []
        over = []
        for column, row in column_by_column:
            line = _line_from(column, row, right, up)
            around.append([(c % width, r) for c, r in line])
            over.append([(c, r % height) for c, r in line])
        kinds += [around, over]
    return kinds


def _equally_spaced(cells: list[Cell], step: int) -> list[list[Cell]]:
    """Return every four cells that are so many steps apart in a list of cells."""
    fours = []
    for first in range(len(cells) - 3 * step):
        last = first + 3 * step
        fours.append(cells[first : last + 1 : step])
    return fours
