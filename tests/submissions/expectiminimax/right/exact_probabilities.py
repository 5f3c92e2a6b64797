"""Piglet in rational numbers: the policy is known from floats, then all that depends on it is solved exactly."""

from fractions import Fraction as Q


def value(node):
    kind, children = node if isinstance(node, tuple) else (None, None)
    if kind is None:
        return node
    if kind == "chance":
        return expected_value(node)
    return max_value(node) if kind == "max" else min_value(node)


def max_value(node):
    values = sorted(value(child) for child in node[1])
    return values[-1]


def min_value(node):
    values = sorted(value(child) for child in node[1])
    return values[0]


def expected_value(node):
    pairs = [(p, value(child)) for p, child in node[1]]
    if any(isinstance(number, float) for pair in pairs for number in pair):
        return float(sum(Q(p) * Q(v) for p, v in pairs))
    return sum(Q(p) * Q(v) for p, v in pairs)


def best_child(node):
    values = [Q(value(child)) for child in node[1]]
    return values.index(max(values) if node[0] == "max" else min(values))


def guessed(goal):
    p = {(m, t, k): 0.5 for m in range(goal) for t in range(goal) for k in range(goal - m)}
    for _ in range(250):
        for m, t, k in p:
            p[m, t, k] = max((p.get((m, t, k + 1), 1) + 1 - p[t, m, 0]) / 2, 1 - p[t, m + k, 0])
    return p


def win_probability(goal):
    about = guessed(goal)
    exact = {}

    def line(mine, theirs):
        # Each is (a, b): one side has there a + b times what the other has at turn 0.
        a, b = Q(1), Q(0)
        rows = {}
        for turn in range(goal - mine - 1, -1, -1):
            if turn and decide(mine, theirs, turn, about) == "hold":
                a, b = 1 - exact[theirs, mine + turn, 0], Q(0)
            else:
                a, b = (a + 1) / 2, (b - 1) / 2
            rows[turn] = a, b
        return rows

    for total in range(2 * goal - 2, -1, -1):
        for mine in range(goal):
            theirs = total - mine
            if not 0 <= theirs <= mine:
                continue
            one, other = line(mine, theirs), line(theirs, mine)
            (a, b), (c, d) = one[0], other[0]
            x = (a + b * c) / (1 - b * d)
            y = c + d * x
            exact |= {(mine, theirs, turn): a + b * y for turn, (a, b) in one.items()}
            exact |= {(theirs, mine, turn): a + b * x for turn, (a, b) in other.items()}
    return exact


def decide(mine, theirs, turn, p):
    flip = (p.get((mine, theirs, turn + 1), Q(1)) + 1 - p[theirs, mine, 0]) / 2
    return "flip" if flip >= 1 - p[theirs, mine + turn, 0] else "hold"
