"""A table of functions, one for each kind."""

from operator import mul


def max_value(node):
    return max(map(value, node[1]))


def min_value(node):
    return min(map(value, node[1]))


def expected_value(node):
    probabilities, children = zip(*node[1])
    return sum(map(mul, probabilities, map(value, children)))


BY_KIND = {"max": max_value, "min": min_value, "chance": expected_value}


def value(node):
    try:
        kind, _ = node
    except TypeError:
        return node
    return BY_KIND[kind](node)


def best_child(node):
    kind, children = node
    sign = {"max": 1, "min": -1}[kind]
    return max(range(len(children)), key=lambda number: sign * value(children[number]))


def win_probability(goal):
    states = [(m, t, k) for m in range(goal) for t in range(goal) for k in range(goal - m)]
    old, new = {}, {state: 1 for state in states}
    while not old or max(abs(new[s] - old[s]) for s in states) > 1e-9:
        old = new
        new = {
            (m, t, k): max((old.get((m, t, k + 1), 1) - old[t, m, 0] + 1) / 2, 1 - old[t, m + k, 0])
            for m, t, k in states
        }
    return new


def decide(mine, theirs, turn, p):
    wins = {
        "hold": 1 - p[theirs, mine + turn, 0],
        "flip": (p.get((mine, theirs, turn + 1), 1) + 1 - p[theirs, mine, 0]) / 2,
    }
    return max(wins, key=wins.get)
