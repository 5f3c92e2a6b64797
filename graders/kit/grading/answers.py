"""Answers of submissions: numbers, truth values and counts among them, and how they are shown. They may be any JSON."""

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from graders.kit.grading.student import one_line
from graders.kit.isolation.process import Tuple

if TYPE_CHECKING:
    from fractions import Fraction

T = TypeVar("T")


def same_number(value: Any, expected: float) -> bool:
    """Tell whether an answer is a number of that value; True counts as 1, NaN and strings as nothing."""
    return isinstance(value, (int, float)) and value == expected


def is_finite(value: Any) -> bool:
    """Tell whether an answer is a number, and no infinite one."""
    return isinstance(value, (int, float)) and abs(value) < 1e300


def close(value: Any, wanted: float, within: float = 1e-9) -> bool:
    """Tell whether an answer is a number that differs from that by less: sums may be taken in another order."""
    return is_finite(value) and abs(value - wanted) < within


def fraction(value: Any) -> "Fraction | None":
    """Return the number that ratio in tools.py made this of, exactly; None if it is none."""
    match value:
        case {"ratio": [int(above), int(below)]} if below > 0:
            from fractions import (
                Fraction,
            )  # only here: it takes a hundredth of a student's half second

            return Fraction(above, below)
    return None


def rounded(value: Any, wanted: float) -> str:
    """Return a hint where an answer is what a float makes of the right one."""
    close = is_finite(value) and value != wanted and float(value) == float(wanted)
    return (
        " Is it, or a bound, turned into a float? That keeps the first 16 digits alone."
        if close
        else ""
    )


def truth(value: Any) -> tuple[Any, str]:
    """Return what a student's predicate says, and how to show it; value: what harness.predicate made of its answer"""
    match value:
        case [flag, answer]:
            return flag, shown(answer)
    return None, shown(value)


def counts_in(value: Any) -> list[tuple[Any, int]]:
    """Return the answers that a driver's tally holds, each with its count; what is no tally holds none."""
    pairs = (
        [pair for pair in value if isinstance(pair, list) and len(pair) == 2]
        if isinstance(value, list)
        else []
    )
    return [(answer, count) for answer, count in pairs if type(count) is int]


def too_rare(count: int, calls: int, chance: float) -> bool:
    """Tell whether what has this chance comes so often, or so seldom, only in one grading in 10^12.

    By Chernoff's bound: count / calls = q comes, or something rarer, with a probability of at most exp(-calls D(q, p)).
    """
    q = count / calls
    terms = [(q, chance), (1 - q, 1 - chance)]
    if any(part > 0 and of <= 0 for part, of in terms):
        return True
    return calls * sum(
        part * math.log(part / of) for part, of in terms if part > 0
    ) > 12 * math.log(10)


def unfair(counts: Mapping[T, int], calls: int, chance: Mapping[T, float]) -> T | None:
    """Return what comes too seldom or too often for its chance in that many calls, None if nothing does."""
    return next(
        (thing for thing, count in counts.items() if too_rare(count, calls, chance[thing])), None
    )


def plural(count: int, one: str, many: str = "") -> str:
    """Return a count with its noun: "1 child", "2 children"."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def shown(value: Any) -> str:
    """Return an answer as the student would know it."""
    match value:
        case {"type": "float", "repr": text}:  # infinity, or no number: see plain in tools.py
            return one_line(str(text)[:120])
        case {"ratio": [_, _], "repr": text}:
            return one_line(str(text)[:120])
        case {"type": kind, "repr": text}:
            return one_line(f"{text} (of type {kind})"[:120])
    text = ""
    for piece in _pieces(value):
        text += piece
        if len(text) > 80:
            return one_line(f"{text[:76]} ...")
    return one_line(text)


def _pieces(value: Any) -> Iterator[str]:
    """Yield a value's repr in pieces, so that nobody needs to make the whole of a large one."""
    if not isinstance(value, (list, dict)) or not value:
        yield repr(value[:100] if isinstance(value, str) else value)
        return
    opening, closing = (
        "()" if isinstance(value, Tuple) else "[]" if isinstance(value, list) else "{}"
    )
    items = ([item] for item in value) if isinstance(value, list) else value.items()
    for number, item in enumerate(items):
        yield ", " if number else opening
        for place, part in enumerate(item):
            yield ": " if place else ""
            yield from _pieces(part)
    yield ",)" if closing == ")" and len(value) == 1 else closing
