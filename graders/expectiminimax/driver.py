"""The questions about expectiminimax that are asked in the isolated process.

See graders/kit/isolation/harness.py.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from typing import Any

from graders.kit.isolation.tools import Unfit, asked_back, lent, plain, ratio, short

KEPT: dict[int, Any] = {}  # the student's own table for each goal that is played to
TABLES: list[Any] = []  # what win_probability has returned, in all questions
MOST = 9_999  # items of a table that are looked at

NO_DICT = "win_probability must return a dict; yours returned a {kind}: {table}."

PATHS: dict[int, list[int]] = {}  # in ask_call: to each inner node of the tree, by its id
FUNCTIONS = {"max": "max_value", "min": "min_value", "chance": "expected_value"}
RIGHT: dict[str, Callable[[Any], Any]] = {}  # the right functions that are lent
WRITTEN: dict[str, str] = {}  # how a node reads whose leaves stand for nodes: how it read with them


def key_of(value: Any) -> list[Any] | None:
    """Return the path to an inner node, or a number as a leaf that it may be."""
    if isinstance(value, (int, float, Fraction)):
        return ["leaf", str(value)]
    if not isinstance(value, tuple):
        return None
    if id(value) not in PATHS:
        return None
    return ["inner", PATHS[id(value)]]


def follow(node: Any, path: list[int]) -> None:
    """Learn the paths to a node and to all inner nodes below it."""
    if not isinstance(node, tuple):
        return
    PATHS[id(node)] = path
    kind, below = node
    for step, child in enumerate(below):
        if kind == "chance":
            _, child = child
        follow(child, [*path, step])


def number(sent: Any) -> Any:
    """Return a number of a tree: a Fraction comes as "1/3"."""
    if isinstance(sent, str):
        return Fraction(sent)
    return sent


def tree(sent: Any) -> Any:
    """Return a tree as the student's functions take it, made of fresh lists.

    JSON has no tuples.
    """
    if not isinstance(sent, list):
        return number(sent)
    kind, below = sent
    if kind == "chance":
        return kind, [(number(p), tree(child)) for p, child in below]
    return kind, [tree(child) for child in below]


def refill(node: Any, other: Any) -> Any:
    """Write the numbers of a tree into another one of the same shape; return that.

    Its lists and inner nodes stay the same. A leaf can only be another.
    """
    if not isinstance(node, tuple):
        return other
    kind, below = node
    for place, new in enumerate(other[1]):
        old = below[place]
        if kind == "chance":
            below[place] = new[0], refill(old[1], new[1])
        else:
            below[place] = refill(old, new)
    return node


@contextmanager
def lending(submission: Any, names: list[str]) -> Iterator[None]:
    """Put right functions in the place of the student's meanwhile.

    The student's own are called where nothing comes back for the right ones.
    """
    own = dict(vars(sys.modules["submission"]))
    right = asked_back(submission, names, dict.fromkeys(names, (written, number)))

    def call(name: str, /, node: Any, *args: Any, **named: Any) -> Any:
        known = right[name](node)
        if known is None and name in own:
            return own[name](node, *args, **named)
        return known

    RIGHT.update(right)
    try:
        with lent({name: partial(call, name) for name in names}):
            yield
    finally:
        RIGHT.clear()


def written(node: Any) -> str:
    """Return a node in words, with all that was below it."""
    words = repr(node)
    return WRITTEN.get(words, words)


def spared(node: Any) -> Any:
    """Return a tree in which a leaf stands for each node below that a right function is lent for.

    Who has one search for all kinds can't be lent a function for one of them.
    """
    if not isinstance(node, tuple):
        return node
    kind, below = node
    if kind == "chance":
        fresh = kind, [(p, leaf_for(child)) for p, child in below]
    else:
        fresh = kind, [leaf_for(child) for child in below]
    WRITTEN[repr(fresh)] = repr(node)
    return fresh


def leaf_for(node: Any) -> Any:
    """Return a leaf for a node that a right function is lent for, and of others what is spared."""
    if not isinstance(node, tuple):
        return node
    right = RIGHT.get(FUNCTIONS[node[0]])
    if right is None:
        return spared(node)
    leaf = right(node)
    WRITTEN[repr(leaf)] = repr(node)
    return leaf


def ask_call(submission: Any, function: str, sent: Any, earlier: Any) -> list[Any]:
    """Call a function for a tree.

    Args:
        submission: The student's module.
        function: Its name.
        sent: The tree.
        earlier: Numbers that the tree holds first, None for none; value and the function are called
            for these, too.

    Returns:
        The answer, and whether the tree is as it was.
    """
    call = getattr(submission, function)
    WRITTEN.clear()
    read = tree if function == "value" or not RIGHT else lambda sent: spared(tree(sent))
    wanted = read(sent)
    whole = repr(wanted)
    given = wanted if earlier is None else read(earlier)
    before = repr(given)
    PATHS.clear()
    follow(given, [])
    if earlier is not None and "value" not in RIGHT:
        submission.value(given)
    answer = call(given)
    if earlier is not None and repr(given) == before:
        refill(given, wanted)
        answer = call(given)
    return [ratio(answer), repr(given) == whole]


def ask_win_probability(submission: Any, goal: int, earlier: int, changed: bool) -> list[Any]:
    """Return the items of a table, and whether it is another object than all tables before.

    Args:
        submission: The student's module.
        goal: What is played to.
        earlier: The goal of the table before, 0 for none.
        changed: Whether the caller changes that: other numbers are written into it, and if it is
            for the same goal, all keys are taken out of the next.
    """
    before = [submission.win_probability(earlier)] if earlier else []
    if changed:
        write_into(before[0])
    if changed and earlier == goal:
        before.append(submission.win_probability(earlier))
        empty(before[1])
    table = submission.win_probability(goal)
    if not isinstance(table, dict):
        kind = type(table).__name__
        raise Unfit(NO_DICT.format(kind=kind, table=short(table)))
    items = [[plain(state), plain(p)] for state, p in table.items()]
    is_new = all(table is not other for other in (*TABLES, *before))
    TABLES.append(table)
    return [items[:MOST], is_new]


def write_into(table: Any) -> None:
    """Write other numbers into a table."""
    if isinstance(table, dict):
        table.update(dict.fromkeys(table, 0.25))
        table["new"] = 1


def empty(table: Any) -> None:
    """Take all keys out of a table."""
    if isinstance(table, dict):
        table.clear()


def table_of(pairs: list[Any]) -> dict[Any, Any]:
    """Return a table from its items."""
    return {tuple(key): p for key, p in pairs}


def ask_decide(
    submission: Any,
    state: list[int],
    pairs: list[Any],
    again: bool,
    other: bool,
    earlier: list[Any],
) -> list[Any]:
    """Return what decide answers in a state by a table, and whether the table is as it was.

    Args:
        submission: The student's module.
        state: The state.
        pairs: The items of the table.
        again: Whether it is asked once before.
        other: Whether other numbers stand in the table then.
        earlier: The items of another table that it is asked about before, or of the numbers that
            stand in the table then; empty for none.
    """
    given = table_of(pairs)
    table = dict(given)
    if other:
        table.update(table_of(earlier) or {key: 1 - p for key, p in given.items()})
    elif earlier:
        submission.decide(*state, table_of(earlier))
    if again:
        submission.decide(*state, table)
        table.update(given)
    move = submission.decide(*state, table)
    return [plain(move), list(table.items()) == list(given.items())]


def ask_policy(submission: Any, goal: int, states: list[list[int]]) -> list[Any]:
    """Return what decide answers in each state by the student's own table."""
    table = submission.win_probability(goal)
    return [plain(submission.decide(*state, table)) for state in states]


def ask_play(
    submission: Any, goal: int, mine: int, theirs: int, turn: int, thinks: bool
) -> list[Any]:
    """Return the moves that decide makes: one. With it, if that is asked, what it is worth."""
    if goal not in KEPT:
        KEPT[goal] = submission.win_probability(goal)
    table = KEPT[goal]
    move = plain(submission.decide(mine, theirs, turn, table))
    values = []
    if thinks:
        values.append([move, plain(table[mine, theirs, turn])])
    return [[move], values]
