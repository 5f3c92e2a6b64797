"""Classroom 50: autograder.py runs in GitHub Actions, in the student's own repository.

The student can read its folder there.
"""

import os
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from graders.kit.files import Files, write_whole
from graders.kit.grading.submission import Submission
from graders.kit.platforms.base import (
    FAILED,
    Made,
    Platform,
    Zipped,
    handed_in,
    shortened,
    write_json,
)
from graders.kit.report import CheckResult, Report

_MARKS = re.compile(r"([\\`*_{}()<>#+!|~@&^=$\[\]-])")  # what may mean something in Markdown
NOT_GRADED = (
    "### {exercise}: not graded\n\n{failed} Push again, or let your instructor regrade it.\n"
)


class Here(Platform):
    name = "classroom50"
    most_seconds = 600
    seed_is_secret = False
    whole_points = True

    def submission(self) -> Submission:
        return handed_in(Path(), self.exercise)

    def publish(self, report: Report) -> None:
        shares = [check.max_score for check in report.checks]
        points = whole(shares, self.settings.points)
        tests = [_test(check, most) for check, most in zip(report.checks, points, strict=True)]
        score = sum(test["score"] for test in tests)
        max_score = sum(points)
        status = "success" if score == max_score else "failure"
        body = self._body(report, tests, f"{score}/{max_score}")
        self._write(tests, body, status, f"{score}/{max_score} points")

    def _body(self, report: Report, tests: list[dict[str, Any]], score: str) -> str:
        """Return the page about a release, as Markdown: a table, and why each check was lost."""
        advice = _MARKS.sub(r"\\\1", report.advice)  # a student chooses what functions are called
        lines = [f"### {self.exercise.name}: {score}", "", advice, ""]
        lines += ["| check | result | points |", "|---|---|---|"]
        lines += map(_row, tests)
        for check in report.checks:
            if check.outcome == "passed":
                continue
            explanation = shortened(f"{check.title}\n{check.message}")
            lines += ["", f"**{check.name}**", "", *_fenced(explanation)]
        return "\n".join(lines) + "\n"

    def publish_failure(self, trace: str) -> None:
        # There is no place here that only staff sees; a traceback tells students nothing that they
        # can't read anyway.
        self.log("".join(f"  {line}" for line in trace.splitlines(keepends=True)))
        body = NOT_GRADED.format(exercise=self.exercise.name, failed=FAILED)
        self._write([], body, "error", FAILED)

    def log(self, line: str) -> None:
        super().log(f"  {line}")  # GitHub takes commands from the start of a line

    def _write(self, tests: list[dict[str, Any]], body: str, status: str, summary: str) -> None:
        """Write the files that Classroom 50 reads, and tell GitHub what became of the run.

        Args:
            tests: The checks, as in result.json.
            body: The page about the release, as Markdown.
            status: "success", "failure" or "error".
            summary: One line about the points.
        """
        commit = _variable("COMMIT_URL", default="unknown")
        now = datetime.now(UTC)
        result = {
            "schema": "classroom50/result/v1",
            "classroom": _variable("CLASSROOM", default="unknown"),
            "assignment": _variable("ASSIGNMENT", default=self.exercise.name),
            "assignment_type": _variable("ASSIGNMENT_TYPE", "MODE", default="individual"),
            "owner": _variable("OWNER", "USERNAME", "owner", default="unknown"),
            "submission": _variable("SUBMISSION_TAG", default="submit/unknown"),
            "commit": commit,
            "release": _variable("RELEASE_URL", default=commit),
            "review": _variable("REVIEW_URL", default=commit),
            "datetime": now.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "score": sum(test["score"] for test in tests),
            "max-score": sum(test["max-score"] for test in tests),
            "tests": tests,
        }
        write_json(Path("result.json"), result)
        write_whole(Path("release-body.md"), body)
        output = _variable("GITHUB_OUTPUT", default="")
        if output:
            with open(output, "a", encoding="utf-8") as file:
                file.write(f"status={status}\nsummary={self.exercise.name}: {summary}\n")

    def archive(self, kit: Files, made: Made, zipped: Zipped) -> Files:
        folder = f"autograders/{self.exercise.name}"
        files = {f"{folder}/{path}": data for path, data in kit.items()}
        files[f"{folder}/autograder.py"] = made("classroom50/autograder.py")
        for name in ("README.md", "runtime.json"):
            files[name] = made(f"classroom50/{name}")
        return files


def whole(shares: list[int], points: int) -> list[int]:
    """Divide points by largest remainders: whole ones, at least one each.

    Args:
        shares: What each part should get, in any unit.
        points: What all parts get together: at least as many as there are parts.

    Returns:
        The points of each part, in about the ratio of the shares.
    """
    total = sum(shares)
    exact = [share * points / total for share in shares]
    parts = [max(1, int(share)) for share in exact]
    while sum(parts) < points:
        missing = [share - part for share, part in zip(exact, parts, strict=True)]
        parts[missing.index(max(missing))] += 1
    while sum(parts) > points:
        reducible = [number for number, part in enumerate(parts) if part > 1]
        most = max(reducible, key=lambda number: parts[number] - exact[number])
        parts[most] -= 1
    return parts


def _test(check: CheckResult, points: int) -> dict[str, Any]:
    """Return a check as a test that gets all of its points, or none."""
    passed = check.outcome == "passed"
    score = points if passed else 0
    return {"test-name": check.name, "passed": passed, "max-score": points, "score": score}


def _row(test: dict[str, Any]) -> str:
    """Return a test as a row of a table in Markdown."""
    verdict = "right" if test["passed"] else "lost"
    return f"| {test['test-name']} | {verdict} | {test['score']}/{test['max-score']} |"


def _variable(*names: str, default: str) -> str:
    """Return the first of some environment variables that is there and not empty."""
    for name in names:
        value = os.environ.get(name)
        if value:
            return value
    return default


def _fenced(text: str) -> list[str]:
    """Return text as a block of code, with a fence that is in no line of it."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}text", text, fence]
