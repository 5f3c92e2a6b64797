"""One search returns what a node is worth with the number of the child that is best, the last one of several."""


def search(node):
    match node:
        case ("chance", pairs):
            total = 0
            for p, child in pairs:
                total = p * search(child)[0] + total
            return total, None
        case (kind, children):
            sign = {"max": 1, "min": -1}[kind]
            best = None
            for number, child in enumerate(children):
                worth, _ = search(child)
                if best is None or sign * (worth - best[0]) >= 0:
                    best = worth, number
            return best
    return node, None


def value(node):
    worth, _ = search(node)
    return worth


max_value = min_value = expected_value = value


def best_child(node):
    return search(node)[1]


def win_probability(goal):
    rows = [(m, t) for m in range(goal) for t in range(goal)]
    lines = {row: [0.5] * (goal - row[0]) + [1.0] for row in rows}
    settled = False
    while not settled:
        settled = True
        for m, t in rows:
            line = lines[m, t]
            for k in range(goal - m - 1, -1, -1):
                tails = 1 - lines[t, m][0]
                new = max(0.5 * line[k + 1] + 0.5 * tails, 1 - lines[t, m + k][0])
                settled = settled and abs(new - line[k]) < 1e-11
                line[k] = new
    return {(m, t, k): p for m, t in rows for k, p in enumerate(lines[m, t][:-1])}


def decide(mine, theirs, turn, p):
    mean = (p[mine, theirs, turn + 1] if (mine, theirs, turn + 1) in p else 1.0) - p[theirs, mine, 0]
    return ["hold", "flip"][(1 + mean) / 2 >= 1 - p[theirs, mine + turn, 0]]
