"""The report as Gradescope's results.json: see "Autograder Output Format" in its documentation."""

from html import escape
from typing import Any

from graders.kit.report import CheckResult, Report, Text, lines_of

COLOURS = {"good": "#157f3c", "bad": "#c02626"}


def results_json(report: Report, points: float = 0) -> dict[str, Any]:
    """Return the report as Gradescope reads it. points: what full marks are worth there; 0 for the exercise's own"""
    worth = points / report.max_score if points else 1
    tests: list[dict[str, Any]] = []
    for number, check in enumerate(report.checks, 1):
        scores = {
            "score": rounded(check.score * worth),
            "max_score": rounded(check.max_score * worth),
        }
        shown = {"output": _html(check), "output_format": "html", "visibility": "visible"}
        status = "passed" if check.outcome == "passed" else "failed"
        tests.append(
            {"name": check.name, "number": str(number), **scores, "status": status, **shown}
        )
    return {
        "score": rounded(report.score * worth), "output": report.advice, "output_format": "text",
        "visibility": "visible", "stdout_visibility": "hidden", "tests": tests,
    }  # fmt: skip


def _html(check: CheckResult) -> str:
    """Return what a check found as HTML in which nothing is lost when styles, SVG and scripts are taken out of it."""
    made = [
        f"<p>{escape(check.title)}</p>"
        if check.outcome == "passed"
        else f"<p><b>{escape(check.title)}</b></p>"
    ]
    for part in check.parts:
        if isinstance(part, Text):
            made += [f"<p>{escape(line)}</p>" for line in part.text.splitlines()]
            continue
        drawn = [
            "".join(_coloured(*segment) for segment in line).rstrip() for line in lines_of([part])
        ]
        made.append("<pre>" + "\n".join(drawn) + "</pre>")
    return "\n".join(made)


def _coloured(text: str, style: str) -> str:
    return (
        f'<b style="color: {COLOURS[style]}">{escape(text)}</b>'
        if style in COLOURS
        else escape(text)
    )


def rounded(points: float) -> float:
    """Return points with at most four decimals, and as a whole number if they are one."""
    return int(points) if points == int(points) else round(points, 4)
