"""A report on a terminal, a screen at most, that ends with what to do next; and how far work is."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from graders.kit.report import PRINTED_LINES, CheckResult, Report, Segment, lines_of

STYLES = {
    "": "",
    "good": "bold green",
    "bad": "bold red",
    "dim": "dim",
    "code": "cyan",
    "bold": "bold",
}
MESSAGE_LINES = 18  # of the one explanation that is shown whole
PRINTED_ELSEWHERE = "Printed while others were asked ({checks}): --html or --check NAME shows it."


def print_report(report: Report) -> None:
    """Print a report to standard output."""
    print_lines(screen(report))


def print_lines(lines: Iterable[list[Segment]]) -> None:
    """Print lines to standard output, in colours if that is a terminal."""
    if not sys.stdout.isatty():
        print("\n".join(map(_plain, lines)))
        return
    from rich.console import Console

    paint(Console(highlight=False), lines)


def _plain(line: list[Segment]) -> str:
    """Return a line without its styles."""
    texts = [text for text, _ in line]
    return "".join(texts).rstrip()


def paint(console: Any, lines: Iterable[list[Segment]]) -> None:
    """Print lines to a console of rich's."""
    for line in lines:
        text = _painted(line)
        # A row of the table, a drawing, or code is cut at the edge; prose is wrapped.
        is_drawn = len(line) > 1
        if is_drawn:
            console.print(text, no_wrap=True, overflow="ellipsis")
        else:
            console.print(text, no_wrap=False, overflow="fold")


def _painted(line: list[Segment]) -> Any:
    """Return a line as a Text of rich's. Never markup: a student's text is in it."""
    from rich.text import Text

    return Text.assemble(*[(words, STYLES[style]) for words, style in line])


def screen(report: Report) -> Iterator[list[Segment]]:
    """Yield the lines of a report."""
    shown = to_explain(report)
    # Above the rest, so that what there is to do stays in sight.
    yield from printed_lines(report, shown)
    yield head(report, report.file)
    yield []
    yield from rows(report)
    yield []
    if report.next_step is None:
        yield [(report.what_next(), "good")]
    elif shown is not None:
        yield from explanation(shown, "see them with --html")
        yield []
        yield [(report.what_next(), "bold")]
    yield from remarks(report)


def to_explain(report: Report) -> CheckResult | None:
    """Return the check that is explained: what to do next, or the one that was run alone."""
    step = report.next_step
    if step is None:
        is_alone = len(report.checks) == 1
        return report.checks[0] if is_alone else None
    # Where one check alone was run, another one may be the one to look at.
    named = [check for check in report.lost if check.name == step.check]
    return (named or report.lost)[0]


def printed_lines(report: Report, shown: CheckResult | None) -> Iterator[list[Segment]]:
    """Yield what the student's code printed: when it was imported, and for the check that is shown.

    Of other checks it is said how that can be seen.
    """
    yield from _first_lines(report.printed, "Printed when the file was imported:")
    if shown is not None:
        yield from _first_lines(shown.printed, f"Printed while {shown.name} was asked:")
    others = [check.name for check in report.checks if check.printed and check is not shown]
    if others:
        yield [(PRINTED_ELSEWHERE.format(checks=", ".join(others)), "dim")]
        yield []


def _first_lines(printed: str, title: str) -> Iterator[list[Segment]]:
    lines = printed.splitlines()
    if not lines:
        return
    yield [(title, "bold")]
    yield from _first([[(line, "")] for line in lines], PRINTED_LINES, "see them with --html")
    yield []


def head(report: Report, file: str) -> list[Segment]:
    """Return the first line of a report.

    Args:
        report: Of one submission.
        file: As a person here names the file.
    """
    style = "bad"
    if report.score == report.max_score:
        style = "good"
    points = f"{report.score}/{report.max_score}"
    return [(report.exercise, "bold"), (f"  {file}  ", ""), (points, style)]


def explanation(check: CheckResult, rest: str) -> Iterator[list[Segment]]:
    """Yield what a check says, a screen of it.

    Args:
        check: A check that is lost.
        rest: How to see the lines that are left out.
    """
    yield [(check.title, "bold")]
    yield from _first([*lines_of(check.parts)], MESSAGE_LINES, rest)


def _first(lines: Sequence[list[Segment]], most: int, rest: str) -> Iterator[list[Segment]]:
    """Yield the first lines, and how to see those that are left out."""
    yield from lines[:most]
    left_out = len(lines) - most
    if left_out > 0:
        yield [(f"... {left_out} more lines: {rest}", "dim")]


def remarks(report: Report) -> Iterator[list[Segment]]:
    """Yield what a person has to know beside the verdict."""
    if report.left_out:
        cells = "; ".join(report.left_out)
        yield [(f"Left out of the notebook: {cells}.", "dim")]
    if report.isolation == "none":
        reason = ""
        if report.warnings:
            warnings = "; ".join(report.warnings)
            reason = f" ({warnings})"
        yield [(f"Isolation: none{reason}. Grade only files that you trust here.", "dim")]


def rows(report: Report) -> Iterator[list[Segment]]:
    """Yield a line for each check: sign, name and points, and the gist."""
    width = max(len(check.name) for check in report.checks)
    gist_above = ""
    for check in report.checks:
        sign = sign_of(check)
        points = f"{check.score}/{check.max_score}"
        gist = check.gist
        remark = f"  {gist}"
        if gist and gist == gist_above:
            remark = "  the same"
        yield [sign, (f"{check.name:<{width}}  {points}", ""), (remark, "dim")]
        gist_above = gist


def sign_of(check: CheckResult) -> Segment:
    """Return what stands before a check."""
    if check.outcome == "passed":
        return ("  ✓ ", "good")
    return ("  ✗ ", "bad")


@contextmanager
def live_rows() -> Iterator[Callable[[Sequence[str], Sequence[CheckResult]], None] | None]:
    """Show a line for each check while they are asked; it is gone when they are done.

    Yields:
        What `grade` tells of it; None where standard output is no terminal.
    """
    if not sys.stdout.isatty():
        yield None
        return
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    with Live(console=Console(highlight=False), transient=True, auto_refresh=False) as live:

        def told(names: Sequence[str], results: Sequence[CheckResult]) -> None:
            lines = map(_painted, rows_so_far(names, results, live.console.height - 1))
            text = Text("\n", no_wrap=True, overflow="ellipsis").join(lines)
            live.update(text, refresh=True)

        yield told


def rows_so_far(
    names: Sequence[str], results: Sequence[CheckResult], most: int
) -> list[list[Segment]]:
    """Return a line for each check: how it came out so far, being asked, or waiting.

    A check that has passed may still fall by what a later one finds.

    Args:
        names: Those of all that are asked, in order.
        results: What has come of the first of them.
        most: How many lines there is room for: the last ones are left out.
    """
    width = max(map(len, names))
    lines: list[list[Segment]] = []
    for number, name in enumerate(names):
        sign: Segment = ("    ", "")
        remark = ""
        if number < len(results):
            sign = sign_of(results[number])
            remark = f"  {results[number].gist}"
        elif number == len(results):
            sign = ("  → ", "bold")
            remark = "  asked now"
        lines.append([sign, (f"{name:<{width}}", ""), (remark, "dim")])
    return lines[:most]


@contextmanager
def progress() -> Iterator[Callable[[str], Callable[..., None]]]:
    """Show bars on standard error, if that is a terminal.

    Yields:
        A function that makes a bar, by its name. The bar is called with how much is done, with the
        total, and with a note if there is one.
    """
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
    shown_to_nobody = not console.is_terminal
    with Progress(*columns, console=console, disable=shown_to_nobody, transient=True) as bars:

        def bar(name: str) -> Callable[..., None]:
            task = bars.add_task(name, total=None, note="")

            def advance(done: int, total: int, note: str = "") -> None:
                bars.update(task, completed=done, total=total, note=note)

            return advance

        yield bar
