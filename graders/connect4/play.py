"""How a submission of connect4 plays on 7x6: o, by best_move, with its own evaluate."""

from collections.abc import Sequence
from typing import Any

from graders.connect4.oracle import WIN
from graders.kit.grading import columns as rules
from graders.kit.play.game import Cell, Option
from graders.kit.play.game import Game as AnyGame

WIDTH, HEIGHT = 7, 6


class Game(AnyGame):
    sides = ("x", "o")
    computer = "o"
    prompt = f"Your column, 0 to {WIDTH - 1}: "
    options = (Option("depth", 4, "how many plies it looks ahead"),)

    def begin(self, first: str) -> None:
        self.board = rules.empty(WIDTH, HEIGHT)
        self.to_move = first

    def moves(self) -> Sequence[int]:
        return rules.moves(self.board) if rules.winner(self.board) is None else []

    def play(self, move: int) -> None:
        self.board = rules.drop(self.board, move, self.to_move)
        self.to_move = rules.other(self.to_move)

    @property
    def result(self) -> str:
        won = rules.winner(self.board)
        return "A draw." if won is None else "You win!" if won == self.person else "The computer wins."

    def rows(self) -> list[list[Cell]]:
        """Return the board from the top down, and below it the numbers of the columns."""
        won = [cell for line in rules.won_lines(self.board) for cell in line]

        def cell(column: int, row: int) -> Cell:
            mark = self.board.columns[column][row : row + 1]
            return Cell(mark, self.name(column), mark, (column, row) in won)

        columns = range(WIDTH)
        numbers = [Cell(self.name(column), self.name(column)) for column in columns]
        return [*([cell(column, row) for column in columns] for row in reversed(range(HEIGHT))), numbers]

    def why_not(self, name: str) -> str:
        if name not in map(str, range(WIDTH)):
            return f"Type the number of a column, 0 to {WIDTH - 1}."
        return f"Column {name} is full. These are not: {', '.join(map(str, self.moves()))}."

    def said(self, move: int) -> str:
        return f"The computer plays column {move}."

    def in_words(self, value: float) -> str:
        if abs(value) < WIN:
            return f"scores {value:g} with"
        return "wins with" if value > 0 else "loses with"

    def question(self, thinks: bool) -> list[Any]:
        return [self.board, self.computer, self.chosen["depth"], thinks]

    def why_lost(self, answer: object) -> str:
        if isinstance(answer, int) and 0 <= answer < WIDTH:
            return f"It plays column {answer}, which is full."
        return super().why_lost(answer)
