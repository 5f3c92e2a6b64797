"""PrairieLearn: a container for each submission, in /grade, runs run.sh of the question's tests."""

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
    folder = "grade"
    students = "student"
    failure: ClassVar[dict[str, Any]] = {
        "gradable": False,
        "format_errors": [f"{FAILED} It costs no attempt; hand in again later."],
        "message": FAILED,
    }

    def publish(self, report: Report) -> None:
        worth = self.settings.points / report.max_score
        tests = [_test(check, worth) for check in report.checks]
        score = report.score / report.max_score
        results = {"gradable": True, "score": score, "message": report.advice, "tests": tests}
        tests_and_checks = list(zip(tests, report.checks, strict=True))
        # From the last one on: the explanations of the first are the most useful ones.
        for test, check in reversed(tests_and_checks):
            if len(json.dumps(results, indent=1)) > SIZE_LIMIT:
                test["images"] = []
                test["output"] = shortened(check.message)
        self.write(results)

    def archive(self, kit: Files, made: Made, zipped: Zipped) -> Files:
        name = self.exercise.name
        settings = self.settings.as_json().decode()
        skeleton = self.exercise.handout / f"{name}.py"
        question = {
            "info.json": made(
                "prairielearn/info.json", uuid=uuid5(NAMESPACE_URL, f"gametree {settings}")
            ),
            "question.html": made("prairielearn/question.html"),
            f"{name}.py": skeleton.read_bytes(),
            "Dockerfile": made("prairielearn/Dockerfile"),
            "tests/run.sh": made("prairielearn/run.sh"),
            "tests/failed.json": json.dumps(self.failure).encode(),
        }
        files = {"README.md": made("prairielearn/README.md")}
        for path, data in question.items():
            files[f"{name}/{path}"] = data
        for path, data in kit.items():
            files[f"{name}/tests/{path}"] = data
        return files


def _test(check: CheckResult, worth: float) -> dict[str, Any]:
    """Return a check as a test of results.json.

    Args:
        check: What became of it.
        worth: The points of the platform for a point of the exercise.
    """
    texts: Parts = []
    drawings: Parts = []
    for part in check.parts:
        if isinstance(part, Boards | Tree):
            drawings.append(part)
        else:
            texts.append(part)
    images = _images(check.parts) if drawings else []
    message, _, output = shortened(text_of(texts)).partition("\n")
    return {
        "name": check.name,
        "description": check.title,
        "message": message,
        "points": rounded(check.score * worth),
        "max_points": rounded(check.max_score * worth),
        "output": output,
        "images": images,
    }


def _images(parts: Parts) -> list[dict[str, str]]:
    """Return the drawings among parts, each with its picture in its address."""
    from graders.kit.rendering.page import (
        images,
    )  # only where it draws: it takes a tenth of a second

    labelled = []
    for title, svg in images(parts):
        data = base64.b64encode(svg.encode()).decode()
        labelled.append({"label": title, "url": f"data:image/svg+xml;base64,{data}"})
    return labelled
