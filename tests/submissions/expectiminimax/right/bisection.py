"""Piglet without sweeps over all states: score by score from the end, each pair of unknowns by bisection."""


def value(n):
    if type(n) is not tuple:
        return n
    return {"max": max_value, "min": min_value, "chance": expected_value}[n[0]](n)


def max_value(n):
    best = value(n[1][0])
    for c in n[1][1:]:
        v = value(c)
        if v >= best:
            best = v
    return best


def min_value(n):
    best = value(n[1][0])
    for c in n[1][1:]:
        v = value(c)
        if not v >= best:
            best = v
    return best


def expected_value(n):
    s = 0
    for pair in n[1]:
        s = s + pair[0] * value(pair[1])
    return s


def best_child(n):
    values = [value(c) for c in n[1]]
    order = sorted(range(len(values)), key=lambda i: values[i])
    return order[-1] if n[0] == "max" else order[0]


def chain(goal, mine, theirs, other, known):
    """What each turn total is worth if the other side has `other` at turn 0 with these scores."""
    row = [0.0] * (goal - mine)
    heads = 1.0
    for turn in range(goal - mine - 1, -1, -1):
        flip = (heads + 1 - other) / 2
        hold = 1 - other if turn == 0 else 1 - known[theirs, mine + turn, 0]
        heads = row[turn] = max(flip, hold)
    return row


def win_probability(goal):
    p = {}
    for total in range(2 * goal - 2, -1, -1):
        for mine in range(max(0, total - goal + 1), min(goal - 1, total) + 1):
            theirs = total - mine
            low, high = 0.0, 1.0
            for _ in range(60):
                middle = (low + high) / 2
                there = chain(goal, theirs, mine, middle, p)[0]
                back = chain(goal, mine, theirs, there, p)[0]
                if back > middle:
                    low = middle
                else:
                    high = middle
            there = chain(goal, theirs, mine, low, p)[0]
            for turn, chance in enumerate(chain(goal, mine, theirs, there, p)):
                p[mine, theirs, turn] = chance
    return p


def decide(mine, theirs, turn, p):
    flip = p[mine, theirs, turn + 1] if (mine, theirs, turn + 1) in p else 1
    flip = (flip + 1 - p[theirs, mine, 0]) / 2
    return "hold" if 1 - p[theirs, mine + turn, 0] > flip + 1e-9 else "flip"
