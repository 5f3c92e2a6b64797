"""Moodle VPL: vpl_evaluate.sh makes vpl_execution, which runs in a jail and prints the comments and the grade."""

import os
from pathlib import Path

from graders.kit.grading.submission import Submission
from graders.kit.platforms.base import FAILED, LEAST_MEMORY, OURS, Files, Platform, handed_in, shortened, variable
from graders.kit.report import Report

START_SECONDS = 10.0


class Here(Platform):
    name = "vpl"
    most_seconds = 220

    @property
    def seconds(self) -> float:
        given = variable("VPL_MAXTIME")
        return self.settings.seconds if given is None else max(5.0, min(self.settings.seconds, given - START_SECONDS))

    @property
    def memory(self) -> int:
        given = variable("VPL_MAXMEMORY")
        return super().memory if not given else max(LEAST_MEMORY, min(super().memory, int(given) - OURS))

    def submission(self) -> Submission:
        return handed_in(Path(os.environ["GAMETREE_SUBMISSION"]), self.exercise)

    def publish(self, report: Report) -> None:
        least, most = variable("VPL_GRADEMIN") or 0.0, variable("VPL_GRADEMAX")
        most = self.settings.points if most is None else most
        worth = self.settings.points / report.max_score
        lines = [f"-{self.exercise.name}: {report.score * worth:g} of {self.settings.points} points", report.advice]
        for check in report.checks:
            lines.append(f"-{check.name}: {check.score * worth:g}/{check.max_score * worth:g}")
            if check.outcome != "passed":
                # What begins with > is shown as it is. No line of a student's begins a line, so none is an instruction.
                lines += [f"> {line}" for line in shortened(f"{check.title}\n{check.message}").split("\n")]
        self._comment(lines)
        if os.environ.get("GAMETREE_RUN") != "only":
            print(f"Grade :=>>{least + (most - least) * report.score / report.max_score:g}")

    def publish_failure(self, trace: str) -> None:
        # VPL shows students all that is printed, so there is no place for the traceback. Without a grade none is set.
        sort = trace.strip().splitlines()[-1].partition(":")[0]
        self._comment([FAILED, f"> {sort}. Your instructor can run the same with gametree grade."])

    def _comment(self, lines: list[str]) -> None:
        print("", "<|--", *lines, "--|>", sep="\n", flush=True)

    def archive(self, kit: Files) -> Files:
        from graders.kit.platforms.packing import archive_of, fill_in  # not above: no run needs it

        scripts = {name: fill_in(f"vpl/{name}", self) for name in ("vpl_run.sh", "vpl_evaluate.sh", "README.md")}
        return {**scripts, "gametree.zip": archive_of(kit)}
