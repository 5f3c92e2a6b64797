# slip: reachable_states takes an early state for its turned image
# fails: reachable_states
# passes: is_endofgame; find_neighbor: next states; find_neighbor: impossible counts; print_board; depth_first; breadth_first: depth by depth; breadth_first: first and last; count_games: on the way; count_games: the empty board
"""Every possible game of tic-tac-toe: search it depth-first and breadth-first, and count all games.

Depth-first and breadth-first search are those of Russell and Norvig, Artificial Intelligence: A Modern
Approach, with a stack and with a first-in-first-out queue. They stop at the first finished state.

A state is a tuple of nine cells, row by row: 0 is empty, 1 is x, 2 is o. x starts.
"""

from collections import deque
from functools import cache

EMPTY = (0, 0, 0, 0, 0, 0, 0, 0, 0)
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def is_endofgame(s):
    """Return (end_flag, winner): whether the game is over, and 1 if x has won, 2 if o has, 0 if nobody has."""
    for a, b, c in LINES:
        if s[a] != 0 and s[a] == s[b] == s[c]:
            return True, s[a]
    return 0 not in s, 0


def find_neighbor(s):
    """Return the list of states after each move. For counts that can't occur, raise ValueError (or return None)."""
    diff = s.count(1) - s.count(2)
    if diff not in (0, 1):
        raise ValueError("these counts of x and o can't occur")
    mark = 1 if diff == 0 else 2
    return [s[:i] + (mark,) + s[i + 1:] for i in range(9) if s[i] == 0]


def print_board(s):
    """Print the board: a rule of ten dashes above and below each row, ` | ` between its cells."""
    print("-" * 10)
    for i in (0, 3, 6):
        print(" | ".join(" xo"[c] for c in s[i:i + 3]))
        print("-" * 10)


def depth_first(s):
    """Return the states in the order in which they are taken from the stack, from s to the first finished one."""
    stack, taken = [s], []
    while stack:
        t = stack.pop()
        taken.append(t)
        if is_endofgame(t)[0]:
            return taken
        stack.extend(find_neighbor(t))


def breadth_first(s):
    """Return the states in the order in which they are taken from the queue, from s to the first finished one."""
    queue, seen, taken = deque([s]), {s}, []
    while queue:
        t = queue.popleft()
        taken.append(t)
        if is_endofgame(t)[0]:
            return taken
        for n in find_neighbor(t):
            if n not in seen:
                seen.add(n)
                queue.append(n)


@cache
def count_games(s):
    """Return (x_wins, o_wins, draws) over all games from s."""
    end, winner = is_endofgame(s)
    if end:
        return int(winner == 1), int(winner == 2), int(winner == 0)
    x = o = d = 0
    for n in find_neighbor(s):
        a, b, c = count_games(n)
        x, o, d = x + a, o + b, d + c
    return x, o, d


_early = {}
_TURN = (6, 3, 0, 7, 4, 1, 8, 5, 2)
_FLIP = (2, 1, 0, 5, 4, 3, 8, 7, 6)


def _canonical(s):
    twins = []
    for _ in range(4):
        s = tuple(s[i] for i in _TURN)
        twins += [s, tuple(s[i] for i in _FLIP)]
    return min(twins)


def _search(s):
    seen, todo = {s}, [s]
    while todo:
        t = todo.pop()
        if not is_endofgame(t)[0]:
            new = [n for n in find_neighbor(t) if n not in seen]
            seen.update(new)
            todo.extend(new)
    return seen


def reachable_states(s):
    """Return the set of all states of games from s, s included."""
    if s.count(0) < 5:
        return _search(s)
    key = _canonical(s)                     # the early ones take long
    if key not in _early:
        _early[key] = _search(s)
    return _early[key]


if __name__ == "__main__":
    print_board(depth_first(EMPTY)[-1])
    print("Breadth-first takes", len(breadth_first(EMPTY)), "states to find a finished one.")
    x_wins, o_wins, draws = count_games(EMPTY)
    print(f"x wins {x_wins:,} games and o {o_wins:,}, {draws:,} are drawn.")
    print(f"They go through {len(reachable_states(EMPTY)):,} states.")
