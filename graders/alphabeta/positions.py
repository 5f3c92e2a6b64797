"""The trees that alphabeta is asked about."""

from collections.abc import Callable
from itertools import product
from math import inf
from random import Random
from typing import Any, TypeVar

from graders.alphabeta.oracle import SEARCH, Call, PlainSearch, minimax
from graders.kit.roomkit.trees import (
    Data,
    Path,
    at,
    filled,
    grow,
    is_leaf,
    negated,
    paths,
    renamed,
    tree,
    uneven,
    uniform,
    values_in,
)

T = TypeVar("T")
Window = tuple[float, float]
Calls = tuple[Data, list[Call]]  # a tree, and calls of the methods of one object, one after another
# One beside the next, these are the same to a float (for the first, half of them), and beyond what stands for infinity.
HUGE = (2**53, -(2**53) - 6, 2**64, -(2**64) - 6, 10**101, -(10**101) - 6)
WIDE, DEEP = 30, 105  # children, plies
SESSIONS = 24
FAR = 12  # plies from below a bound to where it cuts, an even number
EXAMPLE: Data = [
    "A", ["B", ["E", 3], ["F", 12], ["G", 8]], ["C", ["H", 2], ["I", 100], ["J", 100]],
    ["D", ["K", 14], ["L", 5], ["M", 2]],
]  # fmt: skip
# Shapes with the same number of children everywhere: children, plies.
REGULAR = [uniform(2, 2), uniform(3, 2), uniform(2, 3), uniform(3, 3), uniform(2, 4)]


def many(trees_of: Callable[[Random], list[T]], rng: Random, thorough: bool) -> list[T]:
    """Return what one of the functions below makes, many times over if thorough."""
    return [tree for _ in range(50 if thorough else 1) for tree in trees_of(rng)]


def built(rng: Random) -> list[Data]:
    """Return trees for buildTree: lone children, zeros, twins, repeated names, huge values, many shapes."""
    same = renamed(grow(rng, [[0, 0], [0, [0]]], -9, 9), lambda _: "N")
    twins = ["A", ["B", ["C", 3], ["C", 3]], ["B", ["C", 3], ["C", 3]]]
    chain = grow(rng, [[[[0]]]], 1, 9)
    return [["A"], grow(rng, [0, 0], -9, 9), tree([[0], 0]), EXAMPLE, same, twins, chain,
            *(tree([c + 1, [-c - 1]]) for c in HUGE[::2]), grow(rng, [[0] * WIDE, 0], -9, 9),
            grow(rng, uneven(rng, 4), -(10**12), 10**12), grow(rng, [*uneven(rng, 3), 0], -9, 9)]  # fmt: skip


def leaves(rng: Random) -> list[tuple[Data, Path]]:
    """Return leaves of all kinds of values, zero first, each with its tree."""
    values = (
        (0, -1),
        (1, rng.randint(2, 99)),
        (10**12, -(10**20)),
        *((c + 1, -c - 1) for c in HUGE[::2]),
    )
    trees = [
        *(tree([one, [other]]) for one, other in values),
        grow(rng, [0, [0, 0], [[0, 0]], 0], 1, 999),
    ]
    return [(data, path) for data in trees for path in values_in(data)]


def inner(rng: Random) -> list[tuple[Data, Path]]:
    """Return nodes that are no leaves, each with its tree, and a root that has no children."""
    trees = grow(rng, [0, [0, 0], [[0], 0]], -1, 1), grow(rng, [0, [0] * WIDE], -1, 1)
    return [
        (["A"], ()),
        *((data, path) for data in trees for path in paths(data) if path not in values_in(data)),
    ]


def max_windows(rng: Random) -> list[Calls]:
    """Return nodes that maximise, with windows around their values."""
    asked: list[Calls] = []

    def ask(data: Data, *windows: Window, node: Path = (0, 0)) -> None:
        asked.append((data, [Call("max_value", node, window) for window in windows]))

    shapes: tuple[Any, ...] = (
        [0, 0, 0],
        uniform(2, 2),
        [[0, 0], 0, [0, 0]],
        uniform(2, 3),
        uniform(3, 2),
        uniform(2, 4),
    )
    for shape, huge in zip(shapes, HUGE, strict=True):
        for low, high in (-9, 9), (-3, 0), (huge + 1, huge + 5):
            data = grow(rng, [[shape]], low, high)
            value = minimax(at(data, (0, 0)), True)
            below, above = value - rng.randint(1, 4), value + rng.randint(1, 4)
            around = (
                (below, above),
                (above, above + 3),
                (below - 3, below),
                (value, value + 2),
                (value - 2, value),
            )
            for window in (*around, (-inf, inf)):
                ask(data, window)
    for x in (0, rng.randint(2, 9), -rng.randint(2, 9), HUGE[2], HUGE[3]):
        edges: list[tuple[Any, Window]] = [
            (
                [x, x + 1],
                (x - 5, x + 1),
            ),  # who cuts one too early never sees that the value is x + 1
            ([[x, x - 3]], (x, inf)),  # cut at alpha: the first leaf is only a bound
            ([x, [x + 1, x - 3]], (-inf, inf)),
            ([[x, [x - 1, x + 3]]], (-inf, inf)),
        ]
        for shape, window in edges:
            ask(tree([[shape]]), window)
            ask(
                tree([shape]), window, node=(0,)
            )  # what other players' turn it would be if the root maximised
    for values in (range(WIDE), range(WIDE)[::-1]):  # the best comes last, and first
        ask(tree([[[*values]]]), (-inf, inf))
    # What these nodes return in the first window is a bound, and not their value. Who keeps it is wrong in the second.
    for y in (
        rng.randint(20, 99),
        -rng.randint(20, 99),
        -3,
        -1,
    ):  # and to Python -1 and -2 have the same hash
        over, under = tree([[[y + 1, y + 5]]]), tree([[[[y, y - 8], [y - 1, y - 7]]]])
        pairs: list[tuple[Data, list[Window], list[Window]]] = [
            (
                over,
                [(-inf, y), (y - 9, y), (-inf, y + 1), (y - 9, y + 1)],
                [(-inf, inf), (-inf, y + 2), (y - 9, y + 9)],
            ),
            (
                under,
                [(y + 1, inf), (y, inf), (y, y + 9)],
                [(-inf, inf), (y - 1, inf), (y - 9, y + 9)],
            ),
        ]
        for data, firsts, seconds in pairs:
            for first, then in product(firsts, seconds):
                ask(data, first, then)
    # A search before has written into val what the node is worth to the other side.
    asked.append((EXAMPLE, [Call(SEARCH, ()), Call("max_value", (0,), (-inf, inf))]))
    return asked + sessions(rng, "max_value")


def min_windows(rng: Random) -> list[Calls]:
    """Return nodes that minimise, with windows around their values: the others, in a mirror."""
    mirrored, other = [], {"max_value": "min_value", "min_value": "max_value"}
    for data, calls in max_windows(rng):
        windows = [
            Call(other[name], (0, *path), (-window[1], -window[0]))
            for name, path, window in calls
            if window
        ]
        mirrored.append((["Z", negated(data)], windows))
    return mirrored


def sessions(rng: Random, method: str) -> list[Calls]:
    """Return trees with some calls for any of their nodes, each a maximising or a minimising one, the last of a method.

    What the calls before have learnt holds for one window, one node, and one side to move. Where SEARCH is the last,
    no value is 0 or there twice: other checks ask about that.
    """
    found: list[Calls] = []
    for _ in range(SESSIONS):
        values = rng.sample(range(1, 9), 7) if method == SEARCH else rng.choices(range(-3, 4), k=7)
        data, calls = filled([[[0, 0], [0, 0]], [0, [0, 0]]], values), []
        nodes = [path for path in paths(data) if not is_leaf(at(data, path))]
        for name in [*rng.choices(("max_value", "min_value", SEARCH), k=rng.randint(1, 5)), method]:
            alpha, beta = sorted(rng.sample([-inf, *{*values}, inf], 2))
            calls.append(Call(name, rng.choice(nodes), (alpha, beta) if name != SEARCH else ()))
        found.append((data, calls))
    return found


def valued(rng: Random) -> list[Data]:
    """Return small trees of a textbook's shape, positive values, none twice."""
    shapes = [
        [[0, 0]],
        [0, 0],
        [[0, 0], [0, 0]],
        uniform(3, 2),
        uniform(3, 2),
        uniform(2, 3),
        uniform(2, 4),
    ]
    trees = [
        filled(shape, rng.sample(range(1, 1000), 99)) for shape in shapes for _ in range(3)
    ]  # no ties
    same = renamed(filled(uniform(3, 2), sorted(rng.sample(range(1, 1000), 9))), lambda _: "N")
    return [EXAMPLE, same, *trees]


def elsewhere(rng: Random) -> list[Calls]:
    """Return trees, and from which node one object is to search after others, or after windows that left a bound."""
    x = rng.randint(20, 99)
    # The search of the root learns mere bounds of the last two nodes; by these, the first is better.
    bounds = tree([[x], [[[x - 1, x - 9], [x - 2, x - 8]]]])
    deep = filled(uniform(2, 4), rng.sample(range(1, 1000), 16))
    nodes: list[tuple[Data, list[Path]]] = [
        (EXAMPLE, [(), ()]), (EXAMPLE, [(0,)]), (bounds, [(1, 0)]), (bounds, [(), (1, 0)]), (bounds, [(1, 0), ()]),
        (deep, [(0, 0)]), (deep, [(0, 1)]), (deep, [(1, 0)]), (deep, [(1, 1)]), (deep, [(), (0, 1), ()]),
    ]  # fmt: skip
    found = [(data, [Call(SEARCH, path) for path in asked]) for data, asked in nodes]
    for data, window in (
        (tree([x, [x + 2, x + 1]]), (x + 2, x + 3)),
        (tree([x, [x + 3]]), (x, x + 2)),
    ):
        call = Call("min_value", (1,), window)
        found += [(data, [*first, call, Call(SEARCH, ())]) for first in ([], [Call(SEARCH, ())])]
    return found + sessions(rng, SEARCH)


def near(rng: Random, x: int) -> list[Data]:
    """Return trees whose best value is x, and in which a bound of x, or one beside it, is met elsewhere."""
    worse = x - rng.randint(2, 5)
    return [
        tree([[x], [x, worse]]),  # the second child is cut at x, and worth less
        tree([[x], [[x, worse]], [[[x, worse]]]]),
        tree([x, [x + 1, worse]]),  # not to be cut yet
        tree([[x, [x - 1, x + 3]]]),
        tree([[[x - 1, x + 2], x]]),
        tree([x - 1, x]),
        tree([[x, worse], [x + 1, x]]),
    ]


def tied(rng: Random) -> list[Data]:
    """Return trees whose values are few, so that bounds and values meet."""
    shapes = [*REGULAR, [[0, 0], [0, 0, 0], [0, 0]]]
    few = [grow(rng, shape, 1, high) for shape in shapes for high in (2, 3)]
    return [*near(rng, rng.randint(7, 9)), *near(rng, rng.randint(20, 99)), *few]


def extreme(rng: Random) -> list[Data]:
    """Return trees with zeros, with negative values, and with values far beyond any constant."""
    found = [*near(rng, 0), *near(rng, -rng.randint(1, 9))]
    low = -rng.randint(
        2, 9
    )  # a child that is cut before its val is written keeps 0, the value of the best child
    found.append(tree([[low, 1], [low - 1, 2], [0, 3]]))
    for shape in ([0, 0], uniform(2, 2), [[0, 0], 0], uniform(2, 3)):
        found += [grow(rng, shape, low, high) for low, high in ((0, 0), (-1, 1), (-99, -1))]
    for huge in HUGE:
        found += [*near(rng, huge + 3)[1:], grow(rng, uniform(2, 3), huge + 1, huge + 5)]
    return found


def irregular(rng: Random) -> list[tuple[Data, Path]]:
    """Return trees of uneven depth and branching, lone children, deep ones, and nodes without children."""
    deepest = filled(
        [uniform(1, DEEP), 0], (10, 9)
    )  # what is best is seen only at the end of the chain
    wide = [tree(shape) for values in (range(1, WIDE + 1), range(WIDE, 0, -1))
            for shape in ([*values], [[*values]], [[[*values]]])]  # fmt: skip
    shapes = [[0], [[0]], [[0], 0], *(uneven(rng, 5) for _ in range(10))]
    trees = [["A"], deepest, *wide, *(grow(rng, shape, 1, 999) for shape in shapes)]
    return [(EXAMPLE, (0, 0)), *((data, ()) for data in trees)]


def pruned(rng: Random) -> list[Data]:
    """Return trees in which alpha-beta leaves something out, deep cut-offs among them."""
    shapes = [*REGULAR, uniform(2, 5)]
    found = [
        grow(rng, shape, low, high)
        for shape in [*shapes, uneven(rng, 5)]
        for low, high in ((0, 9), (-9, 4))
    ]
    small = tree([[5, 6], [3, 9]])
    backwards = renamed(
        small, lambda name: chr(ord("A") + ord("G") - ord(name))
    )  # the order of names says nothing
    x = rng.randint(-9, 9)  # who looks at inner nodes before leaves reads the last one
    found += map(tree, ([[x, [x + 1, [x + 2]]]], [x, [x - 1, [x - 2]]]))
    return [
        EXAMPLE,
        backwards,
        *one_bound(rng),
        *(tree for tree in found if PlainSearch(tree).cuts),
    ]


def one_bound(rng: Random) -> list[Data]:
    """Return trees whose last leaf is left out because of one bound: alpha or beta, its own level's or an ancestor's.

    The bound, and the value that crosses it, is negative, 0, positive, and huge in turn. Where it is an ancestor's, a
    value comes between that must not replace it.
    """

    def chain(end: Any) -> Any:
        for _ in range(FAR):
            end = [end]
        return end

    trees: list[Data] = []
    for bound in (-rng.randint(2, 9), -1, 0, 1, rng.randint(2, 9), HUGE[2] + 6):
        worse, better = bound - 1, bound + 1
        last = rng.randint(-9, 9)
        shapes: list[Any] = [
            [bound, [better, worse, last]],  # alpha, which not the first child crosses
            [[bound, [worse, better, last]]],  # beta, lowered by a min node
            [[[bound, [worse, last]]]],  # alpha, raised by a max node below the root
            [bound, [[bound - 5, [worse, last]]]],  # alpha from the root, two levels up
            [[bound, [[bound + 5, [better, last]]]]],  # beta from a min node, two levels up
            [
                bound - 5,
                [[bound, [worse, last]]],
            ],  # alpha, raised for the second time, below the root
            [[bound + 5, [[bound, [better, last]]]]],  # beta, lowered for the second time
            [bound, chain([worse, last])],
            [[bound, chain([better, last])]],
        ]
        trees += map(tree, shapes)
    return trees
