"""Drawings that exercises share: boards of any size, trees, and tic-tac-toe in the names that an exercise gives it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from graders.kit import tictactoe as ttt
from graders.kit.report import Board, Boards, Branch, Parts, Text

T = TypeVar("T")


def drawn(
    title: str,
    cells: str,
    marks: Sequence[int] = (),
    names: str = "xo",
    numbered: bool = True,
    width: int = 3,
) -> Board:
    """Draw a board of 'x', 'o', shown by names, and '_': the number of the cell, from 1, or "·" if not numbered."""
    shown = {"x": names[0], "o": names[1]}
    others = (shown.get(cell, cell if cell.isprintable() else "?") for cell in cells)
    found = [
        (str(i) if numbered else "·") if cell == "_" else cell for i, cell in enumerate(others, 1)
    ]
    return Board(title, [found[i : i + width] for i in range(0, len(found), width)], list(marks))


def stacked(
    title: str, columns: Sequence[str], height: int, marks: Sequence[tuple[int, int]] = ()
) -> Board:
    """Draw columns of stones, each from the bottom up, their numbers from 0 below them; marks: (column, row), too."""
    rows = [
        "".join(column.ljust(height, "_")[row] for column in columns)
        for row in reversed(range(height))
    ]
    places = [(height - 1 - row) * len(columns) + column for column, row in marks]
    board = drawn(title, "".join(rows), sorted(places), numbered=False, width=len(columns))
    return replace(board, rows=[*board.rows, [str(number) for number in range(len(columns))]])


def said(text: str, *boards: Board) -> Parts:
    """Return a sentence, and boards below it."""
    return [Text(text), Boards([*boards])] if boards else [Text(text)]


def branches(node: T, about: Callable[[T], Branch], below: Callable[[T], Iterable[T]]) -> Branch:
    """Draw a tree. about: draws a node, without its children; below: returns its children"""
    return replace(about(node), children=[branches(child, about, below) for child in below(node)])


@dataclass(frozen=True)
class Look:
    """How an exercise shows tic-tac-toe. names: of x and o on boards; called: in sentences"""

    names: str = "xo"
    called: tuple[str, str] = ("x", "o")

    def name(self, mark: str) -> str:
        return self.called["xo".index(mark)]

    def draw(self, title: str, board: str, marks: Sequence[int] = ()) -> Board:
        return drawn(title, board, marks, self.names)

    def position(self, board: str, to_move: str = "") -> Board:
        """Draw a board under the words that say whose turn it is; to_move: default: x has started"""
        title = (
            "game over"
            if ttt.finished(board)
            else f"{self.name(to_move or ttt.to_move(board))} to move"
        )
        return self.draw(
            title, board, sorted({cell for line in ttt.won_lines(board) for cell in line})
        )

    def move(self, before: str, after: str) -> str:
        """Name the move between two boards: "x at 5"."""
        (cell,) = ttt.changed(before, after)
        return f"{self.name(after[cell])} at {cell + 1}"

    def ended(self, board: str) -> str:
        """Say how a finished game ended."""
        won = ttt.winner(board)
        who = "the board is full and nobody" if won == "_" else self.name(won)
        return f"{who} has three in a row"

    def meaning(self, board: str, to_move: str) -> str:
        """Say why a position has its value: how the game ended, or what best play comes to."""
        if ttt.finished(board):
            return self.ended(board)
        x, o = self.called
        result = {
            1: f"{x} can force a win",
            0: "best play ends in a draw",
            -1: f"{o} can force a win",
        }
        told = f"{result[ttt.value(board, to_move)]} ({self.story(board, to_move)})"
        return f"{self.name(to_move)} is to move, and {told}"

    def story(self, board: str, mark: str, opening: int | None = None) -> str:
        """Tell best play, from the opening move at a cell: "after x at 5, o must block at 3, then x wins at 7"."""
        steps = []
        if opening is not None:
            board, at, who = ttt.play(board, opening, mark), opening + 1, self.name(mark)
            if ttt.winner(board) != "_":
                return f"{who} at {at} wins at once"
            steps, mark = [f"after {who} at {at}"], ttt.other(mark)
        for cell, side, forced in ttt.line_of_play(board, mark):
            board, at, who = ttt.play(board, cell, side), cell + 1, self.name(side)
            if ttt.winner(board) == side:
                steps.append(f"{'then ' if steps else ''}{who} wins at {at}")
            else:
                steps.append(f"{who} must block at {at}" if forced else f"{who} at {at}")
        return ", ".join(steps) + (", a draw" if ttt.winner(board) == "_" else "")
