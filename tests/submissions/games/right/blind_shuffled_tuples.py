"""find_neighbor returns a tuple, shuffled anew in each call; searches go other ways each time."""

import random
from functools import cache, reduce

EMPTY = tuple([0] * 9)


def lines(s):
    for i in range(3):
        yield s[3 * i:3 * i + 3]
        yield s[i::3]
    yield s[0::4]
    yield s[2:7:2]


@cache
def is_endofgame(s):
    winner = next((p for p in (1, 2) for l in lines(s) if l == (p, p, p)), 0)
    return (winner > 0 or s.count(0) == 0, winner)


def find_neighbor(s):
    d = s.count(1) - s.count(2)
    if not 0 <= d <= 1:
        raise ValueError(s)
    moves = [s[:i] + (d + 1,) + s[i + 1:] for i, c in enumerate(s) if not c]
    random.shuffle(moves)
    return tuple(moves)


def print_board(s):
    marks = [".", "X", "O"]
    print("-" * 10)
    for row in zip(*[iter(s)] * 3):
        print(*[marks[c] for c in row], sep=" | ")
        print("-" * 10)


def depth_first(s):
    if is_endofgame(s)[0]:
        return [s]
    children = find_neighbor(s)
    return [s] + depth_first(children[-1])


def generations(s):
    level = [s]
    while level:
        yield from level
        level = list(dict.fromkeys(n for t in level if not is_endofgame(t)[0] for n in find_neighbor(t)))


def breadth_first(s):
    result = []
    for t in generations(s):
        result.append(t)
        if is_endofgame(t)[0]:
            break
    return result


@cache
def count_games(s):
    end, winner = is_endofgame(s)
    if end:
        return (int(winner == 1), int(winner == 2), int(winner == 0))
    total = (0, 0, 0)
    for n in find_neighbor(s):
        total = tuple(a + b for a, b in zip(total, count_games(n)))
    return total


@cache
def reachable_states(s):
    result = {s}
    if not is_endofgame(s)[0]:
        for n in find_neighbor(s):
            result |= reachable_states(n)
    return result
