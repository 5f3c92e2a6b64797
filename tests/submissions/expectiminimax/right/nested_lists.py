# three-dimensional lists for the sweeps, a dict only at the end


def value(node):
    if isinstance(node, tuple) and node[0] == "max":
        return max_value(node)
    elif isinstance(node, tuple) and node[0] == "min":
        return min_value(node)
    elif isinstance(node, tuple):
        return expected_value(node)
    else:
        return node


def max_value(node):
    v = float("-inf")
    for child in node[1]:
        v = max(v, value(child))
    return v


def min_value(node):
    v = float("inf")
    for child in node[1]:
        v = min(v, value(child))
    return v


def expected_value(node):
    v = 0
    for i in range(len(node[1])):
        p = node[1][i][0]
        child = node[1][i][1]
        v += value(child) * p
    return v


def best_child(node):
    best = 0
    for i in range(1, len(node[1])):
        a, b = value(node[1][i]), value(node[1][best])
        if node[0] == "max" and a > b:
            best = i
        if node[0] == "min" and a < b:
            best = i
    return best


def win_probability(goal):
    p = [[[0.0 for k in range(goal - i)] for j in range(goal)] for i in range(goal)]
    changed = True
    while changed:
        changed = False
        for i in range(goal):
            for j in range(goal):
                for k in range(goal - i):
                    if i + k + 1 >= goal:
                        win = 1.0
                    else:
                        win = p[i][j][k + 1]
                    flip = 0.5 * win + 0.5 * (1.0 - p[j][i][0])
                    hold = 1.0 - p[j][i + k][0]
                    best = flip if flip > hold else hold
                    if abs(best - p[i][j][k]) > 1e-10:
                        changed = True
                    p[i][j][k] = best
    result = {}
    for i in range(goal):
        for j in range(goal):
            for k in range(goal - i):
                result[(i, j, k)] = p[i][j][k]
    return result


def decide(mine, theirs, turn, p):
    goal = 0
    for (a, b, c) in p:
        if a + 1 > goal:
            goal = a + 1
    if mine + turn + 1 >= goal:
        win = 1.0
    else:
        win = p[(mine, theirs, turn + 1)]
    flip = 0.5 * win + 0.5 * (1.0 - p[(theirs, mine, 0)])
    hold = 1.0 - p[(theirs, mine + turn, 0)]
    if flip > hold:
        return "flip"
    else:
        return "hold"
