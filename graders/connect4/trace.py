"""A search of connect4 as it is recorded.

That is value or best_move, with an evaluate that is asked for each board.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from graders.connect4.cases import BestCase, SearchCase, ValueCase
from graders.connect4.oracle import Worth, evaluate, is_over, result
from graders.kit.errors import KitError
from graders.kit.grading.student import Question
from graders.kit.roomkit import columns as rules
from graders.kit.roomkit.columns import Board
from graders.kit.roomkit.textbook import Key, Node, Start
from graders.kit.tictactoe import other
from graders.kit.trace.search import Search

EXAMPLE = Board(4, 4, ("xo", "", "x", "oxo"))  # the statement's
DEPTH = 3
WORTH = Worth("example", 9)
MOST_WORTH = 1e300  # no evaluation that is shown is larger
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
        value: float | None = result(board, self.asked.depth - len(key))
        if value is None:
            value = self.worth_of(board)
        return Node(label, "", value, cells)

    def worth_of(self, board: Board) -> float:
        """Return what evaluate returns for a board."""
        return self.asked.worth.of(str(board))

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


@dataclass(frozen=True)
class PlayCase(BestCase):
    """Ask best_move as in a game, with the student's own evaluate."""

    def question(self) -> Question:
        return "follow", [self.board, self.to_move, self.depth]

    def give(self, wanted: Any, notes: Any) -> Any:
        return None  # it only tells


class PlaySearch(BoardSearch):
    """The search by which a submission chooses its move in a game."""

    def __init__(self, case: PlayCase) -> None:
        super().__init__(case, [])
        # Every move has a window of its own: all best ones have to be known.
        self.starts = [Start(key) for key in self.children(())]
        self._told: dict[str, float] = {}  # what the student's evaluate has returned, by board

    def called(self, key: Key) -> str:
        """Return the moves that lead to a node, in words."""
        if not key:
            return "start"
        way = [key[:length] for length in range(1, len(key) + 1)]
        return " ".join([self.node(step).label for step in way])

    def leaf(self, wanted: Any, above: Key | None) -> Key | None:
        match wanted:
            case ["evaluated", str(text), int() | float() as worth]:
                key = self.locate(text, above)
                if key is not None and abs(worth) < MOST_WORTH:
                    self._told[text] = worth
                return key
        return None

    def worth_of(self, board: Board) -> float:
        return self._told.get(str(board), evaluate(board))


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


def of_play(game: Any) -> Search:
    """Return the search by which a submission chooses its move in a position."""
    return PlaySearch(PlayCase(game.board, game.to_move, game.chosen["depth"], WORTH))
