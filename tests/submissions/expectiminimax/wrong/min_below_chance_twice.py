# slip: expected_value evaluates a min child twice.
# fails: value
# passes: max_value; min_value; expected_value: weighed; expected_value: exactly; best_child; win_probability; decide
def value(node):
    if not isinstance(node, tuple):
        return node
    if node[0] == "max":
        return max_value(node)
    if node[0] == "min":
        return min_value(node)
    return expected_value(node)


def max_value(node):
    best = None
    for child in node[1]:
        v = value(child)
        if best is None or v > best:
            best = v
    return best


def min_value(node):
    best = None
    for child in node[1]:
        v = value(child)
        if best is None or v < best:
            best = v
    return best


def expected_value(node):
    total = 0
    for probability, child in node[1]:
        v = value(child)
        if isinstance(child, tuple) and child[0] == "min":
            v = min_value(child)
        total += probability * v
    return total


def best_child(node):
    values = [value(child) for child in node[1]]
    best = max(values) if node[0] == "max" else min(values)
    return values.index(best)


def win_probability(goal):
    p = {}
    for mine in range(goal):
        for theirs in range(goal):
            for turn in range(goal - mine):
                p[mine, theirs, turn] = 0.5
    change = 1
    while change > 1e-9:
        change = 0
        for mine, theirs, turn in p:
            heads = 1 if mine + turn + 1 >= goal else p[mine, theirs, turn + 1]
            flip = 0.5 * heads + 0.5 * (1 - p[theirs, mine, 0])
            hold = 1 - p[theirs, mine + turn, 0]
            new = max(flip, hold)
            change = max(change, abs(new - p[mine, theirs, turn]))
            p[mine, theirs, turn] = new
    return p


def decide(mine, theirs, turn, p):
    heads = p.get((mine, theirs, turn + 1), 1)
    flip = 0.5 * heads + 0.5 * (1 - p[theirs, mine, 0])
    hold = 1 - p[theirs, mine + turn, 0]
    return "flip" if flip > hold else "hold"
