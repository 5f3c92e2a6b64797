"""The report as Gradescope's results.json: see "Autograder Output Format" in its documentation."""

from typing import Any

from graders.kit.rendering.page import plain
from graders.kit.report import Report


def results_json(report: Report, points: float = 0) -> dict[str, Any]:
    """Return the report as Gradescope reads it. points: what full marks are worth there; 0 for the exercise's own"""
    worth = points / report.max_score if points else 1
    tests: list[dict[str, Any]] = []
    for number, check in enumerate(report.checks, 1):
        scores = {"score": _rounded(check.score * worth), "max_score": _rounded(check.max_score * worth)}
        shown = {"output": plain(check), "output_format": "html", "visibility": "visible"}
        status = "passed" if check.outcome == "passed" else "failed"
        tests.append({"name": check.name, "number": str(number), **scores, "status": status, **shown})
    return {
        "score": _rounded(report.score * worth), "output": report.advice, "output_format": "text",
        "visibility": "visible", "stdout_visibility": "hidden", "tests": tests,
    }  # fmt: skip


def _rounded(points: float) -> float:
    """Return points with at most four decimals, and as a whole number if they are one."""
    return int(points) if points == int(points) else round(points, 4)
