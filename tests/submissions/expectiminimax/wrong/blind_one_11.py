# slip: alpha-beta whose window goes through chance nodes unchanged: cuts below chance are wrong; value(('max', [5, ('chance', [(1/2, ('min', [4, -100])), (1/2, 10)])]))
# fails: value
# passes: max_value; min_value; expected_value: weighed; expected_value: exactly; best_child; win_probability; decide
_INF = float("inf")


def _search(node, alpha, beta):
    if not isinstance(node, tuple):
        return node
    if node[0] == "chance":
        return sum(probability * _search(child, alpha, beta) for probability, child in node[1])
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
    return _search(node, -_INF, _INF)
    #********** End **********#


def max_value(node):
    """Return the value of a max node: its largest child's."""
    #********** Begin **********#
    return _search(node, -_INF, _INF)
    #********** End **********#


def min_value(node):
    """Return the value of a min node: its smallest child's."""
    #********** Begin **********#
    return _search(node, -_INF, _INF)
    #********** End **********#


def expected_value(node):
    """Return the value of a chance node: what its children are worth on average, each weighed with its probability."""
    #********** Begin **********#
    return _search(node, -_INF, _INF)
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
