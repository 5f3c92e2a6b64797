"""Boards into whose columns stones are dropped, of any size: the rules of a game in which four in a line win."""

import re
from functools import cache
from typing import NamedTuple

Cell = tuple[int, int]  # column, row; both are counted from 0, rows from the bottom up
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
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
    return board if len(board.columns) == board.width and max(map(len, board.columns)) <= board.height else None


def other(mark: str) -> str:
    return "o" if mark == "x" else "x"


def moves(board: Board) -> list[int]:
    """Return the columns that are not full, also of a board that is won."""
    return [number for number, column in enumerate(board.columns) if len(column) < board.height]


def drop(board: Board, column: int, mark: str) -> Board:
    columns = board.columns
    return Board(board.width, board.height, (*columns[:column], columns[column] + mark, *columns[column + 1 :]))


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


def contents(board: Board) -> list[str]:
    """Return what is on each line of four, "_" where no stone is."""
    found = "".join([column.ljust(board.height, "_") for column in board.columns])
    return [found[a] + found[b] + found[c] + found[d] for a, b, c, d in _places(board.width, board.height)]


@cache
def winner(board: Board) -> str | None:
    return next((marks[0] for marks in contents(board) if marks in ("xxxx", "oooo")), None)


def won_lines(board: Board) -> list[list[Cell]]:
    """Return the lines that hold four of the same side."""
    pairs = zip(lines(board.width, board.height), contents(board), strict=True)
    return [line for line, marks in pairs if marks in ("xxxx", "oooo")]
