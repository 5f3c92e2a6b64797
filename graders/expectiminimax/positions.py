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
HUGE = (2**53, 2**64, 10**99)  # one beside the next, these are the same to a float
FAR = (10**3, 10**6, 10**9, 10**18, 2**63, 10**99)  # beyond what stands for infinity
# Sixteenths, with which floats are exact: then the values of right functions are the same, to the
# last digit, as those of any others, and can be compared with them.
PARTS = {1: (16,), 2: (4, 12), 3: (2, 6, 8), 4: (1, 3, 5, 7), 5: (1, 2, 3, 4, 6)}
THIRD = Fraction(1, 3)
TINY = Fraction(1, 10**20)  # added to a third, it is lost to a float
MILLIONTH = Fraction(1, 1_000_003)
PLAIN = 0.02  # by which probabilities differ that are surely told apart
TRIES = 9_999

# A tree, and one of the same shape whose numbers stand in it before, if any do.
Asked = tuple[Node, Node | None]
# A table that decide is given, for a goal, and the states to ask about.
Tables = tuple[int, Table, list[State]]
# How probably flip and hold win.
Choice = tuple[float, float]


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


def chance(rng: Random, below: Sequence[Node]) -> Node:
    """Return a chance node with these children; the probabilities all differ."""
    parts = list(PARTS.get(len(below), range(1, len(below) + 1)))
    rng.shuffle(parts)
    whole = sum(parts)
    return "chance", [
        (Fraction(part, whole), child) for part, child in zip(parts, below, strict=True)
    ]


def made(rng: Random, shape: Any) -> Node:
    """Return a tree of random integers.

    Args:
        rng: Chooses.
        shape: [kind, child, ...], 0 for a leaf.
    """
    if not isinstance(shape, list):
        return rng.choice((-1, 1)) * rng.randrange(1, 80)
    kind, *rest = shape
    below = [made(rng, child) for child in rest]
    if kind == "chance":
        return chance(rng, below)
    return kind, below


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
        return number(Fraction(node, by)) if node % by else node // by
    kind = node[0]
    below = []
    for p, child in children(node):
        smaller = divided(child, by, number)
        below.append((number(p), smaller) if kind == "chance" else smaller)
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
        far = rng.randrange(1, 30)
        if kind == "chance":
            leaf = int(worth(node)) + rng.choice((-1, 1)) * far
            node = chance(rng, rng.sample([node, leaf], 2))
        else:
            leaf = int(worth(node)) - SIGN[kind] * (1 + far)
            node = kind, rng.sample([node, leaf], 2)
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
    asked += [twice(rng, [kind, 0, 0, 0]) for kind in KINDS]
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
    for huge in HUGE:
        weighed.append([(half, huge), (half, huge + 1)])
        weighed.append([(half, -huge), (half, -huge - 1)])
    trees: list[Node] = [THIRD, -HUGE[0] - 1, deep(rng)]
    trees += [("chance", below) for below in weighed]
    trees += all_but_equal("max") + all_but_equal("min")
    for kind in KINDS:
        thirds = pairs(rng, kind)
        thirds.append(made(rng, [kind, 0, 0, 0, 0]))
        thirds.append(made(rng, [kind, 0, 0, 0, 0, 0]))
        trees += [divided(node, 3, Fraction) for node in thirds]
    return once(trees)


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


def above_others(rng: Random, kind: str) -> list[Node]:
    """Return nodes of a kind with nodes of each kind below, of one other kind at a time."""
    trees = pairs(rng, kind)
    for first, second in product(KINDS, KINDS):
        if first == second or kind in (first, second):
            trees.append(decisive(rng, [kind, [first, 0, 0, 0], [second, 0, 0]]))
    return trees


def extreme(rng: Random, kind: str) -> list[Asked]:
    """Return what max_value or min_value is asked about.

    The best is at every place, above 0 and below.
    """
    sign = SIGN[kind]
    trees = at_every_place(rng, kind)
    for place in (rng.randrange(4, 11), WIDE - 1):
        trees.append(ordered(rng, kind, WIDE, place, -90, 90))
    trees += above_others(rng, kind)
    trees += [(kind, [8 * sign, 8 * sign, 0]), (kind, [0, 0]), (kind, [0, -4 * sign])]
    asked = in_floats(trees)
    for far in FAR:
        both = [-sign * (far + 1), -sign * (far + 7)]
        asked += once([(kind, rng.sample(both, 2))])
    asked.append(twice(rng, [kind, 0, 0, 0]))
    asked.append(twice(rng, [kind, [kind, 0, 0], 0]))
    return asked


def averaged(rng: Random) -> list[Asked]:
    """Return what expected_value is asked about.

    There are other probabilities at each child, one child alone, and the same probability for all.
    """
    trees = [decisive(rng, ["chance", *[0] * count]) for count in (2, 2, 3, 3, 4, 5)]
    trees += above_others(rng, "chance")
    trees.append(made(rng, ["chance", ["chance", ["chance", 0, 0], 0], 0, 0]))
    trees.append(chance(rng, [0, rng.randrange(1, 80)]))
    trees.append(made(rng, ["chance", *[0] * WIDE]))
    trees.append(made(rng, ["chance", 0]))
    trees.append(chance(rng, [0, 0]))
    asked = in_floats(trees)
    certain: list[Node] = [[(1, 7)], [(1, ("max", [2.5, 7]))]]
    equal: list[Node] = [[(0.25, 6), (0.5, 3), (0.25, 6)]]
    for count in (2, 4, 7):
        equal.append([(1 / count, rng.randrange(1, 80)) for _ in range(count)])
    asked += once([("chance", below) for below in certain + equal])
    asked.append(twice(rng, ["chance", 0, 0, 0]))
    asked.append(twice(rng, ["chance", ["max", 0, 0], 0, 0]))
    return asked


def chosen(rng: Random) -> list[Asked]:
    """Return what best_child is asked about.

    The best is at every place, of a max and of a min node.
    """
    asked: list[Asked] = []
    for kind in ("max", "min"):
        sign = SIGN[kind]
        trees = at_every_place(rng, kind)
        trees.append(ordered(rng, kind, WIDE, rng.randrange(5, WIDE), -90, 90))
        trees.append((kind, [8 * sign, 8 * sign, 0]))
        for below in KINDS:
            trees += inner_at_every_place(rng, kind, below)
        asked += in_floats(trees)
        asked += once([(kind, [-sign * (far + 7), -sign * (far + 1)]) for far in FAR])
        asked += once(all_but_equal(kind))
        asked.append(((kind, [3.0, 5.5, 4.0]), (kind, [3.0 + 4 * sign, 5.5 - 4 * sign, 4.0])))
    return asked


def inner_at_every_place(rng: Random, kind: str, below: str) -> list[Node]:
    """Return nodes of a kind, above three of another, of which the best is at each place."""
    three = [decisive(rng, [below, 0, 0]), made(rng, [below, 0, 0]), made(rng, [below, 0, 0, 0])]
    best, *others = sorted(three, key=worth, reverse=kind == "max")
    return [(kind, [*others[:place], best, *others[place:]]) for place in range(3)]


def all_but_equal(kind: str) -> list[Node]:
    """Return nodes of a kind whose children are the same to a float, the best at each place."""
    third = ("chance", [(THIRD, 1), (1 - THIRD, 0)])
    below: list[list[Node]] = [[third, THIRD + TINY, THIRD - TINY]]
    for huge in HUGE:
        below.append([huge, huge + 1])
        below.append([-huge - 1, -huge])
    trees: list[Node] = []
    for order in below:
        trees.append((kind, order))
        trees.append((kind, order[::-1]))
    return trees


def goals(rng: Random, largest: int) -> list[int]:
    """Return goals that win_probability is asked about, smaller ones after larger ones, too."""
    return [2, 1, 3, 2, rng.randrange(4, 8), 1, largest]


# Which of the slips below can't decide otherwise where it is right to flip (True) or to hold: they
# err to one side.
ALIKE = {(9, False), (11, True), (13, False), (14, False)}


def wrong_choices(state: State, p: Table) -> list[Choice]:
    """Return how probably flip and hold would win by the usual slips, each in one way."""
    mine, theirs, turn = state
    flip, hold = oracle.choices(state, p)
    after_heads = mine, theirs, turn + 1
    heads = p.get(after_heads, 1.0)
    tails = 1 - p[theirs, mine, 0]
    kept_tails = p[mine, theirs, 0]
    return [
        (flip, p[theirs, mine + turn, 0]),  # the opponent's probability is not turned round
        (flip, p[mine + turn, theirs, 0]),  # one's own state after a hold
        (flip, 1 - p[mine + turn, theirs, 0]),
        (flip, 1 - p[theirs, mine, 0]),  # nothing is added
        (flip, 1 - p.get((theirs, mine + turn, turn), 0)),  # the total goes to the other side, too
        ((heads + 1 - tails) / 2, hold),
        ((heads + kept_tails) / 2, hold),  # one's own turn goes on after tails
        ((heads + 1 - kept_tails) / 2, hold),
        ((heads + hold) / 2, hold),  # tails keeps the total
        (heads / 2, hold),  # tails loses the game
        (heads, hold),
        (heads + tails, hold),
        ((p[state] + tails) / 2, hold),  # heads adds nothing
        ((p.get(after_heads, 0) + tails) / 2, hold),  # the goal is not seen
        ((p.get(after_heads, p[state]) + tails) / 2, hold),
        # the scores change places
        ((heads + 1 - kept_tails) / 2, 1 - p.get((mine, theirs + turn, 0), 0)),
    ]


def tables(rng: Random) -> list[Tables]:
    """Return tables of any numbers, by which each slip decides otherwise in a state.

    Two are like best play. They are not of best play: what win_probability must return is told to
    nobody.
    """
    found: list[Tables] = []
    count = len(wrong_choices((0, 0, 0), oracle.best_play(1)))
    for number, flips in product(range(count), (True, False)):
        if (number, flips) not in ALIKE:
            found.append(misleading(rng, number, flips))
    # Whoever gets heads has lost by these: hold, also at turn 0.
    for mine, theirs in ((0, 0), (1, 2)):
        table = dict.fromkeys(oracle.states(3), 0.4)
        table[mine, theirs, 1] = 0.0
        found.append((3, table, [(mine, theirs, 0)]))
    for goal in (8, 10):
        found.append(like_best_play(rng, goal))
    return found


def misleading(rng: Random, number: int, flips: bool) -> Tables:
    """Return a table by which a slip decides otherwise in its one state.

    Args:
        rng: Chooses.
        number: That of the slip in wrong_choices.
        flips: Whether it is right to flip there.
    """
    for _ in range(TRIES):
        goal = rng.choice((2, 2, 3, 4))
        states = oracle.states(goal)
        table = {state: rng.randrange(1, 100) / 100 for state in states}
        state = rng.choice(states)
        right = oracle.choices(state, table)
        wrong = wrong_choices(state, table)[number]
        if decides(right, flips) and decides(wrong, not flips) and (flips or state[2]):
            return goal, table, [state]
    raise AssertionError(f"no table misleads the slip {number}")


def decides(choice: Choice, flips: bool) -> bool:
    """Tell whether it is plain that it is better to flip, or not to."""
    flip, hold = choice
    gain = flip - hold if flips else hold - flip
    return gain > PLAIN


def like_best_play(rng: Random, goal: int) -> Tables:
    """Return a table with other numbers than those of best play, but near them.

    It is asked about the states in which flip and hold differ least, and about some others.
    """
    table: dict[State, float] = {}
    for state, p in oracle.best_play(goal).items():
        other = p + rng.uniform(-PLAIN, PLAIN)
        table[state] = round(min(max(other, 0.001), 0.999), 3)

    def gap(state: State) -> float:
        flip, hold = oracle.choices(state, table)
        return abs(flip - hold)

    closest = sorted(oracle.states(goal), key=gap)
    states = closest[:12] + rng.sample(closest[12:], 12)
    return goal, table, sorted(states)
