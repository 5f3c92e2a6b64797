"""The trees and the tables that expectiminimax is asked about."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from random import Random
from typing import Any, NamedTuple

from graders.expectiminimax import oracle
from graders.expectiminimax.oracle import (
    RULES,
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
DEEP, WIDE = 60, 12  # plies, children
HUGE = (2**53, 2**64, 10**99)  # one beside the next, these are the same to a float
FAR = (10**3, 10**6, 10**9, 10**18, 2**63, 10**99)  # beyond what stands for infinity
PARTS = {1: (20,), 2: (5, 15), 3: (2, 6, 12), 4: (1, 4, 6, 9), 5: (1, 2, 3, 5, 9)}  # of 20
Tables = tuple[
    int, Table, list[State]
]  # a table that decide is given, for a goal, and the states to ask about
Asked = tuple[
    Node, Node | None
]  # a tree, and one of the same shape whose numbers stand in it before, if any do


class Slip(NamedTuple):
    """A wrong rule for a kind of node. told: what it does; decides: whether trees are made so that it matters"""

    kind: str
    rule: Rule
    told: str
    decides: bool = True


def total(below: Sequence[tuple[Fraction, Fraction]]) -> Fraction:
    return sum((value for _, value in below), Fraction(0))


BESIDE: tuple[
    tuple[Any, str], ...
] = (  # what goes wrong beside the choice itself, by the kind's own rule
    (
        lambda below, best: best([(0, Fraction(0)), *below]),
        "begins with 0; begin with its first child",
    ),
    (lambda below, best: below[0][1], "takes its first child"),
    (lambda below, best: below[-1][1], "takes its last child"),
    (lambda below, best: best(below[:2]), "has two children and no more"),
)
MEAN = RULES["chance"]
SLIPS = (
    Slip("chance", lambda below: total(below) / len(below), "a chance node takes the plain average, unweighted"),
    Slip("chance", lambda below: MEAN(below) / len(below), "a chance node divides by the number of its children, too"),
    Slip("chance", total, "a chance node adds up its children; weigh each with its probability"),
    Slip("chance", RULES["max"], "a chance node takes its largest child; chance does not choose"),
    Slip("chance", RULES["min"], "a chance node takes its smallest child; chance does not choose"),
    Slip("chance", lambda below: max(below)[1], "a chance node takes its most probable child; all of them count"),
    Slip("chance", lambda below: MEAN([(p, v) for (p, _), (_, v) in zip(below[::-1], below, strict=True)]),
         "a chance node takes the probabilities in the reverse order"),
    Slip("max", RULES["min"], "a max node takes its smallest child"),
    Slip("min", RULES["max"], "a min node takes its largest child"),
    *(Slip(kind, partial(rule, best=RULES[kind]), f"a {kind} node {told}", False)
      for kind in ("max", "min") for rule, told in BESIDE),
    Slip("chance", lambda below: MEAN(below[:2]), "a chance node has two children and no more", False),
    Slip("chance", lambda below: MEAN(below[1:]), "a chance node leaves out its first child", False),
    Slip("chance", lambda below: MEAN(below[:-1]), "a chance node leaves out its last child", False),
)  # fmt: skip


def slipped(node: Node, slip: Slip) -> Fraction:
    """Return the value of a tree by a wrong rule."""
    return worth(node, {**RULES, slip.kind: slip.rule})


def chance(rng: Random, below: Sequence[Node]) -> Node:
    """Return a chance node with these children; the probabilities all differ."""
    parts = [*PARTS.get(len(below), range(1, len(below) + 1))]
    rng.shuffle(parts)
    return "chance", [
        (Fraction(part, sum(parts)), child) for part, child in zip(parts, below, strict=True)
    ]


def made(rng: Random, shape: Any) -> Node:
    """Return a tree of random integers. shape: [kind, child, ...], 0 for a leaf"""
    if not isinstance(shape, list):
        return rng.choice((-1, 1)) * rng.randrange(1, 80)
    kind, *rest = shape
    below = [made(rng, child) for child in rest]
    return chance(rng, below) if kind == "chance" else (kind, below)


def decisive(rng: Random, shape: Any) -> Node:
    """Return a tree in which it matters by which rule a node gets its value, be it a wrong one of the same kind."""
    while True:
        node = made(rng, shape)
        kinds = {n[0] for n in nodes(node) if len(children(n)) > 1}
        wrong = (slipped(node, slip) for slip in SLIPS if slip.decides and slip.kind in kinds)
        if all(abs(value - worth(node)) > Fraction(1, 9) for value in wrong):
            return node


def changed(node: Node, leaf: Callable[[int], Any], probability: Callable[[Fraction], Any]) -> Node:
    """Return a tree with other numbers."""
    if is_leaf(node):
        return leaf(node)
    below = [
        (probability(Fraction(p)), changed(child, leaf, probability)) for p, child in children(node)
    ]
    return node[0], below if node[0] == "chance" else [child for _, child in below]


def floating(node: Node) -> Node:
    """Return a tree a quarter as large: its probabilities are floats, as are most of its leaves."""
    return changed(node, lambda leaf: leaf / 4 if leaf % 4 else leaf // 4, float)


def fractional(node: Node) -> Node:
    """Return a tree a third as large, of integers and Fractions."""
    return changed(node, lambda leaf: Fraction(leaf, 3) if leaf % 3 else leaf // 3, Fraction)


def asked(trees: Sequence[Node]) -> list[Asked]:
    return [(node, None) for node in trees]


def twice(rng: Random, shape: Any) -> Asked:
    """Return two trees of a shape with other values: the one is asked about once its numbers are those of the other."""
    first, second = decisive(rng, shape), decisive(rng, shape)
    while abs(worth(first) - worth(second)) < 1:
        second = decisive(rng, shape)
    return floating(first), floating(second)


def pairs(rng: Random) -> list[Node]:
    """Return trees of two plies: every kind below every kind."""
    return [
        decisive(rng, [above, *rng.sample([[below, 0, 0], 0], 2)])
        for above, below in product(KINDS, KINDS)
    ]


def deep(rng: Random) -> Node:
    """Return a tree in which each ply matters, and the value comes up from the lowest."""
    node: Node = rng.randrange(100)
    for ply in range(DEEP):
        kind, value, far = KINDS[(ply + ply // 5) % 3], worth(node), rng.randrange(1, 30)
        if kind == "chance":
            node = chance(rng, rng.sample([node, int(value) + rng.choice((-1, 1)) * far], 2))
        else:
            node = (
                kind,
                rng.sample([node, int(value) + (1 + far) * (1 if kind == "min" else -1)], 2),
            )
    return node


def valued(rng: Random) -> list[Asked]:
    """Return what value is asked about: numbers, and trees in which every kind is below every kind."""
    trees = [
        0,
        4,
        rng.randrange(-400, 400),
        *pairs(rng),
        *(made(rng, [kind, 0]) for kind in KINDS),
        deep(rng),
    ]
    triples = rng.sample([*product(KINDS, repeat=3)], 5)
    trees += [
        decisive(rng, [a, *rng.sample([[b, *rng.sample([[c, 0, 0], 0], 2)], 0], 2)])
        for a, b, c in triples
    ]
    trees += [made(rng, [a, 0, [b, 0, 0, 0], [c, 0, 0], 0]) for a, b, c in triples]
    return [*asked([-2.5, *map(floating, trees)]), *(twice(rng, [kind, 0, 0, 0]) for kind in KINDS)]


def exact(rng: Random) -> list[Asked]:
    """Return trees of ints and Fractions: no float, nor anything rounded, is their value."""
    third, small, tiny, n = (
        Fraction(1, 3),
        Fraction(1, 10**20),
        Fraction(1, 1_000_003),
        rng.randrange(1, 9),
    )
    trees: list[Node] = [
        third,
        -HUGE[0] - 1,
        ("max", [third, third + small]),
        ("min", [-third, -third - small]),
    ]
    weighed = [[(1, third)], [(third, 3 * n + 1), (2 * third, 3 * n)], [(third, 0), (1 - third, n)]]
    weighed.append([(tiny, Fraction(n, 999_983)), (1 - tiny, -n)])
    weighed.append([(small, n * 10**22), (1 - small, 0)])
    weighed.append([(Fraction(1, 2), n), (Fraction(1, 2), n + small)])  # all but a whole number
    for huge, sign in product(HUGE, (-1, 1)):
        one, other = sign * huge, sign * (huge + 1)
        trees += [(kind, rng.sample([one, other], 2)) for kind in ("max", "min")]
        trees += [
            ("max", [("min", [one, other]), -huge - 5]),
            ("min", [huge + 5, ("max", [other, one])]),
        ]
        weighed.append([(Fraction(1, 2), one), (Fraction(1, 2), other)])
    trees += [("chance", below) for below in weighed]
    more = [made(rng, [kind, *[0] * count]) for kind in KINDS for count in (4, 5)]
    return asked([*trees, deep(rng), *map(fractional, [*pairs(rng), *more])])


def ordered(rng: Random, kind: str, count: int, place: int, low: int, high: int) -> Node:
    """Return a node with leaves from low to high, of which the best is at a place, alone."""
    best, *rest = sorted(rng.sample(range(low, high), count), reverse=kind == "max")
    rng.shuffle(rest)
    return kind, [*rest[:place], best, *rest[place:]]


def at_every_place(rng: Random, kind: str) -> list[Node]:
    """Return nodes with one to four leaves, the best at each place, above 0 and below."""
    nodes = []
    for count in range(1, 5):
        for place in range(count):
            nodes.append(ordered(rng, kind, count, place, 1, 90))
            nodes.append(ordered(rng, kind, count, place, -90, 0))
    return nodes


def extreme(rng: Random, kind: str) -> list[Asked]:
    """Return what max_value or min_value is asked about. The best child is at every place, above 0 and below."""
    sign = 1 if kind == "max" else -1
    trees = at_every_place(rng, kind)
    trees += [
        ordered(rng, kind, WIDE, place, -90, 90) for place in (rng.randrange(4, 11), WIDE - 1)
    ]
    trees += [decisive(rng, [kind, *rng.sample([[below, 0, 0], 0], 2)]) for below in KINDS]
    trees += [decisive(rng, [kind, [a, 0, 0, 0], [b, 0, 0]]) for a, b in product(KINDS, KINDS)]
    trees += [(kind, [8 * sign, 8 * sign, 0]), (kind, [0, 0]), (kind, [0, -4 * sign])]
    far: list[Node] = [(kind, rng.sample([-sign * (far + 1), -sign * (far + 7)], 2)) for far in FAR]
    return [
        *asked([*map(floating, trees), *far]),
        twice(rng, [kind, 0, 0, 0]),
        twice(rng, [kind, [kind, 0, 0], 0]),
    ]


def averaged(rng: Random) -> list[Asked]:
    """Return what expected_value is asked about: other probabilities at each child, one alone, all the same."""
    trees = [decisive(rng, ["chance", *[0] * count]) for count in (2, 2, 3, 3, 4, 5)]
    trees += [decisive(rng, ["chance", *rng.sample([[below, 0, 0], 0], 2)]) for below in KINDS]
    trees += [decisive(rng, ["chance", [a, 0, 0, 0], [b, 0, 0]]) for a, b in product(KINDS, KINDS)]
    trees += [
        made(rng, ["chance", ["chance", ["chance", 0, 0], 0], 0, 0]),
        chance(rng, [0, rng.randrange(1, 80)]),
    ]
    trees += [made(rng, ["chance", *[0] * WIDE]), made(rng, ["chance", 0]), chance(rng, [0, 0])]
    equal: list[Node] = [
        ("chance", [(1 / count, rng.randrange(1, 80)) for _ in range(count)]) for count in (2, 4, 7)
    ]
    equal += [
        ("chance", [(1, 7)]),
        ("chance", [(1, ("max", [2.5, 7]))]),
        ("chance", [(0.25, 6), (0.5, 3), (0.25, 6)]),
    ]
    again = [twice(rng, ["chance", below, 0, 0]) for below in (0, ["max", 0, 0])]
    return [*asked([*map(floating, trees), *equal]), *again]


def chosen(rng: Random) -> list[Asked]:
    """Return what best_child is asked about: the best child is at every place, of a max and of a min node."""
    third, small = Fraction(1, 3), Fraction(1, 10**20)
    near = [("chance", [(third, 1), (1 - third, 0)]), third + small, third - small]
    found = [*asked([(kind, order) for kind in ("max", "min") for order in (near, near[::-1])])]
    for kind, sign in (("max", 1), ("min", -1)):
        trees = at_every_place(rng, kind)
        trees += [
            ordered(rng, kind, WIDE, rng.randrange(5, WIDE), -90, 90),
            (kind, [8 * sign, 8 * sign, 0]),
        ]
        for below in KINDS:
            three = [
                decisive(rng, [below, 0, 0]),
                made(rng, [below, 0, 0]),
                made(rng, [below, 0, 0, 0]),
            ]
            three.sort(key=worth, reverse=kind == "max")
            trees += [
                (kind, [three[i] for i in places]) for places in ((0, 1, 2), (1, 0, 2), (2, 1, 0))
            ]
        found += asked(
            [*map(floating, trees), *((kind, [-sign * (f + 7), -sign * (f + 1)]) for f in FAR)]
        )
        found += asked([(kind, order) for huge in HUGE for one in (huge, -huge - 1)
                        for order in ([one, one + 1], [one + 1, one])])  # fmt: skip
        found.append(((kind, [3.0, 5.5, 4.0]), (kind, [3.0 + 4 * sign, 5.5 - 4 * sign, 4.0])))
    return found


def goals(rng: Random, largest: int) -> list[int]:
    """Return goals that win_probability is asked about, smaller ones after larger ones, too."""
    return [2, 1, 3, 2, rng.randrange(4, 8), 1, largest]


# Which of the slips below can't decide otherwise where it is right to flip (True) or to hold: they err to one side.
ALIKE = {(9, False), (11, True), (13, False), (14, False)}


def wrong_choices(state: State, p: Table) -> list[tuple[float, float]]:
    """Return how probably flip and hold would win by the usual slips, each in one way."""
    mine, theirs, turn = state
    flip, hold = oracle.choices(state, p)
    heads, tails = p.get((mine, theirs, turn + 1), 1.0), 1 - p[theirs, mine, 0]
    return [
        (flip, p[theirs, mine + turn, 0]),  # the opponent's probability is not turned round
        (flip, p[mine + turn, theirs, 0]),  # one's own state after a hold
        (flip, 1 - p[mine + turn, theirs, 0]),
        (flip, 1 - p[theirs, mine, 0]),  # nothing is added
        (flip, 1 - p.get((theirs, mine + turn, turn), 0)),  # the total goes to the other side, too
        ((heads + 1 - tails) / 2, hold),
        ((heads + p[mine, theirs, 0]) / 2, hold),  # one's own turn goes on after tails
        ((heads + 1 - p[mine, theirs, 0]) / 2, hold),
        ((heads + hold) / 2, hold),  # tails keeps the total
        (heads / 2, hold),  # tails loses the game
        (heads, hold),
        (heads + tails, hold),
        ((p[state] + tails) / 2, hold),  # heads adds nothing
        ((p.get((mine, theirs, turn + 1), 0) + tails) / 2, hold),  # the goal is not seen
        ((p.get((mine, theirs, turn + 1), p[state]) + tails) / 2, hold),
        (
            (heads + 1 - p[mine, theirs, 0]) / 2,
            1 - p.get((mine, theirs + turn, 0), 0),
        ),  # the scores change places
    ]


def tables(rng: Random) -> list[Tables]:
    """Return tables of any numbers, by which each slip decides otherwise in a state, and two that are like best play.

    They are not of best play: what win_probability must return is told to nobody.
    """
    found: list[Tables] = []
    for number, flips in product(
        range(len(wrong_choices((0, 0, 0), oracle.best_play(1)))), (True, False)
    ):
        if (number, flips) not in ALIKE:
            found.append(next(filter(None, (misleading(rng, number, flips) for _ in range(9_999)))))
    for mine, theirs in (
        (0, 0),
        (1, 2),
    ):  # whoever gets heads has lost by these: hold, also at turn 0
        found.append(
            (
                3,
                dict.fromkeys(oracle.states(3), 0.4) | {(mine, theirs, 1): 0.0},
                [(mine, theirs, 0)],
            )
        )
    for goal in (8, 10):
        table = {state: blurred(rng, p) for state, p in oracle.best_play(goal).items()}
        close = sorted(
            oracle.states(goal),
            key=lambda state: abs(
                oracle.choices(state, table)[0] - oracle.choices(state, table)[1]
            ),
        )
        found.append((goal, table, sorted([*close[:12], *rng.sample(close[12:], 12)])))
    return found


def blurred(rng: Random, p: float) -> float:
    """Return a probability near another one."""
    return round(min(max(p + rng.uniform(-0.02, 0.02), 0.001), 0.999), 3)


def misleading(rng: Random, number: int, flips: bool) -> Tables | None:
    """Return a table by which a slip decides otherwise in its one state, where it is right to flip or not to."""
    goal = rng.choice((2, 2, 3, 4))
    table, state = (
        {s: rng.randrange(1, 100) / 100 for s in oracle.states(goal)},
        rng.choice(oracle.states(goal)),
    )
    (flip, hold), (flip_2, hold_2) = (
        oracle.choices(state, table),
        wrong_choices(state, table)[number],
    )
    fits = (
        (flip > hold) == flips
        and abs(flip - hold) > 0.02
        and (hold_2 - flip_2) * (1 if flips else -1) > 0.02
    )
    return (goal, table, [state]) if fits and (flips or state[2]) else None
