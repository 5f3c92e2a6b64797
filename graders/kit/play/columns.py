"""A game on a board of columns against a submission: four in a line win. Columns are numbered from 0 for the person."""

from collections.abc import Sequence

from graders.kit import tictactoe as ttt
from graders.kit.grading import columns
from graders.kit.play.game import Cell, Game


class Columns(Game):
    """The game, but for what a room says: the side that submissions play, the question, the words for a value.

    A move is a column. The driver answers ask_play as that room's `question` asks.
    """

    sides = ("x", "o")
    width, height = 7, 6

    @property
    def prompt(self) -> str:  # type: ignore[override]
        return f"Your column, 0 to {self.width - 1}: "

    def begin(self, first: str) -> None:
        self.board = columns.empty(self.width, self.height)
        self.to_move = first

    def moves(self) -> Sequence[int]:
        return columns.moves(self.board) if columns.winner(self.board) is None else []

    def play(self, move: int) -> None:
        self.board = columns.drop(self.board, move, self.to_move)
        self.to_move = ttt.other(self.to_move)

    @property
    def result(self) -> str:
        won = columns.winner(self.board)
        return (
            "A draw." if won is None else "You win!" if won == self.person else "The computer wins."
        )

    def rows(self) -> list[list[Cell]]:
        """Return the board from the top down, and below it the numbers of the columns."""
        won = [cell for line in columns.won_lines(self.board) for cell in line]

        def cell(column: int, row: int) -> Cell:
            mark = self.board.columns[column][row : row + 1]
            return Cell(mark, self.name(column), mark, (column, row) in won)

        every = range(self.width)
        numbers = [Cell(self.name(column), self.name(column)) for column in every]
        return [
            *([cell(column, row) for column in every] for row in reversed(range(self.height))),
            numbers,
        ]

    def why_not(self, name: str) -> str:
        if name not in map(str, range(self.width)):
            return f"Type the number of a column, 0 to {self.width - 1}."
        return f"Column {name} is full. These are not: {', '.join(map(str, self.moves()))}."

    def said(self, move: int) -> str:
        return f"The computer plays column {move}."

    def why_lost(self, answer: object) -> str:
        if isinstance(answer, int) and 0 <= answer < self.width:
            return f"It plays column {answer}, which is full."
        return super().why_lost(answer)
