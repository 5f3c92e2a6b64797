"""The questions about expectiminimax that are asked in the isolated process. See graders/kit/isolation/harness.py."""

import sys
from fractions import Fraction
from functools import partial
from typing import Any

from graders.kit.isolation.tools import Unfit, asked_back, lent, plain, ratio, short

KEPT: dict[int, Any] = {}  # the student's own table for each goal that is played to


GIVEN: list[Any] = []  # in ask_call: the tree
PATHS: dict[int, list[int]] = {}  # to each inner node of it by its id, once a recording asks
# For a recording: see recorder.py.
ROLES: dict[str, Any] = {}


def key_of(value: Any) -> list[Any] | None:
    """Return the path to an inner node, or a number as a leaf that it may be."""
    if isinstance(value, tuple):
        for root in GIVEN if not PATHS else ():
            follow(root, [])
        return ["inner", PATHS[id(value)]] if id(value) in PATHS else None
    return ["leaf", str(value)] if isinstance(value, (int, float, Fraction)) else None


def follow(node: Any, path: list[int]) -> None:
    """Learn the paths to a node and to all inner nodes below it."""
    if isinstance(node, tuple):
        PATHS[id(node)] = path
        for step, child in enumerate(node[1]):
            follow(child[1] if node[0] == "chance" else child, [*path, step])


def number(sent: Any) -> Any:
    """Return a number of a tree: a Fraction comes as "1/3"."""
    return Fraction(sent) if isinstance(sent, str) else sent


def tree(sent: Any) -> Any:
    """Return a tree as the student's functions take it, made of fresh lists: JSON has no tuples."""
    if not isinstance(sent, list):
        return number(sent)
    kind, below = sent
    return kind, [(number(p), tree(child)) for p, child in below] if kind == "chance" else [
        *map(tree, below)
    ]


def refill(node: Any, other: Any) -> None:
    """Write the numbers of a tree into another one of the same shape: its lists and inner nodes stay the same."""
    for place, (old, new) in enumerate(zip(node[1], other[1], strict=True)):
        inner, below = (old[1], new[1]) if other[0] == "chance" else (old, new)
        if isinstance(below, tuple):
            refill(inner, below)
            below = inner
        node[1][place] = (new[0], below) if other[0] == "chance" else below


# What the helpers are called with, and what comes back for it.
WORDS = dict.fromkeys(
    ("value", "max_value", "min_value", "expected_value"),
    (lambda node, *_, **__: repr(node), number),
)


def helpers(submission: Any, names: list[str]) -> dict[str, Any]:
    """Return right helpers; where they are not to help, nothing comes back, and the student's own are called."""
    own: dict[str, Any] = {name: vars(sys.modules["submission"]).get(name) for name in names}
    asked = asked_back(submission, names, WORDS)

    def call(name: str, node: Any, *args: Any, **named: Any) -> Any:
        known = asked[name](node)
        return own[name](node, *args, **named) if known is None else known

    return {name: partial(call, name) for name in names}


def ask_call(
    submission: Any, function: str, sent: Any, earlier: Any, lends: list[str]
) -> list[Any]:
    """Call a function for a tree; return the answer, and whether the tree is as it was.

    earlier: None, or numbers that the tree holds first; the function is called for these, too
    """
    call = getattr(submission, function)
    given, whole = tree(sent if earlier is None else earlier), repr(tree(sent))
    PATHS.clear()
    GIVEN[:] = [given]
    with lent(helpers(submission, lends)):
        answer = call(given)
        if earlier is not None and repr(given) == repr(tree(earlier)):
            refill(given, tree(sent))
            answer = call(given)
        return [ratio(answer), repr(given) == whole]


def ask_win_probability(submission: Any, goal: int) -> list[Any]:
    """Return the items of a table, and for a small goal whether the next one is another object."""
    table = submission.win_probability(goal)
    if not isinstance(table, dict):
        raise Unfit(
            f"win_probability must return a dict; yours returned a {type(table).__name__}: {short(table)}."
        )
    found = [[plain(state), plain(p)] for state, p in table.items()][:9_999]
    return [found, goal > 3 or submission.win_probability(goal) is not table]


def ask_decide(submission: Any, states: list[list[int]], pairs: list[Any]) -> list[Any]:
    """Return for each state what decide answers by a table, and whether it has left the table alone."""
    answers = []
    for state in states:
        p = {tuple(key): value for key, value in pairs}
        answers.append(
            [
                plain(submission.decide(*state, p)),
                [[[*key], value] for key, value in p.items()] == pairs,
            ]
        )
    return answers


def ask_policy(submission: Any, goal: int, states: list[list[int]]) -> list[Any]:
    """Return what decide answers in each state by the student's own table."""
    table = submission.win_probability(goal)
    return [plain(submission.decide(*state, table)) for state in states]


def ask_play(
    submission: Any, goal: int, mine: int, theirs: int, turn: int, thinks: bool
) -> list[Any]:
    if goal not in KEPT:
        KEPT[goal] = submission.win_probability(goal)
    move = plain(submission.decide(mine, theirs, turn, KEPT[goal]))
    return [[move], [[move, plain(KEPT[goal][mine, theirs, turn])]] if thinks else []]
