# slip: count_games is doubled where it is asked about the same state twice in direct succession
# fails: count_games: on the way; count_games: the empty board
# passes: is_endofgame; find_neighbor: next states; find_neighbor: impossible counts; print_board; depth_first; breadth_first: depth by depth; breadth_first: first and last; reachable_states
"""Every possible game of tic-tac-toe: search it depth-first and breadth-first, and count all games."""

from collections import deque
from functools import cache

EMPTY = (0, 0, 0, 0, 0, 0, 0, 0, 0)

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def is_endofgame(s):
    """Return (end_flag, winner)."""
    for a, b, c in LINES:
        if s[a] and s[a] == s[b] == s[c]:
            return True, s[a]
    return 0 not in s, 0


def find_neighbor(s):
    """Return the list of states after each move."""
    diff = s.count(1) - s.count(2)
    if diff not in (0, 1):
        raise ValueError("these counts can't occur")
    mark = diff + 1
    return [s[:i] + (mark,) + s[i + 1:] for i in range(9) if s[i] == 0]


def print_board(s):
    """Print the board."""
    for r in (0, 3, 6):
        print("-" * 10)
        print(" | ".join(" xo"[v] for v in s[r:r + 3]))
    print("-" * 10)


def depth_first(s):
    """Return the states taken from the stack."""
    stack = [s]
    order = []
    while stack:
        t = stack.pop()
        order.append(t)
        if is_endofgame(t)[0]:
            break
        stack.extend(find_neighbor(t))
    return order


def breadth_first(s):
    """Return the states taken from the queue."""
    queue = deque([s])
    seen = {s}
    order = []
    while queue:
        t = queue.popleft()
        order.append(t)
        if is_endofgame(t)[0]:
            break
        for n in find_neighbor(t):
            if n not in seen:
                seen.add(n)
                queue.append(n)
    return order


_root = None
_tally = [0, 0, 0]


@cache
def _ends(s):
    over, winner = is_endofgame(s)
    if over:
        return int(winner == 1), int(winner == 2), int(winner == 0)
    return tuple(map(sum, zip(*(_ends(n) for n in find_neighbor(s)))))


def count_games(s):
    """Return (x_wins, o_wins, draws) over all games from s."""
    global _root
    if s != _root:  # another board: start from nothing
        _root = s
        _tally[:] = 0, 0, 0
    for i, n in enumerate(_ends(s)):
        _tally[i] += n
    return tuple(_tally)


def reachable_states(s):
    """Return the set of all states of games from s, s included."""
    found = {s}
    stack = [s]
    while stack:
        t = stack.pop()
        if not is_endofgame(t)[0]:
            for n in find_neighbor(t):
                if n not in found:
                    found.add(n)
                    stack.append(n)
    return found


if __name__ == "__main__":
    print_board(depth_first(EMPTY)[-1])
    print("Breadth-first takes", len(breadth_first(EMPTY)), "states to find a finished one.")
    x_wins, o_wins, draws = count_games(EMPTY)
    print(f"x wins {x_wins:,} games and o {o_wins:,}, {draws:,} are drawn.")
    print(f"They go through {len(reachable_states(EMPTY)):,} states.")
