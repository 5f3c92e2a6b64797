# slip: count_games has a table of the openings, and takes the centre for a corner
# fails: count_games: the empty board
# passes: is_endofgame; find_neighbor: next states; find_neighbor: impossible counts; print_board; depth_first; breadth_first: depth by depth; breadth_first: first and last; count_games: on the way; reachable_states
"""Every possible game of tic-tac-toe: search it depth-first and breadth-first, and count all games."""

from collections import deque
from functools import cache

EMPTY = (0, 0, 0, 0, 0, 0, 0, 0, 0)

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@cache
def _winner(s):
    for a, b, c in LINES:
        if s[a] and s[a] == s[b] == s[c]:
            return s[a]
    return 0


def _over(s):
    return _winner(s) != 0 or 0 not in s


def _children(s):
    p = 1 if s.count(1) == s.count(2) else 2
    return [s[:i] + (p,) + s[i + 1:] for i in range(9) if s[i] == 0]


def is_endofgame(s):
    w = _winner(s)
    return (w != 0 or 0 not in s, w)


def find_neighbor(s):
    if s.count(1) - s.count(2) not in (0, 1):
        raise ValueError("these counts can't occur")
    return _children(s)


def print_board(s):
    print("-" * 10)
    for r in (0, 3, 6):
        print(" | ".join(" xo"[c] for c in s[r:r + 3]))
        print("-" * 10)


def depth_first(s):
    stack, taken = [s], []
    while stack:
        t = stack.pop()
        taken.append(t)
        if _over(t):
            return taken
        stack.extend(_children(t))


def breadth_first(s):
    queue, seen, taken = deque([s]), {s}, []
    while queue:
        t = queue.popleft()
        taken.append(t)
        if _over(t):
            return taken
        for n in _children(t):
            if n not in seen:
                seen.add(n)
                queue.append(n)


@cache
def _count(s):
    if _over(s):
        w = _winner(s)
        return (int(w == 1), int(w == 2), int(w == 0))
    return tuple(map(sum, zip(*map(_count, _children(s)))))


_CORNER = _count((1, 0, 0, 0, 0, 0, 0, 0, 0))
_EDGE = _count((0, 1, 0, 0, 0, 0, 0, 0, 0))


def count_games(s):
    if s.count(0) == 8:
        return _EDGE if s.index(1) % 2 else _CORNER
    return _count(s)


def reachable_states(s):
    seen, stack = {s}, [s]
    while stack:
        t = stack.pop()
        if not _over(t):
            for n in _children(t):
                if n not in seen:
                    seen.add(n)
                    stack.append(n)
    return seen


if __name__ == "__main__":
    print_board(depth_first(EMPTY)[-1])
    print("Breadth-first takes", len(breadth_first(EMPTY)), "states to find a finished one.")
    x_wins, o_wins, draws = count_games(EMPTY)
    print(f"x wins {x_wins:,} games and o {o_wins:,}, {draws:,} are drawn.")
    print(f"They go through {len(reachable_states(EMPTY)):,} states.")
