"""What a permitted call is, for each function that the statement names."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from graders.expectiminimax import oracle
from graders.expectiminimax.oracle import Node, State, Table, children, is_leaf, worth
from graders.kit.roomkit.calls import Calls, Kinds

LONG = 60  # plies, the most
MOST = 12  # children, and the goal of a table that decide is given
TINIEST = Fraction(1, 10**20)  # probability, the least
HAIR = Fraction(1, 10**17)  # exact values differ by that, and to a float are the same
NEARLY = Fraction(1, 2**28)  # floats near 1 that differ by that are not as good
NEAR = Fraction(1, 10**6)  # closer is hardly anything; the least probability with floats
THOUSANDS = 10**6 - 3000  # far from 0, where floats are; the next one where none are
DIGITS = 10**99

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
BELOW = {"max": MAX, "min": MIN, "chance": CHANCE}
A_LEAF_TOO = "a child a leaf"
NODES_ALONE = "each child a node"
FIRST = "the first best"
LAST = "the last best"
BETWEEN = "one between best"
SEVERAL = "several best"
EACH = "each best"
BEST = (FIRST, LAST, BETWEEN, SEVERAL, EACH)
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
CERTAIN = "one child, certain"
ALIKE = "all children alike"
UNEVEN = "some children likelier"
FIRST_TINY = "the first hardly likely"
LAST_TINY = "the last hardly likely"
NO_WEIGHTS = "no weights"
ONCE = "asked once"
AGAIN = "asked again"
OTHER_LEAF = "another leaf before"
OTHER_P = "other p before"

TREE = {
    "children": (ONE, TWO, SOME, TWELVE),
    "below": (ALONE, MAX, MIN, CHANCE),
    "inner": (A_LEAF_TOO, NODES_ALONE),
    "plies": (FLAT, LOW, DEEP),
    "leaves": (INTS, FRACTIONS, FLOATS, ANY),
    "p": (NO_P, EXACT_P, FLOAT_P),
    "floats": (NO_FLOAT, A_FLOAT),
    "size": (ZERO, ABOVE, UNDER, FAR_ABOVE, FAR_UNDER),
    "history": (ONCE, AGAIN, OTHER_LEAF),
}
RESULT = (WHOLE, NEARLY_WHOLE, BROKEN)
CHOICE = {"best": BEST, "apart": (HARDLY_WORSE, LITTLE_WORSE, WORSE, NONE_WORSE)}
WEIGHTS = (CERTAIN, ALIKE, UNEVEN, FIRST_TINY, LAST_TINY)
HISTORY = (ONCE, AGAIN, OTHER_LEAF, OTHER_P)
NO_CHANCE = (A_LEAF, A_MAX, A_MIN)
OF_A_LEAF = (A_LEAF, NOTHING, "no child", "no node", "no ply")
OF_OTHERS = (
    *(A_MAX, A_MIN, A_CHANCE, ONE, TWO, SOME, TWELVE, ALONE, MAX, MIN, CHANCE),
    *(A_LEAF_TOO, NODES_ALONE, FLAT, LOW, DEEP, EXACT_P, FLOAT_P, ANY),
    *(*WEIGHTS, OTHER_LEAF, OTHER_P),
)
LARGE = (
    *(AGAIN, OTHER_LEAF, OTHER_P, TWELVE, FRACTIONS, FLOATS, ANY, FAR_ABOVE, FAR_UNDER),
    *(NEARLY_WHOLE, BROKEN, HARDLY_WORSE, LITTLE_WORSE, SEVERAL, FIRST_TINY, LAST_TINY),
)
NO_CALL = {
    "a leaf has nothing below it": (OF_A_LEAF, OF_OTHERS),
    "one child is each": (
        (ONE,),
        (FIRST, LAST, BETWEEN, SEVERAL, HARDLY_WORSE, LITTLE_WORSE, WORSE),
    ),
    "that is a leaf or a node": ((ONE,), (MAX, MIN, CHANCE), (A_LEAF_TOO,)),
    "of two children none is between, and several are each": ((TWO,), (BETWEEN, SEVERAL)),
    "leaves are no nodes": ((ALONE,), (NODES_ALONE, LOW, DEEP)),
    "nodes are no leaves": ((MAX, MIN, CHANCE), (FLAT,)),
    "with one ply each child is a leaf": ((FLAT,), (NODES_ALONE,)),
    "a chance node has probabilities": ((CHANCE, A_CHANCE), (NO_P,)),
    "and its children weights": ((A_CHANCE,), (NO_WEIGHTS,)),
    "other nodes have none": (NO_CHANCE, (ALONE, MAX, MIN, FLAT), (EXACT_P, FLOAT_P)),
    "nor has a max or min node weights": (NO_CHANCE, (*WEIGHTS, OTHER_P)),
    "there is no other leaf": ((ONE,), (ALONE,), (ANY,)),
    "one float is enough": ((NO_FLOAT,), (FLOATS, ANY, FLOAT_P)),
    "and without there is none": ((A_FLOAT,), (INTS, FRACTIONS), (NO_P, EXACT_P)),
    "far from 0, floats are as good within 10**-3": (
        (A_FLOAT,),
        (FAR_ABOVE, FAR_UNDER),
        (NEARLY_WHOLE,),
    ),
    "children that differ by less are as good, with floats": (
        (A_FLOAT, FLOATS, ANY, FLOAT_P),
        (HARDLY_WORSE,),
    ),
    "0 is whole": ((ZERO,), (NEARLY_WHOLE, BROKEN)),
    "an int is whole": ((INTS,), NO_CHANCE, (NEARLY_WHOLE, BROKEN, HARDLY_WORSE, LITTLE_WORSE)),
    "the average of ints is not hardly off": ((INTS,), (NEARLY_WHOLE,)),
    "what is certain is that child": ((INTS,), (CERTAIN, ONE), (NEARLY_WHOLE, BROKEN)),
    "without a p nothing has weights": ((NO_P,), (*WEIGHTS, OTHER_P)),
    "what is hardly likely makes ints no whole number": (
        (INTS,),
        (FIRST_TINY, LAST_TINY),
        (WHOLE, ZERO),
    ),
    "if each is best there is none worse": ((EACH,), (HARDLY_WORSE, LITTLE_WORSE, WORSE)),
    "if not each is best another is worse": ((FIRST, LAST, BETWEEN, SEVERAL), (NONE_WORSE,)),
    "if one is certain there is no other": ((CERTAIN,), (TWO, SOME, TWELVE)),
    "if there are others none is certain": (
        (ONE,),
        (ALIKE, UNEVEN, FIRST_TINY, LAST_TINY, OTHER_P),
    ),
    "what is alike stays so": ((NO_WEIGHTS, CERTAIN, ALIKE), (OTHER_P,)),
    "a deep tree is asked about once, and small beside: time": ((DEEP,), LARGE),
}

GOALS = (1, 2, 3, 4, 6, 10)
CHANGED = "asked again, its dict changed by the caller"
AFTER_SMALLER = "after a smaller goal"
AFTER_LARGER = "after a larger goal"
TO_1 = "goal 1"
TO_2 = "goal 2"
TO_MORE = "goals 3 to 9"
TO_12 = "goal 12"
MINE_0 = "mine 0"
MINE_BETWEEN = "mine between"
MINE_LAST = "mine one to go"
MINE = (MINE_0, MINE_BETWEEN, MINE_LAST)
THEIRS_0 = "theirs 0"
THEIRS_BETWEEN = "theirs between"
THEIRS_LAST = "theirs one to go"
THEIRS = (THEIRS_0, THEIRS_BETWEEN, THEIRS_LAST)
TURN_0 = "turn 0"
TURN_1 = "turn 1"
TURN_MORE = "turn 2 or more"
TURN = (TURN_0, TURN_1, TURN_MORE)
GOES_ON = "heads goes on"
WINS = "heads wins"
MARGINS = {
    "flip much better": 0.2,
    "flip a little better": 2e-6,
    "neither better": 0.0,
    "hold a little better": -2e-6,
    "hold much better": -0.2,
}
FLIP, FLIP_LITTLE, NEITHER, HOLD_LITTLE, HOLD = MARGINS
ANY_NUMBERS = "any numbers"
EXTREMES = "0 and 1 among them"
NEARLY_ALIKE = "nearly all alike"
IN_ORDER = "keys in order"
REVERSED = "keys in reverse order"
OTHER_TABLE = "other numbers in the dict before"
DECIDE = Calls(
    {
        "goal": (TO_1, TO_2, TO_MORE, TO_12),
        "mine": MINE,
        "theirs": THEIRS,
        "turn": TURN,
        "heads": (GOES_ON, WINS),
        "better": tuple(MARGINS),
        "numbers": (ANY_NUMBERS, EXTREMES, NEARLY_ALIKE),
        "keys": (IN_ORDER, REVERSED),
        "history": (ONCE, AGAIN, OTHER_TABLE),
    },
    {
        "to 1, the first toss decides": (
            (TO_1,),
            (
                *(MINE_BETWEEN, MINE_LAST, THEIRS_BETWEEN, THEIRS_LAST, TURN_1, TURN_MORE),
                *(EXTREMES, NEARLY_ALIKE, HOLD_LITTLE, HOLD, GOES_ON, REVERSED),
            ),
        ),
        "to 2, nothing is between": ((TO_2,), (MINE_BETWEEN, THEIRS_BETWEEN, TURN_MORE)),
        "to 2, the second heads wins": ((TO_2,), (TURN_1,), (GOES_ON,)),
        "one to go, heads wins": ((MINE_LAST,), (TURN_1, TURN_MORE, HOLD_LITTLE, HOLD, GOES_ON)),
        "else the first heads goes on": (
            (TURN_0,),
            (WINS,),
            (MINE_0, MINE_BETWEEN),
            (TO_2, TO_MORE, TO_12),
        ),
        "from 0 to more than 2, the second heads goes on": (
            (MINE_0,),
            (TURN_1,),
            (WINS,),
            (TO_MORE,),
        ),
        "to hold with nothing is never better than heads that wins": (
            (TURN_0,),
            (WINS,),
            (HOLD_LITTLE, HOLD),
        ),
        "a large table is given once, and plain: time": (
            (TO_12,),
            (
                *(MINE_0, MINE_LAST, THEIRS_0, THEIRS_LAST, FLIP_LITTLE, NEITHER, HOLD_LITTLE),
                *(EXTREMES, NEARLY_ALIKE, REVERSED, AGAIN, OTHER_TABLE),
            ),
        ),
    },
    triples=[("heads", "better", "keys")],
)


def of_trees(*nodes: str, **more: Sequence[str]) -> Calls:
    """Return the calls of a function that is given a node.

    Args:
        nodes: What the node may be.
        more: What it has beside the dimensions of all of them, or in place of these.
    """
    dimensions = {**TREE, **more}
    if len(nodes) > 1:
        dimensions["node"] = nodes
    known = {value for values in dimensions.values() for value in values}
    impossible: dict[str, list[list[str]]] = {}
    for reason, groups in NO_CALL.items():
        here: list[list[str]] = []
        for group in groups:
            if not set(nodes) <= set(group):  # else it is so of each call
                here.append([value for value in group if value in known])
        if all(here):
            impossible[reason] = here
    # What is wrong with one type of numbers shows where they are weighed, so below chance nodes, too.
    return Calls(dimensions, impossible, triples=[("below", "leaves", "p")])


def of_goals() -> Calls:
    """Return the calls of win_probability."""
    names = [f"goal {goal}" for goal in GOALS]
    histories = (ONCE, AGAIN, CHANGED, AFTER_SMALLER, AFTER_LARGER)
    impossible = {
        "there is no smaller goal": (names[:1], (AFTER_SMALLER,)),
        "a large goal is asked about once: time": (names[4:], histories[1:]),
    }
    return Calls({"goal": names, "history": histories}, impossible)


EXTREME = of_trees(A_MAX, result=RESULT, **CHOICE)
CALLS: Mapping[str, Calls] = {
    "value": of_trees(
        *(A_LEAF, A_MAX, A_MIN, A_CHANCE),
        children=("no child", ONE, TWO, SOME, TWELVE),
        inner=("no node", A_LEAF_TOO, NODES_ALONE),
        below=(NOTHING, ALONE, MAX, MIN, CHANCE),
        plies=("no ply", FLAT, LOW, DEEP),
        result=RESULT,
        weights=(NO_WEIGHTS, *WEIGHTS),
        history=HISTORY,
    ),
    "max_value": EXTREME,
    "min_value": EXTREME,
    "expected_value": of_trees(
        A_CHANCE, p=(EXACT_P, FLOAT_P), result=RESULT, weights=WEIGHTS, history=HISTORY
    ),
    "best_child": of_trees(A_MAX, A_MIN, **CHOICE),
    "win_probability": of_goals(),
    "decide": DECIDE,
}


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
    return {name: found[name] for name in CALLS[function].dimensions}


def of_children(node: Node, right: Fraction, within: Fraction) -> dict[str, str]:
    """Say what the children of a node are like.

    Args:
        node: The node.
        right: Its value.
        within: By how much a value may differ and be as good.
    """
    kind = node[0]
    found = {"node": NODES[kind], "below": ALONE, "inner": NODES_ALONE}
    distances: list[Fraction] = []
    for _, child in children(node):
        distances.append(abs(worth(child) - right))
        if is_leaf(child):
            found["inner"] = A_LEAF_TOO
        else:
            found["below"] = BELOW[child[0]]
    if kind == "chance":
        found["weights"] = weights([p for p, _ in children(node)])
    else:
        found["best"] = which([distance <= within for distance in distances])
        found["apart"] = apart(distances, within)
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
    return LAST if flags[-1] else BETWEEN


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
    return FRACTIONS if Fraction in types else INTS


def of_probabilities(p: list[Node]) -> str:
    """Say of which types probabilities are."""
    if not p:
        return NO_P
    return FLOAT_P if float in map(type, p) else EXACT_P


def size(value: Fraction, within: Fraction) -> str:
    """Say how large a value is."""
    far = DIGITS if within == 0 else THOUSANDS
    if abs(value) <= within:
        return ZERO
    if abs(value) > far // 2:
        return FAR_ABOVE if value > 0 else FAR_UNDER
    return ABOVE if value > 0 else UNDER


def result(value: Fraction, within: Fraction) -> str:
    """Say how far a value is from a whole number."""
    distance = abs(value - round(value))
    if distance <= within:
        return WHOLE
    return NEARLY_WHOLE if distance < NEAR else BROKEN


def apart(distances: list[Fraction], within: Fraction) -> str:
    """Say by how much the next child is worse than the best."""
    others = [distance for distance in distances if distance > within]
    if not others:
        return NONE_WORSE
    least = min(others)
    if within == 0 and least < NEAR:
        return HARDLY_WORSE
    return LITTLE_WORSE if least < 1 else WORSE


def weights(p: list[Node]) -> str:
    """Say how the probabilities of a node's children differ."""
    if len(p) == 1:
        return CERTAIN
    if len(set(p)) == 1:
        return ALIKE
    if p[0] < 2 * NEAR:
        return FIRST_TINY
    return LAST_TINY if p[-1] < 2 * NEAR else UNEVEN


def history(node: Node, earlier: Node | None) -> str:
    """Say what was asked before of the same lists."""
    if earlier is None:
        return ONCE
    if probabilities(node) != probabilities(earlier):
        return OTHER_P
    return AGAIN if leaves(node) == leaves(earlier) else OTHER_LEAF


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
    goals = {1: TO_1, 2: TO_2, MOST: TO_12}
    return {
        "goal": goals.get(goal, TO_MORE),
        "mine": MINE[place(mine, goal)],
        "theirs": THEIRS[place(theirs, goal)],
        "turn": TURN[min(turn, 2)],
        "heads": WINS if mine + turn + 1 == goal else GOES_ON,
        "better": min(MARGINS, key=lambda name: abs(flip - hold - MARGINS[name])),
        "numbers": of_numbers(set(table.values()), goal),
        "keys": IN_ORDER if [*table] == oracle.states(goal) else REVERSED,
        "history": before,
    }


def of_numbers(numbers: set[float], goal: int) -> str:
    """Say what the numbers in a table are like."""
    if {0.0, 1.0} <= numbers:
        return EXTREMES
    return NEARLY_ALIKE if goal > 1 and len(numbers) <= 4 else ANY_NUMBERS


def place(score: int, goal: int) -> int:
    """Return 0 for no point yet, 2 for all but one, else 1."""
    if score == 0:
        return 0
    return 2 if score == goal - 1 else 1
