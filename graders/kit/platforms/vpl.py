"""Moodle VPL: vpl_evaluate.sh makes vpl_execution.

That runs in a jail, and prints the comments and the grade.
"""

import os
from pathlib import Path

from graders.kit.files import Files
from graders.kit.grading.submission import Submission
from graders.kit.platforms.base import (
    FAILED,
    LEAST_MEMORY,
    OURS,
    Made,
    Platform,
    Zipped,
    handed_in,
    shortened,
    variable,
)
from graders.kit.report import CheckResult, Report, Text, text_of

START_SECONDS = 10.0
SCORE = "-{exercise}: {score:g} of {points} points"
CHECK = "-{check}: {score:g}/{max_score:g}"
FOR_INSTRUCTOR = "* For your instructor: {reason}"


class Here(Platform):
    name = "vpl"
    most_seconds = 220

    @property
    def seconds(self) -> float:
        chosen = self.settings.seconds
        given = variable("VPL_MAXTIME")
        if given is None:
            return chosen
        return min(chosen, max(given - START_SECONDS, given / 2))

    @property
    def memory(self) -> int:
        most = super().memory
        given = variable("VPL_MAXMEMORY")
        if not given:  # 0 is no limit either
            return most
        return max(LEAST_MEMORY, min(most, int(given) - OURS))

    def submission(self) -> Submission:
        return handed_in(Path(os.environ["GAMETREE_SUBMISSION"]), self.exercise)

    def publish(self, report: Report) -> None:
        points = self.settings.points
        worth = points / report.max_score
        score = SCORE.format(exercise=self.exercise.name, score=report.score * worth, points=points)
        lines = [score, report.advice]
        for check in report.checks:
            lines += _lines_about(check, worth)
        self._comment(lines)
        if not _is_only_run():
            least = variable("VPL_GRADEMIN") or 0.0
            most = variable("VPL_GRADEMAX")
            if most is None:
                most = points
            print(f"Grade :=>>{least + (most - least) * report.score / report.max_score:g}")

    def publish_failure(self, trace: str) -> None:
        # VPL shows students all that is printed, so there is no place for the traceback. Without a
        # grade none is set.
        last_line = trace.strip().splitlines()[-1]
        sort, _, sentence = last_line.partition(": ")
        reason = sort
        if sort.startswith("graders.kit.errors."):  # a sentence for whoever runs the kit
            reason = sentence
        self._comment([FAILED, FOR_INSTRUCTOR.format(reason=reason)])

    def _comment(self, lines: list[str]) -> None:
        """Print lines, between the marks by which VPL takes them for a comment to a grade."""
        begin, end = ("", "") if _is_only_run() else ("<|--", "--|>")
        print("", begin, *lines, end, sep="\n", flush=True)

    def archive(self, kit: Files, made: Made, zipped: Zipped) -> Files:
        files = {"gametree.zip": zipped(kit)}
        for name in ("vpl_run.sh", "vpl_evaluate.sh", "README.md"):
            files[name] = made(f"vpl/{name}")
        return files


def _is_only_run() -> bool:
    """Tell whether the student asked for the report alone: by "Run", and not by "Evaluate"."""
    return os.environ.get("GAMETREE_RUN") == "only"


def _lines_about(check: CheckResult, worth: float) -> list[str]:
    """Return what VPL shows of a check.

    What begins with > is shown as it is. No line begins with what a student says, so none is an
    instruction.

    Args:
        check: What became of it.
        worth: The points of the platform for a point of the exercise.
    """
    heading = CHECK.format(
        check=check.name, score=check.score * worth, max_score=check.max_score * worth
    )
    lines = [heading]
    parts = check.parts
    if check.outcome != "passed":
        parts = [Text(check.title), *parts]
    for part in parts:
        mark = "*" if isinstance(part, Text) else ">"
        text = shortened(text_of([part]))
        lines += [f"{mark} {line}" for line in text.split("\n")]
    return lines
