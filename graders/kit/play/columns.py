"""A game on a board of columns against a submission: four in a line win.

Columns are numbered from 0 for the person as well.
"""

from collections.abc import Sequence

from graders.kit import tictactoe as ttt
from graders.kit.play.game import Cell, Game
from graders.kit.roomkit import columns


class Columns(Game):
    """The game, but for what a room says.

    A room says which side submissions play, what the question is, and the words for a value. A
    move is a column. The driver answers ask_play as that room's `question` asks.

    Attributes:
        width: How many columns the board has.
        height: How many pieces a column holds.
        board: The pieces that were dropped.
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
        if columns.winner(self.board) is not None:
            return []
        return columns.moves(self.board)

    def play(self, move: int) -> None:
        self.board = columns.drop(self.board, move, self.to_move)
        self.to_move = ttt.other(self.to_move)

    @property
    def result(self) -> str:
        winner = columns.winner(self.board)
        if winner is None:
            return "A draw."
        if winner == self.person:
            return "You win!"
        return "The computer wins."

    def winner(self) -> str:
        return columns.winner(self.board) or ""

    def notation(self, moves: Sequence[int]) -> str:
        """Return the columns that were played, counted from 1, as solvers of the game take them."""
        return "".join([str(column + 1) for column in moves])

    def rows(self) -> list[list[Cell]]:
        """Return the board from the top down, and below it the numbers of the columns."""
        won = set().union(*columns.won_lines(self.board))
        rows = []
        for row in reversed(range(self.height)):
            rows.append([self._cell(column, row, won) for column in range(self.width)])
        names = [self.name(column) for column in range(self.width)]
        rows.append([Cell(name, name) for name in names])
        return rows

    def cell_name(self, row: int, column: int, cell: Cell) -> str:
        """Return the name of a button: rows are counted from 1, columns as their numbers say."""
        if row == self.height:
            return f"column {cell.label}"
        won = ", in the line that won" if cell.marked else ""
        return f"row {row + 1}, column {column}, {cell.label or 'empty'}{won}"

    def _cell(self, column: int, row: int, won: set[tuple[int, int]]) -> Cell:
        """Return a cell of the board, which is marked if it belongs to a line that has won."""
        mark = self.board.columns[column][row : row + 1]  # "" above the pieces of the column
        return Cell(mark, self.name(column), mark, (column, row) in won)

    def why_not(self, name: str) -> str:
        names = [str(column) for column in range(self.width)]
        if name not in names:
            return f"Type the number of a column, 0 to {self.width - 1}."
        free = ", ".join([str(column) for column in self.moves()])
        return f"Column {name} is full. These are not: {free}."

    def played(self, move: int) -> str:
        return f"{self.computer} played column {move}"

    def said(self, move: int) -> str:
        return f"The computer plays column {move}."

    def why_lost(self, answer: object) -> str:
        if isinstance(answer, int) and 0 <= answer < self.width:
            return f"It plays column {answer}, which is full."
        return super().why_lost(answer)
