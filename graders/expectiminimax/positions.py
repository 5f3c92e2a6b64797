"""The trees and the tables that expectiminimax is asked about."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any, NamedTuple

from graders.expectiminimax import oracle
from graders.expectiminimax.oracle import (
    RULES,
    Below,
    Node,
    Rule,
    State,
    Table,
    children,
    is_leaf,
    nodes,
    worth,
)

KINDS = ("max", "min", "chance")
SIGN = {"max": 1, "min": -1}
DEEP, WIDE = 60, 12  # plies, children
# To a float, both of a pair are the same.
HUGE = [[2**53, 2**53 + 1], [2**64, 2**64 + 1], [10**99, 10**99 + 1]]
FAR = (10**3, 10**6, 10**9, 10**18, 2**63, 10**99)  # beyond what stands for infinity
# Sixteenths, with which floats are exact: then the values of right functions are the same, to the
# last digit, as those of any others, and can be compared with them.
PARTS = {
    1: (16,),
    2: (4, 12),
    3: (2, 6, 8),
    4: (1, 3, 5, 7),
    5: (1, 2, 3, 4, 6),
    WIDE: range(1, WIDE + 1),
}
THIRD = Fraction(1, 3)
TINY = Fraction(1, 10**20)  # added to a third, it is lost to a float
MILLIONTH = Fraction(1, 1_000_003)
DOUBTFUL = 12  # states of a table

# A tree, and one of the same shape whose numbers stand in it before, if any do.
Asked = tuple[Node, Node | None]


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


# Trees are made so that these matter.
DECISIVE = (
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
)
SLIPS = (
    *DECISIVE,
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


def beside_leaf(rng: Random, kind: str, shape: Any) -> Any:
    """Return the shape of a node with a child of some shape and a leaf, in any order."""
    return [kind, *rng.sample([shape, 0], 2)]


def decisive(rng: Random, shape: Any) -> Node:
    """Return a tree in which it matters by which rule a node gets its value.

    That is so also of each wrong rule of the same kind.
    """
    while True:
        node = made(rng, shape)
        if is_decisive(node):
            return node


def is_decisive(node: Node) -> bool:
    kinds = {part[0] for part in nodes(node) if len(children(part)) > 1}
    right = worth(node)
    for slip in DECISIVE:
        if slip.kind in kinds and abs(slipped(node, slip) - right) <= Fraction(1, 9):
            return False
    return True


def divided(node: Node, by: int, number: type[float | Fraction]) -> Node:
    """Return a tree of smaller leaves, integers where nothing is left over.

    Args:
        node: The tree, its leaves integers.
        by: What they are divided by.
        number: What becomes of all other leaves, and of the probabilities.
    """
    if is_leaf(node):
        if node % by == 0:
            return node // by
        return number(Fraction(node, by))
    kind = node[0]
    below = []
    for p, child in children(node):
        smaller = divided(child, by, number)
        if kind == "chance":
            smaller = number(p), smaller
        below.append(smaller)
    return kind, below


def floating(node: Node) -> Node:
    return divided(node, 4, float)


def once(trees: Sequence[Node]) -> list[Asked]:
    """Return trees in which no other numbers stand before."""
    return [(node, None) for node in trees]


def in_floats(trees: Sequence[Node]) -> list[Asked]:
    return once([floating(node) for node in trees])


def twice(rng: Random, shape: Any) -> Asked:
    """Return two trees of a shape with other values.

    The one is asked about once its numbers are those of the other.
    """
    first = decisive(rng, shape)
    second = decisive(rng, shape)
    while abs(worth(first) - worth(second)) < 1:
        second = decisive(rng, shape)
    return floating(first), floating(second)


def pairs(rng: Random, kind: str) -> list[Node]:
    """Return trees of two plies: each kind below a kind."""
    return [decisive(rng, beside_leaf(rng, kind, [below, 0, 0])) for below in KINDS]


def deep(rng: Random) -> Node:
    """Return a tree in which each ply matters, and the value comes up from the lowest."""
    node: Node = rng.randrange(100)
    for ply in range(DEEP):
        kind = KINDS[(ply + ply // 5) % 3]
        worse = -rng.randrange(2, 30)
        if kind == "min":
            worse = -worse
        below = [node, int(worth(node)) + worse]
        node = inner(rng, kind, rng.sample(below, 2))
    return node


def valued(rng: Random) -> list[Asked]:
    """Return what value is asked about: numbers, and trees with every kind below every kind."""
    trees: list[Node] = [0, 4, -10, rng.randrange(-400, 400), deep(rng)]
    for kind in KINDS:
        trees += pairs(rng, kind)
        trees.append(made(rng, [kind, 0]))
    for first, second, third in rng.sample(list(product(KINDS, repeat=3)), 5):
        below = beside_leaf(rng, second, [third, 0, 0])
        trees.append(decisive(rng, beside_leaf(rng, first, below)))
        trees.append(made(rng, [first, 0, [second, 0, 0, 0], [third, 0, 0], 0]))
    asked = in_floats(trees)
    for kind in KINDS:
        asked.append(twice(rng, [kind, 0, 0, 0]))
    return asked


def exact(rng: Random) -> list[Asked]:
    """Return trees of ints and Fractions: no float, nor anything rounded, is their value."""
    n = rng.randrange(1, 9)
    half = Fraction(1, 2)
    weighed = [
        [(1, THIRD)],
        [(THIRD, 3 * n + 1), (2 * THIRD, 3 * n)],
        [(THIRD, 0), (1 - THIRD, n)],
        [(MILLIONTH, Fraction(n, 999_983)), (1 - MILLIONTH, -n)],
        [(TINY, n * 10**22), (1 - TINY, 0)],
        [(half, n), (half, n + TINY)],  # all but a whole number
    ]
    for small, large in HUGE:
        weighed.append([(half, small), (half, large)])
    trees: list[Node] = [THIRD, -(2**53) - 1, deep(rng)]
    trees += [("chance", below) for below in weighed]
    trees += all_but_equal("max") + all_but_equal("min")
    for kind in KINDS:
        thirds = pairs(rng, kind)
        thirds.append(made(rng, [kind, 0, 0, 0, 0]))
        thirds.append(made(rng, [kind, 0, 0, 0, 0, 0]))
        trees += [divided(node, 3, Fraction) for node in thirds]
    return once(trees)


def placed(rng: Random, kind: str, below: Sequence[Node], place: int) -> Node:
    """Return a node with its best child at a place, and the others anywhere."""
    best, *others = sorted(below, key=worth, reverse=kind == "max")
    rng.shuffle(others)
    return kind, [*others[:place], best, *others[place:]]


def above_leaves(rng: Random, kind: str) -> list[Node]:
    """Return max or min nodes with leaves, the best at each place, above 0 and below."""
    sign = SIGN[kind]
    trees = [(kind, [8 * sign, 8 * sign, 0]), (kind, [0, 0]), (kind, [0, -4 * sign])]
    for count in range(1, 5):
        for place in range(count):
            for leaves in (range(1, 90), range(-90, 0)):
                trees.append(placed(rng, kind, rng.sample(leaves, count), place))
    for place in (rng.randrange(4, 11), WIDE - 1):
        trees.append(placed(rng, kind, rng.sample(range(-90, 90), WIDE), place))
    return trees


def far_from_0(kind: str) -> list[Node]:
    """Return max or min nodes whose value is beyond what stands for infinity."""
    sign = SIGN[kind]
    return [(kind, [-sign * (far + 7), -sign * (far + 1)]) for far in FAR]


def above_others(rng: Random, kind: str) -> list[Node]:
    """Return nodes of a kind with nodes of each kind below, of one other kind at a time."""
    trees = pairs(rng, kind)
    for first, second in product(KINDS, KINDS):
        if first == second or kind in (first, second):
            trees.append(decisive(rng, [kind, [first, 0, 0, 0], [second, 0, 0]]))
    return trees


def extreme(rng: Random, kind: str) -> list[Asked]:
    """Return what max_value or min_value is asked about."""
    asked = in_floats(above_leaves(rng, kind) + above_others(rng, kind))
    asked += once(far_from_0(kind))
    asked.append(twice(rng, [kind, 0, 0, 0]))
    asked.append(twice(rng, [kind, [kind, 0, 0], 0]))
    return asked


def averaged(rng: Random) -> list[Asked]:
    """Return what expected_value is asked about.

    There are other probabilities at each child, one child alone, and the same probability for all.
    """
    trees = above_others(rng, "chance")
    for count in (2, 2, 3, 3, 4, 5):
        trees.append(decisive(rng, ["chance", *[0] * count]))
    trees.append(made(rng, ["chance", *[0] * WIDE]))
    trees.append(made(rng, ["chance", 0]))
    trees.append(inner(rng, "chance", [0, 0]))
    weighed: list[Any] = [[(1, 7)], [(0.25, 6), (0.5, 3), (0.25, 6)]]
    for count in (2, 4, 7):
        weighed.append([(1 / count, rng.randrange(1, 80)) for _ in range(count)])
    asked = in_floats(trees) + once([("chance", below) for below in weighed])
    asked.append(twice(rng, ["chance", 0, 0, 0]))
    asked.append(twice(rng, ["chance", ["max", 0, 0], 0, 0]))
    return asked


def chosen(rng: Random) -> list[Asked]:
    """Return what best_child is asked about: max and min nodes, the best at every place."""
    asked: list[Asked] = []
    for kind in ("max", "min"):
        trees = above_leaves(rng, kind)
        for below in KINDS:
            three = [decisive(rng, [below, 0, 0])]
            three += [made(rng, [below, 0, 0]), made(rng, [below, 0, 0, 0])]
            for place in range(3):
                trees.append(placed(rng, kind, three, place))
        asked += in_floats(trees)
        asked += once(far_from_0(kind) + all_but_equal(kind))
        asked.append(((kind, [1.5, 2, 3]), (kind, [3, 2, 1.5])))
    return asked


def all_but_equal(kind: str) -> list[Node]:
    """Return max or min nodes whose children are the same to a float, the best at each place."""
    third = ("chance", [(THIRD, 1), (1 - THIRD, 0)])
    orders: list[list[Node]] = [[third, THIRD + TINY, THIRD - TINY], *HUGE]
    trees: list[Node] = []
    for below in orders:
        trees.append((kind, below))
        trees.append((kind, below[::-1]))
    return trees


def goals(rng: Random, largest: int) -> list[int]:
    """Return goals that win_probability is asked about, smaller ones after larger ones, too."""
    return [2, 1, 3, 2, rng.randrange(4, 8), 1, largest]


def tables(rng: Random) -> list[tuple[int, Table, State]]:
    """Return what decide is asked about: a goal, a table of any numbers, and a state.

    They are not of best play: what win_probability must return is told to nobody.
    """
    asked: list[tuple[int, Table, State]] = []
    for goal in (2, 2, 2, 3, 3, 3, 4, 4, 8, 10):
        table = {state: rng.randrange(1, 1000) / 1000 for state in oracle.states(goal)}
        asked += [(goal, table, state) for state in doubtful(table)]
    return asked


def doubtful(table: Table) -> list[State]:
    """Return the states in which a flip and a hold differ least, so that each slip matters."""

    def gap(state: State) -> float:
        flip, hold = oracle.choices(state, table)
        return abs(flip - hold)

    return sorted(table, key=gap, reverse=True)[-DOUBTFUL:]
