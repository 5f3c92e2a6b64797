"""Drawings that exercises share.

They show boards of any size, trees, and tic-tac-toe in the names that an exercise gives it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from graders.kit import tictactoe as ttt
from graders.kit.report import Board, Boards, Branch, Parts, Text

T = TypeVar("T")
BEST_PLAY = {1: "{x} can force a win", 0: "best play ends in a draw", -1: "{o} can force a win"}


def drawn(
    title: str,
    cells: str,
    marks: Sequence[int] = (),
    names: str = "xo",
    numbered: bool = True,
    width: int = 3,
) -> Board:
    """Draw a board of 'x', 'o' and '_'.

    Args:
        title: What stands above it.
        cells: The board, a character a cell, row by row.
        marks: Cells to point out, counted from 0.
        names: What is drawn for x and for o.
        numbered: Whether an empty cell shows its number, from 1, or "·".
        width: How many columns the board has.
    """
    texts = []
    for number, cell in enumerate(cells, 1):
        if cell == "_":
            texts.append(str(number) if numbered else "·")
        else:
            texts.append(_stone(cell, names))
    rows = [texts[first : first + width] for first in range(0, len(texts), width)]
    return Board(title, rows, list(marks))


def _stone(cell: str, names: str) -> str:
    """Return what is drawn for a cell that is not empty; it may hold any character."""
    if cell == "x":
        return names[0]
    if cell == "o":
        return names[1]
    return cell if cell.isprintable() else "?"


def stacked(
    title: str, columns: Sequence[str], height: int, marks: Sequence[tuple[int, int]] = ()
) -> Board:
    """Draw columns of stones, with their numbers below them.

    Args:
        title: What stands above them.
        columns: The stones of each column from the bottom up.
        height: How many stones a column holds.
        marks: Cells to point out, each as column and row, both counted from 0, rows from the
            bottom up.
    """
    width = len(columns)
    cells = ""
    for row in reversed(range(height)):
        for column in columns:
            cells += column[row] if row < len(column) else "_"
    places = []
    for column_number, row in marks:
        row_from_top = height - 1 - row
        places.append(row_from_top * width + column_number)
    board = drawn(title, cells, sorted(places), numbered=False, width=width)
    numbers = [str(number) for number in range(width)]
    return replace(board, rows=[*board.rows, numbers])


def said(text: str, *boards: Board) -> Parts:
    """Return a sentence, and boards below it."""
    if not boards:
        return [Text(text)]
    return [Text(text), Boards(list(boards))]


def branches(node: T, about: Callable[[T], Branch], below: Callable[[T], Iterable[T]]) -> Branch:
    """Draw a tree.

    Args:
        node: Its root.
        about: Draws a node without its children.
        below: Returns a node's children.
    """
    branch = about(node)
    children = [branches(child, about, below) for child in below(node)]
    return replace(branch, children=children)


@dataclass(frozen=True)
class Look:
    """How an exercise shows tic-tac-toe.

    Attributes:
        names: What x and o are on boards.
        called: What they are in sentences.
    """

    names: str = "xo"
    called: tuple[str, str] = ("x", "o")

    def name(self, mark: str) -> str:
        """Return what a side is called in sentences."""
        return self.called["xo".index(mark)]

    def draw(self, title: str, board: str, marks: Sequence[int] = ()) -> Board:
        """Draw a board in the names of the exercise."""
        return drawn(title, board, marks, self.names)

    def position(self, board: str, to_move: str = "") -> Board:
        """Draw a board under the words that say whose turn it is.

        Args:
            board: The board.
            to_move: The side to move; "" if x has started, so that the board tells it.
        """
        title = "game over"
        if not ttt.finished(board):
            mover = to_move or ttt.to_move(board)
            title = f"{self.name(mover)} to move"
        won: set[int] = set().union(*ttt.won_lines(board))
        return self.draw(title, board, sorted(won))

    def move(self, before: str, after: str) -> str:
        """Name the move between two boards: "x at 5"."""
        (cell,) = ttt.changed(before, after)
        return f"{self.name(after[cell])} at {cell + 1}"

    def ended(self, board: str) -> str:
        """Say how a finished game ended."""
        winner = ttt.winner(board)
        if winner == "_":
            return "the board is full and nobody has three in a row"
        return f"{self.name(winner)} has three in a row"

    def meaning(self, board: str, to_move: str) -> str:
        """Say why a position has its value: how the game ended, or what best play comes to."""
        if ttt.finished(board):
            return self.ended(board)
        x, o = self.called
        value = ttt.value(board, to_move)
        result = BEST_PLAY[value].format(x=x, o=o)
        story = self.story(board, to_move)
        return f"{self.name(to_move)} is to move, and {result} ({story})"

    def story(self, board: str, mark: str, opening: int | None = None) -> str:
        """Tell best play: "after x at 5, o must block at 3, then x wins at 7".

        Args:
            board: The board it begins with.
            mark: The side to move.
            opening: The cell of the first move, if it is not to be the best one.
        """
        steps = []
        if opening is not None:
            move = f"{self.name(mark)} at {opening + 1}"
            board = ttt.play(board, opening, mark)
            if ttt.winner(board) != "_":
                return f"{move} wins at once"
            steps.append(f"after {move}")
            mark = ttt.other(mark)
        for cell, side, forced in ttt.line_of_play(board, mark):
            who, number = self.name(side), cell + 1
            board = ttt.play(board, cell, side)
            if ttt.winner(board) == side:
                win = f"{who} wins at {number}"
                steps.append(f"then {win}" if steps else win)
            elif forced:
                steps.append(f"{who} must block at {number}")
            else:
                steps.append(f"{who} at {number}")
        story = ", ".join(steps)
        if ttt.winner(board) == "_":
            return f"{story}, a draw"
        return story
