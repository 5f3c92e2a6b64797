"""Moodle VPL: vpl_evaluate.sh makes vpl_execution, which runs in a jail and prints the comments and the grade."""

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
from graders.kit.report import Report, Text, text_of

START_SECONDS = 10.0


class Here(Platform):
    name = "vpl"
    most_seconds = 220

    @property
    def seconds(self) -> float:
        given = variable("VPL_MAXTIME")
        mine = self.settings.seconds
        return mine if given is None else min(mine, max(given - START_SECONDS, given / 2))

    @property
    def memory(self) -> int:
        given = variable("VPL_MAXMEMORY")
        return (
            super().memory
            if not given
            else max(LEAST_MEMORY, min(super().memory, int(given) - OURS))
        )

    def submission(self) -> Submission:
        return handed_in(Path(os.environ["GAMETREE_SUBMISSION"]), self.exercise)

    def publish(self, report: Report) -> None:
        least, most = variable("VPL_GRADEMIN") or 0.0, variable("VPL_GRADEMAX")
        most = self.settings.points if most is None else most
        worth = self.settings.points / report.max_score
        lines = [
            f"-{self.exercise.name}: {report.score * worth:g} of {self.settings.points} points",
            report.advice,
        ]
        for check in report.checks:
            lines.append(f"-{check.name}: {check.score * worth:g}/{check.max_score * worth:g}")
            # What begins with > is shown as it is. No line begins with what a student says, so none is an instruction.
            for part in (
                [Text(check.title), *check.parts] if check.outcome != "passed" else check.parts
            ):
                mark = "*" if isinstance(part, Text) else ">"
                lines += [f"{mark} {line}" for line in shortened(text_of([part])).split("\n")]
        self._comment(lines)
        if os.environ.get("GAMETREE_RUN") != "only":
            print(f"Grade :=>>{least + (most - least) * report.score / report.max_score:g}")

    def publish_failure(self, trace: str) -> None:
        # VPL shows students all that is printed, so there is no place for the traceback. Without a grade none is set.
        sort, _, reason = trace.strip().splitlines()[-1].partition(": ")
        ours = sort.startswith("graders.kit.errors.")  # a sentence for whoever runs the kit
        self._comment([FAILED, f"* For your instructor: {reason if ours else sort}"])

    def _comment(self, lines: list[str]) -> None:
        marks = ("<|--", "--|>") if os.environ.get("GAMETREE_RUN") != "only" else ("", "")
        print("", marks[0], *lines, marks[1], sep="\n", flush=True)

    def archive(self, kit: Files, made: Made, zipped: Zipped) -> Files:
        scripts = {
            name: made(f"vpl/{name}") for name in ("vpl_run.sh", "vpl_evaluate.sh", "README.md")
        }
        return {**scripts, "gametree.zip": zipped(kit)}
