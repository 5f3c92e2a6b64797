# slip: probabilities are kept by the identity of a child: two small ints that are equal are one object
# fails: value; expected_value: weighed; expected_value: exactly
# passes: max_value; min_value; best_child; win_probability; decide
"""Expectiminimax and Piglet."""

def nega(node, sign):
    """What the node is worth to the side with this sign."""
    if not isinstance(node, tuple):
        return sign * node
    kind, children = node
    if kind == "chance":
        weight = {id(child): q for q, child in children}
        return sum(weight[id(child)] * nega(child, sign) for _, child in children)
    mover = 1 if kind == "max" else -1
    best = max(nega(child, mover) for child in children)
    return best if mover == sign else -best


def value(node):
    return nega(node, 1)


def max_value(node):
    return nega(node, 1)


def min_value(node):
    return -nega(node, -1)


def expected_value(node):
    return nega(node, 1)


def best_child(node):
    mover = 1 if node[0] == "max" else -1
    best, at = None, None
    for i, child in enumerate(node[1]):
        v = nega(child, mover)
        if best is None or v > best:
            best, at = v, i
    return at


def win_probability(goal):
    states = [(m, t, k) for m in range(goal) for t in range(goal) for k in range(goal - m)]
    p = {s: 0.5 for s in states}
    while True:
        new = {}
        for m, t, k in states:
            heads = 1.0 if m + k + 1 >= goal else p[m, t, k + 1]
            flip = 0.5 * heads + 0.5 * (1 - p[t, m, 0])
            hold = 1 - p[t, m + k, 0]
            new[m, t, k] = max(flip, hold)
        change = max(abs(new[s] - p[s]) for s in states)
        p = new
        if change < 1e-10:
            return p


def decide(mine, theirs, turn, p):
    heads = p.get((mine, theirs, turn + 1), 1)
    flip = (heads + 1 - p[theirs, mine, 0]) / 2
    hold = 1 - p[theirs, mine + turn, 0]
    return "flip" if flip > hold else "hold"
