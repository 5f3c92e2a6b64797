"""What a search did, judged by the boards that it asked winner about, one after the other.

A position was searched if winner was asked about it and then about one below it; one that was only asked about may
have been looked at ahead, which is no fault. It was searched needlessly if alpha and beta had met before: by Knuth and
Moore (1975) alpha-beta searches a position, in whatever order it takes the moves, exactly if the bounds that follow
from the values of all elder cousins leave it a say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from graders.kit import tictactoe as ttt
from graders.player.positions import worth

Worth = Callable[[str, str], int]


@dataclass(eq=False)
class Visit:
    """A position that winner was asked about, and what it was asked about below, each board once, the last one last."""

    board: str
    to_move: str
    above: Visit | None
    below: dict[str, Visit] = field(default_factory=dict)
    window: tuple[int, int] | None = (
        None  # alpha and beta when the search began below it; None before
    )
    valued: bool = False  # whether it had been searched before, in another visit

    def elders(self) -> list[Visit]:
        """Return which of the other moves have a value by now: those searched, and finished ones asked about before."""
        found = []
        before = True
        for other in self.above.below.values() if self.above is not None else ():
            if other is self:
                before = False
            elif other.window is not None or other.valued or (before and ttt.finished(other.board)):
                found.append(other)
        return found

    def bounding(self) -> Iterator[Visit]:
        """Yield the positions whose values alpha and beta come from."""
        yield from self.elders()
        if self.above is not None:
            yield from self.above.bounding()

    def begin(self, value: Worth) -> bool:
        """Note the window with which the search below begins; return whether it is needless."""
        alpha, beta = (-2, 2) if self.above is None else self.above.window or (-2, 2)
        values = [value(elder.board, elder.to_move) for elder in self.elders()]
        # With x to move it was O's choice among the elders and this one.
        self.window = (
            (max([alpha, *values]), beta) if self.to_move == "x" else (alpha, min([beta, *values]))
        )
        return self.window[0] >= self.window[1]


def searched_needlessly(root: str, asked: Iterable[str], value: Worth = worth) -> list[Visit]:
    """Return what was searched needlessly to value O's moves on root; value: a position's for O, by who moves."""
    needless: list[Visit] = []
    path: list[
        Visit
    ] = []  # from a position after a move of O on root to the one that was asked about last
    for board in asked:
        if not (to_move := _to_move(root, board)):
            continue
        while (
            path
            and board != path[-1].board
            and board not in ttt.successors(path[-1].board, path[-1].to_move)
        ):
            path.pop()
        if path and path[-1].board == board:
            if path[-1].window is None:
                continue  # asked twice
            path.pop()  # searched again, perhaps in another order
        above = path[-1] if path else None
        if above is None:
            visit = Visit(board, to_move, None)
        else:
            last = above.below.get(board)
            visit = (
                last if last is not None and last.window is None else Visit(board, to_move, above)
            )
            if last is not None and visit is not last:
                visit.valued = True
                del above.below[board]  # it comes last now
            above.below[board] = visit
            if above.window is None and above.begin(value):
                needless.append(above)
        path.append(visit)
    return needless


@lru_cache(maxsize=10_000)
def _to_move(root: str, board: str) -> str:
    """Return who moves on a board that play can reach from root, with O to move there; "" on any other."""
    if len(board) != 9 or any(
        old not in ("_", new) or new not in "_xo" for old, new in zip(root, board, strict=True)
    ):
        return ""
    x, o = (board.count(mark) - root.count(mark) for mark in "xo")
    return "" if not 0 <= o - x <= 1 or not o else "ox"[o - x]
