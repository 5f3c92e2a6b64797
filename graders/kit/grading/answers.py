"""Answers of submissions: numbers, truth values and counts among them, and how they are shown.

An answer may be any JSON.
"""

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from graders.kit.grading.tracebacks import one_line
from graders.kit.isolation.process import Tuple

if TYPE_CHECKING:
    from fractions import Fraction

T = TypeVar("T")
LONGEST_TEXT = 120  # characters that are shown of a repr that came as text


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


def plural(count: int, one: str, many: str = "") -> str:
    """Return a count with its noun: "1 child", "2 children"."""
    if count == 1:
        return f"{count} {one}"
    plural_form = many or f"{one}s"
    return f"{count} {plural_form}"


def shown(value: Any) -> str:
    """Return an answer as the student would know it."""
    match value:
        case {"type": "float", "repr": text}:  # infinity, or no number: see plain in tools.py
            return one_line(str(text)[:LONGEST_TEXT])
        case {"ratio": [_, _], "repr": text}:
            return one_line(str(text)[:LONGEST_TEXT])
        case {"type": kind, "repr": text}:
            described = f"{text} (of type {kind})"
            return one_line(described[:LONGEST_TEXT])
    text = ""
    for piece in _pieces(value):
        text += piece
        if len(text) > 80:
            return one_line(f"{text[:76]} ...")
    return one_line(text)


def _pieces(value: Any) -> Iterator[str]:
    """Yield a value's repr in pieces, so that nobody needs to make the whole of a large one."""
    if isinstance(value, str):
        yield repr(value[:100])
    elif not value or not isinstance(value, (list, dict)):
        yield repr(value)
    elif isinstance(value, dict):
        before = "{"
        for key, item in value.items():
            yield before
            yield from _pieces(key)
            yield ": "
            yield from _pieces(item)
            before = ", "
        yield "}"
    else:
        opening, closing = _brackets(value)
        before = opening
        for item in value:
            yield before
            yield from _pieces(item)
            before = ", "
        yield closing


def _brackets(value: list[Any]) -> tuple[str, str]:
    """Return what stands before and after the items of a list, which may stand for a tuple."""
    if not isinstance(value, Tuple):
        return "[", "]"
    if len(value) == 1:
        return "(", ",)"
    return "(", ")"
