"""The tree is copied into lists by depth; values are computed from the deepest nodes up, then the copy is thrown away."""

from fractions import Fraction
from operator import itemgetter


class Place:
    def __init__(self, node):
        self.node, self.below, self.weights, self.worth = node, [], [], None


def levels_of(root):
    first = Place(root)
    levels = [[first]]
    while levels[-1]:
        after = []
        for place in levels[-1]:
            if isinstance(place.node, (int, float, Fraction)):
                place.worth = place.node
                continue
            for child in place.node[1]:
                weight, below = child if place.node[0] == "chance" else (1, child)
                place.weights.append(weight)
                place.below.append(Place(below))
            after.extend(place.below)
        levels.append(after)
    return levels


def solved(root):
    levels = levels_of(root)
    for level in reversed(levels):
        for place in level:
            if place.below:
                worths = [below.worth for below in place.below]
                if place.node[0] == "chance":
                    place.worth = sum(w * v for w, v in zip(place.weights, worths))
                else:
                    place.worth = sorted(worths)[-1 if place.node[0] == "max" else 0]
    return levels[0][0]


def value(node):
    return solved(node).worth


def max_value(node):
    return max(place.worth for place in solved(node).below)


def min_value(node):
    return min(place.worth for place in solved(node).below)


def expected_value(node):
    place = solved(node)
    return sum(p * below.worth for (p, _), below in zip(node[1], place.below))


def best_child(node):
    numbered = list(enumerate(below.worth for below in solved(node).below))
    choose = max if node[0] == "max" else min
    return choose(numbered, key=itemgetter(1))[0]


def win_probability(goal):
    old, new = None, {(m, t, k): (goal + m + k - t) / (2 * goal) for m in range(goal) for t in range(goal) for k in range(goal - m)}
    while old is None or max(abs(old[s] - new[s]) for s in new) > 1e-10:
        old = new
        new = {}
        for m, t, k in sorted(old, reverse=True):
            heads = new[m, t, k + 1] if m + k + 1 < goal else 1
            new[m, t, k] = max((heads + 1 - old[t, m, 0]) / 2, 1 - old[t, m + k, 0])
    return new


def decide(mine, theirs, turn, p):
    goal = max(mine for mine, _, _ in p) + 1
    heads = 1 if mine + turn + 1 == goal else p[mine, theirs, turn + 1]
    lost = {"flip": (1 - heads + p[theirs, mine, 0]) / 2, "hold": p[theirs, mine + turn, 0]}
    return min(lost, key=lost.get)
