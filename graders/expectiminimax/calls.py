"""What a permitted call is, for each function that the statement names."""

from fractions import Fraction
from itertools import combinations
from pathlib import Path

from graders.expectiminimax import oracle
from graders.expectiminimax.oracle import Node, State, Table, children, is_leaf, worth
from graders.kit.roomkit.calls import Kinds, declared

LONG = 60  # plies, the most
MOST = 12  # children
MOST_NODES = 200  # of a tree, the most
LARGEST = 10  # goal
BOUND = 10**6 - 1  # leaves are between this and its negative
DENOMINATOR = 10**6 - 1  # of a Fraction in a tree, the largest
LEAST = Fraction(1, 10**6)  # probability
TINIEST = Fraction(1, DENOMINATOR)  # probability that is a Fraction, the least
DIGITS = 20  # of an exact value, above and below the line, the most
FAR = 10**6 - 3000  # a value far from 0
NEARLY = Fraction(1, 2**28)  # floats near 1 that differ by that are not as good
HARDLY = 2 * LEAST  # closer than that is hardly anything

A_LEAF = "a leaf"
A_MAX = "a max node"
A_MIN = "a min node"
A_CHANCE = "a chance node"
NODES = {"max": A_MAX, "min": A_MIN, "chance": A_CHANCE}
ONE = "one child"
TWO = "two children"
SOME = "3 to 11 children"
TWELVE = "12 children"
ALONE = "leaves alone"
NOTHING = "nothing below"
MAX = "max nodes below"
MIN = "min nodes below"
CHANCE = "chance nodes below"
OWN = "its own kind below"
OTHER = "the other kind below"
BELOW = {"max": MAX, "min": MIN, "chance": CHANCE}
A_LEAF_TOO = "a child a leaf"
NODES_ALONE = "each child a node"
FIRST = "the first best"
LAST = "the last best"
BETWEEN = "one between best"
SEVERAL = "several best"
EACH = "each best"
FLAT = "one ply"
LOW = "2 to 5 plies"
DEEP = "60 plies"
INTS = "ints"
FRACTIONS = "Fractions"
FLOATS = "floats"
ANY = "floats and others"
NO_FLOAT = "no float"
A_FLOAT = "a float somewhere"
NO_P = "no p"
EXACT_P = "p exact"
FLOAT_P = "p of floats"
ZERO = "value 0"
ABOVE = "value above 0"
UNDER = "value below 0"
FAR_ABOVE = "value far above 0"
FAR_UNDER = "value far below 0"
WHOLE = "a whole number"
NEARLY_WHOLE = "hardly off one"
BROKEN = "between two"
HARDLY_WORSE = "the next hardly worse"
LITTLE_WORSE = "the next worse by less than 1"
WORSE = "the next worse by 1 or more"
NONE_WORSE = "no child worse"
NO_TWINS = "no two worth the same"
TWINS = "two worth the same, not as likely"
ALIKE_TWINS = "two worth the same, as likely"
SEEMS_WORSE = "no worse child seems as good"
SEEMS_AS_GOOD = "a worse child seems as good"
SEEMS_BETTER = "a worse child seems better"
CERTAIN = "one child, certain"
ALIKE = "all children alike"
UNEVEN = "some children likelier"
FIRST_TINY = "the first hardly likely"
LAST_TINY = "the last hardly likely"
NO_WEIGHTS = "no weights"
ONCE = "asked once"
AGAIN = "asked again"
OTHER_LEAF = "another leaf before"
OTHER_FAR_BELOW = "another leaf far below before"
FAR_BELOW = 3  # plies: who compares the children, and theirs, does not see it
OTHER_P = "other p before"
FLOATS_BEFORE = "floats for ints before"
CHANGED = "asked again, its dicts changed by the caller"
AFTER_SMALLER = "after a smaller goal"
AFTER_LARGER = "after a larger goal"
TO_1 = "goal 1"
TO_2 = "goal 2"
TO_MORE = "goals 3 to 9"
TO_10 = "goal 10"
MINE = ("mine 0", "mine between", "mine one to go")
THEIRS = ("theirs 0", "theirs between", "theirs one to go")
TURN = ("turn 0", "turn 1", "turn 2 or more")
GOES_ON = "heads goes on"
WINS = "heads wins"
# A little is just under twice what may differ: who is wrong by twice that much decides otherwise.
MARGINS = {
    "flip much better": 0.2,
    "flip a little better": 1.9e-6,
    "neither better": 0.0,
    "hold a little better": -1.9e-6,
    "hold much better": -0.2,
}
ANY_NUMBERS = "any numbers"
EXTREMES = "0 and 1 among them"
LOSING_HEADS = "0 after heads"
LOSING_TAILS = "0 after tails"
LOSING_HOLD = "0 after hold"
NEARLY_ALIKE = "nearly all alike"
IN_ORDER = "keys in order"
REVERSED = "keys in reverse order"
OTHER_TABLE = "other numbers in the dict before"
CALLS = declared(Path(__file__).with_suffix(".toml"))


def of_node(function: str, node: Node, earlier: Node | None) -> Kinds:
    """Say what a call is like.

    Args:
        function: That which is called.
        node: The root of the tree.
        earlier: A tree whose numbers stand in it before, None for none.
    """
    numbers = leaves(node)
    p = probabilities(node)
    right = Fraction(worth(node))
    within = oracle.within(node)
    found = {
        "node": A_LEAF,
        "children": number_of_children(len(children(node))),
        "below": NOTHING,
        "inner": "no node",
        "plies": number_of_plies(depth(node)),
        "leaves": of_leaves(numbers),
        "p": of_probabilities(p),
        "floats": A_FLOAT if oracle.has_floats(node) else NO_FLOAT,
        "size": size(right, within),
        "history": history(node, earlier),
        "result": result(right, within),
        "weights": NO_WEIGHTS,
    }
    if not is_leaf(node):
        found |= of_children(node, right, within)
    dimensions = CALLS[function].dimensions
    if found["below"] in (MAX, MIN) and OWN in dimensions["below"]:
        is_own = BELOW[node[0]] == found["below"]
        found["below"] = OWN if is_own else OTHER
    return {name: found[name] for name in dimensions}


def of_children(node: Node, right: Fraction, within: Fraction) -> dict[str, str]:
    """Say what the children of a node are like.

    Args:
        node: The node.
        right: Its value.
        within: By how much a value may differ and be as good.
    """
    kind = node[0]
    found = {"node": NODES[kind], "below": ALONE, "inner": NODES_ALONE}
    values: list[Fraction] = []
    for _, child in children(node):
        values.append(worth(child))
        if is_leaf(child):
            found["inner"] = A_LEAF_TOO
        else:
            found["below"] = BELOW[child[0]]
    distances = [abs(value - right) for value in values]
    if kind == "chance":
        p = [p for p, _ in children(node)]
        found["weights"] = weights(p)
        found["twins"] = twins(p, values, within)
    else:
        found["at_first"] = at_first(node, distances, within)
        found["best"] = which([distance <= within for distance in distances])
        found["apart"] = apart(distances, within)
    return found


def twins(p: list[Node], values: list[Fraction], within: Fraction) -> str:
    """Say which two children of a chance node are alike, if any are.

    Args:
        p: Their probabilities.
        values: What they are worth.
        within: By how much values may differ and be as good.
    """
    found = NO_TWINS
    for one, other in combinations(range(len(values)), 2):
        if abs(values[one] - values[other]) <= within:
            if p[one] == p[other]:
                return ALIKE_TWINS
            found = TWINS
    return found


def at_first(node: Node, distances: list[Fraction], within: Fraction) -> str:
    """Say how good a worse child seems by its first child, after a best one was seen.

    That matters to who cuts: such a child is of the other side.

    Args:
        node: A max or min node.
        distances: By how much each of its children is worse than the best.
        within: By how much a value may differ and be as good.
    """
    kind = node[0]
    below = [child for _, child in children(node)]
    first_best = [distance <= within for distance in distances].index(True)
    best = worth(below[first_best])
    found = SEEMS_WORSE
    for child, distance in zip(below[first_best:], distances[first_best:], strict=True):
        if is_leaf(child) or distance <= within or {kind, child[0]} != {"max", "min"}:
            continue
        better = worth(child[1][0]) - best
        if kind == "min":
            better = -better
        if better > within:
            return SEEMS_BETTER
        if better >= -within:
            found = SEEMS_AS_GOOD
    return found


def which(flags: list[bool]) -> str:
    """Say which children are best."""
    count = flags.count(True)
    if count == len(flags):
        return EACH
    if count > 1:
        return SEVERAL
    if flags[0]:
        return FIRST
    if flags[-1]:
        return LAST
    return BETWEEN


def number_of_children(count: int) -> str:
    known = {0: "no child", 1: ONE, 2: TWO, MOST: TWELVE}
    return known.get(count, SOME)


def number_of_plies(count: int) -> str:
    known = {0: "no ply", 1: FLAT, LONG: DEEP}
    return known.get(count, LOW)


def depth(node: Node) -> int:
    """Return how many plies a tree has."""
    return max((1 + depth(child) for _, child in children(node)), default=0)


def leaves(node: Node) -> list[Node]:
    return [part for part in oracle.nodes(node) if is_leaf(part)]


def probabilities(node: Node) -> list[Node]:
    """Return all probabilities in a tree."""
    found = []
    for part in oracle.nodes(node):
        if not is_leaf(part) and part[0] == "chance":
            found += [p for p, _ in part[1]]
    return found


def of_leaves(numbers: list[Node]) -> str:
    """Say of which types leaves are."""
    types = {type(number) for number in numbers}
    if types == {float}:
        return FLOATS
    if float in types:
        return ANY
    if Fraction in types:
        return FRACTIONS
    return INTS


def of_probabilities(p: list[Node]) -> str:
    """Say of which types probabilities are."""
    if not p:
        return NO_P
    if float in map(type, p):
        return FLOAT_P
    return EXACT_P


def size(value: Fraction, within: Fraction) -> str:
    """Say how large a value is."""
    if abs(value) <= within:
        return ZERO
    if abs(value) > FAR // 2:
        if value > 0:
            return FAR_ABOVE
        return FAR_UNDER
    if value > 0:
        return ABOVE
    return UNDER


def result(value: Fraction, within: Fraction) -> str:
    """Say how far a value is from a whole number."""
    distance = abs(value - round(value))
    if distance <= within:
        return WHOLE
    if distance < HARDLY:
        return NEARLY_WHOLE
    return BROKEN


def apart(distances: list[Fraction], within: Fraction) -> str:
    """Say by how much the next child is worse than the best."""
    others = [distance for distance in distances if distance > within]
    if not others:
        return NONE_WORSE
    least = min(others)
    if within == 0 and least < HARDLY:
        return HARDLY_WORSE
    if least < 1:
        return LITTLE_WORSE
    return WORSE


def weights(p: list[Node]) -> str:
    """Say how the probabilities of a node's children differ."""
    if len(p) == 1:
        return CERTAIN
    if len(set(p)) == 1:
        return ALIKE
    if p[0] < HARDLY:
        return FIRST_TINY
    if p[-1] < HARDLY:
        return LAST_TINY
    return UNEVEN


def plies_of_leaves(node: Node) -> list[int]:
    """Return for each leaf of a tree how many plies down it stands."""
    if is_leaf(node):
        return [0]
    plies = []
    for _, child in children(node):
        for below in plies_of_leaves(child):
            plies.append(1 + below)
    return plies


def are_far_below(node: Node) -> list[bool]:
    """Tell of each leaf of a tree whether it stands far below the root."""
    return [plies >= FAR_BELOW for plies in plies_of_leaves(node)]


def history(node: Node, earlier: Node | None) -> str:
    """Say what was asked before of the same lists."""
    if earlier is None:
        return ONCE
    if probabilities(node) != probabilities(earlier):
        return OTHER_P
    for is_far, leaf, leaf_before in zip(
        are_far_below(node), leaves(node), leaves(earlier), strict=True
    ):
        if leaf != leaf_before:
            return OTHER_FAR_BELOW if is_far else OTHER_LEAF
    if repr(node) == repr(earlier):
        return AGAIN
    return FLOATS_BEFORE


def of_goal(goal: int, earlier: int, changed: bool) -> Kinds:
    """Say what a call of win_probability is like.

    Args:
        goal: What is played to.
        earlier: The goal of the call before, 0 for none.
        changed: Whether the caller has changed what that returned.
    """
    before = ONCE
    if earlier == goal:
        before = CHANGED if changed else AGAIN
    elif earlier:
        before = AFTER_LARGER if earlier > goal else AFTER_SMALLER
    return {"goal": f"goal {goal}", "history": before}


def of_state(goal: int, table: Table, state: State, before: str) -> Kinds:
    """Say what a call of decide is like.

    Args:
        goal: What is played to.
        table: How probably who is to move wins in each state.
        state: The state.
        before: What was asked before of the same dict.
    """
    mine, theirs, turn = state
    flip, hold = oracle.choices(state, table)
    goals = {1: TO_1, 2: TO_2, LARGEST: TO_10}
    return {
        "goal": goals.get(goal, TO_MORE),
        "mine": MINE[place(mine, goal)],
        "theirs": THEIRS[place(theirs, goal)],
        "turn": TURN[min(turn, 2)],
        "heads": WINS if mine + turn + 1 == goal else GOES_ON,
        "better": min(MARGINS, key=lambda name: abs(flip - hold - MARGINS[name])),
        "numbers": of_numbers(goal, table, state),
        "keys": IN_ORDER if [*table] == oracle.states(goal) else REVERSED,
        "history": before,
    }


def of_numbers(goal: int, table: Table, state: State) -> str:
    """Say what the numbers in a table are like, from a state."""
    mine, theirs, turn = state
    after = {
        LOSING_HEADS: (mine, theirs, turn + 1),
        LOSING_HOLD: (theirs, mine + turn, 0) if turn else None,
        LOSING_TAILS: (theirs, mine, 0),
    }
    for name, key in after.items():
        if key is not None and table.get(key) == 0:
            return name
    numbers = set(table.values())
    if {0.0, 1.0} <= numbers:
        return EXTREMES
    if goal > 1 and len(numbers) <= 4:
        return NEARLY_ALIKE
    return ANY_NUMBERS


def place(score: int, goal: int) -> int:
    """Return 0 for no point yet, 2 for all but one, else 1."""
    if score == 0:
        return 0
    if score == goal - 1:
        return 2
    return 1
