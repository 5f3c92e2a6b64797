# slip: value notes in a global whether a float is in the tree, and expected_value goes by it: asked directly about an exact tree after value of a float tree, it computes with floats; value(0.5), then expected_value(('chance', [(Fraction(1, 3), 1), (Fraction(2, 3), 0)]))
# fails: max_value
# passes: value; min_value; expected_value: weighed; expected_value: exactly; best_child; win_probability; decide
_floats = False


def _has_float(node):
    if isinstance(node, tuple):
        if node[0] == "chance":
            return any(isinstance(p, float) or _has_float(c) for p, c in node[1])
        return any(map(_has_float, node[1]))
    return isinstance(node, float)


def value(node):
    """Return the expectiminimax value of a node: a number, or a pair (kind, children)."""
    global _floats
    _floats = _has_float(node)
    return _value(node)


def _value(node):
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
        v = _value(child)
        if best is None or v > best:
            best = v
    return best
    #********** End **********#


def min_value(node):
    """Return the value of a min node: its smallest child's."""
    #********** Begin **********#
    best = None
    for child in node[1]:
        v = _value(child)
        if best is None or v < best:
            best = v
    return best
    #********** End **********#


def expected_value(node):
    """Return the value of a chance node: what its children are worth on average, each weighed with its probability."""
    #********** Begin **********#
    total = 0.0 if _floats else 0
    for probability, child in node[1]:
        total += probability * _value(child)
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
