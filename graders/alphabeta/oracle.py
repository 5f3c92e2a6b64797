"""The oracle of alphabeta: minimax values, and what plain alpha-beta reads. tests/test_oracles.py proves this file.

The root of a tree maximises.
"""

import math
from dataclasses import dataclass, field
from typing import NamedTuple

from graders.kit.roomkit.trees import Data, Path, children, is_leaf

SEARCH = "minmax_with_alphabeta"


class Call(NamedTuple):
    """A call of a method of AlphaBeta for the node at a path. window: alpha and beta; () for SEARCH"""

    method: str
    path: Path
    window: tuple[float, ...] = ()


def minimax(data: Data, maximise: bool) -> int:
    """Return the value of a node that has leaves below it."""
    values = [
        minimax(child, not maximise) if isinstance(child, list) else child for child in data[1:]
    ]
    return max(values) if maximise else min(values)  # of a leaf its own value, the only one


@dataclass
class PlainSearch:
    """Left-to-right alpha-beta after Knuth and Moore (1975), which cuts only when the window is strictly crossed."""

    root: Data
    hard: bool = False  # fail-hard, so that inner nodes return values clamped to the window; it then reads more
    equal: bool = False  # cut also when the window closes to a point; it then reads less, and still finds the value
    read: list[Path] = field(default_factory=list)  # the leaves that it reads
    # For each path that it never visits: the node cut at, its value so far, the bound crossed.
    cuts: dict[Path, tuple[Path, float, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.value = self._search(self.root, (), -math.inf, math.inf)

    def _search(self, data: Data, path: Path, alpha: float, beta: float) -> float:
        if is_leaf(data):
            self.read.append(path)
            value: float = data[1]
            return value
        maximise = len(path) % 2 == 0
        value = -math.inf if maximise else math.inf
        low, high = alpha, beta
        for number, child in enumerate(children(data)):
            bound = beta if maximise else alpha
            if (self.equal and value == bound) or (value > bound if maximise else value < bound):
                self.cuts[*path, number] = (path, value, bound)
                continue
            below = self._search(child, (*path, number), alpha, beta)
            value = max(value, below) if maximise else min(value, below)
            alpha, beta = (max(alpha, value), beta) if maximise else (alpha, min(beta, value))
        return min(max(value, low), high) if self.hard else value
