import random
from queue import LifoQueue, SimpleQueue

MAGIC = (8, 1, 6, 3, 5, 7, 4, 9, 2)  # three of a side that sum to 15 are in a line


def sums(s, mark):
    held = [MAGIC[i] for i in range(9) if s[i] == mark]
    return any(a + b + c == 15 for i, a in enumerate(held) for j, b in enumerate(held[:i]) for c in held[:j])


def is_endofgame(s):
    if sums(s, 1):
        return True, 1
    if sums(s, 2):
        return True, 2
    return all(cell != 0 for cell in s), 0


def find_neighbor(s):
    mark = {0: 1, 1: 2}.get(s.count(1) - s.count(2))
    if mark is None:
        raise ValueError("x starts")
    free = [i for i in range(9) if s[i] == 0]
    random.shuffle(free)
    return [tuple(mark if i == k else cell for i, cell in enumerate(s)) for k in free]


def print_board(s):
    cells = [("·", "cross", "nought")[cell] for cell in s]
    print("----------", " | ".join(cells[:3]), "----------", " | ".join(cells[3:6]), "----------", " | ".join(cells[6:]), "----------", sep="\n")


def search(s, waiting):
    waiting.put(s)
    met = {s}
    order = []
    while not waiting.empty():
        state = waiting.get()
        order.append(state)
        if is_endofgame(state)[0]:
            break
        for n in find_neighbor(state):
            if n not in met:
                met.add(n)
                waiting.put(n)
    return order


def depth_first(s):
    return search(s, LifoQueue())


def breadth_first(s):
    return search(s, SimpleQueue())


KNOWN = {}


def count_games(s):
    if s in KNOWN:
        return KNOWN[s]
    over, winner = is_endofgame(s)
    games = [0, 0, 0]
    if over:
        games[winner - 1] = 1
    else:
        for n in find_neighbor(s):
            games = [a + b for a, b in zip(games, count_games(n))]
    KNOWN[s] = tuple(games)
    return KNOWN[s]


def reachable_states(s):
    found = set()

    def go(t):
        if t not in found:
            found.add(t)
            if not is_endofgame(t)[0]:
                list(map(go, find_neighbor(t)))

    go(s)
    return found
