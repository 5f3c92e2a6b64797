"""A grading run: the checks of one exercise, one by one, and the report that comes of it."""

import math
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib import import_module
from typing import TYPE_CHECKING, Any

from graders.kit.catalog import Exercise, named
from graders.kit.errors import KitError, Lost, Unwritten, WrongAnswer
from graders.kit.grading.advice import next_step, to_be_usable
from graders.kit.grading.asking import ask
from graders.kit.grading.calls import calls_in
from graders.kit.grading.checks import Check, is_to_try, origin
from graders.kit.grading.reference import Reference
from graders.kit.grading.student import Student
from graders.kit.grading.submission import Submission
from graders.kit.grading.verdicts import Verdict, Verdicts
from graders.kit.isolation.protocol import MEMORY, IsolatedProcess
from graders.kit.report import CheckResult, NextStep, Outcome, Parts, Report, Text, method_of

SEED_BITS = 128  # of a secret seed: too many to try each on what feedback shows
STEPS_SECONDS = 1.0
# Of a job, for all that is no check: processes that start, pages that are drawn.
SPARE_SECONDS = 120.0
# Times its limit, by the wall clock: what no check takes with all its ways to ask, on a busy
# machine too.
LONGEST = 60
THOROUGH_FACTOR = 100  # time limits with --thorough, which asks that much more
NO_SUCH_NEED = (
    "The check {check} needs {name}, and no check is about a function of that name: what a check "
    "needs are names of functions as they stand before the colon of other checks."
)
KEPT = (
    "Asked this first, in a fresh run, your code answers right. So it keeps something from one "
    "call to the next: a global, an attribute of a class, a changed default argument, or a table "
    "whose key fits several questions."
)

if TYPE_CHECKING:
    from graders.kit.grading.debug import Debug

# Returns what a report shows of a search, given by the case that asked for it.
Steps = Callable[[Student, Any], Parts]

# The names of the checks that are asked, and what has come of the first of them.
Told = Callable[[Sequence[str], Sequence[CheckResult]], None]


@dataclass(frozen=True)
class Terms:
    """On which terms a submission is graded.

    Attributes:
        seed: Chooses the positions.
        thorough: Whether all positions that there are are asked about.
        unprotected: Whether to grade without isolation, where there is none.
        seconds: For the whole submission, by the wall clock.
        memory: Bytes that its process may have.
    """

    seed: int = 0
    thorough: bool = False
    unprotected: bool = False
    seconds: float = math.inf
    memory: int = MEMORY


def new_seed() -> int:
    """Return a seed that nobody knows."""
    import secrets  # not above: who grades at a seed that is known needs none

    return secrets.randbits(SEED_BITS)


def checks_of(exercise: Exercise) -> list[Check]:
    """Return the checks of an exercise, in the order of its file."""
    try:
        module = import_module(f"graders.{exercise.name}.test_{exercise.name}")
    except Exception as error:  # whatever its author has written
        place_and_reason = ", ".join(origin(error))
        raise KitError(
            f"The checks of {exercise.name} can't be read: {place_and_reason}."
        ) from error
    checks = []
    for thing in vars(module).values():
        check = getattr(thing, "check", None)
        if isinstance(check, Check):
            checks.append(check)
    have_checks = {method_of(check.name) for check in checks}
    for check in checks:
        for name in check.needs:
            if name not in have_checks:
                raise KitError(NO_SUCH_NEED.format(check=check.name, name=name))
    return checks


def longest(exercise: Exercise) -> float:
    """Return more seconds, by the wall clock, than grading takes unless the grader itself hangs."""
    limits = [check.seconds for check in checks_of(exercise)]
    return SPARE_SECONDS + LONGEST * sum(limits)


def line_of(exercise: Exercise, score: int | None = None) -> str:
    """Return what `gametree list` says of an exercise.

    Args:
        exercise: One of those that there are.
        score: The last one here, if there is any.
    """
    points = str(sum(check.points for check in checks_of(exercise)))
    if score is not None:
        points = f"{score}/{points}"
    lesson = f"draft: {exercise.lesson}" if exercise.draft else exercise.lesson
    return f"{exercise.name:<14} {points:>5} points  {lesson}"


def grade(
    name: str,
    submission: Submission,
    terms: Terms,
    only: str = "",
    first: str | None = None,
    ready: IsolatedProcess | None = None,
    but: Collection[str] = (),
    steps: Steps | None = None,
    told: Told | None = None,
    debug: "Debug | None" = None,
) -> Report:
    """Grade a submission.

    Args:
        name: That of the exercise.
        submission: The file.
        terms: See Terms.
        only: The name of the one check to run; "" for all.
        first: The method or check that is asked first, in a run that ends with the first lost
            point; None for a whole run.
        ready: A process that was started for it beforehand.
        but: The names of checks that are not run.
        steps: Returns what a report shows of the search that a check lost its points for, see
            kit/trace/run.py.
        told: Is told before each check which are asked, and what has come of those before.
        debug: Writes what is asked and answered.

    Raises:
        KitError: The kit itself fails, or there is no such check.
        Unprotected: The terms forbid to grade here; no code of the student's has run.
    """
    whole = first is None
    with closing(Grading(named(name), submission, terms, whole, ready, steps, debug)) as grading:
        checks = [check for check in grading.checks if check.name not in but]
        if only:
            checks = [check for check in checks if check.name == only]
        if not checks:
            raise KitError(f"There is no check {only} of {name}.")
        if first:
            checks.sort(key=lambda check: not check.name.startswith(first))
        grading.asks_all_in_turn(whole and not only)
        results: list[CheckResult] = []
        for check in checks:
            if told:
                told([check.name for check in checks], results)
            result = grading.result(check)
            results.append(result)
            if result.outcome != "passed" and not whole:
                break
        if only:
            grading.look_for_cause(results)
        return grading.report(results)


class Grading:
    """A grading run, check by check."""

    def __init__(
        self,
        exercise: Exercise,
        submission: Submission,
        terms: Terms,
        explains: bool = True,
        ready: IsolatedProcess | None = None,
        steps: Steps | None = None,
        debug: "Debug | None" = None,
    ) -> None:
        """Begin with a submission.

        Args:
            exercise: What it is graded for.
            submission: The file.
            terms: See Terms.
            explains: Whether a process more may be spent on why an answer was wrong.
            ready: As in `grade`.
            steps: As in `grade`.
            debug: As in `grade`.
        """
        self.exercise = exercise
        self.submission = submission
        self.terms = terms
        # Its process gets ready while the checks are imported.
        self._student = Student(
            submission,
            exercise.driver,
            terms.unprotected,
            memory=terms.memory,
            until=time.monotonic() + terms.seconds,
            ready=ready,
        )
        self._student.debug = debug
        self._explains = explains
        self._steps = steps
        try:
            self.checks = checks_of(exercise)
        except KitError:
            self.close()
            raise
        reference = Reference(exercise, terms.unprotected, terms.memory)
        self._verdicts = Verdicts(
            self._student, self.checks, self.limit, terms.seed, terms.thorough, reference
        )

    def asks_all_in_turn(self, are_all: bool) -> None:
        """Take note whether all checks are asked, see Verdicts."""
        self._verdicts.all_in_turn = are_all

    def result(self, check: Check) -> CheckResult:
        """Run a check and return what it found; raise KitError if the kit itself fails."""
        verdict = self._verdict(check)
        outcome: Outcome = "passed"
        score = check.points
        remark = self._verdicts.remark(check)
        parts: Parts = [Text(remark)] if remark else []
        if self._student.debug:
            self._student.debug.end_check(check.name, verdict.lost)
        if verdict.lost is not None:
            outcome = verdict.lost.outcome
            score = 0
            parts = self._explained(verdict.lost)
        seconds = round(self._verdicts.seconds(check), 3)
        about = (check.name, check.title, score, check.points)
        return CheckResult(*about, outcome, parts, seconds, self._verdicts.printed(check))

    def look_for_cause(self, results: list[CheckResult]) -> None:
        """Run the checks of what lost functions call, where these have not been run."""
        lost = {method_of(result.name) for result in results if result.outcome != "passed"}
        calls = calls_in(self.submission.source)
        called: set[str] = set()
        for function in lost:
            called |= calls.reached(function)
        for check in self.checks:
            if method_of(check.name) in called - lost:
                self._verdict(check)

    def _verdict(self, check: Check) -> Verdict:
        try:
            return self._verdicts.of(check)
        except KitError:
            raise
        except Exception as error:
            where = ", ".join(origin(error))
            raise KitError(
                f"The check {check.name} failed by a fault of its own ({where}), not of your file. "
                "Please report it with the file; if the exercise is yours, mend it there."
            ) from error

    def case(self, check: str) -> Any:
        """Return what was asked when a check was lost, a checks.Case; None if nothing was."""
        lost = self._verdicts.lost.get(check)
        return None if lost is None else lost.case

    def limit(self, check: Check) -> float:
        """Return how many seconds of processor time the first way to ask may take."""
        return check.seconds * (THOROUGH_FACTOR if self.terms.thorough else 1)

    def _explained(self, loss: Lost) -> Parts:
        """Return why a check is lost.

        It is said if a wrong answer is right when a fresh process is asked nothing else.
        """
        if not self._explains or not isinstance(loss, WrongAnswer) or not loss.case.deterministic:
            return loss.parts
        self._explains = False  # once a run: it takes a process of its own
        self._student.close()
        try:
            if not ask(self._student, {0: loss.case}).are_right:
                return loss.parts
        finally:
            self._student.close()
        # What there is to try would show nothing wrong.
        parts = [part for part in loss.parts if not is_to_try(part)]
        return [*parts, Text(KEPT)]

    def report(self, results: list[CheckResult]) -> Report:
        """Return the report."""
        results = [self._with_steps(result) for result in results]
        digest = ""
        if self.submission.data is not None:
            digest = sha256(self.submission.data).hexdigest()
        return Report(
            exercise=self.exercise.name,
            seed=self.terms.seed,
            isolation=self._student.isolation,
            file=self.submission.file,
            sha256=digest,
            checks=results,
            left_out=self.submission.left_out,
            next_step=self._next_step(results),
            warnings=tuple(self._student.warnings),
            printed=self._student.printed_at_import,
        )

    def _next_step(self, results: list[CheckResult]) -> NextStep | None:
        lost = [result for result in results if result.outcome != "passed"]
        if not lost:
            return None
        if self._student.unusable is not None:
            return to_be_usable(self._student.unusable, lost[0].name)
        calls = calls_in(self.submission.source)
        step = next_step(results, self._verdicts.lost, calls, self._unwritten())
        if step is not None and len(lost) == len(self.checks) and _are_alike(lost):
            step = replace(step, kind="whole")
        return step

    def _unwritten(self) -> dict[str, Unwritten]:
        """Return the functions that are still to be written, by name.

        They are stubs that were met, and functions that have a check and are not in the file. Any
        other name that is not there is a slip of the line that it stands in.
        """
        unwritten = dict(self._student.unwritten)
        for check in self.checks:
            function = method_of(check.name)
            if function in self._student.lacking and self.submission.begins(function) is None:
                unwritten.setdefault(function, Unwritten(function, []))
        return unwritten

    def _with_steps(self, result: CheckResult) -> CheckResult:
        """Return a result with the steps of the search that was wrong, if there is one.

        They are of a process that was asked nothing else.
        """
        if self._steps is None or result.outcome == "passed":
            return result
        case = self.case(result.name)
        if case is None:
            return result
        self._student.close()
        self._student.begin(STEPS_SECONDS)
        steps = self._steps(self._student, case)
        return replace(result, parts=[*result.parts, *steps])

    def close(self) -> None:
        self._student.close()


def _are_alike(results: list[CheckResult]) -> bool:
    """Tell whether all checks begin with the same reason."""
    return len({result.message.partition("\n")[0] for result in results}) == 1
