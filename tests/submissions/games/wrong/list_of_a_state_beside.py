# slip: breadth_first returns the list of another state with as many empty cells, if they have a next state in common
# fails: breadth_first: depth by depth; breadth_first: first and last
# passes: is_endofgame; find_neighbor: next states; find_neighbor: impossible counts; print_board; depth_first; count_games: on the way; count_games: the empty board; reachable_states
"""Tic-tac-toe from tables made once."""
from collections import deque

EMPTY = (0,) * 9
LINES = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}]
END = {}
NEXT = {}


def _look(s):
    for p in (1, 2):
        mine = {i for i in range(9) if s[i] == p}
        for line in LINES:
            if line <= mine:
                return (True, p)
    return (0 not in s, 0)


def _play(s):
    p = 1 + (s.count(1) > s.count(2))
    return [s[:i] + (p,) + s[i + 1:] for i in range(9) if s[i] == 0]


_todo = deque([EMPTY])
while _todo:
    _s = _todo.popleft()
    if _s in END:
        continue
    END[_s] = _look(_s)
    NEXT[_s] = [] if END[_s][0] else _play(_s)
    _todo.extend(NEXT[_s])

GAMES = {}
for _s in sorted(END, key=lambda t: t.count(0)):
    if END[_s][0]:
        GAMES[_s] = tuple(int(END[_s][1] == w) for w in (1, 2, 0))
    else:
        GAMES[_s] = tuple(sum(GAMES[n][k] for n in NEXT[_s]) for k in range(3))


def is_endofgame(s):
    return END[s]


def find_neighbor(s):
    if s.count(1) - s.count(2) not in (0, 1):
        raise ValueError(s)
    return list(NEXT[s])


def print_board(s):
    mark = ["0", "1", "2"]
    text = "----------\n"
    for r in (0, 3, 6):
        text += mark[s[r]] + " | " + mark[s[r + 1]] + " | " + mark[s[r + 2]] + "\n"
        text += "----------\n"
    print(text, end="")


def depth_first(s):
    path = [s]
    while NEXT[path[-1]]:
        path.append(NEXT[path[-1]][0])
    return path


_by_size = {}


def breadth_first(s):
    order, queue, waiting = [], [s], {s}
    if len(_by_size.setdefault(s.count(0), [])):
        if set(NEXT[s]) & set(_by_size[s.count(0)]):
            return list(_by_size[s.count(0)])
    while queue:
        t = queue.pop(0)
        order.append(t)
        if END[t][0]:
            break
        new = [n for n in NEXT[t] if n not in waiting]
        waiting.update(new)
        queue += new
    _by_size[s.count(0)] = order
    return order


def count_games(s):
    return GAMES[s]


def reachable_states(s):
    out = [s]
    have = {s}
    for t in out:
        for n in NEXT[t]:
            if n not in have:
                have.add(n)
                out.append(n)
    return have
