"""The oracle of alphabeta: minimax values, and what plain alpha-beta reads. tests/test_oracles.py proves this file.

A tree is [name, child, child, ...], a leaf [name, value]; the root maximises. A path is child numbers from the root.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Data = list[Any]
Path = tuple[int, ...]
SEARCH = "minmax_with_alphabeta"


class Call(NamedTuple):
    """A call of a method of AlphaBeta for the node at a path. window: alpha and beta; () for SEARCH"""

    method: str
    path: Path
    window: tuple[float, ...] = ()


def is_leaf(data: Data) -> bool:
    """Tell whether a node is a leaf: a name and a number."""
    return len(data) == 2 and not isinstance(data[1], list)


def children(data: Data) -> list[Data]:
    return [] if is_leaf(data) else data[1:]


def at(data: Data, path: Path) -> Data:
    for step in path:
        data = data[1 + step]
    return data


def paths(data: Data) -> list[Path]:
    """Return the paths of all nodes, each before those below it, from left to right."""
    found: list[Path] = []
    rest: list[tuple[Path, Data]] = [((), data)]
    while rest:
        path, node = rest.pop()
        found.append(path)
        if not is_leaf(node):
            rest += [((*path, number - 1), node[number]) for number in range(len(node) - 1, 0, -1)]
    return found


def values_in(data: Data) -> dict[Path, int]:
    """Return the value of each leaf by its path, from left to right."""
    nodes = ((path, at(data, path)) for path in paths(data))
    return {path: node[1] for path, node in nodes if is_leaf(node)}


def with_values(data: Data, value_of: Callable[[Path], Any], path: Path = ()) -> Data:
    if is_leaf(data):
        return [data[0], value_of(path)]
    return [data[0], *(with_values(child, value_of, (*path, n)) for n, child in enumerate(children(data)))]


def flat(data: Data) -> list[list[Any]]:
    """Return the nodes as [name, number of the parent], leaves as [name, value, number], parents before children."""
    level = [(data, -1)]
    for number, (node, _) in enumerate(level):
        level += [(child, number) for child in children(node)]
    return [[*(node if is_leaf(node) else node[:1]), above] for node, above in level]


def minimax(data: Data, maximise: bool) -> int:
    """Return the value of a node that has leaves below it."""
    values = [minimax(child, not maximise) if isinstance(child, list) else child for child in data[1:]]
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
