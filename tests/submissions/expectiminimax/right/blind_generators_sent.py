"""Generators ask for values of children; Piglet is kept as a tuple, and handed out as new dicts."""


import copy
import functools


def _go(node):
    """A generator that yields a node whose value it wants, and returns its own value."""
    if not type(node) is tuple:
        return node
    kind, children = node
    if kind == "chance":
        total = 0
        for weight, child in children:
            total = total + weight * (yield child)
        return total
    best = yield children[0]
    for child in children[1:]:
        v = yield child
        if (v > best) if kind == "max" else (v < best):
            best = v
    return best


def _send(generator):
    stack, answer = [generator], None
    while stack:
        try:
            wanted = stack[-1].send(answer)
            stack.append(_go(wanted))
            answer = None
        except StopIteration as stop:
            answer = stop.value
            stack.pop()
    return answer


@functools.lru_cache(maxsize=None)
def _solve(goal):
    """A fixed number of sweeps, backwards in the turn's total, as a tuple of items."""
    p = {}
    keys = [(m, o, t) for t in range(goal - 1, -1, -1) for m in range(goal - t) for o in range(goal)]
    for _ in range(400):
        for m, o, t in keys:
            flip = (p.get((m, o, t + 1), 1.0 if m + t + 1 == goal else 0.3) + 1 - p.get((o, m, 0), 0.7)) / 2
            p[m, o, t] = max(flip, 1 - p.get((o, m + t, 0), 0.7))
    return tuple(p.items())


def value(node):
    """Return the expectiminimax value of a node: a number, or a pair (kind, children)."""
    #********** Begin **********#
    return _send(_go(node))
    #********** End **********#


def max_value(node):
    """Return the value of a max node: its largest child's."""
    #********** Begin **********#
    return _send(_go(node))
    #********** End **********#


def min_value(node):
    """Return the value of a min node: its smallest child's."""
    #********** Begin **********#
    return _send(_go(node))
    #********** End **********#


def expected_value(node):
    """Return the value of a chance node: what its children are worth on average, each weighed with its probability."""
    #********** Begin **********#
    return _send(_go(node))
    #********** End **********#


def best_child(node):
    """Return the number, from 0, of a best child of a max or min node."""
    #********** Begin **********#
    kind, children = copy.deepcopy(node)
    order = list(range(len(children)))
    keys = [_send(_go(child)) for child in children]
    order.sort(key=lambda i: keys[i])
    return order[-1] if kind == "max" else order[0]
    #********** End **********#


def win_probability(goal):
    """Return a new dict: each state (mine, theirs, turn) of Piglet to the probability that the side to move wins."""
    #********** Begin **********#
    return dict(_solve(goal))
    #********** End **********#


def decide(mine, theirs, turn, p):
    """Return "flip" or "hold", whichever wins more often by p, a table as win_probability returns."""
    #********** Begin **********#
    q = {"won": 1} | p
    ahead = (mine, theirs, turn + 1) if (mine, theirs, turn + 1) in p else "won"
    gain = q[ahead] - q[theirs, mine, 0] - 1 + 2 * q[theirs, mine + turn, 0]
    return "hold" if gain < 0 else "flip"
    #********** End **********#
