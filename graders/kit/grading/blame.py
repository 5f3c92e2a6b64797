"""What the checks of a run find out about each other: which answers were wrong, and which check they cost points.

A check that a fault elsewhere spoils asks in another way, and may be passed so. Then the fault has to cost the points
of the check that is about it, also where that one was passed because it had not asked for just this.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from graders.kit.errors import KitError, Lost, Unwritten
from graders.kit.report import CheckResult


@dataclass
class Blame:
    """names: of the exercise's checks, in their order"""

    names: Sequence[str]
    _wrong: dict[str, Lost] = field(
        default_factory=dict
    )  # by check: what others that are passed have found wrong
    _needs: dict[str, list[str]] = field(
        default_factory=dict
    )  # for each check that is lost, others found wrong there
    _lost: dict[str, Lost] = field(default_factory=dict)  # why each check is lost
    _to_do: dict[str, str] = field(
        default_factory=dict
    )  # for each check that waits for what is not there

    def passed(self, check: str, wrong: Mapping[str, Lost]) -> None:
        """Take note of what a check found wrong that is to be passed. Raises Lost if that was its own subject alone.

        wrong: by the name of the check that it is about, "" or its own name for the check itself
        """
        others = {name: lost for name, lost in wrong.items() if name not in ("", check)}
        if unknown := others.keys() - {*self.names}:
            raise KitError(
                f"The check {check} asks cases of {', '.join(unknown)}, and there is no such check."
            )
        if wrong and not others:
            raise next(iter(wrong.values()))
        self._wrong = others | self._wrong

    def lost(
        self, check: str, loss: Lost, wrong: Mapping[str, Lost], paid: Collection[str] = ()
    ) -> None:
        """Take note of a check that is lost, and of what it found wrong meanwhile.

        paid: the checks of functions in whose place right ones were put: they are lost as well
        """
        for name, why in wrong.items():
            if name not in ("", check) and name in paid:
                self._wrong.setdefault(name, why)
        self._needs[check] = [*wrong]
        self._lost[check] = loss
        if loss.outcome == "unavailable":
            self._to_do[check] = loss.to_do if isinstance(loss, Unwritten) else f"fix {check}"

    def settled(self, results: Sequence[CheckResult]) -> list[CheckResult]:
        """Return results in which also those checks are lost that others have found wrong."""
        return [
            replace(result, score=0, outcome=lost.outcome, parts=lost.parts)
            if (lost := self._wrong.get(result.name)) and result.outcome == "passed"
            else result
            for result in results
        ]

    def case(self, check: str) -> Any:
        """Return what was asked when a check was lost, a checks.Case; None if nothing was."""
        lost = self._lost.get(check) or self._wrong.get(check)
        return None if lost is None else lost.case

    def next_step(self, results: Sequence[CheckResult]) -> tuple[str, str]:
        """Return which lost check to look at first, and what to do: what another one waits for comes before it."""
        lost = [result.name for result in results if result.outcome != "passed"]
        first, waiting = "", lost[:1]
        while waiting:
            first = waiting[0]
            lost.remove(first)
            waiting = [
                name
                for name in lost
                if name in self._needs.get(first, ()) and first not in self._to_do
            ]
        return first, self._to_do.get(first, f"fix {first}" if first else "")
