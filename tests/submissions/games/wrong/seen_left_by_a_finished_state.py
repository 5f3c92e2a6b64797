# slip: breadth_first keeps its set of seen states outside, and empties it only at the end of a search, not where s is finished
# fails: breadth_first: depth by depth; breadth_first: first and last
# passes: is_endofgame; find_neighbor: next states; find_neighbor: impossible counts; print_board; depth_first; count_games: on the way; count_games: the empty board; reachable_states
"""Every possible game of tic-tac-toe: search it depth-first and breadth-first, and count all games."""

from collections import deque
from functools import cache

EMPTY = (0, 0, 0, 0, 0, 0, 0, 0, 0)
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@cache
def _result(s):
    for a, b, c in LINES:
        if s[a] and s[a] == s[b] == s[c]:
            return True, s[a]
    return 0 not in s, 0


@cache
def _next(s):
    mark = 1 if s.count(1) == s.count(2) else 2
    return tuple(s[:i] + (mark,) + s[i + 1:] for i in range(9) if not s[i])


def is_endofgame(s):
    for a, b, c in LINES:
        if s[a] != 0 and s[a] == s[b] == s[c]:
            return True, s[a]
    return 0 not in s, 0


def find_neighbor(s):
    x, o = s.count(1), s.count(2)
    if x == o:
        mark = 1
    elif x == o + 1:
        mark = 2
    else:
        raise ValueError("such counts can't occur")
    return [s[:i] + (mark,) + s[i + 1:] for i in range(9) if s[i] == 0]


def print_board(s):
    marks = {0: " ", 1: "x", 2: "o"}
    print("-" * 10)
    for r in (0, 3, 6):
        print(" | ".join(marks[c] for c in s[r:r + 3]))
        print("-" * 10)


def depth_first(s):
    taken, stack = [], [s]
    while stack:
        t = stack.pop()
        taken.append(t)
        if _result(t)[0]:
            break
        stack.extend(_next(t))
    return taken


_seen = set()


def breadth_first(s):
    _seen.add(s)
    if _result(s)[0]:
        return [s]
    taken, queue = [], deque([s])
    while queue:
        t = queue.popleft()
        taken.append(t)
        if _result(t)[0]:
            break
        for n in _next(t):
            if n not in _seen:
                _seen.add(n)
                queue.append(n)
    _seen.clear()
    return taken


@cache
def _count(s):
    over, winner = _result(s)
    if over:
        return int(winner == 1), int(winner == 2), int(winner == 0)
    return tuple(map(sum, zip(*map(_count, _next(s)))))


def count_games(s):
    return _count(s)


def reachable_states(s):
    seen, todo = {s}, [s]
    while todo:
        t = todo.pop()
        if not _result(t)[0]:
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
