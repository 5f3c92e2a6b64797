# Counts are computed for all states at once, from the fullest to the emptiest; sets come back as lists.
from itertools import product

CELLS = range(9)
ROWS = [tuple(range(3 * r, 3 * r + 3)) for r in range(3)]
LINES = ROWS + list(zip(*ROWS)) + [tuple(ROWS[i][i] for i in range(3)), tuple(ROWS[i][2 - i] for i in range(3))]


class Table(dict):
    def __missing__(self, s):
        for line in LINES:
            three = [s[i] for i in line]
            if three.count(1) == 3 or three.count(2) == 3:
                break
        else:
            three = [0]
        self[s] = (three[0] != 0 or all(s), three[0])
        return self[s]


ENDS = Table()
GAMES = {}


def is_endofgame(s):
    return ENDS[tuple(s)]


def find_neighbor(s):
    marks = sum(1 for c in s if c != 0)
    if s.count(2) != marks // 2:
        raise ValueError("these counts can't be")
    return {s[:i] + (1 + marks % 2,) + s[i + 1 :] for i in CELLS if s[i] == 0}


def print_board(s):
    line = "-" * 10
    rows = ["{} | {} | {}".format(*("_xo"[c] for c in s[i : i + 3])) for i in CELLS[::3]]
    print(line, *[part for row in rows for part in (row, "", line)], sep="\n")


def depth_first(s, order=()):
    order = [*order, s]
    return order if is_endofgame(s)[0] else depth_first(min(find_neighbor(s)), order)


def breadth_first(s):
    order, first, last = [s], 0, 1
    while True:
        for state in order[first:last]:
            first += 1
            if is_endofgame(state)[0]:
                return order[:first]
            order += [n for n in sorted(find_neighbor(state)) if n not in order[last:]]
        first, last = last, len(order)


def fill():
    every = [s for s in product((0, 1, 2), repeat=9) if s.count(1) - s.count(2) in (0, 1)]
    for s in sorted(every, key=lambda s: s.count(0)):
        over, winner = is_endofgame(s)
        if over:
            GAMES[s] = [int(winner == mark) for mark in (1, 2, 0)]
        else:
            GAMES[s] = [0, 0, 0]
            for n in find_neighbor(s):
                for i in range(3):
                    GAMES[s][i] += GAMES[n][i]


def count_games(s):
    if not GAMES:
        fill()
    return tuple(GAMES[s])


def reachable_states(s):
    found = [s]
    known = {s}
    for state in found:  # grows meanwhile
        if not is_endofgame(state)[0]:
            fresh = find_neighbor(state) - known
            known |= fresh
            found += fresh
    return found
