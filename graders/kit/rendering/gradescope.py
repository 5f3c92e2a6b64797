"""The report as Gradescope's results.json: see "Autograder Output Format" in its documentation."""

from typing import Any

from graders.kit.report import Report


def results_json(report: Report) -> dict[str, Any]:
    """Return the report as Gradescope reads it."""
    tests = []
    for check in report.checks:
        status, output = "passed" if check.outcome == "passed" else "failed", f"{check.title}\n{check.message}".strip()
        points = {"score": check.score, "max_score": check.max_score}
        tests.append({"name": check.name, **points, "status": status, "output": output})
    return {"score": report.score, "tests": tests}
