"""Answers of submissions, which may be any JSON: the numbers, truth values and counts in them."""

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from graders.kit.grading.words import shown

if TYPE_CHECKING:
    from fractions import Fraction

T = TypeVar("T")

# How much more, or less, often something may come than it should; a larger bias is found.
BIAS = 0.04
# A right answer is refused in one of so many gradings, for each thing that is counted in it.
SELDOM = 1e-12
# Where that is less likely than this, it is worth while to count on: a few calls tell most of those
# that are fair, and many decide about the rest.
DOUBTFUL = 0.01
MISSED = 3.2  # standard deviations: what is further off comes in less than one case in 1,000
# A bias counts as ruled out where the counts are so many times as likely without it.
LIKELIER = 2_000


def same_number(value: Any, expected: float) -> bool:
    """Tell whether an answer is a number of that value: True counts as 1, NaN as nothing."""
    return isinstance(value, (int, float)) and value == expected


def is_finite(value: Any) -> bool:
    """Tell whether an answer is a number, and no infinite one."""
    return isinstance(value, (int, float)) and abs(value) < 1e300


def close(value: Any, wanted: float, within: float = 1e-9) -> bool:
    """Tell whether an answer is nearly a number: sums may be taken in another order."""
    return is_finite(value) and abs(value - wanted) < within


def fraction(value: Any) -> "Fraction | None":
    """Return the fraction that ratio in tools.py made this of, exactly; None if it is none."""
    match value:
        case {"ratio": [int(above), int(below)]} if below > 0:
            # Imported only here: it takes a hundredth of a student's half second.
            from fractions import Fraction

            return Fraction(above, below)
    return None


def is_between(value: Any, low: float, high: float) -> bool:
    """Tell whether an answer is a number from low to high; it may be one of exact in tools.py."""
    number = fraction(value)
    if number is not None:
        return low <= number <= high
    return isinstance(value, (int, float)) and low <= value <= high


def rounded(value: Any, wanted: float) -> str:
    """Return a hint where an answer is what a float makes of the right one."""
    if is_finite(value) and value != wanted and float(value) == float(wanted):
        return " Is it, or a bound, turned into a float? That keeps the first 16 digits alone."
    return ""


def truth(value: Any) -> tuple[Any, str]:
    """Return what a student's predicate says, and how to show it.

    Args:
        value: What harness.predicate made of its answer.
    """
    match value:
        case [flag, answer]:
            return flag, shown(answer)
    return None, shown(value)


def counts_in(value: Any) -> list[tuple[Any, int]]:
    """Return the answers in a driver's tally, each with its count; none if it is no tally."""
    if not isinstance(value, list):
        return []
    counts = []
    for pair in value:
        match pair:
            case [answer, count] if type(count) is int:
                counts.append((answer, count))
    return counts


def too_rare(count: int, calls: int, chance: float, seldom: float = SELDOM) -> bool:
    """Tell whether something comes so often, or so seldom, by chance in too few gradings.

    By Chernoff's bound: a share of q, or a rarer one, comes with a probability of at most
    exp(-calls D(q, chance)), where D is the divergence of Kullback and Leibler.

    Args:
        count: How often it came.
        calls: In how many calls.
        chance: The probability with which it should come in each.
        seldom: In how many gradings that may be so by chance, of one.
    """
    divergence = _divergence(count / calls, chance)
    return calls * divergence > -math.log(seldom)


def _divergence(share: float, chance: float) -> float:
    """Return how far a share is from a probability, as Kullback and Leibler measure it."""
    divergence = 0.0
    for observed, expected in (share, chance), (1 - share, 1 - chance):
        if observed > 0 and expected <= 0:
            return math.inf
        if observed > 0:
            divergence += observed * math.log(observed / expected)
    return divergence


def unfair(
    counts: Mapping[T, int], calls: int, chance: Mapping[T, float], seldom: float = SELDOM
) -> T | None:
    """Return what comes too seldom or too often for its chance, None if nothing does.

    Args:
        counts: How often each thing came.
        calls: In how many calls.
        chance: The probability of each.
        seldom: As in `too_rare`.
    """
    for thing, count in counts.items():
        if too_rare(count, calls, chance[thing], seldom):
            return thing
    return None


def is_ruled_out(bias: float, count: int, calls: int, chance: float) -> bool:
    """Tell whether a count speaks against a bias of a chance, upwards and downwards.

    This is Wald's sequential test. What is biased so, or more, passes it in less than one of
    LIKELIER gradings, however often one looks meanwhile (Ville's inequality).

    Args:
        bias: How much more, or less, often the thing would come; none beyond 0 and 1 can be.
        count: How often it came.
        calls: In how many calls.
        chance: The probability with which it should come in each, between 0 and 1.
    """
    for biased in chance - bias, chance + bias:
        if not 0 < biased < 1:
            continue
        came = count * math.log(chance / biased)
        did_not_come = (calls - count) * math.log((1 - chance) / (1 - biased))
        if came + did_not_come < math.log(LIKELIER):
            return False
    return True


def calls_to_see(chance: float, seldom: float = SELDOM) -> int:
    """Return in how many calls `too_rare` sees a bias of BIAS, but for one time in a thousand.

    Args:
        chance: The probability with which something should come.
        seldom: As in `too_rare`.
    """
    calls = 100
    while not _is_seen(chance + BIAS, calls, chance, seldom):
        calls += calls // 20
    return calls


def _is_seen(biased: float, calls: int, chance: float, seldom: float) -> bool:
    """Tell whether a share is far enough from a chance where it comes out as near as it may."""
    deviation = math.sqrt(biased * (1 - biased) / calls)
    nearest = biased - MISSED * deviation
    if nearest <= chance:
        return False
    return calls * _divergence(nearest, chance) > -math.log(seldom)
