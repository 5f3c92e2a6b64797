"""Piglet as arrays of NumPy where that is installed, as lists elsewhere."""

try:
    import numpy
except ImportError:
    numpy = None


def value(node):
    if not isinstance(node, tuple):
        return node
    return (max_value, min_value, expected_value)[("max", "min", "chance").index(node[0])](node)


def max_value(node):
    children = node[1]
    if len(children) == 1:
        return value(children[0])
    middle = len(children) // 2
    return max(max_value(("max", children[:middle])), max_value(("max", children[middle:])))


def min_value(node):
    children = node[1]
    if len(children) == 1:
        return value(children[0])
    middle = len(children) // 2
    return min(min_value(("min", children[:middle])), min_value(("min", children[middle:])))


def expected_value(node):
    total, weight = 0, 0
    for p, child in node[1]:
        total, weight = total + p * value(child), weight + p
    return total


def best_child(node):
    values = [value(child) for child in node[1]]
    best = max(values) if node[0] == "max" else min(values)
    places = [i for i, v in enumerate(values) if v == best]
    return places[len(places) // 2]


def win_probability(goal):
    if numpy is None:
        return _plain(goal)
    p = numpy.full((goal, goal, goal + 1), 0.5)
    for mine in range(goal):
        p[mine, :, goal - mine :] = 1.0
    for _ in range(1_000):
        old = p.copy()
        tails = 1 - old[:, :, 0].T
        flip = (old[:, :, 1:] + tails[:, :, None]) / 2
        for mine in range(goal):
            for turn in range(goal - mine):
                p[mine, :, turn] = numpy.maximum(flip[mine, :, turn], 1 - old[:, mine + turn, 0])
        if numpy.abs(p - old).max() <= 1e-9:
            break
    return {(m, t, k): p[m, t, k] for m in range(goal) for t in range(goal) for k in range(goal - m)}


def _plain(goal):
    p = {(m, t, k): 0.5 for m in range(goal) for t in range(goal) for k in range(goal - m)}
    for _ in range(300):
        for m, t, k in p:
            p[m, t, k] = max((p.get((m, t, k + 1), 1) + 1 - p[t, m, 0]) / 2, 1 - p[t, m + k, 0])
    return p


def decide(mine, theirs, turn, p):
    heads = p.get((mine, theirs, turn + 1), 1)
    gain = (heads + 1 - p[theirs, mine, 0]) / 2 - (1 - p[theirs, mine + turn, 0])
    return "hold" if gain < 0 else "flip"
