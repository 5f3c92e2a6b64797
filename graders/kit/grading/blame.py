"""What the checks of a run find out about each other: which answers were wrong, and whom they cost.

A check that a fault elsewhere spoils asks in another way, and may be passed so. Then the fault has
to cost the points of the check that is about it, also where that one was passed because it had not
asked for just this.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from graders.kit.errors import KitError, Lost, Unwritten
from graders.kit.grading.calls import Calls
from graders.kit.report import CheckResult, NextStep, fix, method_of


@dataclass
class Blame:
    """What is known of all checks so far.

    Attributes:
        names: Those of the exercise's checks, in their order.
    """

    names: Sequence[str]
    # By check: what others that are passed have found wrong.
    _wrong: dict[str, Lost] = field(default_factory=dict)
    # Why each check is lost.
    _lost: dict[str, Lost] = field(default_factory=dict)

    def passed(self, check: str, faults: Mapping[str, Lost]) -> None:
        """Take note of what a check found wrong that is to be passed.

        Args:
            check: Its name.
            faults: What it found wrong, by the name of the check that is about that; "" or its own
                name for the check itself.

        Raises:
            Lost: That was its own subject alone.
        """
        others = _of_others(check, faults)
        unknown = others.keys() - set(self.names)
        if unknown:
            names = ", ".join(unknown)
            raise KitError(f"The check {check} asks cases of {names}, and there is no such check.")
        if faults and not others:
            raise next(iter(faults.values()))
        for name, fault in others.items():
            self._wrong.setdefault(name, fault)

    def lost(
        self, check: str, loss: Lost, faults: Mapping[str, Lost], paid: Collection[str] = ()
    ) -> None:
        """Take note of a check that is lost.

        Args:
            check: Its name.
            loss: Why.
            faults: What it found wrong meanwhile, as in `passed`.
            paid: The checks of functions in whose place right ones were put: they are lost, too.
        """
        for name, fault in _of_others(check, faults).items():
            if name in paid:
                self._wrong.setdefault(name, fault)
        self._lost[check] = loss

    def settled(self, results: Sequence[CheckResult]) -> list[CheckResult]:
        """Return results in which also those checks are lost that others have found wrong."""
        settled = []
        for result in results:
            fault = self._wrong.get(result.name)
            if fault is not None and result.outcome == "passed":
                result = replace(result, score=0, outcome=fault.outcome, parts=fault.parts)
            settled.append(result)
        return settled

    def case(self, check: str) -> Any:
        """Return what was asked when a check was lost, a checks.Case; None if nothing was."""
        lost = self._reason(check)
        return None if lost is None else lost.case

    def _reason(self, check: str) -> Lost | None:
        return self._lost.get(check) or self._wrong.get(check)

    def next_step(
        self, results: Sequence[CheckResult], calls: Calls, unwritten: Mapping[str, Unwritten]
    ) -> NextStep | None:
        """Return what to do next, None if no check is lost.

        It is about the first lost check, or about what the function of that one calls and is wrong
        itself, or not yet there.

        Args:
            results: What became of the checks.
            calls: Which functions of the file call which others.
            unwritten: Functions that are still to be written, by name.
        """
        checks = self._suspects(results)
        if not checks:
            return None
        first = next(iter(checks.values()))
        # A stub of a function that got its points is in a branch that nobody has to reach.
        right = {method_of(result.name) for result in results} - checks.keys()
        lacking = {name: lost for name, lost in unwritten.items() if name not in right}
        begin = method_of(first)
        reason = self._reason(first)
        if isinstance(reason, Unwritten):
            begin = reason.function
            lacking[begin] = reason
        circle = calls.deepest(begin, [*checks, *lacking])
        for function in circle:
            if function in lacking:
                return write(lacking[function], checks.get(function, first))
        function = min(circle, key=lambda name: self._size(checks[name]))
        return fix(checks[function])

    def _suspects(self, results: Sequence[CheckResult]) -> dict[str, str]:
        """Return the functions that are found wrong, each with the first check that says so."""
        lost = [result.name for result in results if result.outcome != "passed"]
        if not lost:
            return {}
        suspects: dict[str, str] = {}
        for name in [*lost, *self._lost]:  # there may be more than the results tell of
            suspects.setdefault(method_of(name), name)
        return suspects

    def _size(self, check: str) -> float:
        """Return how large the smallest position is on which a check is known to be lost."""
        case = self.case(check)
        return math.inf if case is None else case.size


def write(lost: Unwritten, check: str) -> NextStep:
    """Return that something is to be written.

    Args:
        lost: What is.
        check: The check to look at first.
    """
    return NextStep("write", check, f"write {lost.function or 'it'}", lost.line, lost.cell)


def _of_others(check: str, faults: Mapping[str, Lost]) -> dict[str, Lost]:
    """Return the faults that are about other checks than the one that found them."""
    return {name: fault for name, fault in faults.items() if name not in ("", check)}
