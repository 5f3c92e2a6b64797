"""The oracle of alphabeta: minimax values, and what plain alpha-beta reads.

tests/test_oracles.py proves this file. The root of a tree maximises.
"""

import math
from typing import NamedTuple

from graders.kit.roomkit.trees import Data, Path, children, is_leaf

SEARCH = "minmax_with_alphabeta"


class Call(NamedTuple):
    """A call of a method of AlphaBeta.

    Attributes:
        method: Its name.
        path: Where the node is that it is called for.
        window: Alpha and beta; () for SEARCH.
    """

    method: str
    path: Path
    window: tuple[float, ...] = ()


def minimax(data: Data, maximise: bool) -> float:
    """Return the value of a node that has leaves below it."""
    if is_leaf(data):
        leaf: float = data[1]
        return leaf
    values = [minimax(child, not maximise) for child in children(data)]
    if maximise:
        return max(values)
    return min(values)


class PlainSearch:
    """Left-to-right alpha-beta after Knuth and Moore (1975).

    It cuts only when the window is strictly crossed.

    Attributes:
        hard: Whether inner nodes return values clamped to the window; it then reads more.
        read: The leaves that it reads.
        cuts: For each path that it never visits: the node cut at, and alpha and beta there, which
            have crossed.
        value: What it finds that the tree is worth.
    """

    def __init__(self, root: Data, hard: bool = False) -> None:
        self.hard = hard
        self.read: list[Path] = []
        self.cuts: dict[Path, tuple[Path, float, float]] = {}
        self.value = self._search(root, (), -math.inf, math.inf)

    def _search(self, data: Data, path: Path, low: float, high: float) -> float:
        if is_leaf(data):
            self.read.append(path)
            leaf: float = data[1]
            return leaf
        maximise = len(path) % 2 == 0
        alpha, beta = low, high
        value = -math.inf if maximise else math.inf
        for number, child in enumerate(children(data)):
            below = (*path, number)
            if alpha > beta:
                self.cuts[below] = (path, alpha, beta)
                continue
            value_below = self._search(child, below, alpha, beta)
            if maximise:
                value = max(value, value_below)
                alpha = max(alpha, value)
            else:
                value = min(value, value_below)
                beta = min(beta, value)
        if self.hard:
            return min(max(value, low), high)
        return value
