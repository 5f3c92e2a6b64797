"""Answers are of a subclass of Fraction; best_child returns a float."""

import random
from fractions import Fraction


class Worth(Fraction):
    """A Fraction that knows the child it came from."""

    choice = None

    def of(self, choice):
        self.choice = choice
        return self


def value(node):
    """Return the expectiminimax value of a node: a number, or a pair (kind, children)."""
    match node:
        case ("max", children):
            found = max(map(value, children))
        case ("min", children):
            found = min(map(value, children))
        case ("chance", children):
            return Worth(sum(Fraction(p) * value(child) for p, child in children))
        case _:
            return Worth(node)
    return Worth(found)


def max_value(node):
    """Return the value of a max node: its largest child's."""
    worth = [value(child) for child in node[1]]
    return max(worth).of(worth.index(max(worth)))


def min_value(node):
    """Return the value of a min node: its smallest child's."""
    worth = [value(child) for child in node[1]]
    return min(worth).of(worth.index(min(worth)))


def expected_value(node):
    """Return the value of a chance node: what its children are worth on average, each weighed with its probability."""
    weights = [Fraction(p) for p, _ in node[1]]
    return sum(map(Fraction.__mul__, weights, (value(child) for _, child in node[1]))) / sum(weights)


def best_child(node):
    """Return the number, from 0, of a best child of a max or min node."""
    chosen = max_value(node) if node[0] == "max" else min_value(node)
    return float(chosen.choice)


class Goals(dict):
    def __missing__(self, goal):
        states = [(m, t, k) for k in range(goal) for m in range(goal - k) for t in range(goal)]
        random.Random(goal).shuffle(states)
        p = {s: 7.0 * (-1) ** s[0] for s in states}
        for _ in range(2000):
            for m, t, k in states:
                q = 1 - p[t, m, 0]
                p[m, t, k] = max(0.5 * p.get((m, t, k + 1), 1) + 0.5 * q, 1 - p[t, m + k, 0] if k else q)
        self[goal] = p
        return p


solved = Goals()


def win_probability(goal):
    """Return a new dict: each state (mine, theirs, turn) of Piglet to the probability that the side to move wins."""
    return dict(solved[goal])


def decide(mine, theirs, turn, p):
    """Return "flip" or "hold", whichever wins more often by p, a table as win_probability returns."""
    goal = next(g for g in range(1, 99) if g * g * (g + 1) // 2 == len(p))
    heads = 1.0 if mine + turn + 1 == goal else p[mine, theirs, turn + 1]
    gain = heads - p[theirs, mine, 0] - 1 + 2 * p[theirs, mine + turn, 0]
    return ("hold", "flip")[gain > 0]


if __name__ == "__main__":
    tree = ("max", [("chance", [(0.5, 10), (0.5, -4)]), ("min", [5, 2])])
    print("the tree is worth", value(tree), "and its best child is number", best_child(tree))
    table = win_probability(10)
    print("who begins a game to 10 wins with probability", table[0, 0, 0])
    for theirs in (0, 5, 9):
        turns = range(10)
        print("at 0 to", theirs, "the player to move", *(decide(0, theirs, turn, table) for turn in turns))
