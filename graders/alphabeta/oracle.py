"""The oracle of alphabeta: minimax values, and what plain alpha-beta reads.

tests/test_oracles.py proves this file. The root of a tree maximises.
"""

import math
from dataclasses import dataclass, field
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


def minimax(data: Data, maximise: bool) -> int:
    """Return the value of a node that has leaves below it."""
    if is_leaf(data):
        return int(data[1])
    values = [minimax(child, not maximise) for child in children(data)]
    if maximise:
        return max(values)
    return min(values)


@dataclass
class PlainSearch:
    """Left-to-right alpha-beta after Knuth and Moore (1975).

    It cuts only when the window is strictly crossed.

    Attributes:
        root: The tree.
        hard: Whether inner nodes return values clamped to the window; it then reads more.
        read: The leaves that it reads.
        cuts: For each path that it never visits: the node cut at, its value so far, and the bound
            that was crossed.
    """

    root: Data
    hard: bool = False
    read: list[Path] = field(default_factory=list)
    cuts: dict[Path, tuple[Path, float, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.value = self._search(self.root, (), -math.inf, math.inf)

    def _search(self, data: Data, path: Path, alpha: float, beta: float) -> float:
        if is_leaf(data):
            self.read.append(path)
            leaf: int = data[1]
            return leaf
        low, high = alpha, beta
        if len(path) % 2 == 0:
            value = -math.inf
            for number, child in enumerate(children(data)):
                below = (*path, number)
                if value > beta:
                    self.cuts[below] = (path, value, beta)
                else:
                    value = max(value, self._search(child, below, alpha, beta))
                    alpha = max(alpha, value)
        else:
            value = math.inf
            for number, child in enumerate(children(data)):
                below = (*path, number)
                if value < alpha:
                    self.cuts[below] = (path, value, alpha)
                else:
                    value = min(value, self._search(child, below, alpha, beta))
                    beta = min(beta, value)
        if self.hard:
            return min(max(value, low), high)
        return value
