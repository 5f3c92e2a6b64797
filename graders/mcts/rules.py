"""What people write in place of ucb1.

Each rule takes another child in some tree that select is asked about.
"""

from collections.abc import Callable
from math import log, log2, log10, sqrt

from graders.mcts.oracle import ucb

# This one is right for the children of the root.
BY_THE_ROOT = "visits of the root in the logarithm"

# The arguments of a rule: visits and wins of a node, the visits of its parent, the factor of ucb1,
# and the visits of the root.
Rule = Callable[[int, float, int, float, int], float]
RULES: dict[str, Rule] = {
    "the average": lambda n, w, up, c, top: w / n,
    "c is 1": lambda n, w, up, c, top: ucb(n, w, up, 1),
    "c is that of the statement": lambda n, w, up, c, top: ucb(n, w, up, 1.4),
    "c squared": lambda n, w, up, c, top: ucb(n, w, up, c * c),
    "c under the root": lambda n, w, up, c, top: ucb(n, w, up, sqrt(c)),
    "two under the root": lambda n, w, up, c, top: ucb(n, w, up, c * sqrt(2)),
    "base two": lambda n, w, up, c, top: w / n + c * sqrt(log2(up) / n),
    "base ten": lambda n, w, up, c, top: w / n + c * sqrt(log10(up) / n),
    "no root": lambda n, w, up, c, top: w / n + c * log(up) / n,
    "visits outside the root": lambda n, w, up, c, top: w / n + c * sqrt(log(up)) / n,
    "no logarithm": lambda n, w, up, c, top: w / n + c * sqrt(up / n),
    "PUCT": lambda n, w, up, c, top: w / n + c * sqrt(up) / (1 + n),
    "own visits in the logarithm": lambda n, w, up, c, top: ucb(n, w, n, c),
    BY_THE_ROOT: lambda n, w, up, c, top: ucb(n, w, top, c),
    "a visit more above": lambda n, w, up, c, top: ucb(n, w, up + 1, c),
    "a visit less above": lambda n, w, up, c, top: ucb(n, w, up - 1, c),
    "a visit more below": lambda n, w, up, c, top: w / n + c * sqrt(log(up) / (n + 1)),
    "losses": lambda n, w, up, c, top: ucb(n, n - w, up, c),
    "minus c": lambda n, w, up, c, top: ucb(n, w, up, -c),
    "the smallest": lambda n, w, up, c, top: -ucb(n, w, up, c),
    "most wins": lambda n, w, up, c, top: w,
    "wins that are no average": lambda n, w, up, c, top: ucb(n, w * n, up, c),
    "most visits": lambda n, w, up, c, top: n,
    "fewest visits": lambda n, w, up, c, top: -n,
    "whole division": lambda n, w, up, c, top: ucb(n, n * (w // n), up, c),
}
