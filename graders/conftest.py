"""The checks as tests: `pytest graders --submission FILE`.

Editors call it by -p graders.conftest.
"""

from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from graders.kit.errors import KitError
from graders.kit.grading.checks import Check
from graders.kit.grading.limits import IN_ALL, NET
from graders.kit.grading.run import Grading, Terms
from graders.kit.grading.submission import exercise_of, read
from graders.kit.report import CheckResult, method_of

GRACE_SECONDS = 10  # pytest-timeout steps in this long after a check should have ended


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("gametree")
    group.addoption("--submission", type=Path, help="the file to grade")
    group.addoption(
        "--exercise",
        default="",
        help="the exercise it solves; found by file name and content if not given",
    )
    group.addoption("--seed", type=int, default=0, help="chooses the random positions (default: 0)")
    group.addoption(
        "--thorough", action="store_true", help="ask about all positions; takes minutes"
    )


def pytest_configure(config: pytest.Config) -> None:
    path = config.getoption("--submission")
    name = config.getoption("--exercise")
    if path is None:
        raise pytest.UsageError("name the file to grade: pytest graders --submission FILE")
    try:
        submission = read(path)
        exercise = exercise_of(submission, name)
    except KitError as problem:
        raise pytest.UsageError(str(problem)) from None
    terms = Terms(config.getoption("--seed"), config.getoption("--thorough"), unprotected=True)
    grading = Grading(exercise, submission, terms)
    config.pluginmanager.register(Checks(grading, path.absolute()))


class Checks:
    """Makes a test of each check of the exercise, and of nothing else.

    All checks are run with the first test, for what one finds wrong may cost another one, that came
    before it, its points.

    Attributes:
        grading: Of the submission.
        file: The student's file.
        chosen: The checks that pytest was asked for.
    """

    def __init__(self, grading: Grading, file: Path) -> None:
        self.grading = grading
        self.file = file
        self.chosen: list[Check] = []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.chosen = [item.check for item in session.items if isinstance(item, CheckItem)]

    @cached_property
    def results(self) -> dict[str, CheckResult]:
        """What became of each check that was chosen, by its name."""
        report = self.grading.report([self.grading.result(check) for check in self.chosen])
        return {result.name: result for result in report.checks}

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Ignore all but what leads to the checks or to the student's file."""
        for file in (self.grading.exercise.checks, self.file):
            if collection_path == file or collection_path in file.parents:
                return None  # whether it is ignored is left to others
        return True

    def pytest_pycollect_makemodule(
        self, module_path: Path, parent: pytest.Collector
    ) -> pytest.Collector | None:
        """Make tests of the checks where the student's file is named; it is never imported here."""
        if module_path != self.file:
            return None
        submitted: Submitted = Submitted.from_parent(parent, path=module_path, checks=self)
        return submitted

    def pytest_pycollect_makeitem(
        self, collector: pytest.Collector, name: str, obj: Any
    ) -> pytest.Item | None:
        check = getattr(obj, "check", None)
        if not isinstance(check, Check):
            return None
        item: CheckItem = CheckItem.from_parent(collector, name=name, check=check, checks=self)
        return item

    def pytest_unconfigure(self) -> None:
        self.grading.close()


class Submitted(pytest.File):
    """The student's file."""

    def __init__(self, *, checks: Checks, **options: Any) -> None:
        super().__init__(**options)
        self.checks = checks

    def collect(self) -> list[pytest.Item]:
        items: list[pytest.Item] = []
        for check in self.checks.grading.checks:
            item = CheckItem.from_parent(self, name=check.name, check=check, checks=self.checks)
            items.append(item)
        return items


class CheckItem(pytest.Item):
    """A check, as one of pytest's tests."""

    def __init__(self, *, check: Check, checks: Checks, **options: Any) -> None:
        super().__init__(**options)
        self.check = check
        self.checks = checks
        seconds = sum(map(checks.grading.limit, checks.grading.checks))
        self.add_marker(pytest.mark.timeout(IN_ALL * NET * seconds + GRACE_SECONDS))

    def runtest(self) -> None:
        result = self.checks.results[self.check.name]
        if result.outcome != "passed":
            pytest.fail(result.message, pytrace=False)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Say where the test is: in the student's file where the method begins.

        Returns:
            The file, the line counted from 0, None if it is not known, and the test's name.
        """
        line = None
        if isinstance(self.parent, Submitted):
            line = self.checks.grading.submission.begins(method_of(self.check.name))
        if line is not None:
            line -= 1
        return self.path, line, self.check.name
