# slip: expected_value takes the largest denominator of the probabilities for their common one
# fails: expected_value: exactly
# passes: value; max_value; min_value; expected_value: weighed; best_child; win_probability; decide
"""Expectiminimax: trees with chance nodes, and the dice game Piglet."""
from fractions import Fraction


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
    return max(value(child) for child in node[1])


def min_value(node):
    return min(value(child) for child in node[1])


def expected_value(node):
    children = node[1]
    if any(isinstance(probability, float) for probability, child in children):
        return sum(probability * value(child) for probability, child in children)
    common = max(probability.denominator for probability, child in children)
    total = sum(int(probability * common) * value(child) for probability, child in children)
    return total * Fraction(1, common)


def best_child(node):
    kind, children = node
    values = [value(child) for child in children]
    best = max(values) if kind == "max" else min(values)
    return values.index(best)


def win_probability(goal):
    p = {(mine, theirs, turn): 0.5
         for mine in range(goal) for theirs in range(goal) for turn in range(goal - mine)}
    while True:
        change = 0.0
        for state in p:
            mine, theirs, turn = state
            heads = 1.0 if mine + turn + 1 >= goal else p[mine, theirs, turn + 1]
            flip = 0.5 * heads + 0.5 * (1 - p[theirs, mine, 0])
            hold = 1 - p[theirs, mine + turn, 0]
            new = max(flip, hold)
            change = max(change, abs(new - p[state]))
            p[state] = new
        if change <= 1e-10:
            return p


def decide(mine, theirs, turn, p):
    heads = p.get((mine, theirs, turn + 1), 1)
    flip = 0.5 * heads + 0.5 * (1 - p[theirs, mine, 0])
    hold = 1 - p[theirs, mine + turn, 0]
    return "flip" if flip >= hold else "hold"
