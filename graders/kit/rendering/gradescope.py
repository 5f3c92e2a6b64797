"""The report as Gradescope's results.json: see "Autograder Output Format" in its documentation."""

from html import escape
from typing import Any

from graders.kit.report import CheckResult, Part, Report, Segment, Text, lines_of

COLOURS = {"good": "#157f3c", "bad": "#c02626"}


def results_json(report: Report, points: float = 0) -> dict[str, Any]:
    """Return the report as Gradescope reads it.

    Args:
        report: Of one submission.
        points: What full marks are worth there; 0 for the exercise's own points.
    """
    worth: float = 1
    if points:
        worth = points / report.max_score
    tests = []
    for number, check in enumerate(report.checks, 1):
        tests.append(_test(check, number, worth))
    return {
        "score": rounded(report.score * worth),
        "output": report.advice,
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
    }


def _test(check: CheckResult, number: int, worth: float) -> dict[str, Any]:
    """Return a check as Gradescope reads it.

    Args:
        check: The check.
        number: Its place in the report, from 1.
        worth: What one of our points is worth in Gradescope's.
    """
    status = "failed"
    if check.outcome == "passed":
        status = "passed"
    return {
        "name": check.name,
        "number": str(number),
        "score": rounded(check.score * worth),
        "max_score": rounded(check.max_score * worth),
        "status": status,
        "output": _html(check),
        "output_format": "html",
        "visibility": "visible",
    }


def _html(check: CheckResult) -> str:
    """Return what a check found as HTML that loses nothing without its styles, SVG and scripts."""
    title = escape(check.title)
    if check.outcome != "passed":
        title = f"<b>{title}</b>"
    pieces = [f"<p>{title}</p>"]
    for part in check.parts:
        if isinstance(part, Text):
            for line in part.text.splitlines():
                pieces.append(f"<p>{escape(line)}</p>")
        else:
            pieces.append(_as_drawn(part))
    return "\n".join(pieces)


def _as_drawn(part: Part) -> str:
    """Return a board, a tree or code as a terminal shows it."""
    lines = [_coloured_line(line) for line in lines_of([part])]
    text = "\n".join(lines)
    return f"<pre>{text}</pre>"


def _coloured_line(segments: list[Segment]) -> str:
    coloured = [_coloured(text, style) for text, style in segments]
    return "".join(coloured).rstrip()


def _coloured(text: str, style: str) -> str:
    if style not in COLOURS:
        return escape(text)
    return f'<b style="color: {COLOURS[style]}">{escape(text)}</b>'


def rounded(points: float) -> float:
    """Return points with at most four decimals, and as a whole number if they are one."""
    if points == int(points):
        return int(points)
    return round(points, 4)
