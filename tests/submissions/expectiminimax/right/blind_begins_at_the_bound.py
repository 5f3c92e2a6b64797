"""max_value begins at the least number that the statement permits."""


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
    best = -(10**6)
    for child in node[1]:
        v = value(child)
        if v > best:
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
    values = [value(child) for child in node[1]]
    best = max(values) if node[0] == "max" else min(values)
    return values.index(best)
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


