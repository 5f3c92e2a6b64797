"""PrairieLearn: a container for each submission, in /grade, which runs run.sh of the question's tests."""

import base64
import json
import os
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from graders.kit.grading.submission import Submission
from graders.kit.platforms.base import FAILED, Files, Platform, handed_in, shortened, write_json
from graders.kit.report import Boards, CheckResult, Report, Tree

SIZE_LIMIT = 900_000  # bytes of results.json; PrairieLearn takes a megabyte
FAILURE = {
    "gradable": False,
    "format_errors": [f"{FAILED} It costs no attempt; hand in again later."],
    "message": FAILED,
}


class Here(Platform):
    name = "prairielearn"
    most_seconds = 570

    @property
    def base(self) -> Path:
        return Path(os.environ.get("GRADE", "/grade"))

    def submission(self) -> Submission:
        return handed_in(self.base / "student", self.exercise)

    def publish(self, report: Report) -> None:
        worth = self.settings.points / report.max_score
        tests = [_test(check, worth) for check in report.checks]
        score = report.score / report.max_score
        results = {"gradable": True, "score": score, "message": report.advice, "tests": tests}
        for test in reversed(tests):  # the first is the most useful one
            if len(json.dumps(results, indent=1)) > SIZE_LIMIT:
                test["images"] = []
        write_json(self.base / "results/results.json", results)

    def publish_failure(self, trace: str) -> None:
        self.log(trace)
        write_json(self.base / "results/results.json", FAILURE)

    def archive(self, kit: Files) -> Files:
        from graders.kit.platforms.packing import fill_in  # not above: no run needs it

        name = self.exercise.name
        uuid = uuid5(NAMESPACE_URL, f"gametree {self.settings.as_json().decode()}")
        question = {
            "info.json": fill_in("prairielearn/info.json", self, uuid=uuid),
            "question.html": fill_in("prairielearn/question.html", self),
            f"{name}.py": (self.exercise.handout / f"{name}.py").read_bytes(),
            "Dockerfile": fill_in("prairielearn/Dockerfile", self),
            "tests/run.sh": fill_in("prairielearn/run.sh", self),
            "tests/failed.json": json.dumps(FAILURE).encode(),
            **{f"tests/{path}": data for path, data in kit.items()},
        }
        files = {f"{name}/{path}": data for path, data in question.items()}
        return files | {"README.md": fill_in("prairielearn/README.md", self)}


def _test(check: CheckResult, worth: float) -> dict[str, Any]:
    drawn = []
    if any(isinstance(part, Boards | Tree) for part in check.parts):
        from graders.kit.rendering.page import images  # only for drawings: it takes a tenth of a second

        for title, svg in images(check.parts):
            drawn.append(
                {"label": title, "url": f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"}
            )
    points = {"points": round(check.score * worth, 4), "max_points": round(check.max_score * worth, 4)}
    about = {"name": check.name, "description": check.title, "message": check.outcome}
    return {**about, **points, "output": shortened(check.message), "images": drawn}
