# slip: games are counted to the full board, also after a win
# fails: count_games: on the way; count_games: the empty board
# passes: is_endofgame; find_neighbor: next states; find_neighbor: impossible counts; print_board; depth_first; breadth_first: depth by depth; breadth_first: first and last; reachable_states
from itertools import chain, groupby


def rows(s):
    return [s[i:i + 3] for i in (0, 3, 6)]


def lines(s):
    a = rows(s)
    yield from a
    yield from zip(*a)
    yield [a[i][i] for i in range(3)]
    yield [a[i][~i] for i in range(3)]


def is_endofgame(s):
    won = next((line[0] for line in lines(s) if line[0] and len(list(groupby(line))) == 1), 0)
    return (1 if won or all(s) else 0), won


def placements(s):
    mark = 2 - (s.count(1) == s.count(2))
    yield from (s[:i] + (mark,) + s[i + 1:] for i in sorted(range(9), key=lambda i: -s[i]) if s[i] == 0)


def find_neighbor(s):
    if not 0 <= s.count(1) - s.count(2) <= 1:
        return None
    return list(placements(s))


def print_board(s):
    text = [" | ".join(["   ", " x ", " o "][c].strip() or " " for c in row) for row in rows(s)]
    for line in chain.from_iterable((("-" * 10, row) for row in text)):
        print(line)
    print("-" * 10)


def deep(s):
    yield s
    if not is_endofgame(s)[0]:
        yield from deep(next(placements(s)))


def depth_first(s):
    return [*deep(s)]


def waves(s):
    wave = [s]
    while wave:
        yield wave
        wave = list(dict.fromkeys(n for t in wave if not is_endofgame(t)[0] for n in placements(t)))


def breadth_first(s):
    taken = []
    for state in chain.from_iterable(waves(s)):
        taken.append(state)
        if is_endofgame(state)[0]:
            break
    return taken


def results(s):
    over, winner = is_endofgame(s)
    if 0 not in s:
        yield winner
    else:
        for n in placements(s):
            yield from results(n)


def count_games(s):
    counts = [0, 0, 0]
    for r in results(s):
        counts[r] += 1
    return counts[1], counts[2], counts[0]


def reachable_states(s):
    return set(chain.from_iterable(waves(s)))
