"""Every possible game of tic-tac-toe: search it depth-first and breadth-first, and count all games."""

from collections import deque
from functools import cache

EMPTY = (0, 0, 0, 0, 0, 0, 0, 0, 0)
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def is_endofgame(s):
    for a, b, c in LINES:
        if s[a] != 0 and s[a] == s[b] == s[c]:
            return True, s[a]
    return 0 not in s, 0


def find_neighbor(s):
    xs, os = s.count(1), s.count(2)
    if xs == os:
        mark = 1
    elif xs == os + 1:
        mark = 2
    else:
        raise ValueError("counts that can't occur")
    result = []
    for i in range(9):
        if s[i] == 0:
            result.append(s[:i] + (mark,) + s[i + 1:])
    return result


def print_board(s):
    marks = {0: ' ', 1: 'x', 2: 'o'}
    print('-' * 10)
    for i in (0, 3, 6):
        print(' | '.join(marks[cell] for cell in s[i:i + 3]))
        print('-' * 10)


def depth_first(s):
    stack = [s]
    taken = []
    while stack:
        state = stack.pop()
        taken.append(state)
        if is_endofgame(state)[0]:
            break
        stack.extend(find_neighbor(state))
    return taken


def breadth_first(s):
    queue = deque([s])
    seen = {s}
    taken = []
    while queue:
        state = queue.popleft()
        taken.append(state)
        if is_endofgame(state)[0]:
            break
        for after in find_neighbor(state):
            if after not in seen:
                seen.add(after)
                queue.append(after)
    return taken


@cache
def count_games(s):
    over, winner = is_endofgame(s)
    if over:
        return int(winner == 1), int(winner == 2), int(winner == 0)
    x_wins = o_wins = draws = 0
    for after in find_neighbor(s):
        x, o, d = count_games(after)
        x_wins += x
        o_wins += o
        draws += d
    return x_wins, o_wins, draws


def reachable_states(s):
    seen = {s}
    waiting = [s]
    while waiting:
        state = waiting.pop()
        if is_endofgame(state)[0]:
            continue
        for after in find_neighbor(state):
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return seen


if __name__ == "__main__":
    print_board(depth_first(EMPTY)[-1])
    print("Breadth-first takes", len(breadth_first(EMPTY)), "states to find a finished one.")
    x_wins, o_wins, draws = count_games(EMPTY)
    print(f"x wins {x_wins:,} games and o {o_wins:,}, {draws:,} are drawn.")
    print(f"They go through {len(reachable_states(EMPTY)):,} states.")
