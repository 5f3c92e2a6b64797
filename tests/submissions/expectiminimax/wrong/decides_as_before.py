# slip: decide answers as before if the number of the state itself is as before, whatever follows it
# fails: decide
# passes: value; max_value; min_value; expected_value: weighed; expected_value: exactly; best_child; win_probability
"""Expectiminimax: minimax in games in which chance moves too, on trees and in the dice game Piglet."""
from fractions import Fraction


def value(node):
    if isinstance(node, (int, float, Fraction)):
        return node
    kind = node[0]
    if kind == "max":
        return max_value(node)
    if kind == "min":
        return min_value(node)
    return expected_value(node)


def max_value(node):
    return max(value(child) for child in node[1])


def min_value(node):
    return min(value(child) for child in node[1])


def expected_value(node):
    return sum(p * value(child) for p, child in node[1])


def best_child(node):
    kind, children = node
    values = [value(child) for child in children]
    best = max(values) if kind == "max" else min(values)
    return values.index(best)


def win_probability(goal):
    p = {(m, t, k): 0.5 for m in range(goal) for t in range(goal) for k in range(goal - m)}
    while True:
        change = 0.0
        for m, t, k in p:
            heads = 1.0 if m + k + 1 >= goal else p[m, t, k + 1]
            flip = 0.5 * heads + 0.5 * (1 - p[t, m, 0])
            hold = 1 - p[t, m + k, 0]
            best = max(flip, hold)
            change = max(change, abs(best - p[m, t, k]))
            p[m, t, k] = best
        if change <= 1e-11:
            return p


_answers = {}


def decide(mine, theirs, turn, p):
    state = (mine, theirs, turn)
    if state in _answers:
        table, number, answer = _answers[state]
        if table is p and number == p[state]:
            return answer
    heads = p.get((mine, theirs, turn + 1), 1)
    flip = 0.5 * heads + 0.5 * (1 - p[theirs, mine, 0])
    hold = 1 - p[theirs, mine + turn, 0]
    answer = "flip" if flip >= hold else "hold"
    _answers[state] = (p, p[state], answer)
    return answer
