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
    for check in report.checks:
        console.print(_row(check, width), no_wrap=True, overflow="ellipsis")
    console.print()
    step = report.next_step
    if step is None:
        console.print(Text("Full marks. Well done!", "bold green"))
    else:
        console.print(Text(f"{step.name}: {step.title}", "bold"))
        lines = list(lines_of(step.parts))
        for line in lines[:MESSAGE_LINES]:
            console.print(Text.assemble(*((text, STYLES[style]) for text, style in line)))
        if len(lines) > MESSAGE_LINES:
            console.print(Text(f"  ... {len(lines) - MESSAGE_LINES} more lines: see --html", "dim"))
        console.print()
        others = sum(check.outcome != "passed" for check in report.checks) - 1
        rest = f" ({others} more after that)" if others else ""
        console.print(Text(f"Next: mend {step.name}, then grade again{rest}.", "bold"))
    if report.isolation == "none":
        reason = f" ({'; '.join(warnings)})" if warnings else ""
        console.print(Text(f"Isolation: none{reason}. Grade only files you trust here.", "dim"))


def _row(check: CheckResult, width: int) -> Text:
    passed = check.outcome == "passed"
    note = check.title if passed else {"failed": "", "unavailable": "not there yet: "}.get(
        check.outcome, check.outcome + ": ") + check.message.split("\n")[0]  # fmt: skip
    return Text.assemble(
        ("  ✓ " if passed else "  ✗ ", "green" if passed else "red"),
        f"{check.name:<{width}}  {check.score}/{check.max_score}  ",
        (note, "dim"),
    )
