"""A search of mcts as it is recorded: select on a given tree, or rounds of a whole search."""

from collections.abc import Iterable
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.errors import KitError
from graders.kit.roomkit.textbook import Event, Key, Node, said
from graders.kit.trace.boards import BoardSearch, board_of
from graders.kit.trace.search import Search
from graders.mcts.cases import SelectCase
from graders.mcts.oracle import path_of
from graders.mcts.searches import SearchCase

EXAMPLE, ROUNDS, C, SEED = "xoxoo_xx_", 12, 1.4, 1  # the statement's board
NO_TREE = (
    "mcts searches boards: give one, nine characters row by row such as xoxoo_xx_, and no tree."
)
OVER = "On the board {board} the game is over: there is nothing to search."


class TreeSearch(BoardSearch):
    """A search tree as it grows. A key holds the squares that were played, from 1."""

    prunes = looks_are_reads = False

    def __init__(self, case: SelectCase | SearchCase, board: str, mark: str) -> None:
        super().__init__(board, mark, mark)
        self.case = case
        self.title = case.call

    def at(self, key: Key) -> str:
        if not key:
            return self.board
        above = key[:-1]
        return ttt.play(self.at(above), key[-1] - 1, self.mark(above))

    def name(self, key: Key) -> str:
        if key:
            return f"{self.mark(key[:-1])}{key[-1]}"
        return "root"

    def node(self, key: Key) -> Node:
        return Node(self.name(key), "", None, self.at(key))

    def children(self, key: Key) -> list[Key]:
        return []

    def locate(self, sent: Any, above: Key | None) -> Key | None:
        return path_of(sent, self.board, self.to_move)

    def leaf(self, wanted: Any, above: Key | None) -> Key | None:
        return self.locate(wanted, above)

    def textbook(self, events: Iterable[Event]) -> list[Event]:
        return []  # chance decides


class Selection(TreeSearch):
    """Select on a tree as it is."""

    def __init__(self, case: SelectCase) -> None:
        super().__init__(case, case.tree.root.board, case.tree.root.to_move)
        self.tree = case.tree
        self.start = case.start
        self.c = case.c

    def name(self, key: Key) -> str:
        name = super().name(key)
        if key in self.tree.nodes:
            seen = self.tree.nodes[key]
            name = f"{name} {seen.wins:g}/{seen.visits}"
        return name

    def children(self, key: Key) -> list[Key]:
        return self.tree.below(key)

    def textbook(self, events: Iterable[Event]) -> list[Event]:
        """Return the way down of a right select."""
        key = self.start
        told = [Event("call", key, function="select")]
        while not self.tree.is_end(key):
            for child in self.tree.below(key):
                told.append(Event("call", child, function="ucb1"))
                value = said(round(self.tree.worth(child, self.c), 4))
                told.append(Event("return", child, value=value))
            key = self.tree.best(key, self.c)[0]
        return [*told, Event("return", self.start, value=self.name(key))]


def of_case(case: Any) -> Search | None:
    if isinstance(case, SelectCase):
        return Selection(case)
    if isinstance(case, SearchCase):
        return TreeSearch(case, case.board, case.mark)
    return None


def of_text(tree: str, board: str) -> Search:
    if tree:
        raise KitError(NO_TREE)
    chosen = board_of(board) if board else EXAMPLE
    if ttt.finished(chosen):
        raise KitError(OVER.format(board=chosen))
    mark = ttt.to_move(chosen)
    return TreeSearch(SearchCase(chosen, mark, ROUNDS, C, SEED), chosen, mark)


class PlaySearch(TreeSearch):
    """A search as by which a submission chooses its move in a game."""

    remark = (
        "This is a fresh search of the same position with as many rounds: chance is another here "
        "than in the game, so it may choose another move."
    )


def of_play(game: Any) -> Search:
    """Return a search as by which a submission chooses its move in a position."""
    case = SearchCase(game.board, game.to_move, game.chosen["rounds"], C, SEED)
    return PlaySearch(case, game.board, game.to_move)
