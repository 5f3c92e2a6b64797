"""Values of nodes are remembered by their repr, but only within one call."""

import functools


class Search:
    def __init__(self):
        self.known = {}

    def value(self, node):
        if not isinstance(node, tuple):
            return node
        key = repr(node)
        if key not in self.known:
            self.known[key] = getattr(self, node[0])(node[1])
        return self.known[key]

    def max(self, children):
        return functools.reduce(lambda a, b: a if a > b else b, [self.value(child) for child in children])

    def min(self, children):
        return functools.reduce(lambda a, b: a if a < b else b, [self.value(child) for child in children])

    def chance(self, children):
        return functools.reduce(lambda a, b: a + b, [p * self.value(child) for p, child in children])


def value(node):
    return Search().value(node)


def max_value(node):
    return Search().max(node[1])


def min_value(node):
    return Search().min(node[1])


def expected_value(node):
    return Search().chance(node[1])


def best_child(node):
    search = Search()
    values = [search.value(child) for child in node[1]]
    return values.index(search.value(node))


@functools.lru_cache(maxsize=None)
def _solved(goal):
    """A table is the same for a goal every time, so it is kept, and copied for whoever asks."""
    p = {(m, t, k): 0.5 for m in range(goal) for t in range(goal) for k in range(goal - m)}
    for _ in range(400):
        for m, t, k in p:
            p[m, t, k] = max(p.get((m, t, k + 1), 1) / 2 + (1 - p[t, m, 0]) / 2, 1 - p[t, m + k, 0])
    return tuple(p.items())


def win_probability(goal):
    return dict(_solved(goal))


def decide(mine, theirs, turn, p):
    flip = p.get((mine, theirs, turn + 1), 1) / 2 + (1 - p[theirs, mine, 0]) / 2
    return ("hold", "flip")[flip >= 1 - p[theirs, mine + turn, 0]]
