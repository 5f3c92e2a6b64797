# slip: count_games remembers by bits of x and of o, of which two are the same
# fails: count_games: on the way
# passes: is_endofgame; find_neighbor: next states; find_neighbor: impossible counts; print_board; depth_first; breadth_first: depth by depth; breadth_first: first and last; count_games: the empty board; reachable_states
from collections import deque
from functools import cache

EMPTY = (0,) * 9
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def is_endofgame(s):
    for a, b, c in LINES:
        if s[a] and s[a] == s[b] == s[c]:
            return True, s[a]
    return 0 not in s, 0


def find_neighbor(s):
    diff = s.count(1) - s.count(2)
    if diff not in (0, 1):
        raise ValueError("these counts can't occur")
    return [s[:i] + (diff + 1,) + s[i + 1:] for i in range(9) if not s[i]]


def print_board(s):
    print("-" * 10)
    for i in (0, 3, 6):
        print(" | ".join(" xo"[v] for v in s[i:i + 3]))
        print("-" * 10)


def depth_first(s):
    stack, order = [s], []
    while stack:
        s = stack.pop()
        order.append(s)
        if is_endofgame(s)[0]:
            return order
        stack.extend(find_neighbor(s))


def breadth_first(s):
    queue, seen, order = deque([s]), {s}, []
    while queue:
        s = queue.popleft()
        order.append(s)
        if is_endofgame(s)[0]:
            return order
        for n in find_neighbor(s):
            if n not in seen:
                seen.add(n)
                queue.append(n)


_known = {}


def count_games(s):
    key = 0
    for i in range(9):
        if s[i] == 1:
            key |= 1 << i
        elif s[i] == 2:
            key |= 1 << i << 8
    if key not in _known:
        _known[key] = _count(s)
    return _known[key]


@cache
def _count(s):
    end, winner = is_endofgame(s)
    if end:
        return tuple(int(winner == w) for w in (1, 2, 0))
    return tuple(map(sum, zip(*map(_count, find_neighbor(s)))))


def reachable_states(s):
    seen, todo = {s}, [s]
    while todo:
        s = todo.pop()
        if not is_endofgame(s)[0]:
            for n in find_neighbor(s):
                if n not in seen:
                    seen.add(n)
                    todo.append(n)
    return seen


if __name__ == "__main__":
    print_board(depth_first(EMPTY)[-1])
    print(len(breadth_first(EMPTY)), count_games(EMPTY), len(reachable_states(EMPTY)))
