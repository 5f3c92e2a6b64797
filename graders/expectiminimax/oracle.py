"""The oracle of expectiminimax: values of trees, exactly, and best play of Piglet.

tests/ proves it. A node is a number, or (kind, children): of a chance node a list of (probability,
node), else a list of nodes.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

Node = Any
Number = int | float | Fraction
Below = list[tuple[Fraction, Fraction]]  # the probability and the value of each child
Rule = Callable[[Below], Fraction]  # returns the value of a node
State = tuple[int, int, int]  # mine, theirs, turn
Table = Mapping[State, float]

FUNCTION = {"max": "max_value", "min": "min_value", "chance": "expected_value"}
RULES: dict[str, Rule] = {
    "max": lambda below: max(value for _, value in below),
    "min": lambda below: min(value for _, value in below),
    "chance": lambda below: sum((p * value for p, value in below), Fraction(0)),
}
ENOUGH = 100  # rounds, after which nothing changes but the last digits


def is_leaf(node: Node) -> bool:
    return not isinstance(node, tuple)


def children(node: Node) -> list[tuple[Number, Node]]:
    """Return the children of a node with their probabilities: 1 where nothing is left to chance."""
    if is_leaf(node):
        return []
    kind, below = node
    if kind == "chance":
        return list(below)
    return [(1, child) for child in below]


def nodes(node: Node) -> list[Node]:
    """Return all nodes of a tree, each before those below it."""
    found = []
    waiting = [node]
    while waiting:
        part = waiting.pop()
        found.append(part)
        waiting += [child for _, child in reversed(children(part))]
    return found


def worth(node: Node, rules: Mapping[str, Rule] = RULES) -> Fraction:
    """Return the value of a node, exactly also of floats.

    Args:
        node: The node.
        rules: For each kind what makes the value of its children's.
    """
    if is_leaf(node):
        return exactly(node)
    below = []
    for p, child in children(node):
        below.append((exactly(p), worth(child, rules)))
    rule = rules[node[0]]
    return rule(below)


def exactly(number: Any) -> Fraction:
    """Return a number so that nothing is lost if it is computed with; an int may stay one: time."""
    exact: Fraction = Fraction(number) if isinstance(number, float) else number
    return exact


def has_floats(node: Node) -> bool:
    if is_leaf(node):
        return isinstance(node, float)
    for p, child in children(node):
        if isinstance(p, float) or has_floats(child):
            return True
    return False


def within(node: Node) -> Fraction:
    """Return by how much a value may differ from that of a node: not at all without floats."""
    if has_floats(node):
        return slack(worth(node))
    return Fraction(0)


def slack(value: Fraction) -> Fraction:
    """Return by how much an answer may differ from a value if there is a float in the tree."""
    return max(Fraction(1), abs(value)) / 10**9


def best(node: Node) -> set[int]:
    """Return the numbers of the best children of a max or min node."""
    values = [worth(child) for _, child in children(node)]
    value = max(values) if node[0] == "max" else min(values)
    least = slack(value) if has_floats(node) else Fraction(0)
    return {number for number, other in enumerate(values) if abs(other - value) <= least}


def states(goal: int) -> list[State]:
    """Return the states of Piglet that are in a table."""
    found = []
    for mine, theirs, turn in product(range(goal), repeat=3):
        if mine + turn < goal:
            found.append((mine, theirs, turn))
    return found


def choices(state: State, p: Table) -> tuple[float, float]:
    """Return how probably flip and hold win, by a table.

    A total that reaches the goal is in no table: it has won.
    """
    mine, theirs, turn = state
    heads = p.get((mine, theirs, turn + 1), 1.0)
    tails = 1 - p[theirs, mine, 0]
    hold = 1 - p[theirs, mine + turn, 0]
    return (heads + tails) / 2, hold


@cache
def best_play(goal: int) -> Table:
    """Return how probably who is to move wins in each state under best play.

    Scores never fall, so the states are solved from the highest scores on: nothing is unknown but
    those with the same sum.
    """
    p = dict.fromkeys(states(goal), 0.5)
    for scores in reversed(range(2 * goal - 1)):
        unknown = [state for state in p if state[0] + state[1] == scores]
        for _ in range(ENOUGH):
            before = dict(p)
            for state in reversed(unknown):
                p[state] = max(choices(state, p))
            if p == before:
                break
    return p
