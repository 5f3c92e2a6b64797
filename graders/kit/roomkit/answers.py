"""Answers of submissions, which may be any JSON: the numbers, truth values and counts in them."""

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from graders.kit.grading.words import shown

if TYPE_CHECKING:
    from fractions import Fraction

T = TypeVar("T")


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
    """Return the number that ratio in tools.py made this of, exactly; None if it is none."""
    match value:
        case {"ratio": [int(above), int(below)]} if below > 0:
            # Imported only here: it takes a hundredth of a student's half second.
            from fractions import Fraction

            return Fraction(above, below)
    return None


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


def too_rare(count: int, calls: int, chance: float) -> bool:
    """Tell whether something comes so often, or so seldom, only in one grading in 10^12.

    By Chernoff's bound: a share of q, or a rarer one, comes with a probability of at most
    exp(-calls D(q, chance)), where D is the divergence of Kullback and Leibler.

    Args:
        count: How often it came.
        calls: In how many calls.
        chance: The probability with which it should come in each.
    """
    share = count / calls
    divergences = []
    for observed, expected in (share, chance), (1 - share, 1 - chance):
        if observed > 0 and expected <= 0:
            return True
        if observed > 0:
            divergences.append(observed * math.log(observed / expected))
    return calls * sum(divergences) > 12 * math.log(10)


def unfair(counts: Mapping[T, int], calls: int, chance: Mapping[T, float]) -> T | None:
    """Return what comes too seldom or too often for its chance, None if nothing does.

    Args:
        counts: How often each thing came.
        calls: In how many calls.
        chance: The probability of each.
    """
    for thing, count in counts.items():
        if too_rare(count, calls, chance[thing]):
            return thing
    return None
