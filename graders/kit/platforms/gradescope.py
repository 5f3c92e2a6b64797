"""Gradescope: a container of ours, made by setup.sh, which runs run_autograder for each submission."""

import json
import os
from pathlib import Path

from graders.kit.grading.submission import Submission
from graders.kit.platforms.base import FAILED, Files, Made, Platform, Zipped, handed_in, write_json
from graders.kit.rendering.gradescope import results_json
from graders.kit.report import Report

SORRY = f"{FAILED} Your instructor sees why, and can run it again."
# Nowhere a score, so that none is recorded.
FAILURE = {
    "output": SORRY, "output_format": "text", "visibility": "visible", "stdout_visibility": "hidden",
    "tests": [{"name": "The grader failed", "output": SORRY, "output_format": "text", "visibility": "visible"}],
}  # fmt: skip


class Here(Platform):
    name = "gradescope"
    most_seconds = 560

    @property
    def base(self) -> Path:
        return Path(os.environ.get("AUTOGRADER", "/autograder"))

    def submission(self) -> Submission:
        return handed_in(self.base / "submission", self.exercise)

    def publish(self, report: Report) -> None:
        write_json(self.base / "results/results.json", results_json(report, self.settings.points))

    def publish_failure(self, trace: str) -> None:
        self.log(trace)
        write_json(self.base / "results/results.json", FAILURE)

    def archive(self, kit: Files, made: Made, zipped: Zipped) -> Files:
        scripts = {name: made(f"gradescope/{name}") for name in ("setup.sh", "run_autograder", "README.md")}
        return kit | scripts | {"failed.json": json.dumps(FAILURE).encode()}
