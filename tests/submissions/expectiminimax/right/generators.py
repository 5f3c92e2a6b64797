"""Children and their weights come from one generator; sweeps from another."""

from fractions import Fraction


def weighed(node):
    """Yield (weight, value) of each child; the weight of a child that is chosen is 1."""
    kind, children = node
    for child in children:
        weight, below = child if kind == "chance" else (1, child)
        yield weight, value(below)


def value(node):
    if not isinstance(node, tuple):
        return node
    return globals()[{"max": "max_value", "min": "min_value", "chance": "expected_value"}[node[0]]](node)


def max_value(node):
    return max(v for _, v in weighed(node))


def min_value(node):
    return min(v for _, v in weighed(node))


def expected_value(node):
    """The probabilities are scaled, so that they add up to 1 whatever rounding has made of them."""
    pairs = list(weighed(node))
    total = sum(p for p, _ in pairs)
    if isinstance(total, int):
        total = Fraction(total)
    return sum(p * v for p, v in pairs) / total


def best_child(node):
    kind, _ = node
    better = (lambda a, b: a > b) if kind == "max" else (lambda a, b: a < b)
    best = None
    for number, (_, v) in enumerate(weighed(node)):
        if best is None or better(v, best[0]):
            best = v, number
    return best[1]


def sweeps(goal):
    p = {(m, t, k): 0.0 for m in range(goal) for t in range(goal) for k in range(goal - m)}
    while True:
        before = p.copy()
        for m, t, k in p:
            tails = 1.0 - p[t, m, 0]
            p[m, t, k] = max(0.5 * p.get((m, t, k + 1), 1.0) + 0.5 * tails, 1.0 - p[t, m + k, 0])
        yield p, max(abs(p[s] - before[s]) for s in p)


def win_probability(goal):
    return next(p for p, change in sweeps(goal) if change <= 1e-9)


def decide(mine, theirs, turn, p):
    options = [(0.5 * p.get((mine, theirs, turn + 1), 1.0) + 0.5 * (1.0 - p[theirs, mine, 0]), "flip")]
    options.append((1.0 - p[theirs, mine + turn, 0], "hold"))
    return max(options)[1]
