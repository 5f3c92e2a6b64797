"""What the checks of a run find out about each other: which answers were wrong, and whom they cost.

A check that a fault elsewhere spoils asks in another way, and may be passed so. Then the fault has
to cost the points of the check that is about it, also where that one was passed because it had not
asked for just this.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from graders.kit.errors import KitError, Lost, Unwritten
from graders.kit.report import CheckResult


@dataclass
class Blame:
    """What is known of all checks so far.

    Attributes:
        names: Those of the exercise's checks, in their order.
    """

    names: Sequence[str]
    # By check: what others that are passed have found wrong.
    _wrong: dict[str, Lost] = field(default_factory=dict)
    # For each check that is lost, the names of others that were found wrong there.
    _needs: dict[str, list[str]] = field(default_factory=dict)
    # Why each check is lost.
    _lost: dict[str, Lost] = field(default_factory=dict)
    # For each check that waits for what is not there: what to do.
    _to_do: dict[str, str] = field(default_factory=dict)

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
        self._needs[check] = [*faults]
        self._lost[check] = loss
        if isinstance(loss, Unwritten):
            self._to_do[check] = loss.to_do
        elif loss.outcome == "unavailable":
            self._to_do[check] = f"fix {check}"

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
        lost = self._lost.get(check) or self._wrong.get(check)
        return None if lost is None else lost.case

    def next_step(self, results: Sequence[CheckResult]) -> tuple[str, str]:
        """Return which lost check to look at first, and what to do.

        What another one waits for comes before that. If none is lost, both are "".
        """
        lost = [result.name for result in results if result.outcome != "passed"]
        if not lost:
            return "", ""
        first = lost.pop(0)
        while first not in self._to_do:
            needs = self._needs.get(first, [])
            waited_for = [name for name in lost if name in needs]
            if not waited_for:
                return first, f"fix {first}"
            first = waited_for[0]
            lost.remove(first)
        return first, self._to_do[first]


def _of_others(check: str, faults: Mapping[str, Lost]) -> dict[str, Lost]:
    """Return the faults that are about other checks than the one that found them."""
    return {name: fault for name, fault in faults.items() if name not in ("", check)}
