# slip: value keeps its answers by kinds and numbers in order, and not by where the list of a node ends
# fails: value
# passes: max_value; min_value; expected_value: weighed; expected_value: exactly; best_child; win_probability; decide
"""Expectiminimax."""


_known = {}


def _flat(node, out):
    if not isinstance(node, tuple):
        out.append((type(node), node))
    elif node[0] == "chance":
        out.append(node[0])
        for p, c in node[1]:
            out.append((type(p), p))
            _flat(c, out)
    else:
        out.append(node[0])
        for c in node[1]:
            _flat(c, out)


def _search(node):
    if not isinstance(node, tuple):
        return node
    if node[0] == "max":
        return max(_search(c) for c in node[1])
    if node[0] == "min":
        return min(_search(c) for c in node[1])
    return sum(p * _search(c) for p, c in node[1])


def value(node):
    out = []
    _flat(node, out)
    key = tuple(out)
    if key not in _known:
        _known[key] = _search(node)
    return _known[key]


def max_value(node):
    return max(value(child) for child in node[1])


def min_value(node):
    return min(value(child) for child in node[1])


def expected_value(node):
    return sum(probability * value(child) for probability, child in node[1])


def best_child(node):
    values = [value(child) for child in node[1]]
    return values.index(max(values) if node[0] == "max" else min(values))


def win_probability(goal):
    p = {(m, t, k): 0.5 for m in range(goal) for t in range(goal) for k in range(goal - m)}
    while True:
        change = 0
        for m, t, k in p:
            heads = 1.0 if m + k + 1 >= goal else p[m, t, k + 1]
            new = max(0.5 * heads + 0.5 * (1 - p[t, m, 0]), 1 - p[t, m + k, 0])
            change = max(change, abs(new - p[m, t, k]))
            p[m, t, k] = new
        if change < 1e-11:
            return p


def decide(mine, theirs, turn, p):
    heads = p.get((mine, theirs, turn + 1), 1.0)
    flip = 0.5 * heads + 0.5 * (1 - p[theirs, mine, 0])
    hold = 1 - p[theirs, mine + turn, 0]
    return "flip" if flip >= hold else "hold"
