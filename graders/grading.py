"""A grading run: pytest over the checks of one exercise, and the report that comes of it."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Generator, Iterator
from random import Random
from typing import Any

import pytest
import pytest_timeout

from graders import KitError
from graders.catalog import GRADERS, Exercise, named
from graders.report import CheckResult, Outcome, Parts, Report, Text
from graders.student import Lost, Student, Unprotected
from graders.submission import Submission

GRACE_SECONDS = 10  # pytest-timeout steps in this long after the time limit of a check should have held
THOROUGH_FACTOR = 100  # time limits with --thorough, which asks that much more

# A run needs few of pytest's own plugins; each that is left out saves some of the student's half second.
# (It needs no terminal: the report is drawn later.)
_LEFT_OUT = (
    "cacheprovider", "capture", "debugging", "doctest", "faulthandler", "junitxml", "legacypath", "logging",
    "monkeypatch", "pastebin", "recwarn", "setuponly", "setupplan", "skipping", "stepwise", "subtests", "terminal",
    "threadexception", "tmpdir", "unittest", "unraisableexception", "warnings",
)  # fmt: skip


class Grading:
    """The pytest plugin of a grading run. It gives the checks their fixtures and collects what they find.

    only: the name of the one check that is run; "" for all
    """

    def __init__(
        self,
        exercise: Exercise,
        submission: Submission,
        seed: int,
        thorough: bool,
        student: Student | None = None,
        only: str = "",
    ) -> None:
        self.exercise = exercise
        self.submission = submission
        self.seed = seed
        self.is_thorough = thorough
        self.only = only
        self.asked = student or Student(submission, exercise.driver)
        self.results: list[CheckResult] = []
        self.failure = ""
        self.unprotected: Unprotected | None = None

    @pytest.fixture
    def student(self, request: pytest.FixtureRequest) -> Student:
        """The submission, ready to be asked; the check's time begins."""
        self.asked.begin(_limit(request.node, self.is_thorough))
        return self.asked

    @pytest.fixture
    def rng(self) -> Random:
        """A source of chance, the same for every check and every run with this seed."""
        return Random(self.seed)

    @pytest.fixture
    def thorough(self) -> bool:
        """Whether all positions are asked about."""
        return self.is_thorough

    def pytest_configure(self, config: pytest.Config) -> None:
        config.addinivalue_line("markers", "check(name, points, seconds): a check of a submission")

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        mine = [item for item in items if item.path == self.exercise.checks]
        mine = [item for item in mine if self.only in ("", _check(item)["name"])]
        config.hook.pytest_deselected(items=[item for item in items if item not in mine])
        items[:] = mine
        for item in mine:
            limit = _limit(item, self.is_thorough) + GRACE_SECONDS
            item.add_marker(pytest.mark.timeout(limit, func_only=True))  # not the start of the process

    def pytest_timeout_set_timer(self, item: pytest.Item, settings: Any) -> bool | None:
        """Let pytest-timeout's limit end the check with a verdict; its own way needs a terminal."""
        if sys.platform == "win32":
            return None

        def ring(*_: object) -> None:
            raise Lost("timeout", [Text("The check took too long.")])

        signal.signal(signal.SIGALRM, ring)
        signal.setitimer(signal.ITIMER_REAL, settings.timeout)
        return True

    def pytest_timeout_cancel_timer(self, item: pytest.Item) -> bool | None:
        if sys.platform == "win32":
            return None
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        return True

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        error = call.excinfo.value if call.excinfo else None
        if call.when == "call" or error is not None:
            result = self._result(item, error, call.duration)
            if result is not None:
                self.results.append(result)
                if error is not None:
                    report.longrepr = result.message
        return report

    def _result(self, item: pytest.Item, error: BaseException | None, seconds: float) -> CheckResult | None:
        mark = _check(item)
        outcome: Outcome
        parts: Parts = []
        match error:
            case None:
                outcome = "passed"
                parts = [Text(self.asked.remark)] if self.asked.remark else []
            case Lost():
                outcome, parts = error.outcome, error.parts
            case Unprotected():
                self.unprotected = error
                return None
            case KitError():
                self.failure = self.failure or str(error)
                return None
            case _:
                self.failure = self.failure or (
                    f"The check {mark['name']} failed by a fault of its own ({type(error).__name__}: {error}), "
                    "not of your file. Please report it with the file."
                )
                return None
        score = mark["points"] if outcome == "passed" else 0
        title = (item.obj.__doc__ or "").strip().split("\n")[0]  # type: ignore[attr-defined]
        return CheckResult(mark["name"], title, score, mark["points"], outcome, parts, round(seconds, 3))

    @pytest.hookimpl(trylast=True)
    def pytest_internalerror(self, excrepr: Any) -> bool:
        self.failure = self.failure or f"The grader stopped by a fault of its own: {str(excrepr).splitlines()[-1]}"
        return True

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failure = self.failure or f"The checks can't be read: {str(report.longrepr).splitlines()[-1]}"

    def pytest_sessionfinish(self) -> None:
        self.asked.close()

    def report(self) -> Report:
        """Return the report of the run; raise KitError if the run itself failed."""
        if self.unprotected:
            raise self.unprotected
        if self.failure or not self.results:
            raise KitError(self.failure or f"No check {self.only} of {self.exercise.name} ran.".replace("  ", " "))
        return Report(
            exercise=self.exercise.name,
            seed=self.seed,
            isolation=self.asked.isolation,
            file=self.submission.file,
            sha256=self.submission.sha256,
            checks=self.results,
            left_out=self.submission.left_out,
        )


def _check(item: pytest.Item) -> dict[str, Any]:
    mark = item.get_closest_marker("check")
    if mark is None:
        raise KitError(f"{item.name} in {item.path.name} is no check: give it the decorator @check(...).")
    return dict(mark.kwargs)


def _limit(item: pytest.Item, thorough: bool) -> float:
    return float(_check(item)["seconds"]) * (THOROUGH_FACTOR if thorough else 1)


def run(grading: Grading) -> Report:
    """Run the checks in this process and return the report; raise KitError if the kit itself fails."""
    arguments = [str(grading.exercise.checks), "-c", str(GRADERS / "pytest.ini")]
    arguments += ["--assert=plain", "--strict-markers", "--noconftest"]
    for name in _LEFT_OUT:
        arguments += ["-p", f"no:{name}"]
    # Plugins and options that happen to be around must not change a verdict.
    ours = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS", "PYTEST_DISABLE_PLUGIN_AUTOLOAD")
    caller = {name: os.environ.pop(name, None) for name in ours}
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    try:
        # The plugin itself, not its name: for a name pytest goes through the metadata of all that is installed.
        code = pytest.main(arguments, plugins=[pytest_timeout, grading])
    finally:
        del os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"]
        os.environ.update({name: value for name, value in caller.items() if value is not None})
        grading.asked.close()
    if code == pytest.ExitCode.INTERRUPTED and not grading.failure:
        raise KeyboardInterrupt
    return grading.report()


def grade(name: str, submission: Submission, seed: int, unprotected: bool = True) -> Report | str:
    """Grade a submission for an exercise; return the report, or the sentence that says why the kit could not.

    For worker processes: what goes in and comes out can be sent. Raises Unprotected, before the student's code runs,
    where nothing isolates and that is not allowed.
    """
    exercise = named(name)
    student = Student(submission, exercise.driver, unprotected=unprotected)
    try:
        return run(Grading(exercise, submission, seed, thorough=False, student=student))
    except Unprotected:
        raise
    except KitError as problem:
        return str(problem)


def points(exercise: Exercise) -> Iterator[tuple[str, int, str]]:
    """Yield name, points and title of each check of an exercise."""
    module = __import__(f"graders.{exercise.name}.test_{exercise.name}", fromlist=["*"])
    for name, function in vars(module).items():
        if name.startswith("test_"):
            mark = next(mark for mark in function.pytestmark if mark.name == "check")
            yield mark.kwargs["name"], mark.kwargs["points"], function.__doc__.strip().split("\n")[0]
