"""Min nodes are max nodes seen from the other side; Piglet by what the side that has just moved wins."""


def seen(node, sign):
    """Return the value times sign."""
    if not isinstance(node, tuple):
        return sign * node
    kind, children = node
    if kind == "chance":
        return sum(p * seen(child, sign) for p, child in children)
    turned = 1 if kind == "max" else -1
    return sign * turned * max(seen(child, turned) for child in children)


def value(node):
    return seen(node, 1)


def max_value(node):
    return seen(node, 1)


def min_value(node):
    return -seen(node, -1)


def expected_value(node):
    return seen(node, 1)


def best_child(node):
    kind, children = node
    sign = 1 if kind == "max" else -1
    ranked = sorted(enumerate(children), key=lambda pair: seen(pair[1], sign), reverse=True)
    return ranked[0][0]


def win_probability(goal):
    lost = {(mine, theirs): 0.5 for mine in range(goal) for theirs in range(goal)}  # by the side to move, at turn 0
    while True:
        table, change = {}, 0
        for mine, theirs in lost:
            heads = 1
            for turn in reversed(range(goal - mine)):
                flip = (heads + lost[theirs, mine]) / 2
                heads = table[mine, theirs, turn] = max(flip, lost[theirs, mine + turn])
        for mine, theirs in lost:
            change = max(change, abs(1 - table[mine, theirs, 0] - lost[mine, theirs]))
            lost[mine, theirs] = 1 - table[mine, theirs, 0]
        if change < 1e-10:
            return table


def decide(mine, theirs, turn, p):
    def lost(state):
        return 1 - p[state]

    heads = 0 if (mine, theirs, turn + 1) not in p else lost((mine, theirs, turn + 1))
    flip_loses = (heads + 1 - lost((theirs, mine, 0))) / 2
    hold_loses = 1 - lost((theirs, mine + turn, 0))
    return min(("flip", "hold"), key={"flip": flip_loses, "hold": hold_loses}.get)
