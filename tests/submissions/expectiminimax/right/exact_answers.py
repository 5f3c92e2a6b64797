"""Every answer about a tree is a Fraction, also where floats are in the tree: then it has hundreds of digits."""

from fractions import Fraction


def value(node):
    if not isinstance(node, tuple):
        return Fraction(node)
    return {"max": max_value, "min": min_value, "chance": expected_value}[node[0]](node)


def max_value(node):
    return max(value(child) for child in node[1])


def min_value(node):
    return -max(-value(child) for child in node[1])


def expected_value(node):
    return sum((Fraction(p) * value(child) for p, child in node[1]), Fraction(0))


def best_child(node):
    kind, children = node
    order = sorted(range(len(children)), key=lambda number: value(children[number]))
    return Fraction(order[-1] if kind == "max" else order[0])


def win_probability(goal):
    """Solve the states with the same sum of scores by themselves, from the end of the game on."""
    p = {}
    for scores in reversed(range(2 * goal - 1)):
        pairs = [(m, scores - m) for m in range(goal) if 0 <= scores - m < goal]
        for m, t in pairs:
            for k in range(goal - m):
                p[m, t, k] = 0.5
        while True:
            changed = 0
            for m, t in pairs:
                for k in reversed(range(goal - m)):
                    heads = p.get((m, t, k + 1), 1)
                    best = max((heads + 1 - p[t, m, 0]) / 2, 1 - p[t, m + k, 0])
                    changed = max(changed, abs(best - p[m, t, k]))
                    p[m, t, k] = best
            if changed < 1e-10:
                break
    return p


def decide(mine, theirs, turn, p):
    heads = Fraction(p.get((mine, theirs, turn + 1), 1))
    flip = heads + 1 - Fraction(p[theirs, mine, 0])
    return "hold" if 2 * (1 - Fraction(p[theirs, mine + turn, 0])) > flip else "flip"
