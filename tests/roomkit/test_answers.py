"""What judges are written with takes any value."""

import json
from decimal import Decimal, getcontext
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from graders.kit.grading.words import shown
from graders.kit.isolation.messages import decoded
from graders.kit.isolation.tools import exact, plain, predicate, ratio
from graders.kit.roomkit.answers import (
    LIKELIER,
    close,
    fraction,
    is_between,
    is_finite,
    is_ruled_out,
    same_number,
    too_rare,
    truth,
)

HUGE: list[Any] = [10**400, -(10**400), 1e300, float("inf"), float("nan"), None, "1", [1], {}, True]


@pytest.mark.parametrize("value", HUGE, ids=repr)
def test_what_judges_are_written_with_takes_anything(value: Any) -> None:
    assert not close(value, 0.5)
    assert close(0.5 + 1e-10, 0.5)
    assert not close(0.6, 0.5)
    assert close(0.6, 0.5, within=0.2)
    assert is_finite(value) == (value is True)
    assert same_number(value, 1) == (value is True)
    assert truth(value)[1]
    assert truth(predicate(value)) == (bool(value), shown(predicate(value)[1]))
    assert shown(value)


@pytest.mark.parametrize(("calls", "choices"), [(60, 2), (90, 3), (131, 5), (400, 9)])
def test_what_is_too_rare_has_a_tail_of_the_binomial_distribution_below_ten_to_the_minus_twelve(
    calls: int, choices: int
) -> None:
    ways = [
        Fraction(comb(calls, n) * (choices - 1) ** (calls - n), choices**calls)
        for n in range(calls + 1)
    ]
    rare = [count for count in range(calls + 1) if too_rare(count, calls, 1 / choices)]
    assert rare
    for count in rare:
        assert (
            sum(ways[count:]) if count * choices >= calls else sum(ways[: count + 1])
        ) < Fraction(1, 10**12)


def test_what_is_a_tuple_in_python_is_shown_as_one_and_judged_as_a_list() -> None:
    sent = json.dumps(plain([(5, 0), (1,), ("x", [2]), {"tuple": [1]}]))
    answer = decoded(sent)
    assert answer[:3] == [[5, 0], [1], ["x", [2]]]
    assert shown(answer[:3]) == "[(5, 0), (1,), ('x', [2])]"
    assert shown(answer[3]) == "{'tuple': [1]} (of type dict)"


@pytest.mark.parametrize(
    "text", ['{"tuple": [1]}', '{"tuple": 1}', '{"value": {"tuple": {"tuple": {}}}}']
)
def test_a_reply_that_only_looks_like_a_tuple_harms_nothing(text: str) -> None:
    assert shown(decoded(text))


def test_a_number_between_two_huge_ones_stays_there() -> None:
    """A float would be neither."""
    low = 2**64 + 1
    middle = exact(Fraction(2 * low + 1, 2))
    assert is_between(middle, low, low + 1)
    assert not is_between(middle, low + 1, low + 2)
    assert not is_between(plain(Fraction(2 * low + 1, 2)), low, low + 1)
    assert exact(Fraction(6, 2)) == 3
    for other in (None, "1", [1], exact("1")):
        assert not is_between(other, 0, 2)


def test_a_ratio_carries_a_number_whole() -> None:
    numbers: list[Any] = [
        0,
        -7,
        True,
        0.1,
        -(2**53) - 1,
        10**99,
        Fraction(1, 3),
        Fraction(10**99, 10**98 + 1),
        Decimal("0.1"),
    ]
    for number in numbers:
        answer = decoded(json.dumps(ratio(number)))
        assert fraction(answer) == Fraction(number)
        assert shown(answer)[:60] == repr(number)[:60]
    for number in (float("inf"), float("nan"), 10**301, 5e-324, None, "1/3", [1], Decimal("NaN")):
        assert fraction(ratio(number)) is None
        assert ratio(number) == plain(number) or number != number
    strange = [
        1,
        {"ratio": [1, 0]},
        {"ratio": [1, -1]},
        {"ratio": [1]},
        {"ratio": ["1", 2]},
        {"ratio": [0.5, 1]},
    ]
    assert [fraction(value) for value in strange] == [None] * 6


def test_a_ratio_of_numpys() -> None:
    numpy = pytest.importorskip("numpy")
    assert fraction(ratio(numpy.float64(0.25))) == Fraction(1, 4)
    assert fraction(ratio(numpy.int64(3))) == 3
    assert plain(numpy.longdouble(0.25)) == plain(numpy.complex128(0.25)) == 0.25
    assert plain(numpy.array(7)) == 7


@pytest.mark.parametrize("kind", [int, float, Fraction, Decimal])
def test_a_number_of_a_students_subclass_is_that_number(kind: type[Any]) -> None:
    class Worth(kind):  # type: ignore[misc]
        choice = 1

        def as_integer_ratio(self) -> tuple[int, int]:
            return (7, 1)

    assert plain(Worth(2)) == 2
    assert fraction(ratio(Worth(2))) == 2
    assert exact(Worth(2)) == 2
    if kind is not int:
        assert plain(Worth("2.5")) == 2.5
        assert fraction(ratio(Worth("2.5"))) == Fraction(5, 2)


def test_a_complex_number_without_an_imaginary_part_is_a_number() -> None:
    assert plain(2.5 + 0j) == 2.5
    assert fraction(ratio(2.5 + 0j)) == Fraction(5, 2)
    assert plain(2.5 + 1j)["type"] == "complex"


def test_what_else_the_modules_of_numbers_have_is_no_number() -> None:
    answer = plain(getcontext())
    assert answer["type"] == "Context"
    assert ratio(getcontext()) == answer
    assert exact(getcontext()) == answer


@pytest.mark.parametrize("chance", [0.25, 0.5])
@pytest.mark.parametrize("larger", [1, 1.5])
def test_a_bias_is_ruled_out_in_less_than_one_of_two_thousand_gradings(
    chance: float, larger: float
) -> None:
    """By all ways in which the counts can grow, whenever one looks: here after each call."""
    bias = 0.2
    biased = chance + larger * bias
    going_on = {0: 1.0}  # the probability of each count with which the bias is not ruled out
    ruled_out = 0.0
    for calls in range(1, 400):
        after: dict[int, float] = {}
        for count, probability in going_on.items():
            after[count] = after.get(count, 0.0) + probability * (1 - biased)
            after[count + 1] = after.get(count + 1, 0.0) + probability * biased
        going_on = {}
        for count, probability in after.items():
            if is_ruled_out(bias, count, calls, chance):
                ruled_out += probability
            else:
                going_on[count] = probability
    assert 0 < ruled_out < 1 / LIKELIER


def test_a_bias_that_can_not_be_needs_not_be_ruled_out() -> None:
    assert is_ruled_out(0.1, count=50, calls=1_000, chance=0.05)
    assert not is_ruled_out(0.1, count=150, calls=1_000, chance=0.05)
    assert not is_ruled_out(0.1, count=0, calls=0, chance=0.05)
