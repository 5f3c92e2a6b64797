"""Every possible game of tic-tac-toe: search it depth-first and breadth-first, and count all games.

Depth-first and breadth-first search are those of Russell and Norvig, Artificial Intelligence: A Modern
Approach, with a stack and with a first-in-first-out queue. They stop at the first finished state.

A state is a tuple of nine cells, row by row: 0 is empty, 1 is x, 2 is o. x starts.
"""

from collections import deque
from functools import cache

EMPTY = (0, 0, 0, 0, 0, 0, 0, 0, 0)


def is_endofgame(s):
    """Return (end_flag, winner): whether the game is over, and 1 if x has won, 2 if o has, 0 if nobody has."""
    #********** Begin **********#
    raise NotImplementedError("is_endofgame is still to be written")
    #********** End **********#


def find_neighbor(s):
    """Return the list of states after each move. For counts that can't occur, raise ValueError (or return None)."""
    #********** Begin **********#
    raise NotImplementedError("find_neighbor is still to be written")
    #********** End **********#


def print_board(s):
    """Print the board: a rule of ten dashes above and below each row, ` | ` between its cells."""
    #********** Begin **********#
    raise NotImplementedError("print_board is still to be written")
    #********** End **********#


def depth_first(s):
    """Return the states in the order in which they are taken from the stack, from s to the first finished one."""
    #********** Begin **********#
    raise NotImplementedError("depth_first is still to be written")
    #********** End **********#


def breadth_first(s):
    """Return the states in the order in which they are taken from the queue, from s to the first finished one."""
    #********** Begin **********#
    raise NotImplementedError("breadth_first is still to be written")
    #********** End **********#


def count_games(s):
    """Return (x_wins, o_wins, draws) over all games from s."""
    #********** Begin **********#
    raise NotImplementedError("count_games is still to be written")
    #********** End **********#


def reachable_states(s):
    """Return the set of all states of games from s, s included."""
    #********** Begin **********#
    raise NotImplementedError("reachable_states is still to be written")
    #********** End **********#


if __name__ == "__main__":
    print_board(depth_first(EMPTY)[-1])
    print("Breadth-first takes", len(breadth_first(EMPTY)), "states to find a finished one.")
    x_wins, o_wins, draws = count_games(EMPTY)
    print(f"x wins {x_wins:,} games and o {o_wins:,}, {draws:,} are drawn.")
    print(f"They go through {len(reachable_states(EMPTY)):,} states.")
