"""The verdicts of a run: each check is asked as it is, else once more with right helpers.

A check that goes wrong may be right itself: what it needs is wrong. So the checks of all that it
needs are asked first; right functions take the place of those that are lost; and then it is passed
or lost. Whoever passes so has another check that is lost.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import NamedTuple

from graders.kit.errors import Lost, Unwritten
from graders.kit.grading.asking import Answers, ask
from graders.kit.grading.checks import Case, Check
from graders.kit.grading.reference import Reference
from graders.kit.grading.student import Student
from graders.kit.grading.words import listed
from graders.kit.report import method_of

WITH_RIGHT = "Passed with a right {helpers} in place of yours."


class Verdict(NamedTuple):
    """What became of a check.

    Attributes:
        lost: What it loses its points for; None if it is passed.
        lends: The functions in whose place right ones were put, if it is passed so.
    """

    lost: Lost | None = None
    lends: Sequence[str] = ()


class AsItIs(NamedTuple):
    """What came of asking a check as it is.

    Attributes:
        answers: What came of its cases.
        timed_out: Whether it was cut off by its limit.
        seconds: How long that took, by the clock of the check.
        printed: What the student's code printed meanwhile, as far as it is kept.
    """

    answers: Answers
    timed_out: bool
    seconds: float
    printed: str


@dataclass
class Verdicts:
    """What is known of the checks of a run; each is asked when somebody first wants to know.

    Attributes:
        student: Who is asked.
        checks: All checks of the exercise.
        limit: Returns how many seconds of processor time the first way to ask a check may take.
        seed: Chooses the positions.
        thorough: Whether all positions that there are are asked about.
        reference: Is asked where something may be a fault of the exercise's own.
        known: What is known, by the name of a check.
        all_in_turn: Whether all checks are asked, in their order: then the cases of each are made
            while the process works on those of the one before.
    """

    student: Student
    checks: Sequence[Check]
    limit: Callable[[Check], float]
    seed: int = 0
    thorough: bool = False
    reference: Reference | None = None
    known: dict[str, Verdict] = field(default_factory=dict)
    all_in_turn: bool = False
    _made: dict[str, Sequence[Case]] = field(default_factory=dict)  # cases of the next check
    _as_they_are: dict[str, AsItIs] = field(default_factory=dict)
    _open: list[str] = field(default_factory=list)  # checks that are asked in the second way
    # Whether the process may have kept something of a check that went wrong in it.
    _is_spoilt: bool = False

    def of(self, check: Check) -> Verdict:
        """Return what becomes of a check."""
        if check.name in self.known:
            return self.known[check.name]
        as_it_is = self._as_it_is(check)
        if as_it_is.answers.are_right:
            self.known[check.name] = Verdict()
            return self.known[check.name]

        # Of functions that need each other the first one is asked first, whoever wants to know.
        for other in self._earlier_in_a_circle(check):
            self.of(other)
        if check.name not in self.known:
            self._open.append(check.name)
            verdict = self._ask_again(check, as_it_is)
            self._open.remove(check.name)
            if verdict.lost is not None:
                verdict = Verdict(self._own_stub(check, verdict.lost))
            self.known[check.name] = verdict
        return self.known[check.name]

    def _as_it_is(self, check: Check) -> AsItIs:
        """Ask a check as it is, if it has not been asked so."""
        if check.name not in self._as_they_are:
            if self.student.debug:
                self.student.debug.begin_check(check.name)
            cases = self._made.pop(check.name, None) or self._make(check)
            if self._is_spoilt:
                self.student.close()
            self.student.begin(self.limit(check))
            if self.all_in_turn:
                self.student.meanwhile = partial(self._make_next, check)
            answers = self._ask(check, dict(enumerate(cases)))
            clock = self.student.clock
            self._as_they_are[check.name] = AsItIs(
                answers, clock.timed_out, clock.read(), self.student.printed
            )
            self._is_spoilt = not answers.are_right and not answers.are_unavailable
        return self._as_they_are[check.name]

    def _make(self, check: Check) -> Sequence[Case]:
        return check.cases(Random(self.seed), self.thorough)

    def _make_next(self, check: Check) -> None:
        """Make the cases of the check that comes after another one."""
        following = self.checks[self.checks.index(check) + 1 :]
        if not following or following[0].name in self._as_they_are:
            return
        later = following[0]
        # What can't be made is made again when the check is asked, and told there.
        with suppress(Exception):
            self._made[later.name] = self._make(later)

    def _earlier_in_a_circle(self, check: Check) -> list[Check]:
        """Return the checks before this one that it needs and that need it, but for open ones."""
        needed = self.needs_of(check)
        earlier: list[Check] = []
        for other in self.checks:
            if other.name == check.name:
                break
            is_needed = method_of(other.name) in needed
            needs_this = method_of(check.name) in self.needs_of(other)
            if is_needed and needs_this and other.name not in self._open:
                earlier.append(other)
        return earlier

    def _ask_again(self, check: Check, as_it_is: AsItIs) -> Verdict:
        """Ask a check that went wrong with right functions in the place of needed ones, if any."""
        first = as_it_is.answers
        if not self._may_ask_again(first) or first.meet_stub(method_of(check.name)):
            return Verdict(first.loss())
        lends = [name for name in self.needs_of(check) if self._is_wrong(name)]
        others: dict[int, Case] = {}
        for number, case in first.cases.items():
            if method_of(case.check) not in lends:
                others[number] = case
        if not lends or not others:
            return Verdict(first.loss())

        self.student.begin(self.limit(check))
        if self.student.debug:
            self.student.debug.begin_check(check.name)
        self.student.clock.retry(as_it_is.timed_out, as_it_is.seconds)
        was_fresh = self.student.is_fresh
        second = self._ask(check, others, lends)
        is_a_stub = second.meet_stub(method_of(check.name))  # in a fresh process as well
        if second.end is None and second.wrong and not was_fresh and not is_a_stub:
            self.student.close()  # it may have kept what it got from its own functions
            second = self._ask(check, others, lends)
        if second.are_right:
            return Verdict(lends=lends)
        if second.are_cut_off:
            self.student.retries_end = True
        return Verdict(loss_in_both(first, second))

    def _ask(self, check: Check, cases: Mapping[int, Case], lends: Sequence[str] = ()) -> Answers:
        """Ask the cases of a check; raise KitError if the exercise itself is wrong."""
        answers = ask(self.student, cases, check.noun, lends)
        if self.reference is not None:
            self.reference.clear(answers, self.limit(check))
        return answers

    def _own_stub(self, check: Check, loss: Lost) -> Lost:
        """Return why a check is lost: if its own function is a stub, that comes before others."""
        function = method_of(check.name)
        stub = self.student.unwritten.get(function)
        if stub is None:
            return loss
        about = check.name
        if isinstance(loss, Unwritten):
            about = loss.function
        elif loss.case is not None and loss.case.check:
            about = loss.case.check
        if method_of(about) == function:
            return loss
        return stub

    def _may_ask_again(self, first: Answers) -> bool:
        """Tell whether a second way makes sense, once the first one has gone wrong."""
        if self.student.unusable is not None or not first.may_go_on:
            return False
        return not (first.are_cut_off and self.student.retries_end)

    def printed(self, check: Check) -> str:
        """Return what the student's code printed while a check was asked."""
        return self._as_it_is(check).printed

    def seconds(self, check: Check) -> float:
        """Return how long a check took as its limit counts that, asked as it is."""
        return self._as_it_is(check).seconds

    def remark(self, check: Check) -> str:
        """Return what is said of a check that is passed: whose faults do not count here."""
        wrong = {method_of(name) for name in self.lost}
        names = [name for name in self.of(check).lends if name in wrong]
        return WITH_RIGHT.format(helpers=listed(names)) if names else ""

    @property
    def lost(self) -> dict[str, Lost]:
        """Why checks are lost, of those that are known, by name."""
        lost: dict[str, Lost] = {}
        for name, verdict in self.known.items():
            if verdict.lost is not None:
                lost[name] = verdict.lost
        return lost

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
    that is wrong in both. That a function is still to be written tells least.
    """
    if first.wrong_in(second):
        return first.loss(both=second)
    if any(not wrong.is_unavailable for wrong in second.wrong):
        return second.loss()
    return first.loss()
