# The first call of any function goes through the whole game once; then all is looked up.
from collections import deque
from types import SimpleNamespace

LINES = ("012", "345", "678", "036", "147", "258", "048", "246")
BOOK = {}


def entry(s):
    if not BOOK:
        write_book()
    return BOOK[tuple(s)]


def write_book():
    level = [(0,) * 9]
    every = []
    while level:
        every += level
        after = {}
        for s in level:
            winner = won(s)
            below = [] if winner or all(s) else moves(s)
            BOOK[s] = SimpleNamespace(over=not below, winner=winner, below=tuple(below))
            after.update(dict.fromkeys(below))
        level = list(after)
    for s in reversed(every):
        e = BOOK[s]
        e.games = [int(e.over and e.winner == who) for who in (1, 2, 0)]
        e.states = frozenset([s]).union(*[BOOK[n].states for n in e.below])
        for n in e.below:
            e.games = [a + b for a, b in zip(e.games, BOOK[n].games)]


def won(s):
    for line in LINES:
        marks = {s[int(i)] for i in line}
        if marks in ({1}, {2}):
            return marks.pop()
    return 0


def moves(s):
    turn = 2 if s.count(1) > s.count(2) else 1
    return [(*s[:i], turn, *s[i + 1:]) for i in range(9) if not s[i]]


def is_endofgame(s):
    return entry(s).over, entry(s).winner


def find_neighbor(s):
    if s.count(1) - s.count(2) in (0, 1):
        return entry(s).below
    raise ValueError


def print_board(s):
    rule = 10 * "-"
    for i in range(0, 9, 3):
        print(rule, " | ".join(("empty", "X", "O")[c] for c in s[i:i + 3]), "", sep="\n")
    print(rule)


def depth_first(s):
    path = deque()
    while s:
        path.append(s)
        s = entry(s).below and entry(s).below[0]
    return path


def breadth_first(s):
    order = deque([s])
    seen, number = {s}, 0
    while True:
        t = order[number]
        number += 1
        if entry(t).over:
            return deque([order[i] for i in range(number)])
        for n in entry(t).below:
            if n not in seen:
                seen.add(n)
                order.append(n)


def count_games(s):
    return entry(s).games


def reachable_states(s):
    return entry(s).states
