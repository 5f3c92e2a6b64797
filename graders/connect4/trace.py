"""A search of connect4 as it is recorded: value or best_move, with an evaluate that is asked for each board."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from graders.connect4.cases import BestCase, PruningCase, SearchCase, ToldCase, ValueCase
from graders.connect4.oracle import Worth, result
from graders.kit.errors import KitError
from graders.kit.grading.student import Question
from graders.kit.roomkit import columns as rules
from graders.kit.roomkit.columns import Board
from graders.kit.roomkit.textbook import Key, Node, Start
from graders.kit.tictactoe import other
from graders.kit.trace.search import Search

EXAMPLE = Board(4, 4, ("xo", "", "x", "oxo"))  # the statement's
DEPTH, WORTH = 3, Worth("example", 9)


@dataclass(frozen=True)
class WatchedBest(ToldCase, BestCase):
    """Ask best_move, whose evaluations are heard of."""

    def question(self) -> Question:
        worth = [None, self.worth.key]
        return "best_move", [self.board, self.to_move, self.depth, *worth, self.lends]


class BoardSearch(Search):
    """A search to a depth; x maximises. A key holds the columns that were played."""

    def __init__(self, case: SearchCase, starts: Sequence[Start]) -> None:
        about = (case.board, case.to_move, case.depth, case.worth)
        self.case: ToldCase
        if isinstance(case, ValueCase):
            self.case = PruningCase(*about, case.alpha, case.beta, lends=case.lends)
        else:
            self.case = WatchedBest(*about, lends=case.lends)
        self.asked, self.starts, self.title = case, starts, case.call
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
        return self.asked.to_move if moves % 2 == 0 else other(self.asked.to_move)

    def children(self, key: Key) -> list[Key]:
        board = self.at(key)
        ends = len(key) == self.asked.depth or result(board, 0) is not None
        return [] if ends else [(*key, column) for column in rules.moves(board)]

    def node(self, key: Key) -> Node:
        board, mark = self.at(key), self.mark(len(key))
        label = f"{other(mark)}{key[-1]}" if key else "start"
        cells = [
            column.ljust(board.height, "_")[row]
            for row in reversed(range(board.height))
            for column in board.columns
        ]
        drawn = "".join(cells) if board.width * board.height <= 42 else ""
        if not self.children(key):
            over = result(board, self.asked.depth - len(key))
            return Node(label, "", self.asked.worth.of(str(board)) if over is None else over, drawn)
        return Node(label, "max" if mark == "x" else "min", None, drawn)

    def locate(self, sent: Any, above: Key | None) -> Key | None:
        return next((key for key in self.near(above) if str(self.at(key)) == sent), None)

    def leaf(self, wanted: Any, above: Key | None) -> Key | None:
        match wanted:
            case ["evaluate", str(text)]:
                return self.locate(text, above)
        return None

    def same(self, key: Key) -> Any:
        board = self.at(key)
        return str(board) if len(key) == self.asked.depth and result(board, 0) is None else None


def of_case(case: Any) -> Search | None:
    if isinstance(case, ValueCase):
        return BoardSearch(case, [Start((), case.alpha, case.beta)])
    if isinstance(case, BestCase):
        return BoardSearch(case, [Start()])
    return None


def of_text(tree: str, board: str) -> Search:
    known = rules.read(board) if board else EXAMPLE
    if tree or known is None:
        raise KitError(
            "connect4 searches boards, written as columns from the bottom up, such as 4x4:xo||x|oxo."
        )
    return BoardSearch(ValueCase(known, "x", DEPTH, WORTH, -math.inf, math.inf), [Start()])
