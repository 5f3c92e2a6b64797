# Answers are remembered, and the very same tuples are returned again: nobody can change a tuple.
from functools import lru_cache

remember = lru_cache(maxsize=None)
WINS = [int(mask, 2) for mask in "111000000 111000 111 100100100 10010010 1001001 100010001 1010100".split()]


@remember
def mask(s, mark):
    return sum(256 >> i for i, cell in enumerate(s) if cell == mark)


@remember
def is_endofgame(s):
    match [mark for mark in (1, 2) if any(mask(s, mark) & w == w for w in WINS)]:
        case [mark, *_]:
            return (1, mark)
    return (0 if mask(s, 0) else 1, 0)


@remember
def find_neighbor(s):
    match s.count(1) - s.count(2):
        case 0 | 1 as ahead:
            return tuple(s[:i] + (ahead + 1,) + s[i + 1:] for i in range(9) if s[i] == 0)
    return None


def print_board(s):
    marks = dict(enumerate(["~", "1", "2"]))
    text = "".join(f"----------\n{marks[a]} | {marks[b]} | {marks[c]}\n----------\n" for a, b, c in zip(s[::3], s[1::3], s[2::3]))
    print(text, end="")


@remember
def depth_first(s):
    return (s,) if is_endofgame(s)[0] else (s, *depth_first(find_neighbor(s)[-1]))


@remember
def breadth_first(s):
    level, order = (s,), ()
    while True:
        for i, t in enumerate(level):
            if is_endofgame(t)[0]:
                return order + level[: i + 1]
        order += level
        level = tuple(dict.fromkeys(n for t in level for n in find_neighbor(t)))


@remember
def count_games(s):
    over, winner = is_endofgame(s)
    if over:
        return (winner == 1, winner == 2, winner == 0)
    return tuple(map(sum, zip(*map(count_games, find_neighbor(s)))))


@remember
def reachable_states(s):
    if is_endofgame(s)[0]:
        return (s,)
    return tuple({s}.union(*map(reachable_states, find_neighbor(s))))
