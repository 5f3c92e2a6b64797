# prints what it does, I need it to find my mistakes
from fractions import Fraction
import math

DEBUG = True


def value(node, depth=0):
    if isinstance(node, int) or isinstance(node, float) or isinstance(node, Fraction):
        return node
    if DEBUG and depth < 3:
        print("  " * depth, node[0], "with", len(node[1]), "children")
    if node[0] == "max":
        return max_value(node, depth + 1)
    if node[0] == "min":
        return min_value(node, depth + 1)
    if node[0] == "chance":
        return expected_value(node, depth + 1)
    raise ValueError("unknown kind " + str(node[0]))


def max_value(node, depth=0):
    result = -math.inf
    for c in node[1]:
        v = value(c, depth)
        if v > result:
            result = v
    return result


def min_value(node, depth=0):
    result = math.inf
    for c in node[1]:
        v = value(c, depth)
        if v < result:
            result = v
    return result


def expected_value(node, depth=0):
    result = Fraction(0)
    for c in node[1]:
        prob = c[0]
        v = value(c[1], depth)
        result = result + prob * v
    return result


def best_child(node):
    if node[0] == "max":
        goal = max_value(node)
    else:
        goal = min_value(node)
    i = 0
    while value(node[1][i]) != goal:
        i += 1
    print("the best child is number", i)
    return i


def win_probability(goal):
    p = {}
    for i in range(0, goal):
        for j in range(0, goal):
            for k in range(0, goal - i):
                p[(i, j, k)] = 0.0
    sweeps = 0
    delta = 1.0
    while delta > 1e-9:
        delta = 0.0
        for i in range(0, goal):
            for j in range(0, goal):
                for k in range(0, goal - i):
                    old = p[(i, j, k)]
                    if i + k + 1 >= goal:
                        p_flip = 0.5 * 1.0 + 0.5 * (1.0 - p[(j, i, 0)])
                    else:
                        p_flip = 0.5 * p[(i, j, k + 1)] + 0.5 * (1.0 - p[(j, i, 0)])
                    p_hold = 1.0 - p[(j, i + k, 0)]
                    p[(i, j, k)] = max(p_flip, p_hold)
                    delta = max(delta, abs(old - p[(i, j, k)]))
        sweeps += 1
    print("it took", sweeps, "sweeps")
    return p


def decide(mine, theirs, turn, p):
    if (mine, theirs, turn + 1) in p:
        p_flip = 0.5 * p[(mine, theirs, turn + 1)] + 0.5 * (1.0 - p[(theirs, mine, 0)])
    else:
        p_flip = 0.5 * 1.0 + 0.5 * (1.0 - p[(theirs, mine, 0)])
    p_hold = 1.0 - p[(theirs, mine + turn, 0)]
    print("flip", p_flip, "hold", p_hold)
    if p_hold > p_flip:
        return "hold"
    return "flip"
