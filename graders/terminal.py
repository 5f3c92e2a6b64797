"""The report on a terminal: a screen at most, ending with the one thing to do next."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from graders.report import CheckResult, Report, lines_of

STYLES = {"": "", "good": "bold green", "bad": "bold red", "dim": "dim", "code": "cyan"}
MESSAGE_LINES = 24  # of the one explanation that is shown whole


def print_report(report: Report, console: Console, warnings: list[str]) -> None:
    """Print a report; student text is never read as markup."""
    full = report.score == report.max_score
    console.print(
        Text.assemble(
            (report.exercise, "bold"), f"  {report.file}   ",
            (f"{report.score}/{report.max_score}", "bold green" if full else "bold yellow"),
        )
    )  # fmt: skip
    console.print()
    width = max(len(check.name) for check in report.checks)
    told = ""
    for check in report.checks:
        gist = _gist(check)
        console.print(
            _row(check, width, "the same" if gist and gist == told else gist), no_wrap=True, overflow="ellipsis"
        )
        told = gist
    console.print()
    step = report.next_step
    if step is None:
        console.print(Text("Full marks. Well done!", "bold green"))
    else:
        console.print(Text(step.title, "bold"))
        lines = list(lines_of(step.parts))
        for line in lines[:MESSAGE_LINES]:
            console.print(Text.assemble(*((text, STYLES[style]) for text, style in line)), soft_wrap=_is_drawing(line))
        if len(lines) > MESSAGE_LINES:
            console.print(Text(f"  ... {len(lines) - MESSAGE_LINES} more lines: see them with --html", "dim"))
        console.print()
        console.print(Text(_advice(report, step), "bold"))
    if report.isolation == "none":
        reason = f" ({'; '.join(warnings)})" if warnings else ""
        console.print(Text(f"Isolation: none{reason}. Grade only files that you trust here.", "dim"))


def _row(check: CheckResult, width: int, note: str) -> Text:
    passed = check.outcome == "passed"
    return Text.assemble(
        ("  ✓ " if passed else "  ✗ ", "green" if passed else "red"),
        f"{check.name:<{width}}  {check.score}/{check.max_score}",
        (f"  {note}" if note else "", "dim"),
    )


def _gist(check: CheckResult) -> str:
    return check.message.split("\n")[0]


def _advice(report: Report, step: CheckResult) -> str:
    lost = [check for check in report.checks if check.outcome != "passed"]
    alike = sum(_gist(check) == _gist(step) for check in lost)
    if alike == len(report.checks):
        return "Next: mend this, then grade again; every check waits for it."
    more = f" ({len(lost) - 1} more to go after that)" if len(lost) > 1 else ""
    return f"Next: mend {step.name}, then grade again{more}."


def _is_drawing(line: list[tuple[str, str]]) -> bool:
    """Tell a line of a drawing or of code, which must not be wrapped, from one of prose."""
    return len(line) > 1
