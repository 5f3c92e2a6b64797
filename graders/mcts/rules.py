"""What people write in place of ucb1. Each rule takes another child in some tree that select is asked about."""

from collections.abc import Callable
from math import log, log2, log10, sqrt
from typing import NamedTuple

from graders.mcts.oracle import ucb


class Numbers(NamedTuple):
    """The numbers by which a rule can judge a node.

    Attributes:
        n: Visits of the node.
        w: Its wins.
        up: Visits of its parent.
        c: The factor that is given.
        top: Visits of the root.
    """

    n: int
    w: float
    up: int
    c: float
    top: int


Rule = Callable[[Numbers], float]


def average(seen: Numbers) -> float:
    return seen.w / seen.n


def c_of_one(seen: Numbers) -> float:
    return ucb(seen.n, seen.w, seen.up, 1)


def c_of_the_statement(seen: Numbers) -> float:
    return ucb(seen.n, seen.w, seen.up, 1.4)


def c_squared(seen: Numbers) -> float:
    return ucb(seen.n, seen.w, seen.up, seen.c * seen.c)


def c_under_the_root(seen: Numbers) -> float:
    return ucb(seen.n, seen.w, seen.up, sqrt(seen.c))


def two_under_the_root(seen: Numbers) -> float:
    return ucb(seen.n, seen.w, seen.up, seen.c * sqrt(2))


def logarithm_to_base_two(seen: Numbers) -> float:
    return average(seen) + seen.c * sqrt(log2(seen.up) / seen.n)


def logarithm_to_base_ten(seen: Numbers) -> float:
    return average(seen) + seen.c * sqrt(log10(seen.up) / seen.n)


def no_root(seen: Numbers) -> float:
    return average(seen) + seen.c * log(seen.up) / seen.n


def visits_outside_the_root(seen: Numbers) -> float:
    return average(seen) + seen.c * sqrt(log(seen.up)) / seen.n


def no_logarithm(seen: Numbers) -> float:
    return average(seen) + seen.c * sqrt(seen.up / seen.n)


def puct(seen: Numbers) -> float:
    return average(seen) + seen.c * sqrt(seen.up) / (1 + seen.n)


def own_visits_in_the_logarithm(seen: Numbers) -> float:
    return ucb(seen.n, seen.w, seen.n, seen.c)


def visits_of_the_root_in_the_logarithm(seen: Numbers) -> float:
    return ucb(seen.n, seen.w, seen.top, seen.c)


def a_visit_more_above(seen: Numbers) -> float:
    return ucb(seen.n, seen.w, seen.up + 1, seen.c)


def a_visit_less_above(seen: Numbers) -> float:
    return ucb(seen.n, seen.w, seen.up - 1, seen.c)


def a_visit_more_below_the_logarithm(seen: Numbers) -> float:
    return average(seen) + seen.c * sqrt(log(seen.up) / (seen.n + 1))


def losses(seen: Numbers) -> float:
    return ucb(seen.n, seen.n - seen.w, seen.up, seen.c)


def minus_c(seen: Numbers) -> float:
    return ucb(seen.n, seen.w, seen.up, -seen.c)


def smallest(seen: Numbers) -> float:
    return -ucb(seen.n, seen.w, seen.up, seen.c)


def most_wins(seen: Numbers) -> float:
    return seen.w


def wins_that_are_no_average(seen: Numbers) -> float:
    return ucb(seen.n, seen.w * seen.n, seen.up, seen.c)


def most_visits(seen: Numbers) -> float:
    return seen.n


def fewest_visits(seen: Numbers) -> float:
    return -seen.n


def whole_division(seen: Numbers) -> float:
    return ucb(seen.n, seen.n * (seen.w // seen.n), seen.up, seen.c)


RULES: tuple[Rule, ...] = (
    average,
    c_of_one,
    c_of_the_statement,
    c_squared,
    c_under_the_root,
    two_under_the_root,
    logarithm_to_base_two,
    logarithm_to_base_ten,
    no_root,
    visits_outside_the_root,
    no_logarithm,
    puct,
    own_visits_in_the_logarithm,
    visits_of_the_root_in_the_logarithm,
    a_visit_more_above,
    a_visit_less_above,
    a_visit_more_below_the_logarithm,
    losses,
    minus_c,
    smallest,
    most_wins,
    wins_that_are_no_average,
    most_visits,
    fewest_visits,
    whole_division,
)


def looks_at_the_root(rule: Rule) -> bool:
    """Tell whether a rule goes by the visits of the root: then it can be right for its children."""
    return rule is visits_of_the_root_in_the_logarithm
