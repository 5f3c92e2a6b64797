"""Trees become objects first; Piglet is an object with a table."""

from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Leaf:
    worth: object


@dataclass(frozen=True)
class Choice:
    below: tuple
    sign: int

    @cached_property
    def worth(self):
        return self.sign * max(self.sign * child.worth for child in self.below)


@dataclass(frozen=True)
class Chance:
    below: tuple

    @cached_property
    def worth(self):
        return sum((p * child.worth for p, child in self.below), start=0)


def parsed(node):
    match node:
        case ("max", children):
            return Choice(tuple(parsed(child) for child in children), 1)
        case ("min", children):
            return Choice(tuple(parsed(child) for child in children), -1)
        case ("chance", children):
            return Chance(tuple((p, parsed(child)) for p, child in children))
        case number:
            return Leaf(number)


def value(node):
    return parsed(node).worth


def max_value(node):
    return parsed(node).worth


def min_value(node):
    return parsed(node).worth


def expected_value(node):
    return parsed(node).worth


def best_child(node):
    tree = parsed(node)
    return next(i for i, child in enumerate(tree.below) if child.worth == tree.worth)


class Piglet:
    def __init__(self, goal):
        self.goal = goal
        self.p = {
            (mine, theirs, turn): 0.0 for mine in range(goal) for theirs in range(goal) for turn in range(goal - mine)
        }

    def flip(self, mine, theirs, turn):
        heads = 1.0 if mine + turn + 1 >= self.goal else self.p[mine, theirs, turn + 1]
        return 0.5 * heads + 0.5 * (1.0 - self.p[theirs, mine, 0])

    def hold(self, mine, theirs, turn):
        return 1.0 - self.p[theirs, mine + turn, 0]

    def sweep(self):
        before = dict(self.p)
        for state in self.p:
            self.p[state] = max(self.flip(*state), self.hold(*state))
        return max(abs(self.p[state] - before[state]) for state in self.p)

    def solve(self):
        while self.sweep() > 1e-10:
            pass
        return self.p


def win_probability(goal):
    return Piglet(goal).solve()


def decide(mine, theirs, turn, p):
    game = Piglet(1 + max(state[0] for state in p))
    game.p = p
    return "flip" if game.flip(mine, theirs, turn) >= game.hold(mine, theirs, turn) else "hold"


