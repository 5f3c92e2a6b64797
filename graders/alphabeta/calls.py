"""What a permitted call is, for each function that the statement names; and trees for such calls."""

from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path as File
from random import Random
from typing import Any, NamedTuple

from graders.alphabeta.oracle import SEARCH, Call, PlainSearch, minimax
from graders.kit.roomkit.calls import Kinds, declared
from graders.kit.roomkit.trees import (
    Data,
    Path,
    at,
    children,
    is_leaf,
    nodes,
    paths,
    planted,
    renamed,
    values_in,
    with_values,
)

PLIES = 110  # of the deepest tree
DEEP = 100  # plies, from which on a tree counts as one
FAR = 12  # plies from below a bound to where it cuts, an even number
DEEPEST = PLIES - 5  # the same in the deepest tree, an odd number: what cuts there has plies, too
OTHER = {"max_value": "min_value", "min_value": "max_value"}
HUGE = 2**64  # to a float the integers beside it are the same
LIMIT = 10**20  # no value is larger, whatever its sign
FARTHEST = LIMIT + 10  # and no finite bound larger than that
MANY = 360  # calls of one object before the one that counts: one in three cuts a max node

NODE = ("the root", "a child", "a grandchild")
LEAF = "no child"
COUNTS = {LEAF: 0, "1 child": 1, "2 children": 2, "3 to 29 children": 3, "30 children": 30}
LEAVES, NODES, MIXED, CHAIN = "leaves alone", "nodes alone", "leaves and nodes", "110 plies"
FIRST, LAST, BETWEEN, SEVERAL, EACH = (
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
    "10^20": (LIMIT, LIMIT),
    "-10^20": (-LIMIT, -LIMIT),
}
# What who maximises calls so.
FOR_MAX = {"10^20, the best for who moves": "10^20", "10^20, the worst for who moves": "-10^20"}
FOR_MIN = dict(zip(FOR_MAX, ("-10^20", "10^20"), strict=True))
NAMES = {"all the same": "N", "all empty": ""}
ALONE, CLOSE_BY, FAR_APART = "no other value", "values close by", "values far apart"
BOTH_SIGNS = "huge values of both signs"
WINDOW = ("no bound", "alpha alone", "beta alone", "alpha and beta")
EMPTY, BEYOND = "no integer inside", "beyond every value"
INSIDE, NEXT = "inside", "one from each bound"
AT_ALPHA, AT_BETA, UNDER, OVER = "at alpha", "at beta", "below alpha", "above beta"
FRESH, SAME, OTHER_NODE = "a fresh object", "after the same call", "after another node"
WORTH_LESS, WORTH_MORE = "after a node worth less", "after a node worth as much or more"
WINDOW_ABOVE, WINDOW_BELOW = "after a window above", "after a window below"
OTHER_SIDE = "after the other side's turn"
AS_BEFORE, OTHER_VALUES = "after the same tree", "after a tree of other values"
OTHER_NAMES, OTHER_SHAPE = "after a tree of other names", "after a tree of another shape"
ROOT_BEFORE, MANY_BEFORE = "after a search of the root", "after many calls"
CHILD_BEFORE = "after a child in a window"
MAX_ABOVE, MAX_BELOW = "after max_value in a window above", "after max_value in a window below"
AWAY = 1_000_000  # more than the window that a search might try around what it found before
BOTH_WAYS, LOWER = (AWAY, -AWAY), (-AWAY, -2 * AWAY)  # what is beside a node, seen from there
NO_CUT = "no leaf"
NEAR_CUTS = ALPHA_HERE, BETA_HERE, BOTH_BELOW = (
    "at alpha of the node",
    "at beta of its child",
    "at a bound of a node below",
)
DEEP_CUTS = ALPHA_UP, BETA_UP = "at alpha of an ancestor", "at beta of an ancestor"

SOME_EMPTY = "every other one empty"

CALLS = declared(File(__file__).with_suffix(".toml"))


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
    if value == 0:
        return "0"
    if abs(value) == LIMIT:
        if value > 0:
            return "10^20"
        return "-10^20"
    if abs(value) < 2**53:
        if value > 0:
            return "positive"
        return "negative"
    if value > 0:
        return "near 2^64"
    return "near -2^64"


def kind_of_worth(value: float, maximise: bool) -> str:
    """Say how large the value of a node is, for who moves there."""
    kind = kind_of_value(value)
    for words, other in (FOR_MAX if maximise else FOR_MIN).items():
        if kind == other:
            return words
    return kind


def kind_of_node(path: Path) -> str:
    return NODE[min(len(path), 2)]


def kind_of_children(here: Data) -> str:
    """Say how many children a node has."""
    count = len(children(here))
    for words, number in COUNTS.items():
        if count == number:
            return words
    return "3 to 29 children"


def kind_of_tree(data: Data, here: Data) -> str:
    """Say what is below a node of a tree."""
    if not children(here):
        return "nothing"
    if max(map(len, paths(data))) >= DEEP:
        return CHAIN
    leaves = [is_leaf(child) for child in children(here)]
    if all(leaves):
        return LEAVES
    if any(leaves):
        return MIXED
    return NODES


def kind_of_best(here: Data, maximise: bool) -> str:
    """Say which children of a node are best."""
    values = [minimax(child, not maximise) for child in children(here)]
    if not values:
        return "none"
    best = max(values) if maximise else min(values)
    count = values.count(best)
    if count == len(values):
        return EACH
    if count > 1:
        return SEVERAL
    if values[0] == best:
        return FIRST
    if values[-1] == best:
        return LAST
    return BETWEEN


def kind_of_spread(here: Data, value: float) -> str:
    """Say how far from a node's value those below it are."""
    if not children(here):
        return ALONE
    found = values_in(here).values()
    if min(found) <= -(2**63) and max(found) >= 2**63:
        return BOTH_SIGNS
    limit = 100 if abs(value) > 2**53 else 10**6
    farthest = max(abs(other - value) for other in found)
    if farthest > limit:
        return FAR_APART
    return CLOSE_BY


def kind_of_window(window: Sequence[float]) -> str:
    """Say which bounds of a window are finite."""
    alpha, beta = window
    if beta - alpha == 1:
        return EMPTY
    if beta == FARTHEST or alpha == -FARTHEST:
        return BEYOND
    if beta == inf:
        return WINDOW[alpha > -inf]
    return WINDOW[2 + (alpha > -inf)]


def kind_of_place(value: float, window: Sequence[float]) -> str:
    """Say where in a window a value is, or beside it."""
    alpha, beta = window
    if value <= alpha:
        if value == alpha:
            return AT_ALPHA
        return UNDER
    if value >= beta:
        if value == beta:
            return AT_BETA
        return OVER
    distances = {value - alpha, beta - value} - {inf}
    if distances == {1}:
        return NEXT
    return INSIDE


def kind_of_past(calls: Sequence[Call], value: float = 0) -> str:
    """Say what one object was asked before the last call.

    Args:
        calls: What it was asked, the last call too.
        value: What the node of that is worth.
    """
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
    if last.method == SEARCH and before.method == "max_value":
        if before.window[0] >= value:
            return MAX_ABOVE
        return MAX_BELOW
    if last.method == SEARCH and before.window:
        return CHILD_BEFORE
    if before.path != last.path:
        return OTHER_NODE
    if before.method != last.method:
        return OTHER_SIDE
    if before.window[0] >= value:
        return WINDOW_ABOVE
    return WINDOW_BELOW


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
    if number == 0:
        return False
    return minimax(here[: 1 + number], maximise) == bound


def kinds_of_search(data: Data, calls: Sequence[Call]) -> list[Kinds]:
    """Say what calls of one object are like, of which the last counts: what it leaves out."""
    method, path, window = calls[-1]
    here = at(data, path)
    maximise = method != "min_value"
    value = 0.0  # what val is to begin with
    if values_in(here):
        value = minimax(here, maximise)
    found = {
        "node": kind_of_node(path),
        "children": kind_of_children(here),
        "below": kind_of_tree(data, here),
        "value": kind_of_worth(value, maximise),
        "best": kind_of_best(here, maximise),
        "spread": kind_of_spread(here, value),
        "names": kind_of_names(data),
        "before": kind_of_past(calls, value),
    }
    if method == SEARCH and found["before"] == OTHER_NODE:
        other = minimax(at(data, calls[0].path), True)
        found["before"] = WORTH_LESS if other < value else WORTH_MORE
    if window:
        found["window"] = kind_of_window(window)
        found["where"] = kind_of_place(value, window)
        return [found]
    cuts = [NO_CUT]
    if children(here):
        cuts = kinds_of_cuts(here)
    return [{**found, "left out": cut} for cut in cuts]


def kinds_of_tree(data: Data, is_apart: bool, before: Data) -> Kinds:
    """Say what a call of buildTree is like.

    Args:
        data: The tree.
        is_apart: Whether the root to fill is not the tree's.
        before: With what the same GameTree has filled another root before; empty for nothing.
    """
    below, first = kind_of_tree(data, data), "there is none"
    if below == MIXED:
        below = "a leaf first" if is_leaf(data[1]) else "a node first"
    for value in [*values_in(data).values()][:1]:
        first = kind_of_value(value)
    names = kind_of_names(data)
    if names == "all different" and any(node[0] == "" for _, node in nodes(data)):
        names = SOME_EMPTY
    return {
        "root": "another root" if is_apart else "self.root",
        "children": kind_of_children(data),
        "below": below,
        "first leaf": first,
        "names": names,
        "before": kind_of_tree_before(data, before),
    }


def kind_of_tree_before(data: Data, before: Data) -> str:
    """Say what a GameTree has been filled with before."""
    if not before:
        return "a fresh GameTree"
    if before == data:
        return AS_BEFORE
    if paths(before) != paths(data):
        return OTHER_SHAPE
    if before[0] != data[0]:
        return OTHER_NAMES
    return OTHER_VALUES


def kinds_of_look(data: Data, calls: Sequence[Call], val: float) -> Kinds:
    """Say what a call of get_value or isTerminal is like."""
    method, path, _ = calls[-1]
    found = {"names": kind_of_names(data), "before": kind_of_past(calls)}
    if method == "isTerminal":
        found["node"] = kind_of_node(path)
        found["children"] = kind_of_children(at(data, path))
        found["val"] = kind_of_value(val)
        return found
    found["leaf"] = kind_of_node(path)
    found["value"] = kind_of_value(val)
    found["among"] = "between"
    *above, number = path
    count = len(children(at(data, tuple(above))))
    if count == 1:
        found["among"] = "an only child"
    elif number == 0:
        found["among"] = "first"
    elif number == count - 1:
        found["among"] = "last"
    return found


def is_other_root(row: Kinds) -> bool:
    """Tell whether a root is meant that is not its tree's."""
    return row["root"] == "another root"


def built_before(row: Kinds, data: Data) -> Data:
    """Return with what a GameTree is to fill another root before; an empty list for nothing."""
    match row["before"]:
        case "after the same tree":
            return data
        case "after a tree of other values":
            values = values_in(data)
            return with_values(data, lambda path: 7 - values[path] // 2)
        case "after a tree of other names":
            return renamed(data, lambda name: name + "1")
        case "after a tree of another shape":
            if len(children(data)) > 1:
                return data[:-1]
            return [data[0], *children(data), [data[0], 0]]
    return []


def is_plain(row: Kinds) -> bool:
    """Tell whether a row of SEARCH names a tree of a textbook's shape and values."""
    if row["value"] != "positive" or row["below"] not in (LEAVES, NODES):
        return False
    return row["children"] in ("2 children", "3 to 29 children")


def leaves_near(row: Kinds) -> bool:
    """Tell whether a row of SEARCH leaves something out at a bound that is near."""
    return row["left out"] in NEAR_CUTS


def leaves_deep(row: Kinds) -> bool:
    """Tell whether a row of SEARCH leaves something out at a bound from further up."""
    return row["left out"] in DEEP_CUTS


def is_apart_from(call: Call, last: Call) -> bool:
    """Tell whether two searches are of the same node, or none is of a node below the other's."""
    plies = min(len(call.path), len(last.path))
    return call == last or call.path[:plies] != last.path[:plies]


def asked(
    rng: Random, function: str, is_meant: Callable[[Kinds], bool] = lambda _: True
) -> list[Asked]:
    """Return what is asked of a function: a call of each kind that is meant."""
    rows = filter(is_meant, CALLS[function].rows)
    if function == "buildTree":
        return [tree_to_build(rng, row) for row in rows]
    if function in ("get_value", "isTerminal"):
        return [look(rng, function, row) for row in rows]
    return [search(rng, function, row) for row in rows]


def of_size(rng: Random, words: str) -> int:
    """Return a value that is as large as a row says."""
    return rng.randint(*VALUES[words])


def chain(shape: Any, plies: int) -> Any:
    """Return a shape at the end of a chain of lone children."""
    for _ in range(plies):
        shape = [shape]
    return shape


def named(shape: Any, names: str) -> Data:
    """Return a tree of a shape, with names as a row says, and no value beyond what is permitted."""
    everyone = planted(shape)
    # Who goes by names goes backwards.
    backwards = [node[0] for node in reversed(everyone)]
    for number, (node, name) in enumerate(zip(everyone, backwards, strict=True)):
        node[0] = NAMES.get(names, name)
        if names == SOME_EMPTY and number % 2:
            node[0] = ""
        if is_leaf(node):
            node[1] = max(-LIMIT, min(node[1], LIMIT))
    return everyone[0]


def tree_to_build(rng: Random, row: Kinds) -> Asked:
    """Return a tree of a kind for buildTree."""
    count = COUNTS[row["children"]]
    if count == 0:
        return Asked(row, ["A"])
    shape: list[Any] = [of_size(rng, row["first leaf"]) for _ in range(count)]
    nodes_at = {NODES: (0, 1), "a node first": (0,), "a leaf first": (1,)}
    for number, leaf in enumerate(shape):
        if number % 2 in nodes_at.get(row["below"], ()):
            shape[number] = [leaf]
            if number % 3:
                shape[number].append([leaf])
    if row["below"] == CHAIN:
        shape[0] = chain(shape[0], PLIES - 1)
    return Asked(row, named(shape, row["names"]))


def look(rng: Random, function: str, row: Kinds) -> Asked:
    """Return a call of get_value or isTerminal."""
    val = of_size(rng, row.get("value") or row["val"])
    here: Any = val
    if row.get("children", LEAF) != LEAF:
        here = [val + 1] * COUNTS[row["children"]]
    where = row.get("node") or row["leaf"]
    shape, path = placed(where, here, val, row.get("among", "between"))
    data = ["A"]
    if isinstance(shape, list):
        data = named(shape, row["names"])
    last = Call(function, path)
    others = values_in(data) if function == "get_value" else paths(data)
    calls = [last]
    if row["before"] == SAME:
        calls.append(last)
    if row["before"] == OTHER_NODE:
        other = next(other for other in others if other != path)
        calls.insert(0, Call(function, other))
    if function == "get_value":
        return Asked(row, data, calls)
    return Asked(row, data, calls, val)


def placed(
    where: str, here: Any, val: int, among: str = "between", beside: Sequence[int] = BOTH_WAYS
) -> tuple[Any, Path]:
    """Return the shape of a tree with something at a place, and the path to it.

    Args:
        where: How far below the root it is.
        here: The shape that is put there.
        val: A value for leaves beside it.
        among: Where it stands among its siblings.
        beside: How much more than that the leaves of a node beside it are worth.
    """
    if where == "the root":
        return here, ()
    shape, number = [here], 0
    sibling = [val + more for more in beside]
    if among in ("first", "between"):
        shape.append(sibling)
    if among == "last":
        shape, number = [sibling, here], 1
    if among == "between":
        shape.insert(0, val)
        number = 1
    if where == "a child":
        return shape, (number,)
    uncle = [val + 1, val - 1]
    return [uncle, shape, val + 3], (1, number)


def search(rng: Random, function: str, row: Kinds) -> Asked:
    """Return calls of one object, the last of max_value, min_value or SEARCH."""
    sign, sizes = 1, FOR_MAX
    if function == "min_value":
        sign, sizes = -1, FOR_MIN
    value = of_size(rng, sizes.get(row["value"], row["value"]))
    here = node(rng, row, value, sign)
    beside = LOWER if row["before"] == WORTH_LESS else BOTH_WAYS
    shape, path = placed(row["node"], here, value, beside=beside)
    data = ["A"]
    if isinstance(shape, list):
        data = named(shape, row["names"])
    window: Sequence[float] = ()
    if function != SEARCH:
        window = window_at(rng, row, value)
    last = Call(function, path, tuple(window))
    return Asked(row, data, [*earlier(row, data, last), last])


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
    best = best_of(count, row["best"])
    far = distance(rng, value, row["spread"])
    cut = row.get("left out", NO_CUT)
    cut_at = -1
    if cut != NO_CUT:
        # At alpha, a child is cut that comes after the best.
        cut_at = best[0] + (cut in (ALPHA_HERE, ALPHA_UP))
    # Of a second child that is not the best, something would be left out.
    has_alike = "left out" not in row or row["best"] == BETWEEN
    below: list[Any] = []
    for number, less in enumerate(differences(rng, count, best, far)):
        worth = value - sign * less
        is_node = row["below"] == NODES
        if row["below"] == MIXED:
            is_node = number % 2 == cut_at % 2
        if number == cut_at:
            below.append(cut_off(rng, cut, value, far))
        elif not is_node:
            below.append(worth)
        elif count == 30 and (not far or number not in (2, 3)):
            below.append(one_of_thirty(number, worth, sign, has_alike))
        elif far:
            below.append(far_off(value, worth, sign * far))
        elif row["below"] == MIXED:
            below.append([value + sign, [worth, worth - sign]])
        else:
            below.append([value + sign * (number % 2), worth])
    if row["below"] == CHAIN:
        plies = PLIES - 1 - NODE.index(row["node"])
        below[best[0]] = chain(value, plies)
    return below


def one_of_thirty(number: int, worth: int, sign: int, has_alike: bool) -> Any:
    """Return the shape of a child that is one of thirty.

    Args:
        number: Which one it is, from 0.
        worth: What it is worth.
        sign: 1 if it minimises, -1 if it maximises.
        has_alike: Whether paths of nodes below children 0 and 1 read alike, if the numbers on them
            are written one after the other: the first and the second child of child 1 as children
            10 and 11, and child 10 of child 0 as the first of child 1. Who takes one for the other
            takes a wrong child of the node for the best.
    """
    more = worth + 7 * sign
    if has_alike and number == 0:
        return [*[more + sign] * 10, [more], worth]
    if has_alike and number == 1:
        return [[worth], [more]]
    return [worth]


def best_of(count: int, words: str) -> Sequence[int]:
    """Return which of so many children are best, by their numbers."""
    last = count - 1
    numbers = {FIRST: [0], LAST: [last], BETWEEN: [1], SEVERAL: [0, last]}
    return numbers.get(words, range(count))


def differences(rng: Random, count: int, best: Sequence[int], far: int) -> list[int]:
    """Return by how much each of so many children is worse than the best."""
    found: list[int] = []
    others = [number for number in range(count) if number not in best]
    for number in range(count):
        less = 0
        if number not in best:
            # The first of them is worth nearly as much as the best.
            less = rng.randint(1, 5 if number else 1)
            if number == others[-1]:
                less += far
        found.append(less)
    return found


def far_off(value: int, worth: int, far: int) -> Any:
    """Return the shape of a child with values that are far from those of its node.

    Args:
        value: What the node is worth.
        worth: What the child is worth, between that and what is so far below.
        far: The distance, negative where the node minimises.
    """
    lower = [value - far - (9 if far > 0 else -9)]
    if worth == value:
        lower.append(value - far // 2)
    return [value + far, [*lower, worth]]


def distance(rng: Random, value: int, spread: str) -> int:
    """Return how far apart values are: beyond any constant, but for large ones to a float alike."""
    if spread == BOTH_SIGNS:
        return 2**63 + abs(value) + rng.randint(0, 9)
    if spread != FAR_APART:
        return 0
    if abs(value) > 2**53:
        return rng.randint(1100, 1900)
    return rng.randint(10**12, 2 * 10**12)


def cut_off(rng: Random, words: str, value: int, far: int) -> Any:
    """Return the shape of a child of which a leaf is left out.

    Args:
        rng: Chooses the value of that leaf.
        words: Which bound cuts.
        value: That bound: the value of the node, which maximises.
        far: How much larger that leaf is, at least.
    """
    last = value + far + rng.randint(-9, 9)
    low, high = [value - 1, last], [value + 1, last]
    if kind_of_value(value) == "positive":
        low[0] = 0
    if kind_of_value(value) == "negative":
        high[0] = 0
    if far >= 2**63:
        low = [value + far, value - far, last]
        high = [value - far, value + far, last]
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
    # How far below the value alpha is, and how far above it beta.
    distances = {
        INSIDE: (near, near),
        NEXT: (1, 1),
        AT_ALPHA: (0, near),
        AT_BETA: (near, 0),
        UNDER: (1 - near, far),
        OVER: (far, 1 - near),
    }
    below, above = distances[row["where"]]
    alpha: float = value - below
    beta: float = value + above
    if row["window"] == EMPTY:
        if row["where"] in (AT_ALPHA, UNDER):
            return alpha, alpha + 1
        return beta - 1, beta
    if row["window"] == BEYOND:
        if row["where"] == UNDER:
            return LIMIT + 1, FARTHEST
        return -FARTHEST, -LIMIT - 1
    if row["window"] in ("no bound", "beta alone"):
        alpha = -inf
    if row["window"] in ("no bound", "alpha alone"):
        beta = inf
    return alpha, beta


def earlier(row: Kinds, data: Data, last: Call) -> list[Call]:
    """Return what an object is called with before the last call."""
    method, path, window = last
    whole: tuple[float, ...] = (-inf, inf) if window else ()
    match row["before"]:
        case "after the same call":
            return [last]
        case "after a search of the root":
            return [Call(SEARCH, ())]
        case "after the other side's turn":
            return [Call(OTHER[method], path, whole)]
        case (
            "after another node" | "after a node worth less" | "after a node worth as much or more"
        ):
            other = (*path[:-1], 2) if path else (0,)
            return [Call(method, other, whole)]
        case "after many calls":
            return many_calls(data)
        case "a fresh object":
            return []
    value = int(minimax(at(data, path), method != "min_value"))
    above, below = (value + 5, value + 10), (value - 10, value - 5)
    match row["before"]:
        case "after a window above":
            return [Call(method, path, above)]
        case "after a window below":
            return [Call(method, path, below)]
        case "after a child in a window":
            last_child = len(children(at(data, path))) - 1
            return [Call("min_value", (*path, last_child), above)]
        case "after max_value in a window above":
            return [Call("max_value", inner(data, path), above)]
        case "after max_value in a window below":
            return [Call("max_value", inner(data, path), below)]
    return []


def many_calls(data: Data) -> list[Call]:
    """Return calls about each node of a tree that has children, again and again."""
    many: list[Call] = []
    for path, node in nodes(data):
        if children(node):
            many.append(bounded(data, "max_value", path))
            many.append(bounded(data, "min_value", path))
            many.append(Call(SEARCH, path))
    many = many or [Call(SEARCH, ())]
    return (many * MANY)[:MANY]


def inner(data: Data, path: Path) -> Path:
    """Return the path to a node that has one above it: to a child of the root that has children."""
    if path:
        return path
    for number, child in enumerate(children(data)):
        if children(child):
            return (number,)
    return path


def bounded(data: Data, method: str, path: Path) -> Call:
    """Return a call in a window of which a bound cuts after the first child."""
    value = minimax(at(data, path), method == "max_value")
    if method == "max_value":
        return Call(method, path, (-inf, value - 10))
    return Call(method, path, (value + 10, inf))
