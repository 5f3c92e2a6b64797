"""What people write in place of ucb1.

Each rule takes another child in some tree that select is asked about.
"""

from math import log, log2, log10, sqrt

from graders.mcts.oracle import ucb

# This one is right for the children of the root.
BY_THE_ROOT = "visits of the root in the logarithm"


def by_rules(n: int, w: float, up: int, c: float, top: int) -> dict[str, float]:
    """Return what each rule says of a node.

    Args:
        n: The node's visits.
        w: Its wins.
        up: Its parent's visits.
        c: The factor of ucb1.
        top: The root's visits.
    """
    return {
        "the average": w / n,
        "c is 1": ucb(n, w, up, 1),
        "c is that of the statement": ucb(n, w, up, 1.4),
        "c squared": ucb(n, w, up, c * c),
        "c under the root": ucb(n, w, up, sqrt(c)),
        "two under the root": ucb(n, w, up, c * sqrt(2)),
        "base two": w / n + c * sqrt(log2(up) / n),
        "base ten": w / n + c * sqrt(log10(up) / n),
        "no root": w / n + c * log(up) / n,
        "visits outside the root": w / n + c * sqrt(log(up)) / n,
        "no logarithm": w / n + c * sqrt(up / n),
        "PUCT": w / n + c * sqrt(up) / (1 + n),
        "own visits in the logarithm": ucb(n, w, n, c),
        BY_THE_ROOT: ucb(n, w, top, c),
        "a visit more above": ucb(n, w, up + 1, c),
        "a visit less above": ucb(n, w, up - 1, c),
        "a visit more below": w / n + c * sqrt(log(up) / (n + 1)),
        "losses": ucb(n, n - w, up, c),
        "minus c": ucb(n, w, up, -c),
        "the smallest": -ucb(n, w, up, c),
        "most wins": w,
        "wins that are no average": ucb(n, w * n, up, c),
        "most visits": n,
        "fewest visits": -n,
        "whole division": ucb(n, n * (w // n), up, c),
    }


RULES = [*by_rules(1, 1, 2, 1, 2)]  # by name
