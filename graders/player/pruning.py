"""What a search did, judged by the boards that it asked winner about, one after the other.

A position was searched if winner was asked about it and then about one below it; one that was only
asked about may have been looked at ahead, which is no fault. It was searched needlessly if alpha
and beta had met before: by Knuth and Moore (1975) alpha-beta searches a position, in whatever order
it takes the moves, exactly if the bounds that follow from the values of all elder cousins leave it
a say.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from graders.kit import tictactoe as ttt
from graders.player.positions import worth

WIDEST = (-2, 2)  # alpha and beta where nothing is known


@dataclass(eq=False)
class Visit:
    """A position that winner was asked about.

    Attributes:
        board: The board.
        to_move: The side to move.
        above: The visit that this one is below; None after the first move.
        below: What was asked about below, each board once, the last one last.
        window: Alpha and beta when the search began below it; None before.
        valued: Whether it had been searched before, in another visit.
    """

    board: str
    to_move: str
    above: Visit | None = None
    below: dict[str, Visit] = field(default_factory=dict)
    window: tuple[int, int] | None = None
    valued: bool = False

    @property
    def path(self) -> list[str]:
        """The boards on the way here, after the first move, this one the last."""
        if self.above is None:
            return [self.board]
        return [*self.above.path, self.board]

    def values_of_elders(self) -> list[int]:
        """Return the values of the other moves that have one by now.

        Those are the moves that were searched, and finished positions asked about before.
        """
        if self.above is None:
            return []
        found = []
        for other in self.above.below.values():
            is_known = other.window is not None or other.valued or ttt.finished(other.board)
            if other is not self and is_known:
                found.append(worth(other.board, other.to_move))
        return found

    def begin(self) -> bool:
        """Note the window with which the search below begins; return whether it is needless."""
        alpha, beta = WIDEST
        if self.above is not None and self.above.window is not None:
            alpha, beta = self.above.window
        values = self.values_of_elders()
        if self.to_move == "x":  # it was O's choice among the elders and this one
            alpha = max([alpha, *values])
        else:
            beta = min([beta, *values])
        self.window = alpha, beta
        return alpha >= beta

    def visit(self, board: str, to_move: str) -> Visit:
        """Return the visit of a board below that is asked about now."""
        last = self.below.get(board)
        if last is not None and last.window is None:
            return last  # it was only looked at before
        self.below.pop(board, None)  # it comes last now
        self.below[board] = Visit(board, to_move, self, valued=last is not None)
        return self.below[board]


def searched_needlessly(root: str, asked: Iterable[str]) -> list[Visit]:
    """Return what was searched needlessly to value O's moves on a board.

    Args:
        root: The board.
        asked: The boards that winner was asked about, in order.
    """
    movers = _movers_below(root)
    needless: list[Visit] = []
    # From a position after a move of O on root to the one that was asked about last.
    path: list[Visit] = []
    for board in asked:
        if board not in movers:
            continue
        to_move = movers[board]
        while path and not _continues(path[-1], board):
            path.pop()
        if path and path[-1].board == board:
            if path[-1].window is None:
                continue  # asked twice
            path.pop()  # searched again, perhaps in another order
        if not path:
            path.append(Visit(board, to_move))
            continue
        above = path[-1]
        path.append(above.visit(board, to_move))
        if above.window is None and above.begin():
            needless.append(above)
    return needless


def _continues(visit: Visit, board: str) -> bool:
    """Tell whether a board is the one of a visit, or comes after one move there."""
    return board == visit.board or board in ttt.successors(visit.board, visit.to_move)


def _movers_below(root: str) -> dict[str, str]:
    """Return who moves on each board that play can reach from root, with O to move there."""
    movers: dict[str, str] = {}
    waiting = [(root, "o")]
    for board, mark in waiting:  # it gets longer meanwhile
        for after in ttt.successors(board, mark):
            if after not in movers:
                movers[after] = ttt.other(mark)
                waiting.append((after, movers[after]))
    return movers
