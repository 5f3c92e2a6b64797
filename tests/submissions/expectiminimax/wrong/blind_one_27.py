# slip: best_child hands the best value so far down as a bound and takes the last child that is not worse (>=): a child that was cut at the bound may be worth less; best_child(('max', [3, ('min', [3, 1])]))
# fails: best_child
# passes: value; max_value; min_value; expected_value: weighed; expected_value: exactly; win_probability; decide
_INF = float("inf")


def _search(node, alpha, beta):
    if not isinstance(node, tuple):
        return node
    if node[0] == "chance":
        return sum(probability * _search(child, -_INF, _INF) for probability, child in node[1])
    best = None
    for child in node[1]:
        v = _search(child, alpha, beta)
        if node[0] == "max":
            best = v if best is None else max(best, v)
            alpha = max(alpha, best)
        else:
            best = v if best is None else min(best, v)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def value(node):
    """Return the expectiminimax value of a node: a number, or a pair (kind, children)."""
    #********** Begin **********#
    if not isinstance(node, tuple):
        return node
    if node[0] == "max":
        return max_value(node)
    if node[0] == "min":
        return min_value(node)
    return expected_value(node)
    #********** End **********#


def max_value(node):
    """Return the value of a max node: its largest child's."""
    #********** Begin **********#
    best = None
    for child in node[1]:
        v = value(child)
        if best is None or v > best:
            best = v
    return best
    #********** End **********#


def min_value(node):
    """Return the value of a min node: its smallest child's."""
    #********** Begin **********#
    best = None
    for child in node[1]:
        v = value(child)
        if best is None or v < best:
            best = v
    return best
    #********** End **********#


def expected_value(node):
    """Return the value of a chance node: what its children are worth on average, each weighed with its probability."""
    #********** Begin **********#
    total = 0
    for probability, child in node[1]:
        total += probability * value(child)
    return total
    #********** End **********#


def best_child(node):
    """Return the number, from 0, of a best child of a max or min node."""
    #********** Begin **********#
    big = node[0] == "max"
    number, best = None, None
    for i, child in enumerate(node[1]):
        low, high = -_INF, _INF
        if best is not None:
            low, high = (best, _INF) if big else (-_INF, best)
        v = _search(child, low, high)
        if best is None or (v >= best if big else v <= best):
            number, best = i, v
    return number
    #********** End **********#


def win_probability(goal):
    """Return a new dict: each state (mine, theirs, turn) of Piglet to the probability that the side to move wins."""
    #********** Begin **********#
    states = [(mine, theirs, turn) for mine in range(goal) for theirs in range(goal) for turn in range(goal - mine)]
    p = dict.fromkeys(states, 0.5)
    change = 1.0
    while change > 1e-11:
        change = 0.0
        for mine, theirs, turn in states:
            heads = p[mine, theirs, turn + 1] if mine + turn + 1 < goal else 1.0
            flip = 0.5 * heads + 0.5 * (1 - p[theirs, mine, 0])
            hold = 1 - p[theirs, mine + turn, 0]
            new = max(flip, hold)
            change = max(change, abs(new - p[mine, theirs, turn]))
            p[mine, theirs, turn] = new
    return p
    #********** End **********#


def decide(mine, theirs, turn, p):
    """Return "flip" or "hold", whichever wins more often by p, a table as win_probability returns."""
    #********** Begin **********#
    heads = p.get((mine, theirs, turn + 1), 1)
    flip = 0.5 * heads + 0.5 * (1 - p[theirs, mine, 0])
    hold = 1 - p[theirs, mine + turn, 0]
    return "flip" if flip >= hold else "hold"
    #********** End **********#
