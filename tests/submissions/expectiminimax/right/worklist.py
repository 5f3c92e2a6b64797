"""A state is computed anew only when something that it depends on has changed."""

from collections import defaultdict, deque


def _value(node):
    if type(node) in (tuple,):
        head, below = node[0], node[1]
        if head == "chance":
            return sum([p * _value(n) for (p, n) in below])
        found = [_value(n) for n in below]
        found.sort()
        return found[0] if head == "min" else found[len(found) - 1]
    return node


def value(node):
    return _value(node)


def max_value(node):
    return max([_value(n) for n in node[1]])


def min_value(node):
    return -max([-_value(n) for n in node[1]])


def expected_value(node):
    return sum([p * _value(n) for (p, n) in node[1]])


def best_child(node):
    sign = -1 if node[0] == "min" else 1
    best, where = None, None
    for where_now, n in enumerate(node[1]):
        now = sign * _value(n)
        if best is None or now > best:
            best, where = now, where_now
    return where


def win_probability(goal):
    p, users = {}, defaultdict(set)
    for m in range(goal):
        for t in range(goal):
            for k in range(goal - m):
                p[m, t, k] = 0.0
                for other in ((m, t, k + 1), (t, m, 0), (t, m + k, 0)):
                    users[other].add((m, t, k))
    todo = deque(p)
    waiting = set(p)
    while todo:
        m, t, k = todo.popleft()
        waiting.discard((m, t, k))
        new = max((p.get((m, t, k + 1), 1.0) + 1.0 - p[t, m, 0]) / 2, 1.0 - p[t, m + k, 0])
        if abs(new - p[m, t, k]) > 1e-11:
            p[m, t, k] = new
            for user in sorted(users[m, t, k] - waiting):
                todo.append(user)
                waiting.add(user)
    return p


def decide(mine, theirs, turn, p):
    goal = max(key[0] for key in p) + 1
    wins = 1.0 if mine + turn + 1 == goal else p[mine, theirs, turn + 1]
    if wins + 1.0 - p[theirs, mine, 0] > 2 * (1.0 - p[theirs, mine + turn, 0]):
        return "flip"
    return "hold"
