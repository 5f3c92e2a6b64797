"""A search of player as it is recorded, of alpha_beta_valuation or determine_move."""

from collections.abc import Iterable
from typing import Any

from graders.kit.errors import KitError
from graders.kit.roomkit.textbook import Event, Key, Start
from graders.kit.trace.boards import BoardSearch, board_of
from graders.kit.trace.search import Search
from graders.player.cases import LOOK, KeptCase, MovesCase, PositionCase, ValueCase
from graders.player.pruning import searched_needlessly

EXAMPLE = "xo_xo____"
NO_TREES = (
    "player searches boards: give one, nine characters row by row such as xo_xo____, and no tree."
)


class BoardOf(BoardSearch):
    """A search from a board; O maximises, and the order of the moves is the student's."""

    def __init__(self, case: PositionCase, function: str, to_move: str) -> None:
        super().__init__(case.board, to_move, "o", LOOK.names)
        self.case = case
        self.title = f"{function}(board), {LOOK.name(to_move)} to move"
        # Every move of determine_move has a window of its own: all best ones have to be known.
        roots = self.children(()) if function == "determine_move" else [()]
        self.starts = [Start(key, -2, 2) for key in roots]

    def needless(self, events: Iterable[Event]) -> set[Key]:
        if self.to_move != "o":
            return set()
        asked = [self.at(event.node) for event in events if event.kind in ("call", "read")]
        return {self.path(visit.path) for visit in searched_needlessly(self.board, asked)}


def of_case(case: Any) -> Search | None:
    match case:
        case MovesCase() | KeptCase(function="determine_move"):
            return of_board(case.board)
        case ValueCase():
            return BoardOf(case, "alpha_beta_valuation", case.to_move)
    return None


def of_board(board: str) -> Search:
    """Return the search of determine_move on a board."""
    return BoardOf(MovesCase(board, calls=1), "determine_move", "o")


def of_text(tree: str, board: str) -> Search:
    if tree:
        raise KitError(NO_TREES)
    return of_board(board_of(board) if board else EXAMPLE)


def of_play(game: Any) -> Search:
    """Return the search by which a submission chooses its move in a position, always as o."""
    search = of_board(game.seen())
    if game.to_move != game.plays_as:
        search.remark = game.EXCHANGED
    return search
