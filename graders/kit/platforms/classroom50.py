"""Classroom 50: autograder.py runs in GitHub Actions, in the student's own repository, where its folder can be read."""

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
from graders.kit.report import Report

_MARKS = re.compile(r"([\\`*_{}()<>#+!|~@&^=$\[\]-])")  # what may mean something in Markdown


class Here(Platform):
    name = "classroom50"
    most_seconds = 600
    seed_is_secret = False
    whole_points = True

    def submission(self) -> Submission:
        return handed_in(Path(), self.exercise)

    def publish(self, report: Report) -> None:
        most = whole([check.max_score for check in report.checks], self.settings.points)
        tests: list[dict[str, Any]] = [
            {"test-name": check.name, "passed": check.outcome == "passed", "max-score": points,
             "score": points if check.outcome == "passed" else 0}
            for check, points in zip(report.checks, most, strict=True)
        ]  # fmt: skip
        score = sum(test["score"] for test in tests)
        right = score == sum(most)
        advice = _MARKS.sub(r"\\\1", report.advice)  # a student chooses what functions are called
        body = [f"### {self.exercise.name}: {score}/{sum(most)}", "", advice, ""]
        body += ["| check | result | points |", "|---|---|---|"]
        for test in tests:
            verdict = "right" if test["passed"] else "lost"
            body.append(
                f"| {test['test-name']} | {verdict} | {test['score']}/{test['max-score']} |"
            )
        for check in report.checks:
            if check.outcome != "passed":
                body += [
                    "",
                    f"**{check.name}**",
                    "",
                    *_fenced(shortened(f"{check.title}\n{check.message}")),
                ]
        self._write(
            tests,
            "\n".join(body) + "\n",
            "success" if right else "failure",
            f"{score}/{sum(most)} points",
        )

    def publish_failure(self, trace: str) -> None:
        # There is no place here that only staff sees; a traceback tells students nothing that they can't read anyway.
        self.log("".join(f"  {line}" for line in trace.splitlines(keepends=True)))
        body = f"### {self.exercise.name}: not graded\n\n{FAILED} Push again, or let your instructor regrade it.\n"
        self._write([], body, "error", FAILED)

    def log(self, line: str) -> None:
        super().log(f"  {line}")  # GitHub takes commands from the start of a line

    def _write(self, tests: list[dict[str, Any]], body: str, status: str, summary: str) -> None:
        known = os.environ.get
        owner = known("OWNER") or known("USERNAME") or known("owner") or "unknown"
        mode = known("ASSIGNMENT_TYPE") or known("MODE") or "individual"
        commit = known("COMMIT_URL") or "unknown"
        write_json(Path("result.json"), {
            "schema": "classroom50/result/v1", "classroom": known("CLASSROOM") or "unknown",
            "assignment": known("ASSIGNMENT") or self.exercise.name, "assignment_type": mode, "owner": owner,
            "submission": known("SUBMISSION_TAG") or "submit/unknown", "commit": commit,
            "release": known("RELEASE_URL") or commit, "review": known("REVIEW_URL") or commit,
            "datetime": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "score": sum(test["score"] for test in tests), "max-score": sum(test["max-score"] for test in tests),
            "tests": tests,
        })  # fmt: skip
        write_whole(Path("release-body.md"), body)
        if output := known("GITHUB_OUTPUT"):
            with open(output, "a", encoding="utf-8") as file:
                file.write(f"status={status}\nsummary={self.exercise.name}: {summary}\n")

    def archive(self, kit: Files, made: Made, zipped: Zipped) -> Files:
        folder = f"autograders/{self.exercise.name}"
        files = {f"{folder}/{path}": data for path, data in kit.items()}
        files[f"{folder}/autograder.py"] = made("classroom50/autograder.py")
        return files | {name: made(f"classroom50/{name}") for name in ("README.md", "runtime.json")}


def whole(shares: list[int], points: int) -> list[int]:
    """Return whole points in about the ratio of shares, of that sum, at least one each: by largest remainders."""
    exact = [share * points / sum(shares) for share in shares]
    parts = [max(1, int(one)) for one in exact]
    while sum(parts) != points:
        step = 1 if sum(parts) < points else -1
        can = [n for n, part in enumerate(parts) if step > 0 or part > 1]
        parts[max(can, key=lambda n: step * (exact[n] - parts[n]))] += step
    return parts


def _fenced(text: str) -> list[str]:
    """Return text as a block of code, with a fence that is in no line of it."""
    ticks = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, ticks + 1)
    return [f"{fence}text", text, fence]
