# A state is a string inside, and a pattern finds three in a row; the neighbors of a state are remembered and returned again.
import re
from functools import cache

THREE = re.compile(r"^(?:...)*([12])\1\1|([12])..\2..\2|^([12])...\3...\3|^..([12]).\4.\4")


def text(s):
    return "".join(map(str, s))


@cache
def is_endofgame(s):
    found = THREE.search(text(s))
    if found:
        return True, int(next(filter(None, found.groups())))
    return "0" not in text(s), 0


@cache
def find_neighbor(s):
    t = text(s)
    ahead = t.count("1") - t.count("2")
    if ahead in (0, 1):
        after = [t[: hit.start()] + "12"[ahead] + t[hit.end() :] for hit in re.finditer("0", t)]
        return [tuple(map(int, u)) for u in after]


def print_board(s):
    rows = re.findall("...", text(s).translate(str.maketrans("012", ".XO")))
    print("\n".join("-" * 10 + "\n" + " | ".join(row) for row in rows))
    print("-" * 10)


def depth_first(s):
    stack, taken = list([s]), []
    while stack:
        taken.append(stack.pop())
        if is_endofgame(taken[-1])[0]:
            return tuple(taken)
        stack += reversed(find_neighbor(taken[-1]))


def breadth_first(s):
    taken = []
    waiting = {s: True}
    while True:
        following = {}
        for state in waiting:
            taken.append(state)
            if is_endofgame(state)[0]:
                return tuple(taken)
            following.update(dict.fromkeys(find_neighbor(state), True))
        waiting = following


@cache
def count_games(s):
    over, winner = is_endofgame(s)
    if over:
        return [[0, 0, 1], [1, 0, 0], [0, 1, 0]][winner]
    return [sum(column) for column in zip(*map(count_games, find_neighbor(s)))]


@cache
def reachable_states(s):
    if is_endofgame(s)[0]:
        return frozenset({s})
    return frozenset({s}).union(*map(reachable_states, find_neighbor(s)))
