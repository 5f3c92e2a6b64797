# slip: subtrees are looked up by their hash alone, and -1 and -2 have the same
# fails: value
# passes: max_value; min_value; expected_value: weighed; expected_value: exactly; best_child; win_probability; decide
"""Expectiminimax: minimax in games in which chance moves too, on trees and in the dice game Piglet."""
from fractions import Fraction


def _freeze(node):
    if isinstance(node, (int, float, Fraction)):
        return (type(node).__name__, node)
    if node[0] == "chance":
        return (node[0],) + tuple((_freeze(p), _freeze(c)) for p, c in node[1])
    return (node[0],) + tuple(_freeze(c) for c in node[1])


def _search(node, seen):
    if isinstance(node, (int, float, Fraction)):
        return node
    key = hash(_freeze(node))
    if key not in seen:
        kind, children = node
        if kind == "max":
            seen[key] = max(_search(c, seen) for c in children)
        elif kind == "min":
            seen[key] = min(_search(c, seen) for c in children)
        else:
            seen[key] = sum(p * _search(c, seen) for p, c in children)
    return seen[key]


def value(node):
    return _search(node, {})


def max_value(node):
    return max(value(child) for child in node[1])


def min_value(node):
    return min(value(child) for child in node[1])


def expected_value(node):
    return sum(p * value(child) for p, child in node[1])


def best_child(node):
    kind, children = node
    values = [value(child) for child in children]
    best = max(values) if kind == "max" else min(values)
    return values.index(best)


def win_probability(goal):
    p = {(m, t, k): 0.5 for m in range(goal) for t in range(goal) for k in range(goal - m)}
    while True:
        change = 0.0
        for m, t, k in p:
            heads = 1.0 if m + k + 1 >= goal else p[m, t, k + 1]
            flip = 0.5 * heads + 0.5 * (1 - p[t, m, 0])
            hold = 1 - p[t, m + k, 0]
            best = max(flip, hold)
            change = max(change, abs(best - p[m, t, k]))
            p[m, t, k] = best
        if change <= 1e-11:
            return p


def decide(mine, theirs, turn, p):
    heads = p.get((mine, theirs, turn + 1), 1)
    flip = 0.5 * heads + 0.5 * (1 - p[theirs, mine, 0])
    hold = 1 - p[theirs, mine + turn, 0]
    return "flip" if flip >= hold else "hold"
