# No recursion: a stack of nodes that wait for the values of their children.


def evaluate(root):
    results = []
    stack = [(root, False)]
    while stack:
        node, opened = stack.pop()
        if not isinstance(node, tuple):
            results.append(node)
            continue
        kind, children = node
        if not opened:
            stack.append((node, True))
            for child in reversed(children):
                stack.append((child[1] if kind == "chance" else child, False))
            continue
        values = results[len(results) - len(children) :]
        del results[len(results) - len(children) :]
        if kind == "chance":
            results.append(sum(pair[0] * v for pair, v in zip(children, values)))
        else:
            results.append({"max": max, "min": min}[kind](values))
    return results[0]


value = max_value = min_value = expected_value = evaluate


def best_child(node):
    kind, children = node
    values = list(map(evaluate, children))
    pick = max if kind == "max" else min
    return pick(range(len(values)), key=values.__getitem__)


def win_probability(goal):
    """In place, from the states near the end to those at the start."""
    order = [(m, t, k) for m in range(goal - 1, -1, -1) for t in range(goal - 1, -1, -1) for k in range(goal - m - 1, -1, -1)]
    p = dict.fromkeys(order, 1.0)
    change = 1.0
    while change > 1e-9:
        change = 0.0
        for m, t, k in order:
            heads = 1.0 if m + k + 1 == goal else p[m, t, k + 1]
            flip = (heads + 1 - p[t, m, 0]) / 2
            hold = 1 - p[t, m + k, 0] if k else 0
            new = max(flip, hold)
            change = max(change, abs(new - p[m, t, k]))
            p[m, t, k] = new
    return p


def decide(mine, theirs, turn, p):
    goal = 1 + max(m for m, _, _ in p)
    heads = 1.0 if mine + turn + 1 == goal else p[mine, theirs, turn + 1]
    flip = (heads + 1 - p[theirs, mine, 0]) / 2
    hold = 1 - p[theirs, mine + turn, 0]
    return ["hold", "flip"][flip > hold]
