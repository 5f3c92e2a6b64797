"""Named tuples as keys; exact sums by numerators and denominators; best_child evaluates twice at the root."""


import collections
import functools
import itertools
import math
import numbers
from fractions import Fraction

State = collections.namedtuple("State", "mine theirs turn")


def value(node):
    """Return the expectiminimax value of a node: a number, or a pair (kind, children)."""
    #********** Begin **********#
    return node if isinstance(node, numbers.Number) else {"max": max_value, "min": min_value, "chance": expected_value}[node[0]](node)
    #********** End **********#


def max_value(node):
    """Return the value of a max node: its largest child's."""
    #********** Begin **********#
    return functools.reduce(lambda a, b: b if b > a else a, map(value, node[1]))
    #********** End **********#


def min_value(node):
    """Return the value of a min node: its smallest child's."""
    #********** Begin **********#
    return next(iter(sorted(map(value, node[1]))))
    #********** End **********#


def expected_value(node):
    """Return the value of a chance node: what its children are worth on average, each weighed with its probability."""
    #********** Begin **********#
    rows = [(q, value(child)) for q, child in node[1]]
    if any(isinstance(x, float) for row in rows for x in row):
        return math.fsum(float(q) * float(v) for q, v in rows)
    top, bottom = 0, 1
    for q, v in rows:
        n, d = q.numerator * v.numerator, q.denominator * v.denominator
        top, bottom = top * d + n * bottom, bottom * d
        shrink = math.gcd(top, bottom)
        top, bottom = top // shrink, bottom // shrink
    return Fraction(top, bottom)
    #********** End **********#


def best_child(node):
    """Return the number, from 0, of a best child of a max or min node."""
    #********** Begin **********#
    best = value(node)
    for number, child in enumerate(node[1]):
        if value(child) == best:
            return number
    #********** End **********#


def win_probability(goal):
    """Return a new dict: each state (mine, theirs, turn) of Piglet to the probability that the side to move wins."""
    #********** Begin **********#
    side = range(goal)
    v = [[0.0] * goal for _ in side]      # at turn 0 only: the rest follows from it
    table = {}
    for sweep in range(300):
        for mine in side:
            for theirs in side:
                after = 1.0
                for turn in range(goal - mine - 1, -1, -1):
                    after = 0.5 * after + 0.5 * (1.0 - v[theirs][mine])
                    if turn and 1.0 - v[theirs][mine + turn] > after:
                        after = 1.0 - v[theirs][mine + turn]
                    if sweep == 299:
                        table[State(mine, theirs, turn)] = after
                v[mine][theirs] = after
    return table
    #********** End **********#


def decide(mine, theirs, turn, p):
    """Return "flip" or "hold", whichever wins more often by p, a table as win_probability returns."""
    #********** Begin **********#
    goal = next(g for g in itertools.count(1) if g * g * (g + 1) == 2 * len(p))
    chances = {"hold": 1 - p[theirs, mine + turn, 0], "flip": 0.5 * (1 - p[theirs, mine, 0])}
    chances["flip"] += 0.5 * (p[mine, theirs, turn + 1] if turn + 1 < goal - mine else 1)
    return max(chances, key=chances.get)
    #********** End **********#
