"""The oracle of expectiminimax: values of trees, exactly, and best play of Piglet; tests/ proves it.

A node is a number, or (kind, children): of a chance node a list of (probability, node), else a list of nodes.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

Node = Any
Number = int | float | Fraction
Rule = Callable[
    [list[tuple[Fraction, Fraction]]], Fraction
]  # from (probability, value) of the children to a value
State = tuple[int, int, int]  # mine, theirs, turn
Table = Mapping[State, float]

FUNCTION = {"max": "max_value", "min": "min_value", "chance": "expected_value"}
RULES: dict[str, Rule] = {
    "max": lambda below: max(value for _, value in below),
    "min": lambda below: min(value for _, value in below),
    "chance": lambda below: sum((p * value for p, value in below), Fraction(0)),
}


def is_leaf(node: Node) -> bool:
    return not isinstance(node, tuple)


def children(node: Node) -> list[tuple[Number, Node]]:
    """Return the children of a node, each with its probability; with 1 where nothing is left to chance."""
    if is_leaf(node):
        return []
    return [*node[1]] if node[0] == "chance" else [(1, child) for child in node[1]]


def nodes(node: Node) -> Iterator[Node]:
    """Yield all nodes of a tree, each before those below it."""
    yield node
    for _, child in children(node):
        yield from nodes(child)


def worth(node: Node, rules: Mapping[str, Rule] = RULES) -> Fraction:
    """Return the value of a node, exactly also of floats. rules: how each kind makes its value of its children's"""
    if is_leaf(node):
        return Fraction(node)
    return rules[node[0]]([(Fraction(p), worth(child, rules)) for p, child in children(node)])


def has_floats(node: Node) -> bool:
    return any(
        isinstance(n, float) or any(isinstance(p, float) for p, _ in children(n))
        for n in nodes(node)
    )


def states(goal: int) -> list[State]:
    """Return the states of Piglet that are in a table."""
    return [
        (mine, theirs, turn)
        for mine in range(goal)
        for theirs in range(goal)
        for turn in range(goal - mine)
    ]


def choices(state: State, p: Table) -> tuple[float, float]:
    """Return how probably flip and hold win, by a table. A total that reaches the goal is in no table: it has won."""
    mine, theirs, turn = state
    heads, tails = p.get((mine, theirs, turn + 1), 1.0), 1 - p[theirs, mine, 0]
    return (heads + tails) / 2, 1 - p[theirs, mine + turn, 0]


@cache
def best_play(goal: int) -> Table:
    """Return how probably who is to move wins in each state under best play.

    Scores never fall, so they are solved from the highest on: nothing is unknown but what both sides have at turn 0.
    """
    p: dict[State, float] = {}

    def at_turn_0(mine: int, theirs: int, other: float) -> float:
        """Work back from the goal to turn 0; other: what the opponent has at turn 0 with these scores."""
        heads = 1.0
        for turn in reversed(range(goal - mine)):
            hold = 1 - (p[theirs, mine + turn, 0] if turn else other)
            heads = p[mine, theirs, turn] = max((heads + 1 - other) / 2, hold)
        return heads

    for mine, theirs in sorted(
        ((i, j) for i in range(goal) for j in range(i + 1)), key=sum, reverse=True
    ):
        mine_0 = theirs_0 = 0.5
        for _ in range(100):  # each makes the error half as large, or less
            before = mine_0, theirs_0
            mine_0 = at_turn_0(mine, theirs, theirs_0)
            theirs_0 = at_turn_0(theirs, mine, mine_0)
            if before == (mine_0, theirs_0):
                break
        at_turn_0(mine, theirs, theirs_0)
    return p
