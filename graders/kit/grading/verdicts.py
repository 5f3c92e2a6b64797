"""The verdicts of a run: each check is asked as it is, else once more with right helpers.

A check that goes wrong may be right itself: what it needs is wrong. So the checks of all that it
needs are asked first; right functions take the place of those that are lost; and then it is passed
or lost. Whoever passes so has another check that is lost.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from graders.kit.errors import Lost
from graders.kit.grading.asking import GONE, Answers, ask
from graders.kit.grading.checks import Check
from graders.kit.grading.student import Student
from graders.kit.report import method_of

WITH_RIGHT = "Passed with a right {helpers} in place of yours."


class Settled(NamedTuple):
    """What became of a check.

    Attributes:
        lost: What it loses its points for; None if it is passed.
        remark: What is said of one that is passed.
    """

    lost: Lost | None = None
    remark: str = ""


@dataclass
class Verdicts:
    """What is known of the checks of a run; each is asked when somebody first wants to know.

    Attributes:
        student: Who is asked.
        checks: All checks of the exercise.
        limit: Returns how many seconds of processor time the first way to ask a check may take.
        seed: Chooses the positions.
        thorough: Whether all positions that there are are asked about.
        known: What is known, by the name of a check.
    """

    student: Student
    checks: Sequence[Check]
    limit: Callable[[Check], float]
    seed: int = 0
    thorough: bool = False
    known: dict[str, Settled] = field(default_factory=dict)
    _open: list[str] = field(default_factory=list)  # checks that are being asked

    def of(self, check: Check) -> Settled:
        """Return what becomes of a check."""
        if check.name not in self.known:
            self._open.append(check.name)
            self.known[check.name] = self._ask(check)
            self._open.remove(check.name)
        return self.known[check.name]

    def _ask(self, check: Check) -> Settled:
        """Ask a check as it is, and if that goes wrong with right functions where its needs are."""
        cases = check.cases(Random(self.seed), self.thorough)
        self.student.begin(self.limit(check))
        first = ask(self.student, dict(enumerate(cases)), check.noun)
        if first.are_right:
            return Settled()
        if not self._may_ask_again(first):
            return Settled(first.loss())

        timed_out = self.student.run.clock.timed_out
        lends = [name for name in self.needs_of(check) if self._is_wrong(name)]
        others = {
            number: case for number, case in enumerate(cases) if method_of(case.check) not in lends
        }
        if not lends or not others:
            return Settled(first.loss())

        self.student.begin(self.limit(check))
        self.student.run.clock.retry(timed_out)
        second = ask(self.student, others, check.noun, lends)
        if second.are_right:
            return Settled(remark=WITH_RIGHT.format(helpers=in_words(lends)))
        if second.end is not None and second.end.outcome in GONE:
            self.student.retries_end = True
        return Settled(loss_in_both(first, second))

    def _may_ask_again(self, first: Answers) -> bool:
        """Tell whether a second way makes sense, once the first one has gone wrong."""
        if self.student.unusable is not None or not first.may_go_on:
            return False
        is_gone = first.end is not None and first.end.outcome in GONE
        return not (is_gone and self.student.retries_end)

    def needs_of(self, check: Check) -> list[str]:
        """Return the functions that a check needs, and those that their checks need.

        They come in the order of the checks, without the check's own.
        """
        found: set[str] = set()
        waiting = [*check.needs]
        while waiting:
            name = waiting.pop()
            if name in found:
                continue
            found.add(name)
            for other in self._checks_of(name):
                waiting += other.needs
        found.discard(method_of(check.name))
        in_order = dict.fromkeys(method_of(other.name) for other in self.checks)
        return [name for name in in_order if name in found]

    def _checks_of(self, function: str) -> list[Check]:
        return [check for check in self.checks if method_of(check.name) == function]

    def _is_wrong(self, function: str) -> bool:
        """Tell whether a check of a function is lost.

        One that is being asked went wrong as it is. Where two functions need each other, each is so
        asked with a right one in the place of the other.
        """
        for check in self._checks_of(function):
            if check.name in self._open or self.of(check).lost is not None:
                return True
        return False


def loss_in_both(first: Answers, second: Answers) -> Lost:
    """Return what a check loses its points for that goes wrong in both ways.

    What was said as it is tells more than what is said once something was lent; but only of a case
    that is wrong in both.
    """
    if first.wrong_in(second):
        return first.loss(both=second)
    if first.end is not None and second.end is not None and not second.wrong:
        return first.loss()
    return second.loss()


def in_words(names: Sequence[str]) -> str:
    """Return names as they are listed in a sentence."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
