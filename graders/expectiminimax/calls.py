"""What a permitted call is, for each function that the statement names."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from graders.expectiminimax import oracle
from graders.expectiminimax.oracle import Node, State, Table, children, is_leaf, worth
from graders.kit.roomkit.calls import Calls, Kinds

LONG = 60  # plies, the most
MOST = 12  # children, and the goal of a table that decide is given
TINIEST = Fraction(1, 10**20)  # probability, the least; also what values differ by
NEARLY = Fraction(1, 2**28)  # floats near 1 that differ by that are not as good
NEAR = Fraction(1, 10**6)  # closer is hardly anything; the least probability with floats
THOUSANDS, DIGITS = 10**6 - 3000, 10**99

NODES = {"max": "a max node", "min": "a min node", "chance": "a chance node"}
A_LEAF = "a leaf"
CHILDREN = ("one child", "two children", "3 to 11 children", "12 children")
ALONE = "leaves alone"
BELOW = {"max": "max nodes below", "min": "min nodes below", "chance": "chance nodes below"}
INNER = ("a child a leaf", "each child a node")
BEST = ("the first best", "the last best", "one between best", "several best", "each best")
PLIES = ("one ply", "2 to 5 plies", "60 plies")
LEAVES = ("ints", "Fractions", "floats", "floats and others")
INTS, ANY = LEAVES[0], LEAVES[3]
NO_P = "no p"
P = ("p exact", "p of floats")
SIZE = ("value 0", "value above 0", "value below 0", "value far above 0", "value far below 0")
RESULT = ("a whole number", "hardly off one", "between two")
APART = (
    "the next hardly worse",
    "the next worse by less than 1",
    "the next worse by 1 or more",
    "no child worse",
)
CERTAIN, ALIKE, UNEVEN = "one child, certain", "all children alike", "some children likelier"
HARDLY = ("the first hardly likely", "the last hardly likely")
WEIGHTS = (CERTAIN, ALIKE, UNEVEN, *HARDLY)
ONCE, AGAIN = "asked once", "asked again"
HISTORY = (ONCE, AGAIN, "another leaf before")
OTHER_P = "other p before"
NO_CHANCE = "no weights"

TREE = {
    "children": CHILDREN,
    "below": (ALONE, *BELOW.values()),
    "inner": INNER,
    "plies": PLIES,
    "leaves": LEAVES,
    "p": (NO_P, *P),
    "size": SIZE,
    "history": HISTORY,
}
FLOATS = ("floats", ANY, P[1])
NO_NODE = ("no child", "nothing below", "no node", "no ply")
UNCHANCED = (A_LEAF, NODES["max"], NODES["min"])
NO_CALL = {
    "a leaf has nothing below it": (
        (A_LEAF, *NO_NODE),
        (
            *NODES.values(),
            *CHILDREN,
            ALONE,
            *BELOW.values(),
            *INNER,
            *PLIES,
            *P,
            ANY,
            *WEIGHTS,
            HISTORY[2],
            OTHER_P,
        ),
    ),
    "one child is each": (CHILDREN[:1], BEST[:4] + APART[:3]),
    "that is a leaf or a node": (CHILDREN[:1], tuple(BELOW.values()), INNER[:1]),
    "of two children none is between, and several are each": (CHILDREN[1:2], BEST[2:4]),
    "leaves are no nodes": ((ALONE,), INNER[1:] + PLIES[1:]),
    "nodes are no leaves": (tuple(BELOW.values()), PLIES[:1]),
    "with one ply each child is a leaf": (PLIES[:1], INNER[1:]),
    "a chance node has probabilities": ((BELOW["chance"], NODES["chance"]), (NO_P,)),
    "and its children weights": ((NODES["chance"],), (NO_CHANCE,)),
    "other nodes have none": (UNCHANCED, (ALONE, BELOW["max"], BELOW["min"], PLIES[0]), P),
    "nor has a max or min node weights": (UNCHANCED, (*WEIGHTS, OTHER_P)),
    "there is no other leaf": (CHILDREN[:1], (ALONE,), (ANY,)),
    "far from 0, floats are as good within 10**-3": (FLOATS, SIZE[3:], (RESULT[1], APART[0])),
    "0 is whole": (SIZE[:1], RESULT[1:]),
    "an int is whole": ((INTS,), UNCHANCED, RESULT[1:] + APART[:2]),
    "the average of ints is not hardly off": ((INTS,), RESULT[1:2]),
    "what is certain is that child": ((INTS,), (CERTAIN, CHILDREN[0]), RESULT[1:]),
    "without a p nothing has weights": ((NO_P,), (*WEIGHTS, OTHER_P)),
    "what is hardly likely makes ints no whole number": ((INTS,), HARDLY, (RESULT[0], SIZE[0])),
    "if each is best there is none worse": (BEST[4:], APART[:3]),
    "if not each is best another is worse": (BEST[:4], APART[3:]),
    "if one is certain there is no other": ((CERTAIN,), CHILDREN[1:]),
    "if there are others none is certain": (CHILDREN[:1], (*WEIGHTS[1:], OTHER_P)),
    "what is alike stays so": ((NO_CHANCE, CERTAIN, ALIKE), (OTHER_P,)),
    "a deep tree is asked about once, and small beside: time": (
        PLIES[2:],
        (
            *HISTORY[1:],
            OTHER_P,
            *CHILDREN[3:],
            *LEAVES[1:],
            *SIZE[3:],
            *RESULT[1:],
            *APART[:2],
            BEST[3],
            *HARDLY,
        ),
    ),
}

GOALS = tuple(f"goal {goal}" for goal in (1, 2, 3, 4, 6, 10))
EARLIER = (
    ONCE,
    AGAIN,
    "asked again, its dict changed by the caller",
    "after a smaller goal",
    "after a larger goal",
)
MINE = ("mine 0", "mine between", "mine one to go")
THEIRS = ("theirs 0", "theirs between", "theirs one to go")
TURN = ("turn 0", "turn 1", "turn 2 or more")
OF_TABLE = ("goal 1", "goal 2", "goals 3 to 9", "goal 12")
HEADS = ("heads goes on", "heads wins")
MARGINS = {
    "flip much better": 0.2,
    "flip a little better": 2e-6,
    "neither better": 0.0,
    "hold a little better": -2e-6,
    "hold much better": -0.2,
}
BETTER = tuple(MARGINS)
NUMBERS = ("any numbers", "0 and 1 among them", "nearly all alike")
KEYS = ("keys in order", "keys in any order")
OTHER_TABLE = "other numbers in the dict before"


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
    return Calls(dimensions, impossible)


EXTREME = of_trees(NODES["max"], best=BEST, apart=APART, result=RESULT)
CALLS: Mapping[str, Calls] = {
    "value": of_trees(
        A_LEAF,
        *NODES.values(),
        children=("no child", *CHILDREN),
        inner=("no node", *INNER),
        below=("nothing below", *TREE["below"]),
        plies=("no ply", *PLIES),
        result=RESULT,
        weights=(NO_CHANCE, *WEIGHTS),
        history=(*HISTORY, OTHER_P),
    ),
    "max_value": EXTREME,
    "min_value": EXTREME,
    "expected_value": of_trees(
        NODES["chance"], p=P, result=RESULT, weights=WEIGHTS, history=(*HISTORY, OTHER_P)
    ),
    "best_child": of_trees(NODES["max"], NODES["min"], best=BEST, apart=APART),
    "win_probability": Calls(
        {"goal": GOALS, "history": EARLIER},
        {
            "there is no smaller goal": (GOALS[:1], EARLIER[3:4]),
            "a large goal is asked about once: time": (GOALS[4:], EARLIER[1:]),
        },
    ),
    "decide": Calls(
        {
            "goal": OF_TABLE,
            "mine": MINE,
            "theirs": THEIRS,
            "turn": TURN,
            "heads": HEADS,
            "better": BETTER,
            "numbers": NUMBERS,
            "keys": KEYS,
            "history": (ONCE, AGAIN, OTHER_TABLE),
        },
        {
            "to 1, the first toss decides": (
                OF_TABLE[:1],
                (*MINE[1:], *THEIRS[1:], *TURN[1:], *NUMBERS[1:], *BETTER[3:], HEADS[0], KEYS[1]),
            ),
            "to 2, nothing is between": (OF_TABLE[1:2], (MINE[1], THEIRS[1], TURN[2])),
            "to 2, the second heads wins": (OF_TABLE[1:2], TURN[1:2], HEADS[:1]),
            "one to go, heads wins": (MINE[2:], (*TURN[1:], *BETTER[3:], HEADS[0])),
            "else the first heads goes on": (TURN[:1], HEADS[1:], MINE[:2], OF_TABLE[1:]),
            "a large table is given once, and plain: time": (
                OF_TABLE[3:],
                (
                    MINE[0],
                    THEIRS[0],
                    MINE[2],
                    THEIRS[2],
                    *BETTER[1:4],
                    *NUMBERS[1:],
                    KEYS[1],
                    AGAIN,
                    OTHER_TABLE,
                ),
            ),
            "to hold with nothing is never better than heads that wins": (
                TURN[:1],
                HEADS[1:],
                BETTER[3:],
            ),
        },
    ),
}


def of_node(function: str, node: Node, earlier: Node | None) -> Kinds:
    """Say what a call is like.

    Args:
        function: That which is called.
        node: The root of the tree.
        earlier: A tree whose numbers stand in it before, None for none.
    """
    numbers, shares = leaves(node), probabilities(node)
    below = [(Fraction(p), worth(child)) for p, child in children(node)]
    values = [value for _, value in below]
    flags = [not is_leaf(child) for _, child in children(node)]
    right = oracle.RULES[node[0]](below) if below else Fraction(node)
    within = Fraction(0)
    if float in map(type, numbers + shares):
        within = oracle.slack(right)
    found = {
        "children": number_of_children(len(values)),
        "below": "nothing below",
        "inner": INNER[all(flags)] if flags else "no node",
        "plies": number_of_plies(depth(node)),
        "leaves": of_leaves(numbers),
        "p": of_probabilities(shares),
        "size": size(right, within),
        "history": history(node, earlier),
        "result": result(right, within),
        "weights": NO_CHANCE,
    }
    if is_leaf(node):
        found["node"] = A_LEAF
    else:
        kind = node[0]
        found["node"] = NODES[kind]
        found["below"] = ALONE
        for _, child in children(node):
            if not is_leaf(child):
                found["below"] = BELOW[child[0]]
        if kind == "chance":
            found["weights"] = weights([p for p, _ in children(node)])
        else:
            found["best"] = BEST[which([abs(value - right) <= within for value in values])]
            found["apart"] = apart([abs(value - right) for value in values], within)
    return {name: found[name] for name in CALLS[function].dimensions}


def which(flags: list[bool]) -> int:
    """Return which of some flags are set: 0 the first, 1 the last, 2 another, 3 several, 4 all."""
    count = flags.count(True)
    if count == len(flags):
        return 4
    if count > 1:
        return 3
    if flags[0]:
        return 0
    return 1 if flags[-1] else 2


def number_of_children(count: int) -> str:
    if count == 0:
        return "no child"
    if count <= 2:
        return CHILDREN[count - 1]
    return CHILDREN[2 if count < MOST else 3]


def number_of_plies(count: int) -> str:
    if count == 0:
        return "no ply"
    if count == 1:
        return PLIES[0]
    return PLIES[1 if count < LONG else 2]


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
    if float not in types:
        return LEAVES[Fraction in types]
    return LEAVES[2 if len(types) == 1 else 3]


def of_probabilities(p: list[Node]) -> str:
    """Say of which types probabilities are."""
    if not p:
        return NO_P
    return P[float in map(type, p)]


def size(value: Fraction, within: Fraction) -> str:
    """Say how large a value is."""
    if abs(value) <= within:
        return SIZE[0]
    far = DIGITS // 2 if within == 0 else THOUSANDS // 2
    return SIZE[1 + 2 * (abs(value) > far) + (value < 0)]


def result(value: Fraction, within: Fraction) -> str:
    """Say how far a value is from a whole number."""
    distance = abs(value - round(value))
    if distance <= within:
        return RESULT[0]
    return RESULT[1 if distance < NEAR else 2]


def apart(distances: list[Fraction], within: Fraction) -> str:
    """Say by how much the next child is worse than the best."""
    others = [distance for distance in distances if distance > within]
    if not others:
        return APART[3]
    least = min(others)
    if least < NEAR:
        return APART[0]
    return APART[1 if least < 1 else 2]


def weights(p: list[Node]) -> str:
    """Say how the probabilities of a node's children differ."""
    if len(p) == 1:
        return CERTAIN
    if len(set(p)) == 1:
        return ALIKE
    if p[0] < 2 * NEAR:
        return HARDLY[0]
    return HARDLY[1] if p[-1] < 2 * NEAR else UNEVEN


def history(node: Node, earlier: Node | None) -> str:
    """Say what was asked before of the same lists."""
    if earlier is None:
        return ONCE
    if probabilities(node) != probabilities(earlier):
        return OTHER_P
    return AGAIN if leaves(node) == leaves(earlier) else HISTORY[2]


def of_goal(goal: int, earlier: int, changed: bool) -> Kinds:
    """Say what a call of win_probability is like.

    Args:
        goal: What is played to.
        earlier: The goal of the call before, 0 for none.
        changed: Whether the caller has changed what that returned.
    """
    before = ONCE
    if earlier == goal:
        before = EARLIER[1 + changed]
    elif earlier:
        before = EARLIER[3 + (earlier > goal)]
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
    numbers = set(table.values())
    of_numbers = NUMBERS[0]
    if {0.0, 1.0} <= numbers:
        of_numbers = NUMBERS[1]
    elif len(numbers) <= 4 and goal > 1:
        of_numbers = NUMBERS[2]
    return {
        "goal": OF_TABLE[2] if 3 <= goal <= 9 else f"goal {goal}",
        "mine": MINE[place(mine, goal)],
        "theirs": THEIRS[place(theirs, goal)],
        "turn": TURN[min(turn, 2)],
        "heads": HEADS[mine + turn + 1 == goal],
        "better": min(BETTER, key=lambda name: abs(flip - hold - MARGINS[name])),
        "numbers": of_numbers,
        "keys": KEYS[[*table] != oracle.states(goal)],
        "history": before,
    }


def place(score: int, goal: int) -> int:
    """Return 0 for no point yet, 2 for all but one, else 1."""
    if score == 0:
        return 0
    return 2 if score == goal - 1 else 1
