# slip: win_probability begins with the dict that it returned for the goal before
# fails: win_probability
# passes: value; max_value; min_value; expected_value: weighed; expected_value: exactly; best_child; decide
"""Expectiminimax."""
import math
from fractions import Fraction


_tables = {}


def value(node):
    if not isinstance(node, tuple):
        return node
    kind = node[0]
    if kind == "max":
        return max_value(node)
    if kind == "min":
        return min_value(node)
    return expected_value(node)


def max_value(node):
    best = None
    for child in node[1]:
        v = value(child)
        if best is None or v > best:
            best = v
    return best


def min_value(node):
    best = None
    for child in node[1]:
        v = value(child)
        if best is None or v < best:
            best = v
    return best


def expected_value(node):
    total = 0
    for p, child in node[1]:
        total += p * value(child)
    return total


def best_child(node):
    values = [value(child) for child in node[1]]
    best = max(values) if node[0] == "max" else min(values)
    return values.index(best)


def win_probability(goal):
    p = {(m, t, k): 0.5 for m in range(goal) for t in range(goal) for k in range(goal - m)}
    smaller = _tables.get(goal - 1, {})
    known = {(m, t, k) for m, t, k in p if (m - 1, t - 1, k) in smaller}
    for m, t, k in known:   # one point less to go for each side
        p[m, t, k] = smaller[m - 1, t - 1, k]
    while True:
        change = 0.0
        for m, t, k in p:
            if (m, t, k) in known:
                continue
            heads = p[m, t, k + 1] if m + k + 1 < goal else 1.0
            flip = 0.5 * heads + 0.5 * (1 - p[t, m, 0])
            hold = 1 - p[t, m + k, 0]
            new = max(flip, hold)
            change = max(change, abs(new - p[m, t, k]))
            p[m, t, k] = new
        if change < 1e-10:
            _tables[goal] = p
            return p


def decide(mine, theirs, turn, p):
    heads = p.get((mine, theirs, turn + 1), 1.0)
    flip = 0.5 * heads + 0.5 * (1 - p[theirs, mine, 0])
    hold = 1 - p[theirs, mine + turn, 0]
    return "flip" if flip >= hold else "hold"
