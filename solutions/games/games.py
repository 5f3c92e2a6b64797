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
    for a, b, c in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
        if s[a] and s[a] == s[b] == s[c]:
            return True, s[a]
    return 0 not in s, 0
    #********** End **********#


def find_neighbor(s):
    """Return the list of states after each move. For counts that can't occur, raise ValueError (or return None)."""
    #********** Begin **********#
    ahead = s.count(1) - s.count(2)
    if ahead not in (0, 1):
        raise ValueError("x starts, and the sides take turns")
    mark = 1 + ahead  # x, unless x is one ahead
    return [s[:i] + (mark,) + s[i + 1 :] for i, cell in enumerate(s) if not cell]
    #********** End **********#


def print_board(s):
    """Print the board: a rule of ten dashes above and below each row, ` | ` between its cells."""
    #********** Begin **********#
    print("-" * 10)
    for i in (0, 3, 6):
        print(" | ".join(" xo"[cell] for cell in s[i : i + 3]))
        print("-" * 10)
    #********** End **********#


def depth_first(s):
    """Return the states in the order in which they are taken from the stack, from s to the first finished one."""
    #********** Begin **********#
    stack = [s]
    taken = []
    while True:
        state = stack.pop()
        taken.append(state)
        if is_endofgame(state)[0]:
            return taken
        stack.extend(find_neighbor(state))  # deeper than all that was taken: no state can come twice
    #********** End **********#


def breadth_first(s):
    """Return the states in the order in which they are taken from the queue, from s to the first finished one."""
    #********** Begin **********#
    queue = deque([s])
    reached = {s}  # several ways lead to a state: it waits in the queue once
    taken = []
    while True:
        state = queue.popleft()
        taken.append(state)
        if is_endofgame(state)[0]:
            return taken
        new = [neighbor for neighbor in find_neighbor(state) if neighbor not in reached]
        reached.update(new)
        queue.extend(new)
    #********** End **********#


def count_games(s):
    """Return (x_wins, o_wins, draws) over all games from s."""
    #********** Begin **********#
    @cache  # 549,946 ways lead to 5,478 states
    def count(state):
        end_flag, winner = is_endofgame(state)
        if end_flag:
            return {1: (1, 0, 0), 2: (0, 1, 0), 0: (0, 0, 1)}[winner]
        below = [count(neighbor) for neighbor in find_neighbor(state)]
        return tuple(sum(games[i] for games in below) for i in range(3))

    return count(s)
    #********** End **********#


def reachable_states(s):
    """Return the set of all states of games from s, s included."""
    #********** Begin **********#
    found = {s}
    waiting = [s]
    while waiting:
        state = waiting.pop()
        end_flag, _ = is_endofgame(state)
        if not end_flag:
            new = set(find_neighbor(state)) - found
            found |= new
            waiting.extend(new)
    return found
    #********** End **********#


if __name__ == "__main__":
    print_board(depth_first(EMPTY)[-1])
    print("Breadth-first takes", len(breadth_first(EMPTY)), "states to find a finished one.")
    x_wins, o_wins, draws = count_games(EMPTY)
    print(f"x wins {x_wins:,} games and o {o_wins:,}, {draws:,} are drawn.")
    print(f"They go through {len(reachable_states(EMPTY)):,} states.")
