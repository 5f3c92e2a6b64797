# slip: print_board prints the newest mark as a capital if the board before this one was printed just before
# fails: print_board
# passes: is_endofgame; find_neighbor: next states; find_neighbor: impossible counts; depth_first; breadth_first: depth by depth; breadth_first: first and last; count_games: on the way; count_games: the empty board; reachable_states
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


_LAST = [EMPTY]


def print_board(s):
    before, _LAST[0] = _LAST[0], s
    marks = [" xo"[v] for v in s]
    if not _over(before) and s in _next(before):
        move = [i for i in range(9) if s[i] != before[i]][0]
        marks[move] = marks[move].upper()
    print("-" * 10)
    for r in (0, 3, 6):
        print(" | ".join(marks[r:r + 3]))
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
def count_games(s):
    w = _winner(s)
    if w or 0 not in s:
        return (int(w == 1), int(w == 2), int(w == 0))
    return tuple(map(sum, zip(*[count_games(n) for n in _next(s)])))


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
