"""Structural pattern matching, and recursion with a match for each kind."""


def value(node):
    match node:
        case ("max" | "min" as kind, [first]):
            return value(first)
        case ("max", [first, *rest]):
            return max(value(first), value(("max", rest)))
        case ("min", [first, *rest]):
            return min(value(first), value(("min", rest)))
        case ("chance", []):
            return 0
        case ("chance", [(probability, first), *rest]):
            return probability * value(first) + value(("chance", rest))
        case number:
            return number


def max_value(node):
    assert node[0] == "max"
    return value(node)


def min_value(node):
    assert node[0] == "min"
    return value(node)


def expected_value(node):
    assert node[0] == "chance"
    return value(node)


def best_child(node):
    match node:
        case ("max", children):
            values = [value(child) for child in children]
            return len(values) - 1 - values[::-1].index(max(values))
        case ("min", children):
            values = [value(child) for child in children]
            return len(values) - 1 - values[::-1].index(min(values))


def win_probability(goal):
    p = {}
    for m in range(goal):
        for t in range(goal):
            p |= {(m, t, k): 0.25 for k in range(goal - m)}
    quiet = 0
    while quiet < 5:
        change = 0
        for (m, t, k), old in list(p.items()):
            match p.get((m, t, k + 1)):
                case None:
                    heads = 1
                case found:
                    heads = found
            p[m, t, k] = max((heads + 1 - p[t, m, 0]) / 2, 1 - p[t, m + k, 0])
            change = max(change, abs(old - p[m, t, k]))
        quiet = quiet + 1 if change < 1e-9 else 0
    return p


def decide(mine, theirs, turn, p):
    match p.get((mine, theirs, turn + 1)), p[theirs, mine, 0], p[theirs, mine + turn, 0]:
        case None, after_tails, after_hold:
            return "flip" if 2 - after_tails >= 2 * (1 - after_hold) else "hold"
        case heads, after_tails, after_hold:
            return "flip" if heads + 1 - after_tails >= 2 - 2 * after_hold else "hold"
