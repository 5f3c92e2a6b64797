"""Trees that alphabeta is asked about beside those of calls.py: each shows something of its own."""

from collections.abc import Callable
from math import inf
from random import Random
from typing import Any, Literal, TypeVar

from graders.alphabeta.calls import DEEPEST, FAR, FARTHEST, HUGE, LIMIT, OTHER, Asked, asked, chain
from graders.alphabeta.oracle import SEARCH, Call
from graders.kit.roomkit.calls import Kinds
from graders.kit.roomkit.trees import Data, Path, filled, negated, tree, uniform

T = TypeVar("T")
BILLION = 10**9
# Round numbers, to people and to machines, up to what values differ by elsewhere.
ROUND = (15, 16, 20, 25, 32, 50, 64, 100, 128, 256, 500, 512, 1000, 1024)
DISTANCES = (*range(1, 11), *ROUND)  # of a bound from the value that was found last
Seeming = Literal["both", "least", "greatest"]  # see ReadsCase
Calls = tuple[Data, list[Call]]  # a tree, and calls of one object's methods, one after another
EXAMPLE: Data = [
    "A", ["B", ["E", 3], ["F", 12], ["G", 8]], ["C", ["H", 2], ["I", 100], ["J", 100]],
    ["D", ["K", 14], ["L", 5], ["M", 2]],
]  # fmt: skip


def many(trees_of: Callable[[Random], list[T]], rng: Random, thorough: bool) -> list[T]:
    """Return what one of the functions below makes, many times over if thorough."""
    found = trees_of(rng)
    if thorough:
        for _ in range(49):
            found += trees_of(rng)
    return found


def built() -> list[Data]:
    """Return trees for buildTree: twins among them."""
    twins = ["A", ["B", ["C", 3], ["C", 3]], ["B", ["C", 3], ["C", 3]]]
    # Names that something could be made of.
    numbers = ["0", ["07", ["7", 1], ["00", 2]], ["1e3", ["inf", 3], ["nan", 4]]]
    words = ["None", ["True", ["False", 5], ["a", 6]], ["A", 7]]
    some_empty = ["", ["A", ["", 3], ["B", 4]], ["", ["C", 5], ["", 6]], ["", 7]]
    return [EXAMPLE, twins, numbers, words, some_empty]


def max_windows() -> list[Calls]:
    """Return nodes for max_value."""
    asked = windows()
    for shape in (alike_to_a_float(), rounded_down()):
        asked.append(max_calls(tree([[shape]]), (-inf, inf)))
    # A best child, which was a min node to the search before.
    for before in (SEARCH, "max_value"):
        asked.append(on_the_other_side(tree([[3, 9], 1]), before, "max_value", (0,)))
    return [*asked, after_a_path_alike("max_value")]


def after_a_path_alike(method: str) -> Calls:
    """Return calls for two nodes whose paths, the numbers written one after the other, are alike."""
    shape: list[Any] = [*range(12)]
    shape[1] = [0, [5, 8]]
    shape[11] = [20, 30]
    window = (-inf, inf)
    return tree(shape), [Call(method, (1, 1), window), Call(method, (11,), window)]


def on_the_other_side(data: Data, before: str, method: str, path: Path) -> Calls:
    """Return a search of the root, and then one of a node whose other side that has searched."""
    window = () if before == SEARCH else (-inf, inf)
    return data, [Call(before, (), window), Call(method, path, (-inf, inf))]


def windows() -> list[Calls]:
    """Return nodes for max_value that can be turned round, most asked about twice or more.

    What they return in an earlier window is a bound, and not their value. Who keeps it is wrong in
    the last.
    """
    # To Python -1 and -2 have the same hash.
    over, under = tree([[[-2, 2]]]), tree([[[[-1, -9], [-2, -8]]]])
    asked = [
        max_calls(over, (-inf, -3), (-inf, inf)),
        max_calls(over, (-12, -3), (-12, 6)),
        max_calls(over, (-inf, -2), (-inf, -1)),
        max_calls(over, (-12, -2), (-inf, inf)),
        max_calls(under, (0, inf), (-inf, inf)),
        max_calls(under, (-1, inf), (-2, inf)),
        max_calls(under, (-1, 8), (-10, 8)),
        # What is cut far below, at its first leaf, is more than that.
        max_calls(tree([[[[[22, 27]]]]]), (21, 22), (-inf, inf)),
        # The last window has the sum of one before, the width and the digits of another.
        max_calls(tree([[[8, 9]]]), (-11, 1), (3, 7), (-1, 11)),
        max_calls(tree([[leap()]]), (-inf, inf)),
        # Windows with one end, as far from 0 as they may be: not as good as open.
        max_calls(tree([[[LIMIT - 2, LIMIT]]]), (-inf, LIMIT - 3), (-inf, inf)),
        max_calls(tree([[[[2 - LIMIT, -LIMIT]]]]), (3 - LIMIT, inf), (-inf, inf)),
    ]
    return asked + beyond_values() + scouted()


def beyond_values() -> list[Calls]:
    """Return nodes for max_value in windows beyond every value.

    Who brings a bound back to where values are has an empty window: the first leaf stands for all.
    """
    return [
        max_calls(tree([[[3, 9]]]), (LIMIT + 1, FARTHEST)),
        max_calls(tree([[[[9, 2], [8, 1]]]]), (-FARTHEST, -LIMIT - 1)),
    ]


def scouted() -> list[Calls]:
    """Return nodes for max_value of which a search in a narrow window learns a bound alone.

    The window has no integer inside. The first leaf of a grandchild is its alpha + 1, or beta - 1;
    the last is more. Who takes such a leaf for the value is wrong.
    """
    at_alpha, at_beta = tree([[[3, [[4, 9]]]]]), tree([[[3, [[11, 22]]]]])
    return [
        max_calls(at_alpha, (-inf, inf)),
        max_calls(at_alpha, (-6, 12)),
        max_calls(at_beta, (-6, 12)),
        max_calls(tree([[[[[4, 9]]]]]), (3, 12)),
    ]


def max_calls(data: Data, *windows: tuple[float, float]) -> Calls:
    """Return calls of max_value for a node, in one window after the other."""
    return data, [Call("max_value", (0, 0), window) for window in windows]


def min_windows() -> list[Calls]:
    """Return nodes for min_value, with the signs of all values and bounds changed."""
    mirrored: list[Calls] = []
    for data, calls in windows():
        others: list[Call] = []
        for name, path, (alpha, beta) in calls:
            others.append(Call(OTHER[name], (0, *path), (-beta, -alpha)))
        mirrored.append((["Z", negated(data)], others))
    # A best child, and one of a best child, which were max nodes to the search before.
    return [
        *mirrored,
        on_the_other_side(tree([[3, 9], 12]), "min_value", "min_value", (0,)),
        on_the_other_side(tree([[[3, 9]], 1]), SEARCH, "min_value", (0, 0)),
        after_a_path_alike("min_value"),
    ]


def valued(rng: Random) -> list[Data]:
    """Return small trees of a textbook's shape, positive values, none twice.

    In the second, whoever has both bounds in one list, for a node and those below, cuts before the 7.
    In the third, whoever ends a search at the largest value of the last branch returns the first.
    """
    shapes = [[[0, 0]], [0, 0], uniform(2, 2), uniform(3, 2), uniform(2, 3), uniform(2, 4)]
    handed_up = tree([[[[5, 9], [7, 8]]], 6])
    small_at_last = tree([[5], 9, [2]])
    return [
        EXAMPLE,
        handed_up,
        small_at_last,
        *[filled(shape, distinct(rng, 16)) for shape in shapes],
    ]


def extreme() -> list[Data]:
    """Return trees of which all values are the same: as large, or as small, as may be, or nearly.

    Who begins with a bound that is not as small writes no value into the best child.
    """
    found = []
    for value in (-LIMIT, -HUGE, -BILLION, BILLION, HUGE, LIMIT):
        found += [tree([[value]]), tree([[value, value], [value]])]
    return found


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
    found: list[Calls] = [
        searches(bounds, (1, 0)),
        searches(bounds, (), (1, 0)),
        searches(bounds, (1, 0), ()),
    ]
    again = Call(SEARCH, ())
    low = Call("min_value", (1,), (x + 2, x + 3))
    high = Call("min_value", (1,), (x, x + 2))
    for shape, left in (([x, [x + 2, x + 1]], low), ([x, [x + 3]], high)):
        found += [(tree(shape), [left, again]), (tree(shape), [again, left, again])]
    # The other method writes into val what the best child is worth if it maximises.
    for between in (Call("max_value", (1,), (-inf, inf)), Call("min_value", (), (-inf, inf))):
        found.append((tree([x, [x + 2, x + 1]]), [again, between, again]))
    return found + near_the_last()


def near_the_last() -> list[Calls]:
    """Return trees, and two nodes of each that one object searches: the first is worth 0.

    Who begins with a window around the last value has each of these distances for a bound, on
    either side. One of the other node's children is worth as much at first sight, and another is
    worth more, or it is worth less itself.
    """
    # Two checks ask this: in the trees of either a seed may draw values so far apart.
    above = [*DISTANCES, 101]
    below = [[-distance, -distance - 200] for distance in DISTANCES]
    found = []
    for shape in (above, below):
        found.append(searches(tree([[0], shape]), (0,), (1,)))
    return found


def around_the_last() -> list[Calls]:
    """Return all trees that show if a bound around the last value is taken for a value."""
    return near_the_last() + at_first_sight()


def at_first_sight() -> list[Calls]:
    """Return the like, where it is the first child that is worth less, and a number that is best.

    Who begins with such a window finds its lower bound first, and nothing above it.
    """
    found = []
    for distance in DISTANCES:
        second = [[-distance, -distance - 200], -distance - 100]
        found.append(searches(tree([[0], second]), (0,), (1,)))
    return found


def searched_often() -> Calls:
    """Return a tree in which nothing can be left out, and many searches of it.

    Who counts nodes, and never begins anew, has counted many by the last: from a node whose
    children no search before has compared at a root.
    """
    rising = [[worth + 9, chain(worth, 6)] for worth in range(0, 110, 10)]
    last = [129, [[125, 110], [124, 111]]]  # by their first leaves, the worse child is better
    return searches(tree([*rising, last]), *[()] * 25, (len(rising), 1))


def searches(data: Data, *paths: Path) -> Calls:
    """Return searches from one node after the other."""
    return data, [Call(SEARCH, path) for path in paths]


def tied(rng: Random) -> list[Data]:
    """Return trees in which a bound of the best value is met elsewhere."""
    x = rng.randint(20, 99)
    worse = x - rng.randint(2, 5)
    return [
        tree([[x], [x, worse]]),  # the second child is cut at x, and worth less
        tree([[x], [[x, worse]], [[[x, worse]]]]),
        tree([[x, worse], [x + 1, x]]),
        tree([[x, x + 1], [x, x + 2]]),
        tree([[-5, x], [-x, x], [0, x]]),  # the second child is cut, and its val is 0 as before
        tree([x, [[x + 1, x + 6]], x + 3]),  # the second child is worth more than a scout finds
        # And so is what lies below the first child; in the other tree it is worth less.
        tree([[[x, [[x + 1, x + 6]]]], x + 3]),
        tree([[x, [[x - 1, x - 6]]], x - 3]),
    ]


def beyond() -> list[Data]:
    """Return trees with values far apart, and with many nodes."""
    # A table with a hundred places, or fewer, where each node has one by its number, holds what was
    # found for another node. So the last child, which is best, seems to be worth less.
    falling = [50, *range(28, 0, -1), 60]
    long_ones = tree([chain(value, 3) for value in falling])
    uneven_ones = tree([chain(value, 1 + number % 3) for number, value in enumerate(falling)])
    rising_ones = tree([chain(value, 1 + value % 3) for value in range(1, 31)])
    # Child 11 of child 1 and child 1 of child 11 have numbers on their paths that read alike.
    read_alike: list[Any] = [*range(12)]
    read_alike[1] = [*[50] * 11, [40]]
    read_alike[11] = [60, [55]]
    return [
        tree([-(2**63), [2**63 + 5]]),
        tree(leap()),
        tree([[alike_to_a_float()]]),
        *for_each_side(tree(rounded_down())),
        *for_each_side(long_ones),
        uneven_ones,
        rising_ones,
        tree(read_alike),
    ]


def alike_to_a_float() -> list[Any]:
    """Return the shape of a node whose second child is better: the last leaf.

    To a float the first leaf and the last but one are the same.
    """
    return [HUGE - 1500, [[HUGE - 2040, HUGE - 100]]]


def rounded_down() -> list[Any]:
    """Return the shape of a node whose second child is better: the last leaf.

    To a float a little more than the first leaf is less than that.
    """
    return [HUGE + 1, [[0, HUGE + 9]]]


def leap() -> list[Any]:
    """Return the shape of a node whose second child is far better than the first: the last leaf."""
    return [0, [[2 * BILLION, 5 * BILLION]]]


def pruned(rng: Random) -> list[Data]:
    """Return trees in which alpha-beta leaves something out at a bound that is near."""
    # The order of names says nothing, and their length neither. The second child seems as good as
    # the first: who searches it again reads its last leaf.
    backwards = ["G", ["F", ["D", 5], ["C", 6]], ["E", ["B", 3], ["A", 9]]]
    shorter = ["Root", ["Long", 5], ["Abc", ["De", 5], ["F", 3], ["G", 9], ["H", 8]]]
    longer = ["", ["A", 5], ["Be", ["C", 5], ["D", 3], ["E", 9], ["F", 8]]]
    # Who looks at inner nodes before leaves reads the last one.
    x = rng.randint(1, 9)
    # Who begins with few children or with many, near leaves or far ones, reads what is decided.
    crowds = [[[4, 5], 6, 7], [3, 9], [4, 8, 8, [8, [8, 9]]]]
    # Where values change when they are read, nodes of one name are alike before that.
    first = ["B", ["C", x], ["C", x + 2]]
    second = ["B", ["C", x + 3], ["C", x + 1]]
    third = ["B", ["C", x], ["C", x + 9]]
    alike = ["A", first, second, third]
    # Of thirty children the last but one sets a bound, and so does that of the last.
    wide = tree([*[x - 5] * 28, x, [*[x + 5] * 28, x - 1, x - 2]])
    return [
        *for_each_side(wide),
        EXAMPLE,
        tree(crowds),
        *for_each_side(tree([[crowds]])),
        backwards,
        shorter,
        longer,
        filled(uniform(6, 2), distinct(rng, 36)),
        tree([[x, [x + 1, [x + 2]]]]),
        tree([x, [x - 1, [x - 2]]]),
        # Who tries first what has cut before reads the last leaf of each.
        tree([x, [x + 9, x - 1], [x - 2, x - 3]]),
        tree([[x, [x - 9, x + 1], [x + 2, x + 3]]]),
        alike,
    ]


def foreseen() -> list[tuple[Data, Seeming]]:
    """Return trees, with what their leaves seem to be worth before they are read.

    Who has noted beforehand what a branch is worth at least, or at most, thinks it decided.
    """
    plain, mirrored = for_each_side(EXAMPLE)
    return [(plain, "least"), (mirrored, "greatest")]


def pruned_deep(rng: Random) -> list[Data]:
    """Return trees in which alpha-beta leaves a leaf out at a bound that is far above."""
    trees: list[Data] = []
    for bound in (-rng.randint(2, 9), rng.randint(2, 9)):
        last = rng.randint(1, 9)  # the same side of 0 at each seed
        low, high = [bound - 1, last], [bound + 1, last]
        for plies in (2, FAR):
            trees += [tree([bound, chain(low, plies)]), tree([[bound, chain(high, plies)]])]
    x = rng.randint(1, 9)
    # Far below, all four kinds of bounds cut: the root's, and three of nodes there.
    all_four = [[x - 1, x + 9], [x + 2, x + 4], [x + 1, x + 3], [x + 5, [x + 6, x + 7]]]
    return trees + for_each_side(tree([x, chain(all_four, DEEPEST)]))


def for_each_side(data: Data) -> list[Data]:
    """Return a tree, and one in which o is at the root's child what x is at its root."""
    return [data, ["Z", negated(data)]]


def pruned_again(rng: Random) -> list[Calls]:
    """Return trees of which the last child is best, to be searched twice.

    Who begins with the best of the first search has no bound yet, and reads a leaf more. All values
    are larger than those of the first trees: who has kept the largest of these reads too little.
    """
    x = rng.randint(61, 69)
    shape = [[x], [[[x - 2, x + 9], x + 3], x + 4]]
    mirrored = [[-x], [[[2 - x, -9 - x], -3 - x], -4 - x]]
    return [searches(tree(shape), (), ()), searches(tree([mirrored]), (), ())]


def generated(
    function: str, rng: Random, thorough: bool, is_meant: Callable[[Kinds], bool] = lambda _: True
) -> list[Asked]:
    """Return a call of each kind that the statement permits, and that is meant."""
    return many(lambda rng: asked(rng, function, is_meant), rng, thorough)
