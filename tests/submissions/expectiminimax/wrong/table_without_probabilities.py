# slip: best_child knows chance nodes again by the values below them, without the probabilities
# fails: best_child
# passes: value; max_value; min_value; expected_value: weighed; expected_value: exactly; win_probability; decide
"""Expectiminimax."""
from fractions import Fraction


def value(node):
    if not isinstance(node, tuple):
        return node
    if node[0] == "max":
        return max_value(node)
    if node[0] == "min":
        return min_value(node)
    return expected_value(node)


def max_value(node):
    return max(value(child) for child in node[1])


def min_value(node):
    return min(value(child) for child in node[1])


def expected_value(node):
    return sum(probability * value(child) for probability, child in node[1])


def best_child(node):
    known = {}
    values = []
    for child in node[1]:
        if isinstance(child, tuple) and child[0] == "chance":
            below = [value(grandchild) for _, grandchild in child[1]]
            key = "chance", tuple(below)
            if key not in known:
                known[key] = sum(pair[0] * worth for pair, worth in zip(child[1], below))
            values.append(known[key])
        else:
            values.append(value(child))
    best = max(values) if node[0] == "max" else min(values)
    return values.index(best)


def win_probability(goal):
    p = {(mine, theirs, turn): 0.0 for mine in range(goal) for theirs in range(goal) for turn in range(goal - mine)}
    change = 1.0
    while change > 1e-11:
        change = 0.0
        for mine, theirs, turn in p:
            heads = p.get((mine, theirs, turn + 1), 1.0)
            flip = 0.5 * heads + 0.5 * (1 - p[theirs, mine, 0])
            hold = 1 - p[theirs, mine + turn, 0]
            new = max(flip, hold)
            change = max(change, abs(new - p[mine, theirs, turn]))
            p[mine, theirs, turn] = new
    return p


def decide(mine, theirs, turn, p):
    heads = p.get((mine, theirs, turn + 1), 1.0)
    flip = 0.5 * heads + 0.5 * (1 - p[theirs, mine, 0])
    hold = 1 - p[theirs, mine + turn, 0]
    return "flip" if flip >= hold else "hold"
