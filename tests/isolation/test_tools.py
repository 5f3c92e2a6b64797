"""A number that asks back at its first use: whatever stands on its left, and wherever it was copied to."""

import copy
import decimal
import fractions
import heapq
import itertools
import math
import operator
import pickle
from typing import Any

import numpy
import pytest

from graders.kit.isolation.tools import LazyNumber, kind_of, plain, tally_on

FIVE = 5
LEFT = {
    "int": 3,
    "bool": True,
    "float": 3.5,
    "whole float": 5.0,
    "infinity": math.inf,
    "minus infinity": -math.inf,
    "huge int": 10**150,
    "Fraction": fractions.Fraction(7, 2),
    "Decimal": decimal.Decimal("3.5"),
    "numpy.int64": numpy.int64(3),
    "numpy.int8": numpy.int8(5),
    "numpy.float64": numpy.float64(3.5),
    "numpy.float32": numpy.float32(3.5),
    "numpy.inf": numpy.float64(numpy.inf),
}
COMPARE = (operator.lt, operator.le, operator.eq, operator.ne, operator.gt, operator.ge)
COMPUTE = (operator.add, operator.sub, operator.mul, max, min)
USES = {
    "int": int,
    "float": float,
    "index": operator.index,
    "bool": bool,
    "hash": hash,
    "repr": repr,
    "str": str,
    "format": lambda n: f"{n:+d}",
    "round": round,
    "floor": math.floor,
    "sqrt": math.sqrt,
    "Fraction": fractions.Fraction,
    "negative": operator.neg,
    "abs": abs,
    "divmod": lambda n: divmod(7, n),
    "power": lambda n: 2**n,
    "shift": lambda n: 1 << n,
    "key": lambda n: {5: "found"}[n],
    "member": lambda n: n in [4, 5],
    "sorted": lambda n: sorted([7.5, n, -math.inf])[1] == 5,
    "heap": lambda n: heapq.nlargest(1, [3.5, n]) == [5],
    "sum": lambda n: sum([n, 1]),
    "attribute": lambda n: n.bit_length(),
    "numerator": lambda n: n.numerator,
    "numpy.argmax": lambda n: int(numpy.argmax([1, n, 2])),
    "numpy.maximum": lambda n: int(numpy.maximum(-numpy.inf, n)),
    "numpy array of ints": lambda n: numpy.array([n], dtype=numpy.int64).tolist(),
    "compared in a tuple": lambda n: (n, 1) > (3.5, 2),
    "plain": plain,
}


class Asked:
    """Counts how often it is asked for five."""

    def __init__(self) -> None:
        self.times = 0
        self.number: Any = LazyNumber(self)

    def __call__(self) -> int:
        self.times += 1
        return FIVE


@pytest.mark.parametrize("left", LEFT)
def test_a_number_of_any_kind_on_its_left_asks(left: str) -> None:
    """A lazy subclass of int would not: `3.5 < number` reads its digits in C."""
    other: Any = LEFT[left]
    for operation in [*COMPARE, *COMPUTE]:
        if operation in COMPUTE and isinstance(other, decimal.Decimal):
            continue
        for arguments in (lambda n: (other, n), lambda n: (n, other)):
            asked = Asked()
            found = operation(*arguments(asked.number))
            assert asked.times == 1, operation
            assert found == operation(*arguments(FIVE)), operation


@pytest.mark.parametrize("use", USES)
def test_every_use_asks_once(use: str) -> None:
    asked = Asked()
    assert USES[use](asked.number) == USES[use](FIVE)
    assert USES[use](asked.number) == USES[use](FIVE)
    assert asked.times == 1


def test_a_copy_is_the_same_number_and_asks_nothing() -> None:
    asked = Asked()
    for copied in (
        copy.copy(asked.number),
        copy.deepcopy({"val": [asked.number]})["val"][0],
        *(pickle.loads(pickle.dumps([asked.number], protocol))[0] for protocol in range(6)),
    ):
        assert copied is asked.number
    assert asked.times == 0


def test_it_counts_as_an_int_unasked() -> None:
    asked = Asked()
    number = asked.number
    assert isinstance(number, int)
    assert not isinstance(number, (bool, float, str, list, tuple))
    assert kind_of(number) is kind_of(FIVE) is int
    assert kind_of(3.5) is float
    assert kind_of("Named", (), {}).__name__ == "Named"
    assert not hasattr(number, "__len__")
    assert not hasattr(number, "children")
    assert asked.times == 0


def test_answers_are_counted_as_long_as_they_are_doubted() -> None:
    sent: list[int] = []

    def doubted(counts: list[list[Any]]) -> bool:
        sent.append(sum(count for _, count in counts))
        return sent[-1] < 20

    def count(calls: int, at_once: int, kinds: int = 1) -> int:
        sent.clear()
        numbers = itertools.cycle(range(kinds))
        counts = tally_on(lambda: next(numbers), calls, 2, at_once, doubted)
        return sum(count for _, count in counts)

    assert (count(100, 8), sent) == (24, [8, 16, 24])
    assert (count(18, 8), sent) == (18, [8, 16])
    assert (count(16, 16), sent) == (16, [])
    assert (count(100, 8, kinds=3), sent) == (3, [])  # one kind more than there may be
