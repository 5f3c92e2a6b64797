"""The trees that alphabeta is asked about."""

import math
from collections.abc import Callable, Iterable
from random import Random
from typing import Any, TypeVar

from graders.alphabeta.oracle import Data, Path, PlainSearch, at, is_leaf, minimax, paths, with_values

T = TypeVar("T")
Windows = tuple[Data, Path, list[tuple[float, float]]]  # a node, and windows to ask for its value in, one after another
EXAMPLE: Data = [
    "A", ["B", ["E", 3], ["F", 12], ["G", 8]], ["C", ["H", 2], ["I", 100], ["J", 100]],
    ["D", ["K", 14], ["L", 5], ["M", 2]],
]  # fmt: skip


def grow(rng: Random, shape: Any, low: int, high: int, step: int = 1) -> Data:
    """Return a tree with random values, named A, B, ... level by level; its shape: lists for nodes, else a leaf."""

    def build(shape: Any) -> Data:
        return [""] + [build(s) if isinstance(s, list) else ["", rng.randrange(low, high + 1, step)] for s in shape]

    root = build(shape)
    for number, path in enumerate(sorted(paths(root), key=lambda path: (len(path), path))):
        turn, letter = divmod(number, 26)
        at(root, path)[0] = chr(ord("A") + letter) + (str(turn) if turn else "")
    return root


def uniform(branching: int, plies: int) -> Any:
    """Return the shape of a tree with the same number of children everywhere."""
    return [uniform(branching, plies - 1) for _ in range(branching)] if plies else 0


def uneven(rng: Random, plies: int) -> Any:
    """Return a random shape of at most that many plies, one to three children a node."""
    return [uneven(rng, plies - 1) if plies > 1 and rng.random() < 0.65 else 0 for _ in range(rng.choice((1, 2, 2, 3)))]


def many(trees_of: Callable[[Random], list[T]], rng: Random, thorough: bool) -> list[T]:
    """Return what one of the functions below makes, many times over if thorough."""
    return [tree for _ in range(50 if thorough else 1) for tree in trees_of(rng)]


def built(rng: Random) -> list[Data]:
    """Return trees for buildTree: lone leaves, lone children, zeros, repeated names, many shapes."""
    same = grow(rng, [[0, 0], [0, [0]]], -9, 9)
    for path in paths(same):
        at(same, path)[0] = "N"
    chain = grow(rng, [[[[0]]]], 1, 9)
    return [["A"], grow(rng, [0, 0], -9, 9), grow(rng, [[0], 0], 0, 0), EXAMPLE, same, chain,
            grow(rng, uneven(rng, 4), -(10**12), 10**12), grow(rng, [*uneven(rng, 3), 0], -9, 9)]  # fmt: skip


def filled(rng: Random, shape: Any, values: Iterable[int]) -> Data:
    """Return a tree with these values at its leaves, from left to right."""
    rest = iter(values)
    return with_values(grow(rng, shape, 0, 0), lambda _: next(rest))


def leaves(rng: Random) -> list[tuple[Data, Path]]:
    """Return leaves of all kinds of values, zero first, each with its tree."""
    data = grow(rng, [0, [0, 0], [[0, 0]], 0], 1, 999)
    found = [path for path in paths(data) if is_leaf(at(data, path))]
    for path, value in zip(found, (0, -1, 10**12, -(10**20), rng.randint(2, 99)), strict=False):
        at(data, path)[1] = value
    return [(data, path) for path in found]


def inner(rng: Random) -> list[tuple[Data, Path]]:
    """Return nodes that are no leaves, each with its tree, and a root that has no children."""
    data = grow(rng, [0, [0, 0], [[0], 0]], -1, 1)
    return [*((data, path) for path in paths(data) if not is_leaf(at(data, path))), (["A"], ())]


def windows(rng: Random, maximise: bool, positive: bool = False) -> list[Windows]:
    """Return nodes that maximise (or minimise) with windows around their values; the last one counts."""
    asked: list[Windows] = []
    for shape in ([0, 0, 0], uniform(2, 2), [[0, 0], 0, [0, 0]], uniform(2, 3), uniform(3, 2), uniform(2, 4)):
        for low, high in ((1, 9), (1, 99), (1, 3)) if positive else ((-9, 9), (-3, 0), (10**6, 10**7)):
            data = grow(rng, [[shape]] if maximise else [shape], low, high)
            path: Path = (0, 0) if maximise else (0,)
            if high == 0:  # whoever misreads a 0 must meet one
                at(data, min(p for p in paths(data) if is_leaf(at(data, p))))[1] = 0
            value = minimax(at(data, path), maximise)
            below, above = value - rng.randint(1, 4), value + rng.randint(1, 4)
            open_, failing = (-math.inf, math.inf), ((above, above + 3), (below - 3, below))
            once = ((below, above), open_, *failing, (value, value + 2), (value - 2, value))
            asked += [(data, path, [window]) for window in once] + [(data, path, [window, open_]) for window in failing]
    return asked


def valued(rng: Random) -> list[Data]:
    """Return small trees of a textbook's shape, positive values, none twice."""
    shapes = [[[0, 0]], [0, 0], [[0, 0], [0, 0]], uniform(3, 2), uniform(3, 2), uniform(2, 3), uniform(2, 4)]
    shapes = [*(shape for shape in shapes for _ in range(3)), uniform(3, 2)]
    *trees, same = [filled(rng, shape, rng.sample(range(1, 1000), 99)) for shape in shapes]  # a tie is not the subject
    for path in paths(same)[1:]:
        at(same, path)[0] = "N"
    return [EXAMPLE, same, *trees]


def tied(rng: Random) -> list[Data]:
    """Return trees whose values are few, so that bounds and values meet."""
    shapes = [uniform(2, 2), uniform(3, 2), uniform(2, 3), uniform(3, 3), uniform(2, 4), [[0, 0], [0, 0, 0], [0, 0]]]
    return [grow(rng, shape, 1, high) for shape in shapes for high in (2, 3, 3, 4, 4)]


def extreme(rng: Random) -> list[Data]:
    """Return trees with zeros, with negative values, and with values far beyond any constant."""
    found = []
    for _ in range(3):  # a child that is cut before its val is written keeps 0, the value of the best child
        data = grow(rng, uniform(2, 2)[:1] * 3, 1, 9)
        low = -rng.randint(2, 9)
        for path, value in (((0, 0), low), ((1, 0), low - 1), ((2, 0), 0)):
            at(data, path)[1] = value
        found.append(data)
    for shape in ([0, 0], uniform(2, 2), [[0, 0], 0], uniform(2, 3)):
        found += [grow(rng, shape, low, high) for low, high in ((0, 0), (-1, 1), (-99, -1))]
        # Multiples of a power of two: a search that computes in floating point is exact too.
        for unit in (2**5, 2**20, 2**52):
            found += [grow(rng, shape, low * unit, high * unit, unit) for low, high in ((400, 999), (-999, -400))]
    return found


def irregular(rng: Random) -> list[Data]:
    """Return trees of uneven depth and branching, lone children, deep ones, and a root without children."""
    deep: Any = 0
    for _ in range(50):
        deep = [deep, 0] if rng.random() < 0.5 else [0, deep]
    lone = uniform(1, 40)
    shapes = [[0], [[0]], [[0], 0], lone, deep, deep, *(uneven(rng, 5) for _ in range(10))]
    deepest = grow(rng, [lone, 0], 1, 9)  # what is best is seen only at the end of the chain
    at(deepest, (0,) * 41)[1] = 10
    return [["A"], deepest, *(grow(rng, shape, 1, 999) for shape in shapes)]


def pruned(rng: Random) -> list[Data]:
    """Return trees in which alpha-beta leaves something out, deep cut-offs among them."""
    shapes = [uniform(2, 2), uniform(3, 2), uniform(2, 3), uniform(3, 3), uniform(2, 4), uniform(2, 5)]
    found = [grow(rng, shape, low, high) for shape in [*shapes, uneven(rng, 5)] for low, high in ((0, 9), (-9, 4))]
    return [EXAMPLE, *one_bound(rng), *(tree for tree in found if PlainSearch(tree).cuts)]


def one_bound(rng: Random) -> list[Data]:
    """Return trees whose last leaf is left out because of one bound: alpha or beta, its own level's or an ancestor's.

    The bound, and the value that crosses it, is negative, 0 and positive in turn. Where the bound is an ancestor's,
    a value comes between that must not replace it.
    """
    trees = []
    for bound in (-rng.randint(2, 9), -1, 0, 1, rng.randint(2, 9)):
        worse, better = bound - 1, bound + 1
        last = rng.randint(-9, 9)
        kinds: list[tuple[Any, tuple[int, ...]]] = [
            ([[[0, [0, 0]]]], (bound, worse, last)),  # alpha, raised by a max node below the root
            ([[0, [0, 0]]], (bound, better, last)),  # beta, lowered by a min node
            ([0, [[0, [0, 0]]]], (bound, bound - 5, worse, last)),  # alpha from the root, two levels up
            ([[0, [[0, [0, 0]]]]], (bound, bound + 5, better, last)),  # beta from a min node, two levels up
        ]
        trees += [filled(rng, shape, values) for shape, values in kinds]
    return trees
