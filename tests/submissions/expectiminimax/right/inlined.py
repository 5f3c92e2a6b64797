"""value does it all; the three others ask it."""


def value(node):
    if not isinstance(node, tuple):
        return node
    kind, children = node
    if kind == "chance":
        total = 0
        for p, child in children:
            total += p * value(child)
        return total
    best = None
    for child in children:
        v = value(child)
        if best is None or (v > best if kind == "max" else v < best):
            best = v
    return best


def max_value(node):
    return value(node)


def min_value(node):
    return value(node)


def expected_value(node):
    return value(node)


def best_child(node):
    kind, children = node
    target = value(node)
    for i in range(len(children)):
        if value(children[i]) == target:
            return i


def win_probability(goal):
    p = {(i, j, k): 0.5 for i in range(goal) for j in range(goal) for k in range(goal - i)}
    while True:
        new = {}
        for i, j, k in p:
            if i + k + 1 >= goal:
                flip = 0.5 + 0.5 * (1 - p[j, i, 0])
            else:
                flip = 0.5 * p[i, j, k + 1] + 0.5 * (1 - p[j, i, 0])
            new[i, j, k] = max(flip, 1 - p[j, i + k, 0])
        if all(abs(new[state] - p[state]) <= 1e-9 for state in p):
            return new
        p = new


def decide(mine, theirs, turn, p):
    if (mine, theirs, turn + 1) in p:
        flip = 0.5 * p[mine, theirs, turn + 1] + 0.5 * (1 - p[theirs, mine, 0])
    else:
        flip = 0.5 + 0.5 * (1 - p[theirs, mine, 0])
    if flip >= 1 - p[theirs, mine + turn, 0]:
        return "flip"
    return "hold"
