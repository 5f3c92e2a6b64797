"""Expectiminimax: minimax in games in which chance moves too, on trees and in the dice game Piglet.

The algorithm is EXPECTIMINIMAX of Russell and Norvig, Artificial Intelligence: A Modern Approach. Piglet, and how value
iteration solves it, is from Neller and Presser, Optimal Play of the Dice Game Pig, 2004.
"""


def value(node):
    """Return the expectiminimax value of a node: a number, or a pair (kind, children)."""
    #********** Begin **********#
    if not isinstance(node, tuple):
        return node
    kind = node[0]
    if kind == "max":
        return max_value(node)
    if kind == "min":
        return min_value(node)
    return expected_value(node)
    #********** End **********#


def max_value(node):
    """Return the value of a max node: its largest child's."""
    #********** Begin **********#
    children = node[1]
    return max(value(child) for child in children)
    #********** End **********#


def min_value(node):
    """Return the value of a min node: its smallest child's."""
    #********** Begin **********#
    children = node[1]
    return min(value(child) for child in children)
    #********** End **********#


def expected_value(node):
    """Return the value of a chance node: what its children are worth on average, each weighed with its probability."""
    #********** Begin **********#
    children = node[1]
    return sum(probability * value(child) for probability, child in children)
    #********** End **********#


def best_child(node):
    """Return the number, from 0, of a best child of a max or min node."""
    #********** Begin **********#
    kind, children = node
    values = [value(child) for child in children]
    best = max(values) if kind == "max" else min(values)
    return values.index(best)
    #********** End **********#


def win_probability(goal):
    """Return a new dict: each state (mine, theirs, turn) of Piglet to the probability that the side to move wins."""
    #********** Begin **********#
    p = {}
    for mine in range(goal):
        for theirs in range(goal):
            for turn in range(goal - mine):
                p[mine, theirs, turn] = 0
    change = 1
    while change > 1e-9:
        change = 0
        for mine, theirs, turn in p:
            heads = p.get((mine, theirs, turn + 1), 1)  # a total that reaches the goal has won
            tails = 1 - p[theirs, mine, 0]
            hold = 1 - p[theirs, mine + turn, 0]
            best = max((heads + tails) / 2, hold)
            change = max(change, abs(best - p[mine, theirs, turn]))
            p[mine, theirs, turn] = best
    return p
    #********** End **********#


def decide(mine, theirs, turn, p):
    """Return "flip" or "hold", whichever wins more often by p, a table as win_probability returns."""
    #********** Begin **********#
    heads = p.get((mine, theirs, turn + 1), 1)
    tails = 1 - p[theirs, mine, 0]
    hold = 1 - p[theirs, mine + turn, 0]
    return "flip" if (heads + tails) / 2 > hold else "hold"
    #********** End **********#


if __name__ == "__main__":
    tree = ("max", [("chance", [(0.5, 10), (0.5, -4)]), ("min", [5, 2])])
    print("the tree is worth", value(tree), "and its best child is number", best_child(tree))
    table = win_probability(10)
    print("who begins a game to 10 wins with probability", table[0, 0, 0])
    for theirs in (0, 5, 9):
        turns = range(10)
        print("at 0 to", theirs, "the player to move", *(decide(0, theirs, turn, table) for turn in turns))
