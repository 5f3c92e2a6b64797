# slip: A float within 1e-9 below the best so far becomes the best, so that it drifts down.
# fails: value; max_value
# passes: min_value; expected_value: weighed; expected_value: exactly; best_child; win_probability; decide
LOW, HIGH = -10 ** 6, 10 ** 6


def search(node, alpha, beta):
    if not isinstance(node, tuple):
        return node
    kind, children = node
    if kind == "chance":
        return sum(q * search(c, LOW, HIGH) for q, c in children)
    if kind == "max":
        best = LOW
        for c in children:
            v = search(c, alpha, beta)
            if v > best or (isinstance(v, float) and v > best - 1e-9):
                best = v
            if best >= beta:
                return best
            if best > alpha:
                alpha = best
        return best
    best = HIGH
    for c in children:
        v = search(c, alpha, beta)
        if v < best:
            best = v
        if best <= alpha:
            return best
        if best < beta:
            beta = best
    return best


def value(node):
    return search(node, LOW, HIGH)


def max_value(node):
    return search(node, LOW, HIGH)


def min_value(node):
    return search(node, LOW, HIGH)


def expected_value(node):
    return search(node, LOW, HIGH)


def best_child(node):
    kind, children = node
    where = 0
    if kind == "max":
        best = LOW
        for i, c in enumerate(children):
            v = search(c, best, HIGH)
            if v > best:
                where, best = i, v
    else:
        best = HIGH
        for i, c in enumerate(children):
            v = search(c, LOW, best)
            if v < best:
                where, best = i, v
    return where


def turn_values(goal, p, mine, theirs, other):
    out = [0.0] * (goal - mine)
    ahead = 1.0
    for k in range(goal - mine - 1, -1, -1):
        flip = 0.5 * ahead + 0.5 * (1 - other)
        if k:
            ahead = max(flip, 1 - p[theirs, mine + k, 0])
        else:
            ahead = flip
        out[k] = ahead
    return out


def win_probability(goal):
    p = {}
    pairs = [(m, t) for m in range(goal) for t in range(goal) if m <= t]
    pairs.sort(key=lambda pair: -sum(pair))
    for a, b in pairs:
        low, high = 0.0, 1.0
        for _ in range(50):
            x = (low + high) / 2
            y = turn_values(goal, p, b, a, x)[0]
            if turn_values(goal, p, a, b, y)[0] > x:
                low = x
            else:
                high = x
        ys = turn_values(goal, p, b, a, low)
        xs = turn_values(goal, p, a, b, ys[0])
        for k, v in enumerate(xs):
            p[a, b, k] = v
        for k, v in enumerate(ys):
            p[b, a, k] = v
    return p


def decide(mine, theirs, turn, p):
    try:
        heads = p[mine, theirs, turn + 1]
    except KeyError:
        heads = 1.0
    flip = (heads + 1 - p[theirs, mine, 0]) / 2
    hold = 1 - p[theirs, mine + turn, 0]
    if hold > flip:
        return "hold"
    return "flip"
