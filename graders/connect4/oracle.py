"""The oracle of connect4: rules, values and which boards alpha-beta evaluates. tests/test_connect4.py proves it."""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from typing import NamedTuple

WIN = 1000
Cell = tuple[int, int]  # column, row; both are counted from 0, rows from the bottom up
Path = tuple[int, ...]  # the columns that were played, one after the other
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


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
    match = re.fullmatch(r"([4-7])x([4-6]):([xo|]{3,50})", text)
    if match is None:
        return None
    board = Board(int(match[1]), int(match[2]), tuple(match[3].split("|")))
    return board if len(board.columns) == board.width and max(map(len, board.columns)) <= board.height else None


def other(mark: str) -> str:
    return "o" if mark == "x" else "x"


@cache
def lines(width: int, height: int, length: int = 4) -> list[list[Cell]]:
    """Return all lines of cells side by side in a row, a column or a diagonal."""
    return [
        [(column + i * right, row + i * up) for i in range(length)]
        for column in range(width)
        for row in range(height)
        for right, up in DIRECTIONS
        if column + (length - 1) * right < width and 0 <= row + (length - 1) * up < height
    ]


@cache
def _places(width: int, height: int) -> list[list[int]]:
    return [[column * height + row for column, row in line] for line in lines(width, height)]


def cells(board: Board) -> str:
    """Return the cells column by column, each from the bottom up, "_" where no stone is."""
    return "".join([column.ljust(board.height, "_") for column in board.columns])


def moves(board: Board) -> list[int]:
    return [number for number, column in enumerate(board.columns) if len(column) < board.height]


def drop(board: Board, column: int, mark: str) -> Board:
    columns = board.columns
    return Board(board.width, board.height, (*columns[:column], columns[column] + mark, *columns[column + 1 :]))


@cache
def winner(board: Board) -> str | None:
    found = cells(board)
    for a, b, c, d in _places(board.width, board.height):
        if found[a] == found[b] == found[c] == found[d] != "_":
            return found[a]
    return None


def won_lines(board: Board) -> list[list[Cell]]:
    """Return the lines that hold four of the same side."""
    found = cells(board)
    fours = zip(lines(board.width, board.height), _places(board.width, board.height), strict=True)
    return [line for line, places in fours if {found[place] for place in places} in ({"x"}, {"o"})]


def evaluate(board: Board) -> int:
    """Return the lines of four without an o, less the lines without an x (Nilsson 1971, for tic-tac-toe)."""
    found = cells(board)
    marks = [{found[place] for place in places} for places in _places(board.width, board.height)]
    return sum("o" not in line for line in marks) - sum("x" not in line for line in marks)


def result(board: Board, depth: int) -> int | None:
    """Return the value of a board on which the game is over, None if it goes on; depth: plies left"""
    if won := winner(board):
        return (WIN + depth) * (1 if won == "x" else -1)
    return None if moves(board) else 0


@dataclass(frozen=True)
class Worth:
    """Evaluations that nobody can know who does not know the secret: multiples of step, of up to `most` times it."""

    secret: str
    most: int
    step: int = 1

    @cache  # noqa: B019 - a grading makes some dozens
    def of(self, board: str) -> int:
        number = int.from_bytes(blake2b(f"{self.secret} {board}".encode(), digest_size=6).digest())
        return (number % (2 * self.most + 1) - self.most) * self.step

    @property
    def key(self) -> str:
        """A name that does not tell the secret."""
        return blake2b(f"{self.secret} {self.most} {self.step}".encode(), digest_size=6).hexdigest()


def below(board: Board, to_move: str, depth: int) -> Iterator[Board]:
    """Yield a board and those that up to so many plies lead to, as often as there are ways."""
    yield board
    if depth and result(board, 0) is None:
        for column in moves(board):
            yield from below(drop(board, column, to_move), other(to_move), depth - 1)


@cache
def minimax(board: Board, to_move: str, depth: int, worth: Worth) -> int:
    """Return the value for x, without any pruning."""
    over = result(board, depth)
    if over is not None:
        return over
    if depth == 0:
        return worth.of(str(board))
    return (max if to_move == "x" else min)(children(board, to_move, depth, worth).values())


def children(board: Board, to_move: str, depth: int, worth: Worth) -> dict[int, int]:
    """Return the value after each move."""
    side = other(to_move)
    return {column: minimax(drop(board, column, to_move), side, depth - 1, worth) for column in moves(board)}


@dataclass
class Search:
    """Left-to-right alpha-beta after Knuth and Moore (1975), which cuts only when the window is strictly crossed."""

    worth: Worth
    hard: bool = False  # fail-hard, so that inner boards have values clamped to the window; it then evaluates more
    equal: bool = False  # cut also when the window closes to a point; it then evaluates less
    evaluated: dict[str, Path] = field(default_factory=dict)  # each board with the first way to it
    # For each way that it never goes: the way to where it was cut, the value so far, the bound crossed.
    cuts: dict[Path, tuple[Path, float, float]] = field(default_factory=dict)

    def value(
        self, board: Board, to_move: str, depth: int, alpha: float = -math.inf, beta: float = math.inf, path: Path = ()
    ) -> float:
        over = result(board, depth)
        if over is not None:
            return over
        if depth == 0:
            self.evaluated.setdefault(str(board), path)
            return self.worth.of(str(board))
        maximise = to_move == "x"
        best = -math.inf if maximise else math.inf
        low, high = alpha, beta
        for column in moves(board):
            bound = beta if maximise else alpha
            if (self.equal and best == bound) or (best > bound if maximise else best < bound):
                self.cuts[*path, column] = (path, best, bound)
                continue
            after = drop(board, column, to_move)
            found = self.value(after, other(to_move), depth - 1, alpha, beta, (*path, column))
            best = max(best, found) if maximise else min(best, found)
            alpha, beta = (max(alpha, best), beta) if maximise else (alpha, min(beta, best))
        return min(max(best, low), high) if self.hard else best
