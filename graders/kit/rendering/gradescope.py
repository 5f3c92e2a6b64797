"""The report as Gradescope's results.json: see "Autograder Output Format" in its documentation."""

from typing import Any

from graders.kit.report import Report


def results_json(report: Report) -> dict[str, Any]:
    """Return the report as Gradescope reads it."""
    return {
        "score": report.score,
        "tests": [
            {
                "name": check.name,
                "score": check.score,
                "max_score": check.max_score,
                "status": "passed" if check.outcome == "passed" else "failed",
                "output": f"{check.title}\n{check.message}".strip(),
            }
            for check in report.checks
        ],
    }
