"""Piglet by policy iteration: a policy is valued by sweeps, then made better, until it stays the same."""


def value(node):
    return evaluate(node)[0]


def evaluate(node):
    """Return the value, and the number of the child that it comes from."""
    if isinstance(node, (tuple, list)):
        kind, children = node
        if kind == "chance":
            return sum(p * evaluate(child)[0] for p, child in children), None
        values = [(evaluate(child)[0], i) for i, child in enumerate(children)]
        return max(values) if kind == "max" else min(values)
    return node, None


max_value = min_value = expected_value = value


def best_child(node):
    return evaluate(node)[1]


def win_probability(goal):
    states = [(m, t, k) for m in range(goal) for t in range(goal) for k in range(goal - m)]
    policy = {s: "hold" if s[2] > 1 else "flip" for s in states}
    p = dict.fromkeys(states, 0.5)
    while True:
        change = 1
        while change > 1e-11:
            change = 0
            for m, t, k in reversed(states):
                if policy[m, t, k] == "hold":
                    new = 1 - p[t, m + k, 0]
                else:
                    new = (p.get((m, t, k + 1), 1) + 1 - p[t, m, 0]) / 2
                change = max(change, abs(new - p[m, t, k]))
                p[m, t, k] = new
        better = {s: decide(*s, p) if s[2] else "flip" for s in states}
        if better == policy:
            return p
        policy = better


def decide(mine, theirs, turn, p):
    flip = (p.get((mine, theirs, turn + 1), 1) + 1 - p[theirs, mine, 0]) / 2
    hold = 1 - p[theirs, mine + turn, 0]
    return "hold" if hold > flip + 1e-10 else "flip"
