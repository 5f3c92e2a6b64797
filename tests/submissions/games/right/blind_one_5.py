"""Every possible game of tic-tac-toe, on strings, and with symmetries for the counts."""

import re
from collections import deque
from functools import lru_cache

EMPTY = (0, 0, 0, 0, 0, 0, 0, 0, 0)
WON = re.compile(r'^(?:...)*([12])\1\1|([12])..\2..\2|^([12])...\3...\3|^..([12]).\4.\4')
FORMS = [(0, 1, 2, 3, 4, 5, 6, 7, 8), (6, 3, 0, 7, 4, 1, 8, 5, 2), (8, 7, 6, 5, 4, 3, 2, 1, 0), (2, 5, 8, 1, 4, 7, 0, 3, 6),
         (2, 1, 0, 5, 4, 3, 8, 7, 6), (0, 3, 6, 1, 4, 7, 2, 5, 8), (6, 7, 8, 3, 4, 5, 0, 1, 2), (8, 5, 2, 7, 4, 1, 6, 3, 0)]


class ImpossibleBoard(ValueError):
    pass


def text(s):
    return ''.join(map(str, s))


def state(t):
    return tuple(map(int, t))


def end(t):
    match = WON.search(t)
    if match:
        return int(match[match.lastindex])
    return None if '0' in t else 0


def following(t):
    mark = '12'[t.count('0') % 2 == 0]
    return [t[:m.start()] + mark + t[m.end():] for m in re.finditer('0', t)]


def is_endofgame(s):
    e = end(text(s))
    return (e is not None, e or 0)


def find_neighbor(s):
    if not 0 <= s.count(1) - s.count(2) <= 1:
        raise ImpossibleBoard(s)
    return deque(map(state, following(text(s))))


def print_board(s):
    width = '-' * 10
    table = str.maketrans('012', '_#@')
    print(width)
    for row in re.findall('...', text(s).translate(table)):
        print(' | '.join(row), width, sep='\n')


def depth_first(s):
    def down(t):
        yield state(t)
        if end(t) is None:
            yield from down(following(t)[len(t) // 9 - 1])
    return list(down(text(s)))


def breadth_first(s):
    """When a finished state is found, the rest of this depth is taken, and then this state."""
    waiting, later, taken = [text(s)], {}, []
    if end(text(s)) is not None:
        return [s]
    while True:
        found = None
        for t in waiting:
            taken.append(t)
            for n in following(t):
                if end(n) is not None:
                    found = n
                later[n] = None
        if found:
            return tuple(state(t) for t in taken + [found])
        waiting, later = list(later), {}


@lru_cache(maxsize=None)
def count(t):
    e = end(t)
    if e is not None:
        return (e == 1, e == 2, e == 0)
    return tuple(map(sum, zip(*(count(canonical(n)) for n in following(t)))))


def canonical(t):
    return min(''.join(t[i] for i in form) for form in FORMS)


def count_games(s):
    return count(canonical(text(s)))


def reachable_states(s):
    result = {text(s)}
    fresh = set(result)
    while fresh:
        fresh = {n for t in fresh if end(t) is None for n in following(t)} - result
        result |= fresh
    return {state(t) for t in result}
