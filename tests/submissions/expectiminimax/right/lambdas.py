"""As short as it gets."""

value = lambda n: {"max": max_value, "min": min_value, "chance": expected_value}[n[0]](n) if isinstance(n, tuple) else n
max_value = lambda n: max(value(c) for c in n[1])
min_value = lambda n: min(value(c) for c in n[1])
expected_value = lambda n: sum(p * value(c) for p, c in n[1])
best_child = lambda n: [*map(value, n[1])].index({"max": max, "min": min}[n[0]](map(value, n[1])))
flip = lambda m, t, k, p: (p.get((m, t, k + 1), 1) + 1 - p[t, m, 0]) / 2
hold = lambda m, t, k, p: 1 - p[t, m + k, 0]
decide = lambda m, t, k, p: "flip" if flip(m, t, k, p) > hold(m, t, k, p) else "hold"


def win_probability(goal, p=None, sweeps=300):
    p = p or {(m, t, k): 1 / 2 for m in range(goal) for t in range(goal) for k in range(goal - m)}
    return win_probability(goal, {s: max(flip(*s, p), hold(*s, p)) for s in p}, sweeps - 1) if sweeps else p
