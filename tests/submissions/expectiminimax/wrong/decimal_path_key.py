# slip: of two nodes of a tree with twelve children, whose paths read alike, one is taken for the other
# fails: value; expected_value: weighed
# passes: max_value; min_value; expected_value: exactly; best_child; win_probability; decide
"""Expectiminimax: minimax in games in which chance moves too, on trees and in the dice game Piglet.

The algorithm is EXPECTIMINIMAX of Russell and Norvig, Artificial Intelligence: A Modern Approach. Piglet, and how value
iteration solves it, is from Neller and Presser, Optimal Play of the Dice Game Pig, 2004.
"""


def walk(node, here, memo):
    if not isinstance(node, tuple):
        return node
    if here in memo:
        return memo[here]
    kind, children = node
    if kind == "chance":
        found = sum(p * walk(child, 10 * here + n, memo) for n, (p, child) in enumerate(children))
    else:
        found = (max if kind == "max" else min)(walk(child, 10 * here + n, memo) for n, child in enumerate(children))
    memo[here] = found
    return found


def value(node):
    return walk(node, 1, {})


max_value = min_value = expected_value = value


def best_child(node):
    kind, children = node
    memo = {}
    here = 1
    values = [walk(child, 10 * here + n, memo) for n, child in enumerate(children)]
    return values.index(max(values) if kind == "max" else min(values))


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
