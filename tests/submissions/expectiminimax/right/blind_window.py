"""Alpha-beta with a window that is open again below chance; Piglet by bisection."""



def _window(node, alpha, beta):
    """Alpha-beta; below a chance node the window is open again."""
    if not isinstance(node, tuple):
        return node
    kind, children = node
    if kind == "chance":
        return sum(p * _window(c, float("-inf"), float("inf")) for p, c in children)
    values = []
    for c in children:
        values.append(_window(c, alpha, beta))
        if kind == "max":
            alpha = max(alpha, values[-1])
        else:
            beta = min(beta, values[-1])
        if alpha >= beta:
            break
    return max(values) if kind == "max" else min(values)


def value(node):
    """Return the expectiminimax value of a node: a number, or a pair (kind, children)."""
    #********** Begin **********#
    return _window(node, float("-inf"), float("inf"))
    #********** End **********#


def max_value(node):
    """Return the value of a max node: its largest child's."""
    #********** Begin **********#
    low = float("-inf")
    for child in node[1]:
        low = max(low, _window(child, low, float("inf")))
    return low
    #********** End **********#


def min_value(node):
    """Return the value of a min node: its smallest child's."""
    #********** Begin **********#
    high = float("inf")
    for child in node[1]:
        high = min(high, _window(child, float("-inf"), high))
    return high
    #********** End **********#


def expected_value(node):
    """Return the value of a chance node: what its children are worth on average, each weighed with its probability."""
    #********** Begin **********#
    from operator import mul

    chances, children = zip(*node[1])
    return sum(map(mul, chances, map(value, children)))
    #********** End **********#


def best_child(node):
    """Return the number, from 0, of a best child of a max or min node."""
    #********** Begin **********#
    low, high, number = float("-inf"), float("inf"), 0
    for i, child in enumerate(node[1]):
        v = _window(child, low, high)
        if node[0] == "max" and v > low:
            low, number = v, i
        if node[0] == "min" and v < high:
            high, number = v, i
    return number
    #********** End **********#


def win_probability(goal):
    """Return a new dict: each state (mine, theirs, turn) of Piglet to the probability that the side to move wins."""
    #********** Begin **********#
    p = {}
    for total in reversed(range(2 * goal - 1)):
        for mine in range(goal):
            theirs = total - mine
            if not mine <= theirs < goal:
                continue

            def run(x, y, other):
                best, out = 1.0, {}
                for turn in range(goal - x - 1, -1, -1):
                    best = 0.5 * best + 0.5 * (1 - other)
                    if turn:
                        best = max(best, 1 - p[y, x + turn, 0])
                    out[x, y, turn] = best
                return out

            low, high = 0.0, 1.0                    # the value at (mine, theirs, 0)
            for _ in range(60):
                a = (low + high) / 2
                b = run(theirs, mine, a)[theirs, mine, 0]
                if run(mine, theirs, b)[mine, theirs, 0] > a:
                    low = a
                else:
                    high = a
            other = run(theirs, mine, low)
            own = run(mine, theirs, other[theirs, mine, 0])
            p.update(other)
            p.update(own)
    return p
    #********** End **********#


def decide(mine, theirs, turn, p):
    """Return "flip" or "hold", whichever wins more often by p, a table as win_probability returns."""
    #********** Begin **********#
    points = {(mine, theirs, turn + 1): 0.5, (theirs, mine, 0): -0.5}
    goal = 1
    while (goal, 0, 0) in p:
        goal += 1
    flip = 0.5 + (0.5 if mine + turn + 1 >= goal else points[mine, theirs, turn + 1] * p[mine, theirs, turn + 1]) - 0.5 * p[theirs, mine, 0]
    return "hold" if 1 - p[theirs, mine + turn, 0] > flip else "flip"
    #********** End **********#
