"""A check while it is asked: its clock, and what it has found out of itself and of other checks."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from graders.kit.errors import Lost
from graders.kit.grading.limits import Clock
from graders.kit.report import Outcome, Parts, method_of


class Verdict(NamedTuple):
    """What became of a check.

    Attributes:
        outcome: "passed", or how its points were lost.
        parts: What the student is told.
    """

    outcome: Outcome
    parts: Parts


@dataclass(frozen=True)
class Probed:
    """What became of a case. It is true if the case was answered right.

    Attributes:
        right: Whether it was; None where no answer came.
        kind: The kind of the fault, see Fault.
        notes: What was noted while it was asked, also where no answer came.
    """

    right: bool | None = None
    kind: Any = None
    notes: Any = None

    def __bool__(self) -> bool:
        return bool(self.right)


@dataclass
class CheckRun:
    """What belongs to one check alone, from its first question to its verdict.

    Attributes:
        clock: How much of its time is used.
        faults: The first wrong answer that is about each check, by the name of that check; "" is
            the check that asks.
        lent: The student's functions in whose place right ones were put.
        first: What became of each case in the first way in which `settle` has asked last.
        last: What became of each case that `settle` has asked about last, right or wrong.
    """

    clock: Clock
    faults: dict[str, Lost] = field(default_factory=dict)
    lent: set[str] = field(default_factory=set)
    first: list[Probed] = field(default_factory=list)
    last: list[Probed] = field(default_factory=list)
    _costs: dict[str, set[str]] = field(default_factory=dict)  # for a function, checks to be lost

    def blame(self, function: str, check: str, fault: Lost) -> None:
        """Take note of what is wrong with a function, and of the check that this is to cost.

        Args:
            function: Its name, "" for the one that the check is named after.
            check: A name, "" for the check that asks.
            fault: What the check is to be lost for.
        """
        self.faults.setdefault(check, fault)
        name = function or method_of(check)
        self._costs.setdefault(name, set()).add(check)

    def blamed(self) -> set[str]:
        """Return the functions that were found wrong."""
        return set(self._costs)

    def costs(self, function: str) -> set[str]:
        """Return the checks that are to be lost because a function is wrong."""
        return self._costs.get(function, set())

    def lend(self, functions: Iterable[str]) -> None:
        """Take note that right functions are put in the place of the student's from now on."""
        self.lent.update(functions)

    def paid(self) -> set[str]:
        """Return the checks that are lost since a right function took the place of a wrong one."""
        paid: set[str] = set()
        for function in self.lent:
            paid |= self.costs(function)
        return paid
