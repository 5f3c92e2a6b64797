"""A report on a terminal, a screen at most, that ends with what to do next; and how far work is."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from graders.kit.report import CheckResult, Report, Segment, lines_of

STYLES = {
    "": "",
    "good": "bold green",
    "bad": "bold red",
    "dim": "dim",
    "code": "cyan",
    "bold": "bold",
}
MESSAGE_LINES = 18  # of the one explanation that is shown whole


def print_report(report: Report) -> None:
    """Print a report to standard output."""
    print_lines(screen(report))


def print_lines(lines: Iterable[list[Segment]]) -> None:
    """Print lines to standard output, in colours if that is a terminal."""
    if not sys.stdout.isatty():
        print(*("".join(text for text, _ in line).rstrip() for line in lines), sep="\n")
        return
    from rich.console import Console

    paint(Console(highlight=False), lines)


def paint(console: Any, lines: Iterable[list[Segment]]) -> None:
    """Print lines to a console of rich's."""
    from rich.text import Text

    for line in lines:
        # Prose is wrapped; a row of the table, a drawing, or code is cut at the edge.
        drawn = len(line) > 1
        # Never markup: a student's text is in it.
        text = Text.assemble(*((text, STYLES[style]) for text, style in line))
        console.print(text, no_wrap=drawn, overflow="ellipsis" if drawn else "fold")


def screen(report: Report) -> Iterator[list[Segment]]:
    """Yield the lines of a report."""
    yield head(report, report.file)
    yield []
    yield from rows(report)
    yield []
    first, to_do = report.next_step
    if not first:
        yield [("Full marks. Well done!", "good")]
    for step in [check for check in report.checks if check.name == first]:
        yield from explanation(step, "see them with --html")
        lost = [check for check in report.checks if check.outcome != "passed"]
        more = f" ({len(lost) - 1} more to go after that)" if len(lost) > 1 else ""
        alike = sum(gist_of(check) == gist_of(step) for check in lost) == len(report.checks)
        advice = (
            "fix this, then grade again; every check waits for it"
            if alike
            else f"{to_do}, then grade again{more}"
        )
        yield []
        yield [(f"Next: {advice}.", "bold")]
    yield from remarks(report)


def head(report: Report, file: str) -> list[Segment]:
    """Return the first line. file: as a person here names it"""
    points = (
        f"{report.score}/{report.max_score}",
        "good" if report.score == report.max_score else "bad",
    )
    return [(report.exercise, "bold"), (f"  {file}  ", ""), points]


def explanation(check: CheckResult, rest: str) -> Iterator[list[Segment]]:
    """Yield what a check says, a screen of it. rest: how to see what is left"""
    yield [(check.title, "bold")]
    lines = [*lines_of(check.parts)]
    yield from lines[:MESSAGE_LINES]
    if len(lines) > MESSAGE_LINES:
        yield [(f"... {len(lines) - MESSAGE_LINES} more lines: {rest}", "dim")]


def remarks(report: Report) -> Iterator[list[Segment]]:
    """Yield what a person has to know beside the verdict."""
    if report.left_out:
        yield [(f"Left out of the notebook: {'; '.join(report.left_out)}.", "dim")]
    if report.isolation == "none":
        reason = f" ({'; '.join(report.warnings)})" if report.warnings else ""
        yield [(f"Isolation: none{reason}. Grade only files that you trust here.", "dim")]


def rows(report: Report) -> Iterator[list[Segment]]:
    """Yield a line for each check: sign, name and points, and the gist."""
    width = max(len(check.name) for check in report.checks)
    told = ""
    for check in report.checks:
        gist = gist_of(check)
        sign: Segment = ("  ✓ ", "good") if check.outcome == "passed" else ("  ✗ ", "bad")
        row: list[Segment] = [sign, (f"{check.name:<{width}}  {check.score}/{check.max_score}", "")]
        yield [*row, ("  the same" if gist and gist == told else f"  {gist}", "dim")]
        told = gist


def gist_of(check: CheckResult) -> str:
    """Return the first line of what a check says."""
    return check.message.split("\n")[0]


@contextmanager
def progress() -> Iterator[Callable[[str], Callable[..., None]]]:
    """Yield what makes a bar on standard error, if that is a terminal; which is called with done, total and a note."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    title, note = TextColumn("{task.description}"), TextColumn("{task.fields[note]}")
    columns = (title, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), note)
    with Progress(
        *columns, console=console, disable=not console.is_terminal, transient=True
    ) as bars:

        def bar(name: str) -> Callable[..., None]:
            task = bars.add_task(name, total=None, note="")
            return lambda done, total, note="": bars.update(
                task, completed=done, total=total, note=note
            )

        yield bar
