"""Every possible game of tic-tac-toe: one search, written once as a generator, serves all."""

from itertools import count, islice
from functools import reduce

EMPTY = (0, 0, 0, 0, 0, 0, 0, 0, 0)
CACHE = {}


def search(s, take):
    """Yield the states below s; take tells which one of those that wait comes next."""
    waiting, put = [s], {s}
    while waiting:
        t = waiting.pop(take(waiting))
        yield t
        if not is_endofgame(t)[0]:
            new = [n for n in find_neighbor(t) if n not in put]
            put.update(new)
            waiting += new


def until_finished(states):
    out = []
    for t in states:
        out.append(t)
        if is_endofgame(t)[0]:
            return out


def is_endofgame(s):
    """Products: 1 where x has a line, 8 where o has one, and 0 for the whole board while a cell is empty."""
    for first, step in ((0, 1), (3, 1), (6, 1), (0, 3), (1, 3), (2, 3), (0, 4), (2, 2)):
        product = s[first] * s[first + step] * s[first + 2 * step]
        if product in (1, 8):
            return True, {1: 1, 8: 2}[product]
    return reduce(lambda a, b: a * b, s) != 0, 0


def find_neighbor(s):
    tally = [0, 0, 0]
    for cell in s:
        tally[cell] += 1
    try:
        mark = {0: 1, 1: 2}[tally[1] - tally[2]]
    except KeyError:
        raise ValueError(f"x has {tally[1]} marks and o {tally[2]}") from None
    return [tuple(mark if j == i else s[j] for j in range(9)) for i in range(8, -1, -1) if not s[i]]


def print_board(s):
    names = dict(zip(range(3), ('[]', '\N{MULTIPLICATION SIGN}', '()')))
    lines = iter(s)
    print('----------')
    while row := list(islice(lines, 3)):
        print(*(names[c] for c in row), sep=' | ', end='    \n\n')
        print('----------')
    return s


def depth_first(s):
    return until_finished(search(s, lambda waiting: -1))


def breadth_first(s):
    return until_finished(search(s, lambda waiting: 0))


def count_games(s):
    """Backwards over the states in breadth-first order."""
    if s not in CACHE:
        for t in reversed(list(search(s, lambda waiting: 0))):
            over, who = is_endofgame(t)
            if over:
                CACHE[t] = [float(who == k) for k in (1, 2, 0)]
            else:
                CACHE[t] = [sum(CACHE[n][k] for n in find_neighbor(t)) for k in range(3)]
    return CACHE[s].copy()


def reachable_states(s):
    return set(search(s, lambda waiting: len(waiting) // 2))


if __name__ == "__main__":
    for k, t in zip(count(1), depth_first(EMPTY)):
        print(k)
        print_board(t)
