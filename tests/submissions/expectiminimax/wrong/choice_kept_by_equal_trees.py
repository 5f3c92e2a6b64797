# slip: best_child keeps its answers by the whole tree, in which 0.5 and Fraction(1, 2) are the same
# fails: best_child
# passes: value; max_value; min_value; expected_value: weighed; expected_value: exactly; win_probability; decide
"""Expectiminimax: minimax in games in which chance moves too, on trees and in the dice game Piglet."""

_known = {}


def _freeze(node):
    return tuple(_freeze(part) for part in node) if isinstance(node, (tuple, list)) else node


def value(node):
    #********** Begin **********#
    if not isinstance(node, tuple):
        return node
    if node[0] == "max":
        return max_value(node)
    if node[0] == "min":
        return min_value(node)
    return expected_value(node)
    #********** End **********#


def max_value(node):
    #********** Begin **********#
    return max(value(child) for child in node[1])
    #********** End **********#


def min_value(node):
    #********** Begin **********#
    return min(value(child) for child in node[1])
    #********** End **********#


def expected_value(node):
    #********** Begin **********#
    return sum(probability * value(child) for probability, child in node[1])
    #********** End **********#


def best_child(node):
    #********** Begin **********#
    key = _freeze(node)
    if key not in _known:
        values = [value(child) for child in node[1]]
        _known[key] = values.index(max(values) if node[0] == "max" else min(values))
    return _known[key]
    #********** End **********#


def win_probability(goal):
    #********** Begin **********#
    states = [(mine, theirs, turn) for mine in range(goal) for theirs in range(goal) for turn in range(goal - mine)]
    p = dict.fromkeys(states, 0.5)
    change = 1
    while change > 1e-9:
        change = 0
        for state in states:
            mine, theirs, turn = state
            heads = 1.0 if mine + turn + 1 >= goal else p[mine, theirs, turn + 1]
            flip = 0.5 * heads + 0.5 * (1 - p[theirs, mine, 0])
            hold = 1 - p[theirs, mine + turn, 0]
            new = max(flip, hold)
            change = max(change, abs(new - p[state]))
            p[state] = new
    return p
    #********** End **********#


def decide(mine, theirs, turn, p):
    #********** Begin **********#
    heads = p[mine, theirs, turn + 1] if (mine, theirs, turn + 1) in p else 1.0
    flip = 0.5 * heads + 0.5 * (1 - p[theirs, mine, 0])
    hold = 1 - p[theirs, mine + turn, 0]
    return "flip" if flip >= hold else "hold"
    #********** End **********#
