# slip: s itself is not among the reachable states
# fails: reachable_states
# passes: is_endofgame; find_neighbor: next states; find_neighbor: impossible counts; print_board; depth_first; breadth_first: depth by depth; breadth_first: first and last; count_games: on the way; count_games: the empty board
from collections import Counter

LINES = {frozenset(t) for t in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))}


def held(s, mark):
    return {i for i in range(9) if s[i] == mark}


def is_endofgame(s):
    for mark in 1, 2:
        if any(line <= held(s, mark) for line in LINES):
            return True, mark
    return not held(s, 0), 0


def find_neighbor(s):
    order = [1, 2]
    d = len(held(s, 1)) - len(held(s, 2))
    if d not in (0, 1):
        return
    return [tuple(order[d] if i == j else s[i] for i in range(9)) for j in held(s, 0)]


def print_board(s):
    for i in range(9):
        if i % 3 == 0:
            print("-" * 10)
        print("_XO"[s[i]], end="\n" if i % 3 == 2 else " | ")
    print("-" * 10)


def depth_first(s):
    return [s] if is_endofgame(s)[0] else [s] + depth_first(max(find_neighbor(s)))


def levels(s):
    level = {s}
    while level:
        yield level
        level = {n for t in level if not is_endofgame(t)[0] for n in find_neighbor(t)}


def breadth_first(s):
    order = []
    for level in levels(s):
        for t in level:
            order.append(t)
            if is_endofgame(t)[0]:
                return order


def count_games(s):
    ways, totals = Counter([s]), Counter()
    while ways:
        following = Counter()
        for t, n in ways.items():
            over, winner = is_endofgame(t)
            if over:
                totals[winner] += n
            else:
                for u in find_neighbor(t):
                    following[u] += n
        ways = following
    return totals[1], totals[2], totals[0]


def reachable_states(s):
    return set().union(*levels(s)) - {s}
