"""Copies everything: each node before it is looked at, and the whole table, nested lists, before each sweep."""

import copy


def value(node):
    node = copy.deepcopy(node)
    if not isinstance(node, tuple):
        return node
    kind, children = node
    if all([kind == "chance"]):
        return expected_value(node)
    return max_value(node) if all([kind == "max"]) else min_value(node)


def max_value(node):
    children = copy.deepcopy(node[1])
    return [child for child in children if all([value(child) >= value(other) for other in children])][0] if all(
        not isinstance(child, tuple) for child in children
    ) else max([value(child) for child in children])


def min_value(node):
    children = copy.deepcopy(node[1])
    return min([value(child) for child in children])


def expected_value(node):
    total = 0
    for probability, child in copy.deepcopy(node[1]):
        total = total + probability * value(child)
    return total


def best_child(node):
    kind, children = copy.deepcopy(node)
    values = [value(child) for child in children]
    for number, one in enumerate(values):
        if all([(one >= other if kind == "max" else one <= other) for other in values]):
            return number


def win_probability(goal):
    table = [[[0.0] * (goal - mine) for theirs in range(goal)] for mine in range(goal)]
    while True:
        old = copy.deepcopy(table)
        for mine in range(goal):
            for theirs in range(goal):
                for turn in range(goal - mine):
                    heads = 1.0 if mine + turn + 1 == goal else old[mine][theirs][turn + 1]
                    flip = (heads + 1 - old[theirs][mine][0]) / 2
                    table[mine][theirs][turn] = max(flip, 1 - old[theirs][mine + turn][0])
        same = [
            abs(table[m][t][k] - old[m][t][k]) <= 1e-9
            for m in range(goal) for t in range(goal) for k in range(goal - m)
        ]
        if all(same):
            break
    return {(m, t, k): table[m][t][k] for m in range(goal) for t in range(goal) for k in range(goal - m)}


def decide(mine, theirs, turn, p):
    p = copy.deepcopy(p)
    heads = p[mine, theirs, turn + 1] if (mine, theirs, turn + 1) in list(p.keys()) else 1.0
    flip = (heads + 1 - p[theirs, mine, 0]) / 2
    hold = 1 - p[theirs, mine + turn, 0]
    return "flip" if all([flip >= hold]) else "hold"
