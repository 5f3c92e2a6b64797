# All states of a depth are one NumPy array, a state a row; lines are found by a product of matrices.
import numpy as np

M = np.zeros((9, 8), int)
for k, line in enumerate([[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]):
    M[line, k] = 1


def judge(a):
    """Return for each row whether it is over, and who has won."""
    x, o = ((a == 1) @ M == 3).any(1), ((a == 2) @ M == 3).any(1)
    return x | o | (a != 0).all(1), x * 1 + o * 2


def is_endofgame(s):
    over, winner = judge(np.array([s]))
    return over[0], winner[0]


def find_neighbor(s):
    a = np.array(s)
    x, o = (a == 1).sum(), (a == 2).sum()
    if not 0 <= x - o <= 1:
        return None
    free = np.flatnonzero(a == 0)
    after = np.repeat(a[None], len(free), axis=0)
    after[np.arange(len(free)), free] = 1 + x - o
    return after


def print_board(s):
    rule = "-" * 10
    print(rule)
    for row in np.array(s).reshape(3, 3):
        print("{} | {} | {}\n{}".format(*row, rule))


def depth_first(s):
    order = [np.array(s)]
    while not judge(order[-1][None])[0][0]:
        order.append(find_neighbor(tuple(order[-1]))[-1])
    return order


def below(level):
    x = 1 + (level[0] != 0).sum() % 2
    cells = [np.where(np.arange(9) == i, x, level[level[:, i] == 0]) for i in range(9)]
    return np.unique(np.concatenate(cells), axis=0)


def breadth_first(s):
    level, order = np.array([s]), []
    while True:
        over = judge(level)[0]
        if over.any():
            return [tuple(row) for row in np.concatenate([*order, level[: over.argmax() + 1]])]
        order.append(level)
        level = below(level)


def count_games(s):
    ways, counts = {tuple(s): 1}, np.zeros(3, int)
    while ways:
        rows = list(ways)
        over, winner = judge(np.array(rows))
        after = {}
        for row, end, w in zip(rows, over, winner):
            if end:
                counts[w - 1] += ways[row]
                continue
            for n in map(tuple, find_neighbor(row)):
                after[n] = after.get(n, 0) + ways[row]
        ways = after
    return tuple(counts)


def reachable_states(s):
    level, found = np.array([s]), []
    while len(level):
        found += map(tuple, level)
        open_ones = level[~judge(level)[0]]
        level = below(open_ones) if len(open_ones) else []
    return set(found)
