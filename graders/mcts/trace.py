"""A search of mcts as it is recorded: select on a tree that is given, or rounds of a whole search."""

from collections.abc import Iterable
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.errors import KitError
from graders.kit.roomkit.textbook import Event, Key, Node
from graders.kit.trace.boards import BoardSearch, board_of
from graders.kit.trace.search import Search
from graders.mcts.cases import SelectCase
from graders.mcts.oracle import Tree
from graders.mcts.searches import SearchCase

EXAMPLE, ROUNDS, C, SEED = "xoxoo_xx_", 12, 1.4, 1  # the statement's board


class TreeSearch(BoardSearch):
    """A search tree as it is, or as it grows. A key holds the squares that were played, from 1."""

    prunes = looks_are_reads = False

    def __init__(self, case: SelectCase | SearchCase) -> None:
        self.given = case.tree if isinstance(case, SelectCase) else None
        board = case.root.board if isinstance(case, SelectCase) else case.board
        mark = case.root.to_move if isinstance(case, SelectCase) else case.mark
        super().__init__(board, mark, mark)
        self.case = case
        self.title = (
            case.call if isinstance(case, SearchCase) else f"select({case.name}, {case.c:g})"
        )

    def at(self, key: Key) -> str:
        return (
            super().at(key)
            if not key
            else ttt.play(self.at(key[:-1]), key[-1] - 1, self.mark(key[:-1]))
        )

    def node(self, key: Key) -> Node:
        label = f"{self.mark(key[:-1])}{key[-1]}" if key else "root"
        seen = self.given.nodes.get(key) if self.given else None
        return Node(
            f"{label} {seen.wins:g}/{seen.visits}" if seen else label, "", None, self.at(key)
        )

    def children(self, key: Key) -> list[Key]:
        return self.given.below(key) if self.given else []

    def locate(self, sent: Any, above: Key | None) -> Key | None:
        board, mark = self.board, self.to_move
        for square in sent if isinstance(sent, list) else [None]:
            if type(square) is not int or square - 1 not in ttt.moves(board) or ttt.finished(board):
                return None
            board, mark = ttt.play(board, square - 1, mark), ttt.other(mark)
        return tuple(sent)

    def leaf(self, wanted: Any, above: Key | None) -> Key | None:
        return self.locate(wanted, above)

    def textbook(self, events: Iterable[Event]) -> list[Event]:
        """Return the way down of a right select; of a search there is none, for chance decides."""
        if not isinstance(self.case, SelectCase) or self.given is None:
            return []
        key, told = self.case.start, [Event("call", self.case.start, function="select")]
        while not self.given.nodes[key].untried and self.given.below(key):
            for child in self.given.below(key):
                told += [
                    Event("call", child, function="ucb1"),
                    Event("return", child, value=self.worth(key, child)),
                ]
            key = self.given.best(key, self.case.c)[0]
        return [*told, Event("return", self.case.start, value=self.node(key).label)]

    def worth(self, key: Key, child: Key) -> Any:
        assert isinstance(self.given, Tree)
        assert isinstance(self.case, SelectCase)
        value = self.given.worth(child, self.case.c)
        return round(value, 4) if self.given.nodes[child].visits else "inf"


def of_case(case: Any) -> Search | None:
    return TreeSearch(case) if isinstance(case, SelectCase | SearchCase) else None


def of_text(tree: str, board: str) -> Search:
    if tree:
        raise KitError(
            "mcts searches boards: give one, nine characters row by row such as xoxoo_xx_, and no tree."
        )
    chosen = board_of(board) if board else EXAMPLE
    if ttt.finished(chosen):
        raise KitError(f"On the board {chosen} the game is over: there is nothing to search.")
    return TreeSearch(SearchCase(chosen, ttt.to_move(chosen), ROUNDS, C, SEED, "rounds"))
