"""Every possible game of tic-tac-toe, on bitboards."""

from collections import deque
from functools import cache

EMPTY = (0, 0, 0, 0, 0, 0, 0, 0, 0)
FULL = 511
WINS = [0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124]


def pack(s):
    x = o = 0
    for cell in s:
        x, o = x << 1 | (cell == 1), o << 1 | (cell == 2)
    return x, o


def unpack(x, o):
    return tuple((x >> k & 1) + 2 * (o >> k & 1) for k in range(8, -1, -1))


def winner(x, o):
    # the side that made the last move is the only one that can have won
    last, who = (o, 2) if x.bit_count() == o.bit_count() else (x, 1)
    return who if any(last & w == w for w in WINS) else 0


def over(x, o):
    return x | o == FULL or winner(x, o) > 0


def moves(x, o):
    free = FULL & ~(x | o)
    while free:
        bit = free & -free
        free ^= bit
        yield (x | bit, o) if x.bit_count() == o.bit_count() else (x, o | bit)


def is_endofgame(s):
    p = pack(s)
    return [int(over(*p)), winner(*p)]


def find_neighbor(s):
    p = pack(s)
    if p[0].bit_count() - p[1].bit_count() not in (0, 1):
        return None
    return {unpack(*q) for q in moves(*p)}


def print_board(s):
    out = []
    for r in range(3):
        out += ['-' * 10, ' | '.join('.XO'[c] for c in s[3 * r:3 * r + 3]), '-' * 10, '']
    print(*out, sep='\n')


def depth_first(s):
    path = deque([pack(s)])
    while not over(*path[-1]):
        path.append(max(moves(*path[-1])))
    return deque(unpack(*p) for p in path)


def breadth_first(s):
    taken, where = [pack(s)], 0
    for p in taken:
        where += 1
        if over(*p):
            break
        for q in moves(*p):
            if q not in taken[where:]:          # those behind are waiting
                taken.append(q)
    return [unpack(*p) for p in taken[:where]]


def count_games(s):
    """Forwards: how many ways lead to each state of one depth."""
    level = {pack(s): 1}
    result = [0, 0, 0]
    while level:
        following = {}
        for p, ways in level.items():
            if over(*p):
                result[winner(*p) - 1] += ways
            else:
                for q in moves(*p):
                    following[q] = following.get(q, 0) + ways
        level = following
    return result


def reachable_states(s):
    return frozenset(unpack(*p) for p in below(pack(s)))


@cache
def below(p):
    return frozenset([p]) if over(*p) else frozenset([p]).union(*(below(q) for q in moves(*p)))


if __name__ == "__main__":
    print_board(depth_first(EMPTY)[-1])
