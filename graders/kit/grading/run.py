"""A grading run: the checks of one exercise, one after the other, and the report that comes of it."""

import inspect
import time
from contextlib import closing
from dataclasses import dataclass, replace
from importlib import import_module
from random import Random

from graders.kit.catalog import Exercise, named
from graders.kit.errors import Exhausted, KitError, Lost, Unwritten, WrongAnswer
from graders.kit.grading.checks import Check, cannot_judge, origin, probe
from graders.kit.grading.student import Student
from graders.kit.grading.submission import Submission
from graders.kit.report import CheckResult, Outcome, Parts, Report, Text

THOROUGH_FACTOR = 100  # time limits with --thorough, which asks that much more
KEPT = (
    "Asked this first, in a fresh run, your code answers right. So it keeps something from one call to the next: "
    "a global, an attribute of a class, or a default argument that is changed."
)


@dataclass(frozen=True)
class Terms:
    """seed: chooses the positions; thorough: whether all there are; unprotected: whether to grade without isolation"""

    seed: int = 0
    thorough: bool = False
    unprotected: bool = False


def checks_of(exercise: Exercise) -> list[Check]:
    """Return the checks of an exercise, in the order of its file."""
    try:
        module = import_module(f"graders.{exercise.name}.test_{exercise.name}")
    except Exception as error:  # whatever its author has written
        raise KitError(f"The checks of {exercise.name} can't be read: {', '.join(origin(error))}.") from error
    marks = [getattr(thing, "check", None) for thing in vars(module).values()]
    return [mark for mark in marks if isinstance(mark, Check)]


def line_of(exercise: Exercise) -> str:
    """Return what `gametree list` says of an exercise."""
    points = sum(check.points for check in checks_of(exercise))
    return f"{exercise.name:<12} {points:>2} points  {'draft: ' if exercise.draft else ''}{exercise.lesson}"


def grade(name: str, submission: Submission, terms: Terms, only: str = "") -> Report:
    """Grade a submission for the exercise of that name. only: the name of the one check to run; "" for all

    Raises KitError if the kit itself fails; Unprotected, before the student's code runs, where the terms forbid that.
    """
    with closing(Grading(named(name), submission, terms)) as grading:
        results = [grading.result(check) for check in grading.checks if only in ("", check.name)]
        if not results:
            raise KitError(f"There is no check {only} of {name}.")
        return grading.report(results)


class Grading:
    """A grading run, check by check."""

    def __init__(self, exercise: Exercise, submission: Submission, terms: Terms) -> None:
        self.exercise = exercise
        self.checks = checks_of(exercise)
        self.submission = submission
        self.terms = terms
        # Its process gets ready while the checks are imported.
        self._student = Student(submission, exercise.driver, terms.unprotected)
        self._asked_afresh = False
        self._wrong: dict[str, Lost] = {}  # by the name of its check, what a check that is passed has found wrong
        self._needs: dict[str, list[str]] = {}  # for each check that is lost, others that it has found wrong
        self._to_do: dict[str, str] = {}  # for each check that waits for a function that is a stub: to write it

    def result(self, check: Check) -> CheckResult:
        """Run a check and return what it found; raise KitError if the kit itself fails."""
        known = {"student": self._student, "rng": Random(self.terms.seed), "thorough": self.terms.thorough}
        wanted = {name: known[name] for name in inspect.signature(check.function).parameters}
        outcome: Outcome = "passed"
        began = time.perf_counter()
        self._student.begin(self.limit(check))
        try:
            remark = check.function(**wanted)
            if not isinstance(remark, str):
                raise KitError(f"The check {check.name} must return what settle returns, not {remark!r}.")
            self._blame(check)
            parts: Parts = [Text(remark)] if remark else []
        except Lost as lost:
            outcome, parts = lost.outcome, [*lost.parts, *self._kept(lost)]
            self._needs[check.name] = [*self._student.wrong]
            self._to_do |= {check.name: lost.to_do} if isinstance(lost, Unwritten) else {}
        except Exhausted as end:
            outcome, parts = end.lost.outcome, end.lost.parts
            self._student.close()
        except KitError:
            raise
        except Exception as error:
            if not self._student.clock.received:  # so nothing that a student sent can have caused it
                fault = f"The check {check.name} failed by a fault of its own ({', '.join(origin(error))})"
                raise KitError(f"{fault}, not of your file. Please report it with the file.") from error
            outcome, parts = "failed", cannot_judge(error)
            self._student.close()
        score = check.points if outcome == "passed" else 0
        seconds = round(time.perf_counter() - began, 3)
        return CheckResult(check.name, check.title, score, check.points, outcome, parts, seconds)

    def _blame(self, check: Check) -> None:
        """Note what a check that is passed has found wrong, which costs the points of the checks that are about it.

        Where an answer to the check itself was wrong, and nothing else was, the check is not passed: raises Lost.
        """
        wrong, known = self._student.wrong, [check.name for check in self.checks]
        own = [lost for name, lost in wrong.items() if name in ("", check.name)]
        others = {name: lost for name, lost in wrong.items() if name not in ("", check.name)}
        if unknown := others.keys() - {*known}:
            raise KitError(f"The check {check.name} asks cases of {', '.join(unknown)}, and there is no such check.")
        if own and not others:
            raise own[0]
        self._wrong = others | self._wrong

    def limit(self, check: Check) -> float:
        """Return how many seconds of processor time the first way to ask may take."""
        return check.seconds * (THOROUGH_FACTOR if self.terms.thorough else 1)

    def _kept(self, lost: Lost) -> Parts:
        """Say so if a wrong answer is right when a fresh process is asked nothing else."""
        if self._asked_afresh or not isinstance(lost, WrongAnswer) or not lost.case.deterministic:
            return []
        self._asked_afresh = True  # once a run: it takes a process of its own
        self._student.close()
        try:
            return [Text(KEPT)] if probe(self._student, [lost.case], judged=False) == [True] else []
        except Exhausted:
            return []
        finally:
            self._student.close()

    def report(self, results: list[CheckResult]) -> Report:
        """Return the report, in which a check is lost, too, that others have found wrong."""
        results = [
            replace(result, score=0, outcome=lost.outcome, parts=lost.parts)
            if result.outcome == "passed" and (lost := self._wrong.get(result.name)) else result for result in results
        ]  # fmt: skip
        file, student = self.submission, self._student
        of_run = (self.exercise.name, self.terms.seed, student.isolation)
        about = (file.left_out, self._next([result.name for result in results if result.outcome != "passed"]))
        return Report(*of_run, file.file, file.sha256, results, *about, tuple(student.warnings))

    def _next(self, lost: list[str]) -> tuple[str, str]:
        """Return the check to look at first, and what to do: what others wait for comes before them."""
        first, waiting = "", lost[:1]
        while waiting:
            first = waiting[0]
            lost = [name for name in lost if name != first]
            waiting = [name for name in lost if name in self._needs.get(first, ())]
        return first, self._to_do.get(first) or f"fix {first}" if first else ""

    def close(self) -> None:
        self._student.close()
