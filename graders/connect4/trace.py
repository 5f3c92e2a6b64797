"""A search of connect4 as it is recorded.

That is value or best_move, with an evaluate that is asked for each board.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

from graders.connect4.cases import SearchCase, ValueCase
from graders.connect4.oracle import Worth, is_over, result
from graders.kit.errors import KitError
from graders.kit.roomkit import columns as rules
from graders.kit.roomkit.columns import Board
from graders.kit.roomkit.textbook import Key, Node, Start
from graders.kit.tictactoe import other
from graders.kit.trace.search import Search

EXAMPLE = Board(4, 4, ("xo", "", "x", "oxo"))  # the statement's
DEPTH = 3
WORTH = Worth("example", 9)
LARGEST = 42  # cells of a board that is drawn
SIDES: dict[str, Literal["max", "min"]] = {"x": "max", "o": "min"}
NO_BOARD = "connect4 searches boards, written as columns from the bottom up, such as 4x4:xo||x|oxo."


class BoardSearch(Search):
    """A search to a depth; x maximises. A key holds the columns that were played."""

    def __init__(self, case: SearchCase, starts: Sequence[Start]) -> None:
        self.case = replace(case, gives=True)  # so that its evaluations are heard of
        self.asked = case
        self.starts = starts
        self.title = case.call
        self.position = str(case.board)
        self.width = case.board.width

    def at(self, key: Key) -> Board:
        """Return the board at a node."""
        board = self.asked.board
        for number, column in enumerate(key):
            board = rules.drop(board, column, self.mark(number))
        return board

    def mark(self, moves: int) -> str:
        """Return who is to move after so many moves."""
        if moves % 2 == 0:
            return self.asked.to_move
        return other(self.asked.to_move)

    def children(self, key: Key) -> list[Key]:
        board = self.at(key)
        if len(key) == self.asked.depth or is_over(board):
            return []
        return [(*key, column) for column in rules.moves(board)]

    def node(self, key: Key) -> Node:
        board = self.at(key)
        mark = self.mark(len(key))
        label = "start"
        if key:
            label = f"{other(mark)}{key[-1]}"
        cells = row_by_row(board)
        if len(cells) > LARGEST:
            cells = ""
        if self.children(key):
            side = SIDES[mark]
            return Node(label, side, None, cells)
        value = result(board, self.asked.depth - len(key))
        if value is None:
            value = self.asked.worth.of(str(board))
        return Node(label, "", value, cells)

    def locate(self, sent: Any, above: Key | None) -> Key | None:
        return next((key for key in self.near(above) if str(self.at(key)) == sent), None)

    def leaf(self, wanted: Any, above: Key | None) -> Key | None:
        match wanted:
            case ["evaluate", str(text)]:
                return self.locate(text, above)
        return None

    def same(self, key: Key) -> Any:
        board = self.at(key)
        if len(key) < self.asked.depth or is_over(board):
            return None
        return str(board)


def row_by_row(board: Board) -> str:
    """Return the cells of a board, the topmost row first."""
    columns = [column.ljust(board.height, "_") for column in board.columns]
    cells = ""
    for row in reversed(range(board.height)):
        for column in columns:
            cells += column[row]
    return cells


def of_case(case: Any) -> Search | None:
    # One search is stepped through, not those before it.
    if isinstance(case, SearchCase) and not case.past:
        return BoardSearch(case, [Start((), case.alpha, case.beta)])
    return None


def of_text(tree: str, board: str) -> Search:
    known: Board | None = EXAMPLE
    if board:
        known = rules.read(board)
    if tree or known is None:
        raise KitError(NO_BOARD)
    return BoardSearch(ValueCase(known, "x", DEPTH, WORTH), [Start()])
