"""The trees and the tables that expectiminimax is asked about."""

from collections.abc import Sequence
from copy import deepcopy
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from graders.expectiminimax import oracle
from graders.expectiminimax.calls import BOUND, FAR, LEAST, LONG, MOST, MOST_NODES, TINIEST
from graders.expectiminimax.oracle import (
    RULES,
    Below,
    Node,
    Number,
    Rule,
    State,
    Table,
    children,
    is_leaf,
    worth,
)
from graders.expectiminimax.trees import OPPOSITE, Asked, Decision

KINDS = ("max", "min", "chance")
# A kind, one below it, and one below that.
TRIPLES = (
    ("max", "min", "chance"),
    ("min", "chance", "max"),
    ("chance", "max", "min"),
    ("chance", "min", "chance"),
)
# Sixteenths, with which floats are exact: then the values of right functions are the same, to the
# last digit, as those of any others, and can be compared with them.
PARTS = {1: (16,), 2: (4, 12), 3: (2, 6, 8), 4: (1, 3, 5, 7)}
THIRD = Fraction(1, 3)
HALF = Fraction(1, 2)
MILLIONTH = Fraction(1, 999_983)
PRIMES = (999_983, 999_979, 999_961)
# How many children each node of a deep tree has, and which of them is the deep one.
PLACES = ((1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2))
UNLIKELY = 1.41421356e-6  # no fraction of a small denominator is so near that it would do for it
NEARLY = 9e-10  # less than a value with floats may be off
CRUMB = 4.5e-5  # a millionth of it, at each of LONG plies, is 2.7e-9
DOUBTFUL = 8  # states of a table
# A goal, the one before, and whether the caller changes the dicts of that: what begins with such a
# dict must not be changed with it.
NEXT_GOALS = ((3, 2, True), (2, 3, True))


class Slip(NamedTuple):
    """A wrong rule.

    Attributes:
        kind: The kind of node that it is for.
        rule: The rule.
        does: What such a node does, in words.
    """

    kind: str
    rule: Rule
    does: str


MAX, MIN, MEAN = RULES["max"], RULES["min"], RULES["chance"]


def total(below: Below) -> Fraction:
    return sum((value for _, value in below), Fraction(0))


def in_reverse(below: Below) -> Fraction:
    """Return the average with the probabilities in the reverse order."""
    found = Fraction(0)
    for (p, _), (_, value) in zip(reversed(below), below, strict=True):
        found += p * value
    return found


def beside_choice(kind: str) -> list[Slip]:
    """Return what goes wrong with a max or min node beside the choice itself."""
    best = RULES[kind]
    zero = (Fraction(0), Fraction(0))
    return [
        Slip(kind, lambda below: best([zero, *below]), "begins with 0; begin with its first child"),
        Slip(kind, lambda below: below[0][1], "takes its first child"),
        Slip(kind, lambda below: below[-1][1], "takes its last child"),
        Slip(kind, lambda below: best(below[:2]), "has two children and no more"),
    ]


SLIPS = (
    Slip("chance", lambda below: total(below) / len(below), "takes the plain average, unweighted"),
    Slip(
        "chance",
        lambda below: MEAN(below) / len(below),
        "divides by the number of its children, too",
    ),
    Slip("chance", total, "adds up its children; weigh each with its probability"),
    Slip("chance", MAX, "takes its largest child; chance does not choose"),
    Slip("chance", MIN, "takes its smallest child; chance does not choose"),
    Slip("chance", lambda below: max(below)[1], "takes its most probable child; all of them count"),
    Slip("chance", in_reverse, "takes the probabilities in the reverse order"),
    Slip("max", MIN, "takes its smallest child"),
    Slip("min", MAX, "takes its largest child"),
    *beside_choice("max"),
    *beside_choice("min"),
    Slip("chance", lambda below: MEAN(below[:2]), "has two children and no more"),
    Slip("chance", lambda below: MEAN(below[1:]), "leaves out its first child"),
    Slip("chance", lambda below: MEAN(below[:-1]), "leaves out its last child"),
)


def slipped(node: Node, slip: Slip) -> Fraction:
    """Return the value of a tree by a wrong rule."""
    return worth(node, {**RULES, slip.kind: slip.rule})


def inner(rng: Random, kind: str, below: list[Node]) -> Node:
    """Return a node with these children; their probabilities, if it is of chance, all differ."""
    if kind != "chance":
        return kind, below
    parts = rng.sample(PARTS[len(below)], len(below))
    weighed = []
    for part, child in zip(parts, below, strict=True):
        weighed.append((Fraction(part, sum(parts)), child))
    return kind, weighed


def made(rng: Random, shape: Any) -> Node:
    """Return a tree of random integers.

    Args:
        rng: Chooses.
        shape: [kind, child, ...], 0 for a leaf.
    """
    if not isinstance(shape, list):
        return rng.choice((-1, 1)) * rng.randrange(1, 80)
    kind, *below = shape
    return inner(rng, kind, [made(rng, child) for child in below])


def floating(node: Node) -> Node:
    """Return a tree of quarters of the leaves, with floats; integers where nothing is left over."""
    if is_leaf(node):
        if node % 4:
            return node / 4
        return node // 4
    kind = node[0]
    if kind == "chance":
        return kind, [(float(p), floating(child)) for p, child in node[1]]
    return kind, [floating(child) for child in node[1]]


def once(trees: Sequence[Node]) -> list[Asked]:
    """Return trees in which no other numbers stand before."""
    return [(node, None) for node in trees]


def deep(rng: Random) -> Node:
    """Return a tree in which each ply matters, and the value comes up from the lowest."""
    node: Node = rng.randrange(100)
    value = Fraction(node)
    for ply in range(LONG):
        kind = KINDS[(ply + ply // 5) % 3]
        worse = -rng.randrange(2, 30)
        if kind == "min":
            worse = -worse
        other = int(value) + worse
        if kind == "chance":
            node = inner(rng, kind, rng.sample([node, other], 2))
            of_other = [p for p, child in children(node) if child is other]
            value += Fraction(of_other[0]) * (other - value)
        else:
            node = inner(rng, kind, rng.sample([node, other], 2))
    return node


def valued(rng: Random) -> list[Asked]:
    """Return trees with every kind below every kind, also deep ones, for value."""
    trees = [deep(rng), floating(deep(rng))]
    for first, second, third in TRIPLES:
        trees.append(floating(made(rng, [first, 0, [second, [third, 0, 0], 0]])))
    trees += [certain(rng), digits(rng), below_a_float(rng), *near_a_number(rng)]
    asked = once(trees)
    for kind in KINDS:
        asked += after_others(rng, kind) + deep_trees(rng, kind)
        asked += lookalikes(kind)
    for kind in ("max", "min"):
        asked += near_the_bounds(kind)
        asked += nearly_alike(rng, kind)
        asked += once([cancelled(kind)])
    asked += once([of_one_hash("chance"), all_that_hardly_differ(rng), largest(rng)])
    for kinds in combinations(KINDS, 2):
        asked += once(deep_in_turn(rng, kinds))
    return [*asked, *once([read_alike(rng)])]


def read_alike(rng: Random) -> Node:
    """Return a tree in which a path, its numbers written one after the other, is that of two nodes.

    The nodes below child 1 read as children 10 and 11, and the one below child 0 as the first of
    child 1. Each of them is worth something else, and all count. It is small enough to be drawn.
    """
    worths = rng.sample(range(1, 1000), 2 * MOST)

    def inner_node() -> Node:
        return "max", [worths.pop()]

    def average(below: list[Node]) -> Node:
        return "chance", [(Fraction(1, len(below)), node) for node in below]

    first = average([*range(1, MOST - 1), inner_node()])
    second = average([inner_node(), inner_node()])
    leaves = range(2, MOST - 2)
    return average([first, second, *leaves, inner_node(), inner_node()])


def after_others(rng: Random, kind: str) -> list[Asked]:
    """Return nodes in whose lists other numbers stand before.

    These are floats, one of the same hash, and the same ones in another order.
    """
    n = rng.randrange(1, 80)
    third = THIRD + n
    worse = n - 9 if kind == "max" else n + 9
    asked = []
    for one, of_leaf in ((HALF, third), (0.5, float(third))):
        below: Node = ("chance", [(one, of_leaf), (one, of_leaf + 1)])
        asked.append(with_two(kind, below, worse, one))
    exact, floats = asked
    far = -n - 3 if kind == "max" else n
    minus_one = with_two(kind, -1, far, HALF)
    minus_two = with_two(kind, -2, far, HALF)
    one = with_two(kind, in_thirds(n - 5, n + 5), worse, HALF)
    exchanged = with_two(kind, in_thirds(n + 5, n - 5), worse, HALF)
    # A number that was asked about nowhere else, as a float and as a Fraction: these are equal.
    number = n + Fraction(rng.randrange(1, 1024, 2), 1024)
    as_fraction = with_two(kind, in_thirds(number, number + 1), worse, HALF)
    as_float = with_two(kind, in_thirds(float(number), float(number) + 2), worse, HALF)
    return [(exact, floats), (minus_two, minus_one), (one, exchanged), (as_fraction, as_float)]


def lookalikes(kind: str) -> list[Asked]:
    """Return trees, each two of which in turn are alike but for one thing, and worth another value.

    Who keeps an answer by less than the whole tree takes one for the other: by its numbers without
    where lists end, or in any order; by its digits or their sum; without kinds, signs, or
    probabilities. At a choice the best child is another, too.
    """
    pairs: list[tuple[Node, Node]] = [
        (("max", [("min", [1, 2]), 3]), ("max", [("min", [1, 2, 3])])),
        (("max", [("min", [1, 5]), 3]), ("max", [("max", [1, 5]), 3])),
        (("max", [in_thirds(1, 7), 4]), ("max", [in_thirds(7, 1), 4])),
        (("max", [-2, 1]), ("max", [2, -1])),
        (("max", [1, 23]), ("max", [12, 3])),
        (("max", [1, 6]), ("max", [4, 3])),
        (("max", [2, 7]), ("max", [7, 2])),
    ]
    if kind == "chance":
        pairs = [
            *[(in_thirds(one, 8), in_thirds(other, 8)) for one, other in pairs[:5]],
            (in_thirds(1, 23), in_thirds(12, 3)),
            (in_thirds(2, 7), in_thirds(7, 2)),
            (in_thirds(2, 7), (kind, [(2 * THIRD, 2), (THIRD, 7)])),
        ]
    found: list[Node] = []
    for pair in pairs:
        found += pair
    if kind == "min":
        found = [mirrored(node) for node in found]
    return once(found)


def mirrored(node: Node) -> Node:
    """Return the tree with the signs of all leaves turned round, and max and min exchanged."""
    if is_leaf(node):
        return -node
    kind, below = node
    if kind == "chance":
        return kind, [(p, mirrored(child)) for p, child in below]
    return OPPOSITE[kind], [mirrored(child) for child in below]


def in_thirds(first: Node, second: Node) -> Node:
    """Return a chance node with two children, the second of which is twice as likely."""
    return "chance", [(THIRD, first), (2 * THIRD, second)]


def of_one_hash(kind: str) -> Node:
    """Return a node with two children alike but for -1 and -2, which have one hash.

    Of a choice the second is better: who looks a node up by its hash alone takes the first twice.
    """
    below: list[Node] = []
    for number in (-2, -1):
        if kind == "min":
            below.insert(0, ("max", [number, -7]))
        else:
            below.append(("min", [number, 7]))
    if kind == "chance":
        return kind, [(HALF, child) for child in below]
    return kind, below


def cancelled(kind: str) -> Node:
    """Return a chance node of floats that are far from 0, and cancel out.

    Below it a choice is so far off that to who compares by parts of a value its children are the
    same. The second one is better.
    """
    far, more = 1e5, 2e-5
    below = [far, far + more]
    if kind == "min":
        below.reverse()
    return "chance", [(0.5, (kind, below)), (0.5, -far)]


def with_two(kind: str, one: Node, other: Node, p: Number) -> Node:
    """Return a node with two children; if it is of chance, each has this probability."""
    if kind == "chance":
        return kind, [(p, one), (p, other)]
    return kind, [one, other]


def certain(rng: Random) -> Node:
    """Return a tree that is worth no whole number, with a node whose only child is certain.

    Who divides there by the sum of the probabilities, an int by an int, makes a float.
    """
    n = rng.randrange(1, 80)
    return in_thirds(("chance", [(1, n)]), n + 1)


def digits(rng: Random) -> Node:
    """Return a tree that is worth a Fraction of 20 digits above and below the line, the most."""
    below: list[Node] = []
    for prime in PRIMES:
        even = rng.randrange(2, prime, 2)  # so that no 2 is taken out of the denominator
        below.append((Fraction(1, 64), Fraction(even, prime)))
    return "chance", [*below, (Fraction(61, 64), rng.choice((-1, 1)))]


def below_a_float(rng: Random) -> Node:
    """Return such a tree below a float."""
    return "chance", [(0.5, digits(rng)), (0.5, 0)]


def near_a_number(rng: Random) -> list[Node]:
    """Return nodes that are worth nearly a whole number: no float is as near, nor any leaf."""
    n = rng.randrange(2, 80)
    return [nearly(n, 1), nearly(n, -1)]


def nearly(n: int, sign: int) -> Node:
    """Return a node that is worth a little more, or less, than a number."""
    below: Node = n + sign * TINIEST
    for _ in range(2):
        below = "chance", [(TINIEST, below), (1 - TINIEST, n)]
    return below


def hardly_better(rng: Random, kind: str) -> list[Node]:
    """Return choices between a number and a better chance node: to a float they are the same.

    The better one is the first, or the last.
    """
    n = rng.randrange(2, 80)
    sign = 1 if kind == "max" else -1
    return [(kind, [n, nearly(n, sign)]), (kind, [nearly(n, sign), n])]


def tied(rng: Random, kind: str) -> list[Node]:
    """Return deep trees in which both children of each node are worth the same.

    The deep child is the first one everywhere, or the last one. Who evaluates again what is as good
    as the best so far never comes to the end of one of them.
    """
    n = rng.randrange(1, 80)
    first: Node = n
    last: Node = n
    for _ in range(LONG):
        first = kind, [first, n]
        last = kind, [n, last]
    return [first, last]


def deep_trees(rng: Random, kind: str, half: Number = HALF) -> list[Asked]:
    """Return deep trees in which all nodes are alike, but for the one that is worth least.

    Who evaluates one child twice never comes to the end of one of them: the first or the last one,
    the best, a worse one, one that is worth 0.

    Args:
        rng: Chooses the values.
        kind: That of all nodes.
        half: The probability of the deep child of a chance node that has others.
    """
    n = rng.randrange(80, 100)
    found: list[Node] = []
    for number, (count, place) in enumerate(PLACES):
        value = (-n, 0, n)[number % 3]
        if kind == "chance":
            found.append(deep_chance(value, count, place, half))
            continue
        found.append(deep_choice(kind, value, count, place, deep_is_best=True))
        if count > 1:
            found.append(deep_choice(kind, value, count, place, deep_is_best=False))
    return once(found)


def deep_choice(kind: str, value: int, count: int, place: int, deep_is_best: bool) -> Node:
    """Return a deep tree of max or min nodes: see deep_trees."""
    sign = 1 if kind == "max" else -1
    node: Node = value
    for _ in range(LONG):
        if deep_is_best:
            below = [value - sign * (2 + other) for other in range(count)]
        else:
            below = [value + sign] * count
            value += sign
        below[place] = node
        node = kind, below
    return node


def deep_chance(value: int, count: int, place: int, half: Number) -> Node:
    """Return a deep tree of chance nodes, each worth the same: see deep_trees."""
    shares: dict[int, list[Number]] = {1: [1], 2: [half, half], 3: [half, half / 2, half / 2]}
    beside: dict[int, list[int]] = {1: [], 2: [value], 3: [value + 3, value - 3]}
    node: Node = value
    for _ in range(LONG):
        below: list[Node] = [*zip(shares[count][1:], beside[count], strict=True)]
        below.insert(place, (shares[count][0], node))
        node = "chance", below
    return node


def deep_in_turn(rng: Random, kinds: tuple[str, str]) -> list[Node]:
    """Return deep trees in which nodes of two kinds stand below each other in turn.

    Who evaluates a child twice below one kind, or of one kind, alone never comes to the end of
    one: the deep child is the first one everywhere, or the last one.
    """
    value = rng.randrange(80, 100)
    beside = {"max": value - 2, "min": value + 2, "chance": value}
    found: list[Node] = []
    for place in (0, 1):
        node: Node = value
        for ply in range(LONG):
            kind = kinds[ply % 2]
            below: list[Any] = [node]
            below.insert(1 - place, beside[kind])
            if kind == "chance":
                below = [(HALF, child) for child in below]
            node = kind, below
        found.append(node)
    return found


def hardly_different(rng: Random) -> list[Node]:
    """Return nodes of two numbers that differ from each other in little.

    That is a kind, the order, a probability, how many children there are, or what is below. Who
    remembers a node by less than all of it takes some for the same.
    """
    low = rng.randrange(1, 40)
    high = low + 8
    nodes: list[Node] = []
    for first, second in ((low, high), (high, low)):
        nodes += [("max", [first, second]), ("min", [first, second])]
        for quarters in (1, 2, 3):
            p = Fraction(quarters, 4)
            nodes.append(("chance", [(p, first), (1 - p, second)]))
    quarter = Fraction(1, 4)
    nodes.append(("chance", [(quarter, low), (quarter, low), (HALF, high)]))
    nodes.append(("chance", [(quarter, low), (HALF, low), (quarter, high)]))
    for below in nodes[:3]:
        nodes.append(("chance", [(HALF, deepcopy(below)), (HALF, high)]))
        nodes.append(("chance", [(quarter, deepcopy(below)), (HALF, low), (quarter, high)]))
    return nodes


def after_worse_ones(rng: Random, kind: str) -> list[Asked]:
    """Return choices between nodes that hardly differ: the last one is best, each in its turn."""
    sign = 1 if kind == "max" else -1
    nodes = sorted(hardly_different(rng), key=lambda node: sign * worth(node))
    found: list[Node] = []
    for node in nodes:
        worse = [other for other in nodes if sign * worth(other) < sign * worth(node)]
        if worse:
            found.append((kind, [*worse[1 - MOST :], node]))
    return once(found)


def all_that_hardly_differ(rng: Random) -> Node:
    """Return a chance node below which all nodes of hardly_different count."""
    halves: list[Node] = []
    nodes = hardly_different(rng)
    half = len(nodes) // 2
    for some in (nodes[:half], nodes[half:]):
        halves.append(("chance", [(Fraction(1, len(some)), node) for node in some]))
    return "chance", [(HALF, below) for below in halves]


def largest(rng: Random) -> Node:
    """Return a tree with as many nodes as may be, which all count."""
    top: list[Node] = list(rng.sample(range(1, 1000), MOST_NODES // 2 + 1))
    while len(top) > 3:
        pair = top[:2]
        top = [*top[2:], ("chance", [(HALF, node) for node in pair])]
    return "chance", [(THIRD, node) for node in top]


def drifting(kind: str) -> Node:
    """Return a choice of floats, each worse than the one before by less than may be off.

    Who takes one for as good as the best so far, and then that one for the best, ends far from it.
    """
    sign = -1 if kind == "max" else 1
    return kind, [sign * NEARLY * number for number in range(MOST)]


def nearly_alike(rng: Random, kind: str) -> list[Asked]:
    """Return choices between children that are worth the same, or nearly so."""
    trees = [*tied(rng, kind), *hardly_better(rng, kind), drifting(kind), of_one_hash(kind)]
    # Beside a worse child, so that all values are near to 0.
    trees.append((kind, [cancelled(kind), -3.0 if kind == "max" else 3.0]))
    return once(trees)


def near_the_bounds(kind: str) -> list[Asked]:
    """Return choices with leaves that are as far off as may be.

    Who begins too near to 0 never finds the one that has no other. And a chance node is better than
    a number: who takes leaves to be nearer to 0 gives it up after the first one.
    """
    sign = 1 if kind == "max" else -1
    found: list[Node] = [(kind, [-sign * BOUND]), (kind, [-sign * (BOUND + 0.5)])]
    found.append((kind, [sign * BOUND, sign * (BOUND + 0.5)]))  # no int is better than the first
    for half in (HALF, 0.5):
        chance = "chance", [(half, -sign * BOUND), (half, sign * (BOUND - 2))]
        found.append((kind, [-sign * 9, chance]))
    return once(found)


def unlikely() -> list[Asked]:
    """Return chance nodes in which a leaf counts that is far off and hardly likely."""
    far, rest = (UNLIKELY, BOUND), (1 - UNLIKELY, 0)
    return once([("chance", [far, rest]), ("chance", [rest, far])])


def chosen(rng: Random) -> list[Asked]:
    """Return nodes for best_child: ties, and such in which a number of the same hash was before."""
    between = Fraction(-3, 2)
    found: list[Asked] = []
    for kind in ("max", "min"):
        one, two = ((kind, [number, between]) for number in (-1, -2))
        found += [(two, one), (one, two)]
        found += nearly_alike(rng, kind) + after_worse_ones(rng, kind) + floats_before(kind)
        found += lookalikes(kind)
    return found


def floats_before(kind: str) -> list[Asked]:
    """Return choices between values that floats can't tell apart, after the same with floats.

    With these any child was right.
    """

    def between(half: Number, *values: Number) -> Node:
        """Return a choice between chance nodes, each with two leaves of one value."""
        return kind, [("chance", [(half, value), (half, value)]) for value in values]

    one, other = (BOUND - 1 + Fraction(1, prime) for prime in PRIMES[:2])
    return [
        (between(HALF, one, other), between(0.5, one, other)),
        (between(HALF, other, one), between(0.5, other, one)),
    ]


def averaged(rng: Random) -> list[Asked]:
    """Return chance nodes with floats: uneven ones, and such as people write."""
    trees: list[Node] = []
    for count in (2, 3, 4):
        trees.append(floating(made(rng, ["chance", *[0] * count])))
    trees.append(("chance", [(0.25, 6), (0.5, 3), (0.25, 6)]))
    # Two small ints that are equal are one object.
    trees.append(("chance", [(0.125, 6), (0.5, 3), (0.375, 6)]))
    for count in (2, 7):
        trees.append(("chance", [(1 / count, rng.randrange(1, 80)) for _ in range(count)]))
    trees += [tenths(rng), crumbs(rng), below_a_float(rng), cancelled("max"), cancelled("min")]
    asked = [*once(trees), *unlikely(), *deep_trees(rng, "chance", 0.5)]
    return [*asked, *once([floating(read_alike(rng))])]


def tenths(rng: Random) -> Node:
    """Return a deep tree of which the exact value, as a Fraction, has hundreds of digits."""
    node: Node = rng.randrange(1, 80)
    for _ in range(LONG):
        node = "chance", [(0.1, rng.randrange(1, 80)), (0.9, node)]
    return node


def crumbs(rng: Random) -> Node:
    """Return a deep tree in which each ply adds so little that ten digits do not show it.

    All plies together add nearly three times what the value may differ by.
    """
    value = rng.randrange(1, 10) / 10
    more = value + CRUMB
    p = float(LEAST)
    node: Node = value
    for _ in range(LONG):
        node = "chance", [(p, more), (1 - p, node)]
    return node


def exact(rng: Random) -> list[Asked]:
    """Return chance nodes without floats: no float, nor anything rounded, is their value."""
    n = rng.randrange(1, 9)
    below = in_thirds(n, n + 1)
    weighed = [
        [(HALF, below), (HALF, n)],
        [(THIRD, n), (2 * THIRD, n)],  # two small ints that are equal are one object
        [(THIRD, 3 * n + 1), (2 * THIRD, 3 * n)],
        [(MILLIONTH, Fraction(n, 999_979)), (1 - MILLIONTH, -n)],
        [(TINIEST, n + 1), (1 - TINIEST, n)],  # all but a whole number
        [(1 - TINIEST, n), (TINIEST, BOUND)],
        [(THIRD, FAR), (2 * THIRD, FAR + n)],
        # No denominator is the common one.
        [(Fraction(1, 6), n), (Fraction(1, 10), n + 1), (Fraction(11, 15), n + 2)],
        [(HALF, Fraction(n, 6)), (HALF, Fraction(n, 10))],
    ]
    asked = once([("chance", below) for below in weighed])
    asked += after_others(rng, "chance")
    asked += once([certain(rng), digits(rng), *near_a_number(rng), of_one_hash("chance")])
    return asked + lookalikes("chance") + deep_trees(rng, "chance")


def tables(rng: Random) -> list[Decision]:
    """Return what decide is asked about: a goal, a table of any numbers, and a state.

    They are not of best play: what win_probability must return is told to nobody.
    """
    asked: list[Decision] = []
    for goal in (2, 3, 4, 5):
        table = {state: rng.randrange(1, 1000) / 1000 for state in oracle.states(goal)}
        asked += [(goal, table, state) for state in doubtful(table)]
    return asked


def under_other_keys(rng: Random) -> tuple[Decision, Table]:
    """Return what decide is asked about, and a table before of which it answers otherwise.

    That has the same numbers in the same order, under other keys.
    """
    low, high = rng.randrange(5, 30) / 100, rng.randrange(70, 95) / 100
    numbers = (high, 0.5, low, high, 0.5, low)
    states = oracle.states(2)
    table = dict(zip(states, numbers, strict=True))
    earlier = dict(zip(reversed(states), numbers, strict=True))
    return (2, table, (0, 0, 1)), earlier


def one_number_changed(rng: Random) -> list[tuple[Decision, Table]]:
    """Return what decide is asked about, and the numbers of the same table before.

    They are alike but for one: what follows heads, tails, or a hold. By it the other move was better.
    """
    low, high = rng.randrange(5, 30) / 100, rng.randrange(70, 95) / 100
    found: list[tuple[Decision, Table]] = []
    for key in ((0, 0, 2), (0, 0, 0), (0, 1, 0)):
        table = dict.fromkeys(oracle.states(3), 0.5)
        found.append(((3, {**table, key: low}, (0, 0, 1)), {**table, key: high}))
    return found


def doubtful(table: Table) -> list[State]:
    """Return the states in which a flip and a hold differ least, so that each slip matters."""

    def gap(state: State) -> float:
        flip, hold = oracle.choices(state, table)
        return abs(flip - hold)

    return sorted(table, key=gap, reverse=True)[-DOUBTFUL:]
