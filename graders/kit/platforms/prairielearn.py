"""PrairieLearn: a container for each submission, in /grade, which runs run.sh of the question's tests."""

import base64
import json
from typing import Any, ClassVar
from uuid import NAMESPACE_URL, uuid5

from graders.kit.files import Files
from graders.kit.platforms.base import FAILED, InContainer, Made, Zipped, shortened
from graders.kit.rendering.gradescope import rounded
from graders.kit.report import Boards, CheckResult, Parts, Report, Tree, text_of

SIZE_LIMIT = 900_000  # bytes of results.json; PrairieLearn takes a megabyte


class Here(InContainer):
    name = "prairielearn"
    most_seconds = 570
    folder, students = "grade", "student"
    failure: ClassVar[dict[str, Any]] = {
        "gradable": False, "format_errors": [f"{FAILED} It costs no attempt; hand in again later."], "message": FAILED,
    }  # fmt: skip

    def publish(self, report: Report) -> None:
        worth = self.settings.points / report.max_score
        tests = [_test(check, worth) for check in report.checks]
        score = report.score / report.max_score
        results = {"gradable": True, "score": score, "message": report.advice, "tests": tests}
        for test, check in reversed(
            [*zip(tests, report.checks, strict=True)]
        ):  # the first are the most useful ones
            if len(json.dumps(results, indent=1)) > SIZE_LIMIT:
                test |= {"images": [], "output": shortened(check.message)}
        self.write(results)

    def archive(self, kit: Files, made: Made, zipped: Zipped) -> Files:
        name = self.exercise.name
        uuid = uuid5(NAMESPACE_URL, f"gametree {self.settings.as_json().decode()}")
        question = {
            "info.json": made("prairielearn/info.json", uuid=uuid),
            "question.html": made("prairielearn/question.html"),
            f"{name}.py": (self.exercise.handout / f"{name}.py").read_bytes(),
            "Dockerfile": made("prairielearn/Dockerfile"),
            "tests/run.sh": made("prairielearn/run.sh"),
            "tests/failed.json": json.dumps(self.failure).encode(),
            **{f"tests/{path}": data for path, data in kit.items()},
        }
        files = {f"{name}/{path}": data for path, data in question.items()}
        return files | {"README.md": made("prairielearn/README.md")}


def _test(check: CheckResult, worth: float) -> dict[str, Any]:
    drawn: list[dict[str, str]] = []
    if any(isinstance(part, Boards | Tree) for part in check.parts):
        from graders.kit.rendering.page import (
            images,
        )  # only for drawings: it takes a tenth of a second

        for title, svg in images(check.parts):
            data = base64.b64encode(svg.encode()).decode()
            drawn.append({"label": title, "url": f"data:image/svg+xml;base64,{data}"})
    told: Parts = [
        part for part in check.parts if not isinstance(part, Boards | Tree)
    ]  # those are the images
    message, _, output = shortened(text_of(told)).partition("\n")
    points = {
        "points": rounded(check.score * worth),
        "max_points": rounded(check.max_score * worth),
    }
    about = {"name": check.name, "description": check.title, "message": message}
    return {**about, **points, "output": output, "images": drawn}
