"""Trees by two stacks; Piglet exactly, as Fractions, by Newton's steps for each pair of scores."""


from fractions import Fraction


def _evaluate(node):
    """Post-order without recursion: values on one stack, work on the other."""
    work, values = [(node, False)], []
    while work:
        node, done = work.pop()
        if not isinstance(node, tuple):
            values.append(node)
        elif done:
            kind, children = node
            n = len(children)
            mine = values[-n:]
            del values[-n:]
            if kind == "chance":
                values.append(sum(q * v for (q, _), v in zip(children, mine)))
            else:
                values.append(sorted(mine)[-1 if kind == "max" else 0])
        else:
            work.append((node, True))
            below = node[1] if node[0] != "chance" else [child for _, child in node[1]]
            work.extend((child, False) for child in reversed(below))
    return values[0]


def _start(p, goal, x, y, other, half):
    """The value at (x, y, 0) by best play if the other side's at (y, x, 0) is `other`: (value, slope)."""
    v, slope = Fraction(1), Fraction(0)
    for turn in range(goal - x - 1, -1, -1):
        v, slope = half * v + half * (1 - other), half * slope - half
        if turn and 1 - p[y, x + turn, 0] > v:
            v, slope = Fraction(1 - p[y, x + turn, 0]), Fraction(0)
    return v, slope


def _pair(p, goal, mine, theirs, half):
    """a = f(b), b = g(a), both piecewise linear: Newton's steps until they are exact."""
    a = b = half
    while True:
        v, s = _start(p, goal, mine, theirs, b, half)      # a = v + s * (b' - b)
        w, t = _start(p, goal, theirs, mine, a, half)      # b = w + t * (a' - a)
        if (v, w) == (a, b):
            return a, b
        # a' = v + s (b' - b), b' = w + t (a' - a)
        new = (v + s * (w - t * a - b)) / (1 - s * t)
        b = w + t * (new - a)
        a = new


def value(node):
    """Return the expectiminimax value of a node: a number, or a pair (kind, children)."""
    #********** Begin **********#
    return _evaluate(node)
    #********** End **********#


def max_value(node):
    """Return the value of a max node: its largest child's."""
    #********** Begin **********#
    return _evaluate(node)
    #********** End **********#


def min_value(node):
    """Return the value of a min node: its smallest child's."""
    #********** Begin **********#
    return _evaluate(node)
    #********** End **********#


def expected_value(node):
    """Return the value of a chance node: what its children are worth on average, each weighed with its probability."""
    #********** Begin **********#
    return _evaluate(node)
    #********** End **********#


def best_child(node):
    """Return the number, from 0, of a best child of a max or min node."""
    #********** Begin **********#
    sign = 1 if node[0] == "max" else -1
    values = [sign * _evaluate(child) for child in node[1]]
    return max(range(len(values)), key=values.__getitem__)
    #********** End **********#


def win_probability(goal):
    """Return a new dict: each state (mine, theirs, turn) of Piglet to the probability that the side to move wins."""
    #********** Begin **********#
    half = Fraction(1, 2)
    p = {}
    # scores together never fall: solve each pair of scores after all those that hold may lead to
    for total in range(2 * goal - 2, -1, -1):
        for mine in range(max(0, total - goal + 1), min(goal - 1, total) + 1):
            theirs = total - mine
            if mine > theirs:
                continue
            a, b = _pair(p, goal, mine, theirs, half)
            for (x, y), other in (((mine, theirs), b), ((theirs, mine), a)):
                after = 1
                for turn in range(goal - x - 1, -1, -1):
                    flip = half * after + half * (1 - other)
                    after = max(flip, 1 - p[y, x + turn, 0]) if turn else flip
                    p[x, y, turn] = after
    return p
    #********** End **********#


def decide(mine, theirs, turn, p):
    """Return "flip" or "hold", whichever wins more often by p, a table as win_probability returns."""
    #********** Begin **********#
    goal = 1 + max(state[0] for state in p)
    won = 1 if mine + turn + 1 == goal else p[mine, theirs, turn + 1]
    flip, hold = (won + 1 - p[theirs, mine, 0]) / 2, 1 - p[theirs, mine + turn, 0]
    return ("flip", "hold")[hold > flip]
    #********** End **********#
