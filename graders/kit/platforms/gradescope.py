"""Gradescope: a container of ours, made by setup.sh, runs run_autograder for each submission."""

import json
from typing import Any, ClassVar

from graders.kit.files import Files
from graders.kit.platforms.base import FAILED, InContainer, Made, Zipped
from graders.kit.rendering.gradescope import results_json
from graders.kit.report import Report

SORRY = f"{FAILED} Your instructor sees why, and can run it again."


class Here(InContainer):
    name = "gradescope"
    most_seconds = 560
    folder = "autograder"
    students = "submission"
    failure: ClassVar[dict[str, Any]] = {  # nowhere a score, so that none is recorded
        "output": SORRY,
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [
            {
                "name": "The grader failed",
                "output": SORRY,
                "output_format": "text",
                "visibility": "visible",
            }
        ],
    }

    def publish(self, report: Report) -> None:
        self.write(results_json(report, self.settings.points))

    def archive(self, kit: Files, made: Made, zipped: Zipped) -> Files:
        files = {**kit, "failed.json": json.dumps(self.failure).encode()}
        for name in ("setup.sh", "run_autograder", "README.md"):
            files[name] = made(f"gradescope/{name}")
        return files
