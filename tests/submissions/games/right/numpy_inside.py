# NumPy arrays inside, its numbers in the answers.
import numpy as np


def is_endofgame(s):
    b = np.array(s).reshape(3, 3)
    for p in (1, 2):
        m = b == p
        if m.all(axis=0).any() or m.all(axis=1).any() or m.diagonal().all() or np.fliplr(m).diagonal().all():
            return np.bool_(True), np.int64(p)
    return bool((b != 0).all()), 0


def find_neighbor(s):
    b = np.array(s)
    ahead = np.sum(b == 1) - np.sum(b == 2)
    if ahead < 0 or ahead > 1:
        raise ValueError("impossible")
    found = []
    for i in np.flatnonzero(b == 0):
        n = b.copy()
        n[i] = ahead + 1
        found.append(tuple(n))
    return found


def print_board(s):
    marks = np.array([" ", "x", "o"])[list(s)].reshape(3, 3)
    print("-" * 10)
    for row in marks:
        print(*row, sep=" | ")
        print("-" * 10)


def depth_first(s):
    order = [s]
    while not is_endofgame(order[-1])[0]:
        order.append(find_neighbor(order[-1])[0])
    return order


def breadth_first(s):
    order, queue, seen = [], [s], {s}
    for state in queue:
        order.append(state)
        if is_endofgame(state)[0]:
            return order
        for n in find_neighbor(state):
            if n not in seen:
                seen.add(n)
                queue.append(n)


MEMO = {}


def count_games(s):
    if s not in MEMO:
        over, winner = is_endofgame(s)
        if over:
            MEMO[s] = np.array([winner == 1, winner == 2, winner == 0], dtype=int)
        else:
            MEMO[s] = sum(np.array(count_games(n)) for n in find_neighbor(s))
    return tuple(MEMO[s])


def reachable_states(s):
    layer, found = {s}, {s}
    while layer:
        layer = {n for t in layer if not is_endofgame(t)[0] for n in find_neighbor(t)}
        found |= layer
    return found
