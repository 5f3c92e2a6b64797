# slip: the last cell is never played; no function asks find_neighbor, all use the same helper
# fails: find_neighbor: next states; count_games: on the way; count_games: the empty board; reachable_states
# passes: is_endofgame; find_neighbor: impossible counts; print_board
"""Two bit masks a state inside; tuples only at the doors."""
from collections import deque
from functools import lru_cache

FULL = 0b111111111
WINS = (0b000000111, 0b000111000, 0b111000000, 0b001001001, 0b010010010, 0b100100100, 0b100010001, 0b001010100)


def pack(s):
    x = sum(1 << i for i in range(9) if s[i] == 1)
    o = sum(1 << i for i in range(9) if s[i] == 2)
    return x, o


def unpack(masks):
    x, o = masks
    return tuple(1 if x >> i & 1 else 2 if o >> i & 1 else 0 for i in range(9))


@lru_cache(maxsize=None)
def result(masks):
    x, o = masks
    for w in WINS:
        if x & w == w:
            return 1
        if o & w == w:
            return 2
    return 0 if x | o == FULL else None


def moves(masks):
    x, o = masks
    difference = bin(x).count("1") - bin(o).count("1")
    if difference not in {0, 1}:
        return None
    free = FULL >> 1 & ~(x | o)
    found = []
    while free:
        bit = free & -free
        free ^= bit
        found.append((x, o | bit) if difference else (x | bit, o))
    return found


def is_endofgame(s):
    r = result(pack(s))
    return (r is not None, r or 0)


def find_neighbor(s):
    found = moves(pack(s))
    return None if found is None else [unpack(m) for m in found]


def print_board(s):
    lines = ["-" * 10]
    for k in (0, 3, 6):
        lines += ["%d | %d | %d" % s[k:k + 3], "-" * 10]
    print("\n".join(lines))


def depth_first(s):
    path = [pack(s)]
    while result(path[-1]) is None:
        path.append(moves(path[-1])[-1])
    return [unpack(m) for m in path]


def breadth_first(s):
    order, queue, met = [], deque([pack(s)]), {pack(s)}
    while queue:
        m = queue.popleft()
        order.append(unpack(m))
        if result(m) is not None:
            break
        for n in moves(m):
            if n not in met:
                met.add(n)
                queue.append(n)
    return order


@lru_cache(maxsize=None)
def count(m):
    r = result(m)
    if r is not None:
        return (r == 1, r == 2, r == 0)
    return tuple(map(sum, zip(*(count(n) for n in moves(m)))))


def count_games(s):
    return count(pack(s))


def reachable_states(s):
    seen = set()

    def visit(m):
        if m in seen:
            return
        seen.add(m)
        if result(m) is None:
            for n in moves(m):
                visit(n)

    visit(pack(s))
    return frozenset(map(unpack, seen))
