"""The trees that alphabeta is asked about."""

from collections.abc import Callable, Sequence
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
    nodes,
    renamed,
    tree,
    uneven,
    uniform,
    values_in,
)

T = TypeVar("T")
Nodes = list[tuple[Data, Path]]  # each with its tree
Window = tuple[float, float]
Calls = tuple[Data, list[Call]]  # a tree, and calls of one object's methods, one after another
# One beside the next, these are the same to a float (for the first, half of them), and beyond what
# stands for infinity.
HUGE = (2**53, -(2**53) - 6, 2**64, -(2**64) - 6, 10**101, -(10**101) - 6)
HUGE_TREES = [tree([huge + 1, [-huge - 1]]) for huge in HUGE[::2]]
WIDE, DEEP = 30, 105  # children, plies
SESSIONS = 24
FAR = 12  # plies from below a bound to where it cuts, an even number
EXAMPLE: Data = [
    "A", ["B", ["E", 3], ["F", 12], ["G", 8]], ["C", ["H", 2], ["I", 100], ["J", 100]],
    ["D", ["K", 14], ["L", 5], ["M", 2]],
]  # fmt: skip
# Shapes with the same number of children everywhere: children, plies.
REGULAR = [uniform(2, 2), uniform(3, 2), uniform(2, 3), uniform(3, 3), uniform(2, 4)]
OTHER = {"max_value": "min_value", "min_value": "max_value"}


def many(trees_of: Callable[[Random], list[T]], rng: Random, thorough: bool) -> list[T]:
    """Return what one of the functions below makes, many times over if thorough."""
    found = trees_of(rng)
    if thorough:
        for _ in range(49):
            found += trees_of(rng)
    return found


def grown(rng: Random, shape: Any, *ranges: tuple[int, int]) -> list[Data]:
    """Return trees of a shape, one for each range of values."""
    return [grow(rng, shape, low, high) for low, high in ranges]


def built(rng: Random) -> list[Data]:
    """Return trees for buildTree.

    There are lone children, zeros, twins, repeated names, huge values, and many shapes.
    """
    same_names = renamed(grow(rng, [[0, 0], [0, [0]]], -9, 9), lambda _: "N")
    twins = ["A", ["B", ["C", 3], ["C", 3]], ["B", ["C", 3], ["C", 3]]]
    chain = grow(rng, [[[[0]]]], 1, 9)
    two_leaves = grow(rng, [0, 0], -9, 9)
    trees = [["A"], two_leaves, tree([[0], 0]), EXAMPLE, same_names, twins, chain, *HUGE_TREES]
    trees.append(grow(rng, [[0] * WIDE, 0], -9, 9))
    trees.append(grow(rng, uneven(rng, 4), -(10**12), 10**12))
    trees.append(grow(rng, [*uneven(rng, 3), 0], -9, 9))
    return trees


def leaves(rng: Random) -> Nodes:
    """Return leaves of all kinds of values, zero first, each with its tree."""
    trees = [tree([0, [-1]]), tree([1, [rng.randint(2, 99)]]), tree([10**12, [-(10**20)]])]
    trees += [*HUGE_TREES, grow(rng, [0, [0, 0], [[0, 0]], 0], 1, 999)]
    found: Nodes = []
    for data in trees:
        found += [(data, path) for path in values_in(data)]
    return found


def inner(rng: Random) -> Nodes:
    """Return nodes that are no leaves, each with its tree, and a root that has no children."""
    found: Nodes = [(["A"], ())]
    for shape in ([0, [0, 0], [[0], 0]], [0, [0] * WIDE]):
        data = grow(rng, shape, -1, 1)
        found += [(data, path) for path in inner_paths(data)]
    return found


def inner_paths(data: Data) -> list[Path]:
    """Return where the nodes are that are no leaves."""
    return [path for path, node in nodes(data) if not is_leaf(node)]


def max_windows(rng: Random) -> list[Calls]:
    """Return nodes that maximise, with windows around their values."""
    asked = around_values(rng) + at_edges(rng)
    for values in (range(WIDE), range(WIDE)[::-1]):  # the best comes last, and first
        asked.append(max_calls(tree([[[*values]]]), (-inf, inf)))
    asked += after_bounds(rng)
    # A search before has written into val what the node is worth to the other side.
    asked.append((EXAMPLE, [Call(SEARCH, ()), Call("max_value", (0,), (-inf, inf))]))
    return asked + sessions(rng, "max_value")


def max_calls(data: Data, *windows: Window, node: Path = (0, 0)) -> Calls:
    """Return calls of max_value for a node, in one window after the other."""
    return data, [Call("max_value", node, window) for window in windows]


def around_values(rng: Random) -> list[Calls]:
    """Return windows that hold the value of a node, miss it, or end at it."""
    shapes: list[Any] = [[0, 0, 0], uniform(2, 2), [[0, 0], 0, [0, 0]]]
    shapes += [uniform(2, 3), uniform(3, 2), uniform(2, 4)]
    asked: list[Calls] = []
    for shape, huge in zip(shapes, HUGE, strict=True):
        for low, high in (-9, 9), (-3, 0), (huge + 1, huge + 5):
            data = grow(rng, [[shape]], low, high)
            value = minimax(at(data, (0, 0)), True)
            below = value - rng.randint(1, 4)
            above = value + rng.randint(1, 4)
            windows: list[Window] = [(below, above), (above, above + 3), (below - 3, below)]
            windows += [(value, value + 2), (value - 2, value), (-inf, inf)]
            asked += [max_calls(data, window) for window in windows]
    return asked


def at_edges(rng: Random) -> list[Calls]:
    """Return windows that a search leaves by one, or just not.

    For half of the nodes it would be the other side's turn if the root maximised.
    """
    asked: list[Calls] = []
    for x in (0, rng.randint(2, 9), -rng.randint(2, 9), HUGE[2], HUGE[3]):
        # Who cuts one too early never sees that the value is x + 1.
        asked += at_both_depths([x, x + 1], (x - 5, x + 1))
        # Cut at alpha: the first leaf is only a bound.
        asked += at_both_depths([[x, x - 3]], (x, inf))
        asked += at_both_depths([x, [x + 1, x - 3]], (-inf, inf))
        asked += at_both_depths([[x, [x - 1, x + 3]]], (-inf, inf))
    return asked


def at_both_depths(shape: Any, window: Window) -> list[Calls]:
    """Return the same question about a node at an even depth, and about one at an odd depth."""
    return [max_calls(tree([[shape]]), window), max_calls(tree([shape]), window, node=(0,))]


def after_bounds(rng: Random) -> list[Calls]:
    """Return nodes that are asked about twice.

    What they return in the first window is a bound, and not their value. Who keeps it is wrong in
    the second.
    """
    asked: list[Calls] = []
    # To Python -1 and -2 have the same hash.
    for y in (rng.randint(20, 99), -rng.randint(20, 99), -3, -1):
        over = tree([[[y + 1, y + 5]]])
        firsts: list[Window] = [(-inf, y), (y - 9, y), (-inf, y + 1), (y - 9, y + 1)]
        seconds: list[Window] = [(-inf, inf), (-inf, y + 2), (y - 9, y + 9)]
        asked += [max_calls(over, *windows) for windows in product(firsts, seconds)]

        under = tree([[[[y, y - 8], [y - 1, y - 7]]]])
        firsts = [(y + 1, inf), (y, inf), (y, y + 9)]
        seconds = [(-inf, inf), (y - 1, inf), (y - 9, y + 9)]
        asked += [max_calls(under, *windows) for windows in product(firsts, seconds)]
    return asked


def min_windows(rng: Random) -> list[Calls]:
    """Return nodes that minimise, with windows around their values: the others, in a mirror."""
    mirrored: list[Calls] = []
    for data, calls in max_windows(rng):
        others: list[Call] = []
        for name, path, window in calls:
            if name != SEARCH:
                alpha, beta = window
                others.append(Call(OTHER[name], (0, *path), (-beta, -alpha)))
        mirrored.append((["Z", negated(data)], others))
    return mirrored


def sessions(rng: Random, method: str) -> list[Calls]:
    """Return trees with some calls for any of their nodes, the last of a method.

    Each is a maximising or a minimising one. What the calls before have learnt holds for one
    window, one node, and one side to move. Where SEARCH is the last, no value is 0 or there twice:
    other checks ask about that.
    """
    found: list[Calls] = []
    for _ in range(SESSIONS):
        values = rng.choices(range(-3, 4), k=7)
        if method == SEARCH:
            values = rng.sample(range(1, 9), 7)
        data = filled([uniform(2, 2), [0, [0, 0]]], values)
        bounds = [-inf, *sorted({*values}), inf]
        before = rng.choices(("max_value", "min_value", SEARCH), k=rng.randint(1, 5))
        calls: list[Call] = []
        for name in [*before, method]:
            window: Sequence[float] = ()
            if name != SEARCH:
                window = sorted(rng.sample(bounds, 2))
            calls.append(Call(name, rng.choice(inner_paths(data)), tuple(window)))
        found.append((data, calls))
    return found


def valued(rng: Random) -> list[Data]:
    """Return small trees of a textbook's shape, positive values, none twice but in the last."""
    shapes = [[[0, 0]], [0, 0], uniform(2, 2), uniform(3, 2), uniform(2, 3), uniform(2, 4)]
    same_names = renamed(filled(uniform(3, 2), sorted(distinct(rng, 9))), lambda _: "N")
    trees = [EXAMPLE, same_names]
    for shape in shapes:
        trees += [filled(shape, distinct(rng, 16)) for _ in range(3)]
    x = rng.randint(1, 99)
    # Either child is best, and has a val to be written.
    trees.append(tree([[x, x + 1], [x, x + 2]]))
    return trees


def distinct(rng: Random, count: int) -> list[int]:
    """Return positive values, none twice."""
    return rng.sample(range(1, 1000), count)


def elsewhere(rng: Random) -> list[Calls]:
    """Return trees, and from which node one object is to search.

    Before, it has searched others, or in windows that left a bound.
    """
    x = rng.randint(20, 99)
    # The search of the root learns mere bounds of the last two nodes; by these, the first is
    # better.
    bounds = tree([[x], [[[x - 1, x - 9], [x - 2, x - 8]]]])
    deep = filled(uniform(2, 4), distinct(rng, 16))
    found: list[Calls] = [
        searches(EXAMPLE, (), ()),
        searches(EXAMPLE, (0,)),
        searches(bounds, (1, 0)),
        searches(bounds, (), (1, 0)),
        searches(bounds, (1, 0), ()),
        searches(deep, (), (0, 1), ()),
    ]
    found += [searches(deep, path) for path in product((0, 1), repeat=2)]

    again = Call(SEARCH, ())
    low = Call("min_value", (1,), (x + 2, x + 3))
    high = Call("min_value", (1,), (x, x + 2))
    for shape, left in (([x, [x + 2, x + 1]], low), ([x, [x + 3]], high)):
        found += [(tree(shape), [left, again]), (tree(shape), [again, left, again])]
    return found + sessions(rng, SEARCH)


def searches(data: Data, *paths: Path) -> Calls:
    """Return searches from one node after the other."""
    return data, [Call(SEARCH, path) for path in paths]


def near(rng: Random, x: int) -> list[Data]:
    """Return trees whose best value is x.

    A bound of x, or one beside it, is met elsewhere in them.
    """
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
    trees = near(rng, rng.randint(7, 9)) + near(rng, rng.randint(20, 99))
    for shape in (*REGULAR, [[0, 0], [0, 0, 0], [0, 0]]):
        trees += grown(rng, shape, (1, 2), (1, 3))
    return trees


def extreme(rng: Random) -> list[Data]:
    """Return trees with zeros, with negative values, and with values far beyond any constant."""
    trees = near(rng, 0) + near(rng, -rng.randint(1, 9))
    # A child that is cut before its val is written keeps 0, the value of the best child.
    low = -rng.randint(2, 9)
    trees.append(tree([[low, 1], [low - 1, 2], [0, 3]]))
    for shape in ([0, 0], uniform(2, 2), [[0, 0], 0], uniform(2, 3)):
        trees += grown(rng, shape, (0, 0), (-1, 1), (-99, -1))
    for huge in HUGE:
        trees += near(rng, huge + 3)[1:]
        trees.append(grow(rng, uniform(2, 3), huge + 1, huge + 5))
    return trees


def irregular(rng: Random) -> list[Data]:
    """Return trees of uneven depth and branching.

    There are lone children, wide and deep trees, and a root without children.
    """
    # What is best is seen only at the end of the chain.
    trees = [["A"], filled([uniform(1, DEEP), 0], (10, 9))]
    for values in (range(1, WIDE + 1), range(WIDE, 0, -1)):
        trees += [tree([*values]), tree([[*values]]), tree([[[*values]]])]
    shapes: list[Any] = [[0], [[0]], [[0], 0]]
    shapes += [uneven(rng, 5) for _ in range(10)]
    return trees + [grow(rng, shape, 1, 999) for shape in shapes]


def pruned(rng: Random) -> list[Data]:
    """Return trees in which alpha-beta leaves something out, deep cut-offs among them."""
    # The order of names says nothing.
    backwards = ["G", ["F", ["D", 5], ["C", 6]], ["E", ["B", 3], ["A", 9]]]
    trees = [EXAMPLE, tree([[5, 6], [3, 9]]), backwards, *one_bound(rng)]

    for shape in (*REGULAR, uniform(2, 5), uneven(rng, 5)):
        trees += grown(rng, shape, (0, 9), (-9, 4))
    # Who looks at inner nodes before leaves reads the last one.
    x = rng.randint(-9, 9)
    trees += [tree([[x, [x + 1, [x + 2]]]]), tree([x, [x - 1, [x - 2]]])]
    return [data for data in trees if PlainSearch(data).cuts]


def one_bound(rng: Random) -> list[Data]:
    """Return trees whose last leaf is left out because of one bound.

    That is alpha or beta, its own level's or an ancestor's. The bound, and the value that crosses
    it, is negative, 0, positive, and huge in turn. Where it is an ancestor's, a value comes between
    that must not replace it.
    """
    trees: list[Data] = []
    for bound in (-rng.randint(2, 9), -1, 0, 1, rng.randint(2, 9), HUGE[2] + 6):
        last = rng.randint(-9, 9)
        low = [bound - 1, last]  # after its first leaf, this min node is worth less than the bound
        high = [bound + 1, last]
        shapes: list[Any] = [
            [bound, [bound + 1, *low]],  # alpha, which not the first child crosses
            [[bound, [bound - 1, *high]]],  # beta, lowered by a min node
            [[[bound, low]]],  # alpha, raised by a max node below the root
            [bound, [[bound - 5, low]]],  # alpha from the root, two levels up
            [[bound, [[bound + 5, high]]]],  # beta from a min node, two levels up
            [bound - 5, [[bound, low]]],  # alpha, raised for the second time, below the root
            [[bound + 5, [[bound, high]]]],  # beta, lowered for the second time
            [bound, far_below(low)],
            [[bound, far_below(high)]],
        ]
        trees += map(tree, shapes)
    return trees


def far_below(shape: Any) -> Any:
    """Return a shape at the end of a chain of lone children."""
    for _ in range(FAR):
        shape = [shape]
    return shape
