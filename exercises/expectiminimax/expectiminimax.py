"""Expectiminimax: minimax in games in which chance moves too, on trees and in the dice game Piglet.

The algorithm is EXPECTIMINIMAX of Russell and Norvig, Artificial Intelligence: A Modern Approach. Piglet, and how value
iteration solves it, is from Neller and Presser, Optimal Play of the Dice Game Pig, 2004.
"""


def value(node):
    """Return the expectiminimax value of a node: a number, or a pair (kind, children)."""
    #********** Begin **********#
    raise NotImplementedError("value is still to be written")
    #********** End **********#


def max_value(node):
    """Return the value of a max node: its largest child's."""
    #********** Begin **********#
    raise NotImplementedError("max_value is still to be written")
    #********** End **********#


def min_value(node):
    """Return the value of a min node: its smallest child's."""
    #********** Begin **********#
    raise NotImplementedError("min_value is still to be written")
    #********** End **********#


def expected_value(node):
    """Return the value of a chance node: what its children are worth on average, each weighed with its probability."""
    #********** Begin **********#
    raise NotImplementedError("expected_value is still to be written")
    #********** End **********#


def best_child(node):
    """Return the number, from 0, of a best child of a max or min node."""
    #********** Begin **********#
    raise NotImplementedError("best_child is still to be written")
    #********** End **********#


def win_probability(goal):
    """Return a new dict: each state (mine, theirs, turn) of Piglet to the probability that the side to move wins."""
    #********** Begin **********#
    raise NotImplementedError("win_probability is still to be written")
    #********** End **********#


def decide(mine, theirs, turn, p):
    """Return "flip" or "hold", whichever wins more often by p, a table as win_probability returns."""
    #********** Begin **********#
    raise NotImplementedError("decide is still to be written")
    #********** End **********#


if __name__ == "__main__":
    tree = ("max", [("chance", [(0.5, 10), (0.5, -4)]), ("min", [5, 2])])
    print("the tree is worth", value(tree), "and its best child is number", best_child(tree))
    table = win_probability(10)
    print("who begins a game to 10 wins with probability", table[0, 0, 0])
    for theirs in (0, 5, 9):
        turns = range(10)
        print("at 0 to", theirs, "the player to move", *(decide(0, theirs, turn, table) for turn in turns))
