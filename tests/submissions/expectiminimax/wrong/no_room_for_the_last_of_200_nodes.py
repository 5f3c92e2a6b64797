# slip: value numbers the nodes from 1 in a list with 200 places, so the last of 200 nodes has none
# fails: value
# passes: max_value; min_value; expected_value: weighed; expected_value: exactly; best_child; win_probability; decide
"""Expectiminimax: minimax in games in which chance moves too, on trees and in the dice game Piglet."""


def value(node):
    """Return the expectiminimax value of a node."""
    #********** Begin **********#
    values = [None] * 200
    count = 0

    def visit(node):
        nonlocal count
        count += 1
        me = count
        if not isinstance(node, tuple):
            values[me] = node
        elif node[0] == "chance":
            values[me] = sum(p * values[visit(c)] for p, c in node[1])
        elif node[0] == "max":
            values[me] = max(values[visit(c)] for c in node[1])
        else:
            values[me] = min(values[visit(c)] for c in node[1])
        return me

    return values[visit(node)]
    #********** End **********#


def max_value(node):
    """Return the value of a max node."""
    #********** Begin **********#
    return max(value(child) for child in node[1])
    #********** End **********#


def min_value(node):
    """Return the value of a min node."""
    #********** Begin **********#
    return min(value(child) for child in node[1])
    #********** End **********#


def expected_value(node):
    """Return the value of a chance node."""
    #********** Begin **********#
    return sum(probability * value(child) for probability, child in node[1])
    #********** End **********#


def best_child(node):
    """Return the number, from 0, of a best child."""
    #********** Begin **********#
    values = [value(child) for child in node[1]]
    return values.index(max(values) if node[0] == "max" else min(values))
    #********** End **********#


def win_probability(goal):
    """Return a new dict of Piglet."""
    #********** Begin **********#
    p = {(i, j, k): 0.5 for i in range(goal) for j in range(goal) for k in range(goal - i)}
    change = 1
    while change > 1e-10:
        change = 0
        for i, j, k in p:
            heads = 1.0 if i + k + 1 >= goal else p[i, j, k + 1]
            new = max(0.5 * heads + 0.5 * (1 - p[j, i, 0]), 1 - p[j, i + k, 0])
            change = max(change, abs(new - p[i, j, k]))
            p[i, j, k] = new
    return p
    #********** End **********#


def decide(mine, theirs, turn, p):
    """Return "flip" or "hold"."""
    #********** Begin **********#
    heads = p.get((mine, theirs, turn + 1), 1.0)
    flip = 0.5 * heads + 0.5 * (1 - p[theirs, mine, 0])
    hold = 1 - p[theirs, mine + turn, 0]
    return "flip" if flip >= hold else "hold"
    #********** End **********#


if __name__ == "__main__":
    tree = ("max", [("chance", [(0.5, 10), (0.5, -4)]), ("min", [5, 2])])
    print("the tree is worth", value(tree), "and its best child is number", best_child(tree))
    table = win_probability(10)
    print("who begins a game to 10 wins with probability", table[0, 0, 0])
