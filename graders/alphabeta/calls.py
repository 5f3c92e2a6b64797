"""What a permitted call is, for each function that the statement names; and trees for such calls."""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import inf
from pathlib import Path as File
from random import Random
from typing import Any, NamedTuple

from graders.alphabeta.oracle import SEARCH, Call, PlainSearch, minimax
from graders.kit.roomkit.calls import Calls, Kinds
from graders.kit.roomkit.trees import (
    Data,
    Path,
    at,
    children,
    nodes,
    paths,
    renamed,
    tree,
    values_in,
)

ROWS = File(__file__).with_name("rows.json")  # python -m graders.alphabeta.calls writes it
PLIES = 110  # of the deepest tree
DEEP = 100  # plies, from which on a tree counts as one
FAR = 12  # plies from below a bound to where it cuts, an even number
HUGE = 2**64  # to a float the integers beside it are the same
DIGITS = 10**149  # the least integer of 150 digits
MANY = 360  # calls of one object before the one that counts: one in three cuts a max node

NODE = ("the root", "a child", "a grandchild")
LEAF = "no child"
COUNTS = {LEAF: 0, "1 child": 1, "2 children": 2, "3 to 29 children": 3, "30 children": 30}
CHILDREN = tuple(COUNTS)[1:]
NOTHING, LEAVES, NODES, MIXED, CHAIN = BELOW = (
    "nothing",
    "leaves alone",
    "nodes alone",
    "leaves and nodes",
    "110 plies",
)
NONE, FIRST, LAST, BETWEEN, SEVERAL, EACH = BEST = (
    "none",
    "the first child",
    "the last child",
    "one between",
    "several children",
    "each child",
)
VALUES = {
    "0": (0, 0),
    "positive": (100, 999),
    "negative": (-999, -100),
    "near 2^64": (HUGE - 40, HUGE - 20),
    "near -2^64": (20 - HUGE, 40 - HUGE),
    "150 digits": (DIGITS + 20, DIGITS + 40),  # worse than any constant: negative to who maximises
}
NAMES = ("all different", "all the same")

WINDOW = ("no bound", "alpha alone", "beta alone", "alpha and beta")
INSIDE, NEXT, AT_ALPHA, AT_BETA, UNDER, OVER = WHERE = (
    "inside",
    "one from each bound",
    "at alpha",
    "at beta",
    "below alpha",
    "above beta",
)
FRESH, SAME, OTHER_WINDOW, OTHER_SIDE, ROOT_BEFORE, OTHER_NODE, MANY_BEFORE = BEFORE = (
    "a fresh object",
    "after the same call",
    "after another window",
    "after the other side's turn",
    "after a search of the root",
    "after another node",
    "after many calls",
)
CHILD_BEFORE = "after a child in a window"
SEARCH_BEFORE = (FRESH, SAME, CHILD_BEFORE, ROOT_BEFORE, OTHER_NODE, MANY_BEFORE)
LOOK_BEFORE = (FRESH, SAME, OTHER_NODE)
NO_CUT, ALPHA_HERE, BETA_HERE, BOTH_BELOW, ALPHA_UP, BETA_UP = CUTS = (
    "no leaf",
    "at alpha of the node",
    "at beta of its child",
    "at a bound of a node below",
    "at alpha of an ancestor",
    "at beta of an ancestor",
)
ALPHA_CUTS = (ALPHA_HERE, ALPHA_UP)  # of a child that is not the best

TIME = "a deep tree is asked about alone: it takes time"
ANY_NODE = {
    "a leaf has nothing below it": ((LEAF,), (*BELOW[1:], *BEST[1:])),
    "every other node has": (CHILDREN, (NOTHING, NONE)),
    "where nothing is, no child is best": ((NOTHING,), BEST[1:]),
    "where no child is best, nothing is": ((NONE,), BELOW[1:]),
    "one child is each child": (("1 child",), (FIRST, LAST, BETWEEN, SEVERAL)),
    "one child is a leaf or a node": (("1 child",), (MIXED,)),
    "of two children none is between, and several are each": (("2 children",), (BETWEEN, SEVERAL)),
}
MANY_TIME = "many calls are made in small trees with small values: they take time"
OF_FEW_CALLS = ("30 children", "near 2^64", "near -2^64", "150 digits")
FEW_DEEP = (LAST, BETWEEN, SEVERAL, "3 to 29 children")
OF_SMALL_TREES = ("30 children", "all the same", "0", "negative", "near -2^64", "150 digits")
IN_A_WINDOW = Calls(
    {
        "node": NODE,
        "children": (LEAF, *CHILDREN),
        "below": BELOW,
        "value": tuple(VALUES),
        "best": BEST,
        "names": NAMES,
        "window": WINDOW,
        "where": WHERE,
        "before": BEFORE,
    },
    {
        **ANY_NODE,
        "a root of one node has no leaf": (NODE[:1], (LEAF, NOTHING, NONE)),
        "no value is at an infinite bound": (("no bound",), WHERE[1:]),
        "nor at an infinite beta": (("alpha alone",), (AT_BETA, OVER)),
        "nor at an infinite alpha": (("beta alone",), (AT_ALPHA, UNDER)),
        TIME: ((CHAIN,), (*OF_SMALL_TREES, *FEW_DEEP, *BEFORE[1:], NEXT, UNDER, OVER)),
        MANY_TIME: ((MANY_BEFORE,), OF_FEW_CALLS),
    },
)
CALLS: Mapping[str, Calls] = {
    "buildTree": Calls(
        {
            "root": ("self.root", "another root"),
            "children": (LEAF, *CHILDREN),
            "below": (NOTHING, LEAVES, NODES, "a leaf first", "a node first", CHAIN),
            "first leaf": (*VALUES, "there is none"),
            "names": (*NAMES, "all empty"),
            "before": ("a fresh GameTree", "after another root"),
        },
        {
            "without a child there is nothing": (
                (LEAF,),
                (
                    LEAVES,
                    NODES,
                    "a leaf first",
                    "a node first",
                    CHAIN,
                    *VALUES,
                    "all the same",
                    "all empty",
                ),
            ),
            "with children there are leaves": (CHILDREN, (NOTHING, "there is none")),
            "where nothing is there is no leaf": (
                (NOTHING,),
                (*VALUES, "all the same", "all empty"),
            ),
            "where no leaf is there is nothing": (
                ("there is none",),
                (LEAVES, NODES, "a leaf first", "a node first", CHAIN, "all the same", "all empty"),
            ),
            "one child is a leaf or a node": (("1 child",), ("a leaf first", "a node first")),
            TIME: ((CHAIN,), (*OF_SMALL_TREES, "all empty", "after another root")),
        },
    ),
    "get_value": Calls(
        {
            "leaf": NODE[1:],
            "among": ("an only child", "first", "last", "between"),
            "value": tuple(VALUES),
            "names": NAMES,
            "before": LOOK_BEFORE,
        },
        {"there is no other leaf": (("a child",), ("an only child",), (OTHER_NODE,))},
    ),
    "isTerminal": Calls(
        {
            "node": NODE,
            "children": (LEAF, *CHILDREN),
            "val": tuple(VALUES),
            "names": NAMES,
            "before": LOOK_BEFORE,
        },
        {
            "one node has one name": (NODE[:1], (LEAF,), NAMES[1:]),
            "and there is no other": (NODE[:1], (LEAF,), (OTHER_NODE,)),
        },
    ),
    "max_value": IN_A_WINDOW,
    "min_value": IN_A_WINDOW,
    SEARCH: Calls(
        {
            "node": NODE,
            "children": (LEAF, *CHILDREN),
            "below": BELOW,
            "value": tuple(VALUES),
            "best": BEST,
            "names": NAMES,
            "before": SEARCH_BEFORE,
            "left out": CUTS,
        },
        {
            **ANY_NODE,
            "a root of one node has val 0": (NODE[:1], (LEAF, NOTHING, NONE), tuple(VALUES)[1:]),
            "and one name": (NODE[:1], (LEAF, NOTHING, NONE), NAMES[1:]),
            "and there is no other": (NODE[:1], (LEAF, NOTHING, NONE), (OTHER_NODE,)),
            "a search of the root is the same call there": (NODE[:1], (ROOT_BEFORE,)),
            "a leaf has no child": ((LEAF, NOTHING, NONE), (CHILD_BEFORE,)),
            "of leaves nothing is left out": ((LEAF, NOTHING, NONE, LEAVES), CUTS[1:]),
            "a wide tree is asked about alone": (
                ("30 children",),
                (BETA_HERE, BOTH_BELOW, ALPHA_UP),
            ),
            "a child is cut after the best one": (ALPHA_CUTS, ("1 child", LAST, EACH)),
            TIME: ((CHAIN,), (*OF_SMALL_TREES, *FEW_DEEP, *SEARCH_BEFORE[1:], *CUTS[2:])),
            MANY_TIME: ((MANY_BEFORE,), OF_FEW_CALLS),
        },
    ),
}


class Asked(NamedTuple):
    """A kind of call, and what is asked.

    Attributes:
        row: What the call is like.
        data: A tree.
        calls: What one object is called with: that which counts is the last.
        val: What is written into the node of the last call before; None for nothing.
    """

    row: Kinds
    data: Data
    calls: Sequence[Call] = ()
    val: int | None = None


def named(data: Data, names: str) -> Data:
    """Return a tree with names that a row tells of."""
    if names == "all the same":
        return renamed(data, lambda _: "N")
    if names == "all empty":
        return renamed(data, lambda _: "")
    backwards = [node[0] for _, node in nodes(data)]
    return renamed(data, lambda _: str(backwards.pop()))


def kind_of_names(data: Data) -> str:
    """Say how the nodes of a tree are named."""
    names = {node[0] for _, node in nodes(data)}
    if names == {""}:
        return "all empty"
    if len(names) == 1 and children(data):
        return "all the same"
    return "all different"


def kind_of_value(value: float) -> str:
    """Say how large a value is."""
    if abs(value) >= 10**100:
        return "150 digits"
    if abs(value) >= 2**53:
        return "near 2^64" if value > 0 else "near -2^64"
    if value:
        return "positive" if value > 0 else "negative"
    return "0"


def kind_of_node(path: Path) -> str:
    return NODE[min(len(path), 2)]


def kind_of_children(here: Data) -> str:
    """Say how many children a node has."""
    count = len(children(here))
    for words, most in COUNTS.items():
        if count <= most or (words == "3 to 29 children" and count < 30):
            return words
    return "30 children"


def kind_of_tree(data: Data, here: Data) -> str:
    """Say what is below a node of a tree."""
    if not children(here):
        return NOTHING
    if max(len(path) for path in paths(data)) >= DEEP:
        return CHAIN
    leaves = [not children(child) for child in children(here)]
    if all(leaves):
        return LEAVES
    return MIXED if any(leaves) else NODES


def kind_of_best(here: Data, maximise: bool) -> str:
    """Say which children of a node are best."""
    values = [minimax(child, not maximise) for child in children(here)]
    if not values:
        return NONE
    flags = [value == minimax(here, maximise) for value in values]
    if all(flags):
        return EACH
    if flags.count(True) > 1:
        return SEVERAL
    return (FIRST, LAST, BETWEEN)[(not flags[0]) + (not flags[0] and not flags[-1])]


def kind_of_window(window: Sequence[float]) -> str:
    """Say which bounds of a window are finite."""
    alpha, beta = window
    return WINDOW[(alpha > -inf) + 2 * (beta < inf)]


def kind_of_place(value: float, window: Sequence[float]) -> str:
    """Say where in a window a value is, or beside it."""
    alpha, beta = window
    if value <= alpha:
        return AT_ALPHA if value == alpha else UNDER
    if value >= beta:
        return AT_BETA if value == beta else OVER
    is_next = [abs(value - bound) == 1 for bound in window if abs(bound) < inf]
    return NEXT if is_next and all(is_next) else INSIDE


def kind_of_past(calls: Sequence[Call]) -> str:
    """Say what one object was asked before the last call."""
    *earlier, last = calls
    if not earlier:
        return FRESH
    if len(earlier) > 1:
        return MANY_BEFORE
    [before] = earlier
    if before == last:
        return SAME
    if before == Call(SEARCH, ()):
        return ROOT_BEFORE
    if before.path == last.path:
        return OTHER_WINDOW if before.method == last.method else OTHER_SIDE
    if last.method == SEARCH and before.window and before.path[:-1] == last.path:
        return CHILD_BEFORE
    return OTHER_NODE


def kinds_of_cuts(here: Data) -> list[str]:
    """Say at which bounds a search of a node leaves something out."""
    found = set()
    for node, alpha, beta in PlainSearch(here).cuts.values():
        maximises = len(node) % 2 == 0
        bound = beta if maximises else alpha
        above = len(node) - 1  # plies down to the node that the bound is from
        while above > 1 and not sets(at(here, node[:above]), node[above], bound, not maximises):
            above -= 2
        if len(node) - above > 1:
            found.add(BETA_UP if maximises else ALPHA_UP)
        elif above > 1:
            found.add(BOTH_BELOW)
        else:
            found.add(BETA_HERE if maximises else ALPHA_HERE)
    return sorted(found) or [NO_CUT]


def sets(here: Data, number: int, bound: float, maximise: bool) -> bool:
    """Tell whether the children of a node before one of a number set a bound."""
    values = [minimax(child, not maximise) for child in children(here)[:number]]
    if not values:
        return False
    return bound == (max(values) if maximise else min(values))


def kinds_of_search(data: Data, calls: Sequence[Call]) -> list[Kinds]:
    """Say what calls of one object are like, of which the last counts: what it leaves out."""
    method, path, window = calls[-1]
    here = at(data, path)
    maximise = method != "min_value"
    found = {"node": kind_of_node(path), "children": kind_of_children(here)}
    found |= {"below": kind_of_tree(data, here), "names": kind_of_names(data)}
    found |= {"best": kind_of_best(here, maximise), "before": kind_of_past(calls)}
    value = minimax(here, maximise) if values_in(here) else 0  # val is 0 to begin with
    found["value"] = kind_of_value(value)
    if window:
        found |= {"window": kind_of_window(window), "where": kind_of_place(value, window)}
        return [found]
    cuts = kinds_of_cuts(here) if children(here) else [NO_CUT]
    return [{**found, "left out": cut} for cut in cuts]


def kinds_of_tree(data: Data, is_apart: bool, is_again: bool) -> Kinds:
    """Say what a call of buildTree is like."""
    found = {"root": "another root" if is_apart else "self.root"}
    found |= {"children": kind_of_children(data), "below": kind_of_tree(data, data)}
    found["names"] = kind_of_names(data)
    found["before"] = "after another root" if is_again else "a fresh GameTree"
    found["first leaf"] = "there is none"
    if children(data):
        found["first leaf"] = kind_of_value(next(iter(values_in(data).values())))
    if found["below"] == MIXED:
        found["below"] = "a node first" if children(data[1]) else "a leaf first"
    return found


def kinds_of_look(data: Data, calls: Sequence[Call], val: float) -> Kinds:
    """Say what a call of get_value or isTerminal is like."""
    method, path, _ = calls[-1]
    found = {"node": kind_of_node(path), "children": kind_of_children(at(data, path))}
    found |= {"val": kind_of_value(val), "names": kind_of_names(data)}
    found["before"] = kind_of_past(calls)
    if method == "isTerminal":
        return found
    last = len(children(at(data, path[:-1]))) - 1
    among = "between"
    if path[-1] in (0, last):
        among = "an only child" if last == 0 else ("first", "last")[path[-1] > 0]
    return {
        "leaf": found["node"],
        "among": among,
        "value": found["val"],
        "names": found["names"],
        "before": found["before"],
    }


def is_other_root(row: Kinds) -> bool:
    """Tell whether a root is meant that is not its tree's."""
    return row["root"] == "another root"


def is_again(row: Kinds) -> bool:
    """Tell whether a call is meant that is made for another root before."""
    return row["before"] == "after another root"


def is_plain(row: Kinds) -> bool:
    """Tell whether a row of SEARCH names a tree of a textbook's shape and values."""
    is_regular = row["below"] in (LEAVES, NODES) and row["children"] in CHILDREN[1:3]
    return is_regular and row["value"] == "positive"


def leaves_near(row: Kinds) -> bool:
    """Tell whether a row of SEARCH leaves something out at a bound that is near."""
    return row["left out"] in CUTS[1:4]


def leaves_deep(row: Kinds) -> bool:
    """Tell whether a row of SEARCH leaves something out at a bound from further up."""
    return row["left out"] in CUTS[4:]


def is_apart_from(call: Call, last: Call) -> bool:
    """Tell whether two searches are of the same node, or none is of a node below the other's."""
    plies = min(len(call.path), len(last.path))
    return call == last or call.path[:plies] != last.path[:plies]


@cache
def rows_of(function: str) -> list[Kinds]:
    """Return the kinds of calls to ask, as they are kept in ROWS: to choose them takes time."""
    dimensions = CALLS[function].dimensions
    rows: list[Kinds] = []
    for numbers in json.loads(ROWS.read_text("utf-8"))[function]:
        row: dict[str, str] = {}
        for name, number in zip(dimensions, numbers, strict=True):
            row[name] = dimensions[name][int(number)]
        rows.append(row)
    return rows


def keep_rows() -> None:
    """Write the kinds of calls into ROWS, each as the numbers of its values."""
    kept: dict[str, list[str]] = {}
    for function, calls in CALLS.items():
        kept[function] = []
        for row in calls.rows:
            numbers = [calls.dimensions[name].index(value) for name, value in row.items()]
            kept[function].append("".join(map(str, numbers)))
    ROWS.write_text(json.dumps(kept, indent=0), "utf-8")


def asked(
    rng: Random, function: str, is_meant: Callable[[Kinds], bool] = lambda _: True
) -> list[Asked]:
    """Return what is asked of a function: a call of each kind that is meant."""
    rows = filter(is_meant, rows_of(function))
    if function == "buildTree":
        return [tree_to_build(rng, row) for row in rows]
    if function in ("get_value", "isTerminal"):
        return [look(rng, function, row) for row in rows]
    return [search(rng, function, row) for row in rows]


def tree_to_build(rng: Random, row: Kinds) -> Asked:
    """Return a tree of a kind for buildTree."""
    count = COUNTS[row["children"]]
    if count == 0:
        return Asked(row, ["A"])
    shape: list[Any] = [beside(rng, row["first leaf"]) for _ in range(count)]
    for number in range(count):
        is_odd = number % 2 == 1
        if row["below"] in (NODES, ("a node first", "a leaf first")[is_odd]):
            shape[number] = [shape[number], [shape[number]]][: 1 + number % 3]
    if row["below"] == CHAIN:
        shape[0] = chain(shape[0], PLIES - 1)
    return Asked(row, named(tree(shape), row["names"]))


def beside(rng: Random, words: str) -> int:
    """Return a value that is as large as a row says."""
    return rng.randint(*VALUES[words])


def chain(shape: Any, plies: int) -> Any:
    """Return a shape at the end of a chain of lone children."""
    for _ in range(plies):
        shape = [shape]
    return shape


def look(rng: Random, function: str, row: Kinds) -> Asked:
    """Return a call of get_value or isTerminal."""
    if function == "get_value":
        words, count = row["leaf"], 0
        val = beside(rng, row["value"])
    else:
        words, count = row["node"], COUNTS[row["children"]]
        val = beside(rng, row["val"])
    here: Any = val
    if count:
        here = [val + 1] * count
    shape, path = placed(words, here, val, row.get("among", "between"))
    data = named(tree(shape), row["names"])
    if shape == val:
        data = ["A"]
    last = Call(function, path)
    others = [other for other in paths(data) if other != path]
    if function == "get_value":
        others = [other for other in values_in(data) if other != path]
    other = Call(function, (others or [path])[0])
    calls = {FRESH: [], SAME: [last], OTHER_NODE: [other]}
    written = None if function == "get_value" else val
    return Asked(row, data, [*calls[row["before"]], last], written)


def placed(words: str, here: Any, val: int, among: str = "between") -> tuple[Any, Path]:
    """Return the shape of a tree with something at a place, and the path to it.

    Args:
        words: Tells how far below the root it is.
        here: The shape that is put there.
        val: A value for leaves beside it.
        among: Where it stands among its siblings.
    """
    if words == "the root":
        return here, ()
    siblings: dict[str, tuple[list[Any], int]] = {
        "an only child": ([here], 0),
        "first": ([here, [val + 2, val - 2]], 0),
        "last": ([[val + 2, val - 2], here], 1),
        "between": ([val, here, [val + 2, val - 2]], 1),
    }
    shape, number = siblings[among]
    if words == "a child":
        return shape, (number,)
    return [[val + 1, val - 1], shape, val + 3], (1, number)


def search(rng: Random, function: str, row: Kinds) -> Asked:
    """Return calls of one object, the last of max_value, min_value or SEARCH."""
    value = beside(rng, row["value"])
    sign = -1 if function == "min_value" else 1
    if value > DIGITS:
        value *= -sign
    here = node(rng, row, value, sign)
    shape, path = placed(row["node"], here, value)
    data: Data = ["A"]
    if row["node"] != NODE[0] or row["children"] != LEAF:
        data = named(tree(shape), row["names"])
    window: Sequence[float] = ()
    if function != SEARCH:
        window = window_at(rng, row, value)
    last = Call(function, path, tuple(window))
    return Asked(row, data, [*earlier(row, data, last, sign), last])


def node(rng: Random, row: Kinds, value: int, sign: int) -> Any:
    """Return the shape of a node.

    Args:
        rng: Chooses values.
        row: Says what is below it, and which children are best.
        value: What it is worth.
        sign: 1 if it maximises, -1 if it minimises.
    """
    count = COUNTS[row["children"]]
    if count == 0:
        return value
    places = {FIRST: [0], LAST: [count - 1], BETWEEN: [1], SEVERAL: [0, count - 1]}
    best = places.get(row["best"], range(count))
    cut = row.get("left out", NO_CUT)
    cut_at = best[0]
    if cut in ALPHA_CUTS:
        cut_at = best[0] + 1
    odd = cut_at % 2 if cut != NO_CUT else 1  # where nodes are, if leaves are there, too
    below: list[Any] = []
    for number in range(count):
        worth = value
        if number not in best:
            # The first of them is worth nearly as much as the best.
            worth -= sign * rng.randint(1, 5 if below else 1)
        if cut != NO_CUT and number == cut_at:
            below.append(cut_off(rng, cut, value))
        elif row["below"] == NODES:
            leaves = [value + sign * (number % 2), worth]
            below.append(leaves[count // 30 :])
        elif row["below"] == MIXED and number % 2 == odd:
            below.append([value + sign, [worth, worth - sign]] if count < 30 else [worth])
        else:
            below.append(worth)
    if row["below"] == CHAIN:
        plies = PLIES - 1 - NODE.index(row["node"])
        below[best[0]] = chain(value, plies)
    return below


def cut_off(rng: Random, words: str, value: int) -> Any:
    """Return the shape of a child of which a leaf is left out.

    Args:
        rng: Chooses the value of that leaf.
        words: Which bound cuts.
        value: That bound: the value of the node, which maximises.
    """
    last = value + rng.randint(-9, 9)
    low, high = [value - 1, last], [value + 1, last]
    if 0 < value < HUGE // 2:
        low[0] = 0
    if -HUGE // 2 < value < 0:
        high[0] = 0
    if words == ALPHA_HERE:
        return [value + 2, *low]
    if words == ALPHA_UP:
        return [[value - 5, low]]
    if words == BETA_HERE:
        return [value, [value - 1, *high]]
    if words == BETA_UP:
        return [value, [[value + 5, high]]]
    return [value + 5, [[value, high], low]]


def window_at(rng: Random, row: Kinds, value: int) -> Sequence[float]:
    """Return a window that has a value where a row says."""
    near, far = rng.randint(2, 5), rng.randint(6, 9)
    windows: dict[str, tuple[float, float]] = {
        INSIDE: (value - near, value + near),
        NEXT: (value - 1, value + 1),
        AT_ALPHA: (value, value + near),
        AT_BETA: (value - near, value),
        UNDER: (value + near - 1, value + far),
        OVER: (value - far, value - near + 1),
    }
    alpha, beta = windows[row["where"]]
    if row["window"] in ("no bound", "beta alone"):
        alpha = -inf
    if row["window"] in ("no bound", "alpha alone"):
        beta = inf
    return alpha, beta


def earlier(row: Kinds, data: Data, last: Call, sign: int) -> list[Call]:
    """Return what an object is called with before the last call."""
    method, path, window = last
    words = row["before"]
    if words == FRESH:
        return []
    if words == SAME:
        return [last]
    if words == ROOT_BEFORE:
        return [Call(SEARCH, ())]
    if words == OTHER_SIDE:
        return [Call("min_value" if sign == 1 else "max_value", path, (-inf, inf))]
    if words == OTHER_NODE:
        other = (*path[:-1], 2) if path else (0,)
        return [Call(method, other, (-inf, inf) if window else ())]
    if words == OTHER_WINDOW:
        return [bounded(data, method, path)]
    if words == CHILD_BEFORE:
        return [bounded(data, "min_value", (*path, len(children(at(data, path))) - 1))]
    many: list[Call] = []
    for other, below in nodes(data):
        if children(below):
            many += [bounded(data, name, other) for name in ("max_value", "min_value")]
            many.append(Call(SEARCH, other))
    return ((many or [last]) * MANY)[:MANY]


def bounded(data: Data, method: str, path: Path) -> Call:
    """Return a call in a window of which a bound cuts after the first child."""
    value = minimax(at(data, path), method == "max_value")
    if method == "max_value":
        return Call(method, path, (-inf, value - 10))
    return Call(method, path, (value + 10, inf))


if __name__ == "__main__":
    keep_rows()
