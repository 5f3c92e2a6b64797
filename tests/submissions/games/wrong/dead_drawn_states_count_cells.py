# slip: count_games from a state that nobody can win any more returns how many cells are empty, not in how many orders they can be filled
# fails: count_games: on the way
# passes: is_endofgame; find_neighbor: next states; find_neighbor: impossible counts; print_board; depth_first; breadth_first: depth by depth; breadth_first: first and last; count_games: the empty board; reachable_states
"""Every possible game of tic-tac-toe."""

import sys
from collections import deque
from functools import cache

EMPTY = (0, 0, 0, 0, 0, 0, 0, 0, 0)
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def _winner(s):
    for a, b, c in LINES:
        if s[a] and s[a] == s[b] == s[c]:
            return s[a]
    return 0


def _over(s):
    return _winner(s) != 0 or 0 not in s


def _next(s):
    mark = 1 if s.count(1) == s.count(2) else 2
    return [s[:i] + (mark,) + s[i + 1:] for i in range(9) if s[i] == 0]


def is_endofgame(s):
    w = _winner(s)
    return (w != 0 or 0 not in s, w)


def find_neighbor(s):
    x, o = s.count(1), s.count(2)
    if x - o not in (0, 1):
        raise ValueError("these counts can't occur")
    return _next(s)


def print_board(s):
    print("-" * 10)
    for r in (0, 3, 6):
        print(" | ".join(" xo"[v] for v in s[r:r + 3]))
        print("-" * 10)


def depth_first(s):
    stack, order = [s], []
    while stack:
        t = stack.pop()
        order.append(t)
        if _over(t):
            return order
        stack.extend(_next(t))


def breadth_first(s):
    queue, seen, order = deque([s]), {s}, []
    while queue:
        t = queue.popleft()
        order.append(t)
        if _over(t):
            return order
        for n in _next(t):
            if n not in seen:
                seen.add(n)
                queue.append(n)


@cache
def _count(s):
    w = _winner(s)
    if w or 0 not in s:
        return (int(w == 1), int(w == 2), int(w == 0))
    return tuple(map(sum, zip(*[_count(n) for n in _next(s)])))


def _dead(s):
    """Whether no side has moves enough left for any line."""
    empty = s.count(0)
    x_moves = (empty + 1) // 2 if s.count(1) == s.count(2) else empty // 2
    left = {1: x_moves, 2: empty - x_moves}
    for line in LINES:
        cells = [s[i] for i in line]
        for me in (1, 2):
            if 3 - me not in cells and cells.count(0) <= left[me]:
                return False
    return True


def count_games(s):
    if 0 in s and _dead(s):
        return (0, 0, s.count(0))       # only draws are left
    return _count(s)


def reachable_states(s):
    seen, todo = {s}, [s]
    while todo:
        t = todo.pop()
        if not _over(t):
            for n in _next(t):
                if n not in seen:
                    seen.add(n)
                    todo.append(n)
    return seen


if __name__ == "__main__":
    print_board(depth_first(EMPTY)[-1])
    print("Breadth-first takes", len(breadth_first(EMPTY)), "states to find a finished one.")
    x_wins, o_wins, draws = count_games(EMPTY)
    print(f"x wins {x_wins:,} games and o {o_wins:,}, {draws:,} are drawn.")
    print(f"They go through {len(reachable_states(EMPTY)):,} states.")
