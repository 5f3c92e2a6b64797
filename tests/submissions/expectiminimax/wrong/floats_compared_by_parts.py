# slip: max_value takes floats for equal that differ by less than a part of themselves
# fails: value
# passes: max_value; min_value; expected_value: weighed; expected_value: exactly; best_child; win_probability; decide
"""Expectiminimax: minimax in games in which chance moves too, on trees and in the dice game Piglet."""
import math
from fractions import Fraction


def value(node):
    if isinstance(node, (int, float, Fraction)):
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
        if best is None:
            best = v
        elif v > best:
            if isinstance(v, float) and isinstance(best, float) and math.isclose(v, best):
                continue            # the same but for rounding
            best = v
    return best


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
