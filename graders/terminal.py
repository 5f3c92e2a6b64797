"""What people see on a terminal: a report, a screen at most, that ends with what to do next; a game; an audit."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from graders.report import CheckResult, Report, Segment, lines_of

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text as RichText

    from graders.audit import Audit
    from graders.catalog import Exercise
    from graders.classroom import Progress
    from graders.handins import Class
    from graders.play import Computer, Game
    from graders.probes import Findings
    from graders.structure import Demand
    from graders.summary import Summary

STYLES = {"": "", "good": "bold green", "bad": "bold red", "dim": "dim", "code": "cyan", "bold": "bold"}
NAMES = 5  # of a list
MESSAGE_LINES = 18  # of the one explanation that is shown whole


def print_report(report: Report) -> None:
    """Print a report to standard output, in colours if that is a terminal."""
    if not sys.stdout.isatty():
        for line in screen(report):
            print("".join(text for text, _ in line).rstrip())
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    for line in screen(report):
        # Prose is wrapped; a row of the table, a drawing, or code is cut at the edge.
        drawn = len(line) > 1
        # Never markup: a student's text is in it.
        text = Text.assemble(*((text, STYLES[style]) for text, style in line))
        console.print(text, no_wrap=drawn, overflow="ellipsis" if drawn else "fold")


def screen(report: Report) -> Iterator[list[Segment]]:
    """Yield the lines of a report."""
    full = report.score == report.max_score
    points = f"{report.score}/{report.max_score}"
    yield [(report.exercise, "bold"), (f"  {report.file}  ", ""), (points, "good" if full else "bad")]
    yield []
    width = max(len(check.name) for check in report.checks)
    told = ""
    for check in report.checks:
        gist = _gist(check)
        sign: Segment = ("  ✓ ", "good") if check.outcome == "passed" else ("  ✗ ", "bad")
        row: list[Segment] = [sign, (f"{check.name:<{width}}  {check.score}/{check.max_score}", "")]
        yield [*row, ("  the same" if gist and gist == told else f"  {gist}", "dim")]
        told = gist
    yield []
    step = report.next_step
    if step is None:
        yield [("Full marks. Well done!", "good")]
    else:
        yield [(step.title, "bold")]
        lines = list(lines_of(step.parts))
        yield from lines[:MESSAGE_LINES]
        if len(lines) > MESSAGE_LINES:
            yield [(f"... {len(lines) - MESSAGE_LINES} more lines: see them with --html", "dim")]
        yield []
        yield [(_advice(report, step), "bold")]
    if report.left_out:
        yield [(f"Left out of the notebook: {'; '.join(report.left_out)}.", "dim")]
    if report.isolation == "none":
        reason = f" ({'; '.join(report.warnings)})" if report.warnings else ""
        yield [(f"Isolation: none{reason}. Grade only files that you trust here.", "dim")]


def _gist(check: CheckResult) -> str:
    return check.message.split("\n")[0]


def _advice(report: Report, step: CheckResult) -> str:
    lost = [check for check in report.checks if check.outcome != "passed"]
    if sum(_gist(check) == _gist(step) for check in lost) == len(report.checks):
        return "Next: mend this, then grade again; every check waits for it."
    more = f" ({len(lost) - 1} more to go after that)" if len(lost) > 1 else ""
    return f"Next: mend {step.name}, then grade again{more}."


@contextmanager
def progress() -> Iterator[Callable[[str], Callable[[int, int], None]]]:
    """Show bars on standard error while work goes on, nothing if that is no terminal.

    Yields a function that takes the name of a bar and returns one that takes how much of how much is done.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bars:

        def bar(name: str) -> Callable[[int, int], None]:
            task = bars.add_task(name, total=None)
            return lambda done, total: bars.update(task, completed=done, total=total)

        yield bar


@contextmanager
def class_progress(name: str) -> Iterator[Callable[[Progress], None]]:
    """Show on standard error how far a class is, nothing if that is no terminal. Yields what takes how far it is."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    console = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"), TimeRemainingColumn())
    title, trouble = TextColumn("{task.description}"), TextColumn("{task.fields[trouble]}")
    with Bars(title, *columns, trouble, console=console, disable=not console.is_terminal, transient=True) as bars:
        task = bars.add_task(name, total=None, rate="", trouble="")
        began = time.monotonic()

        def tell(progress: Progress) -> None:
            rate = progress.done / max(time.monotonic() - began, 0.1)
            trouble = [f"{progress.below} below full marks"] if progress.below else []
            trouble += [f"{count} {status}" for status, count in sorted(progress.hard.items())]
            bars.update(
                task,
                total=progress.total,
                completed=progress.before + progress.done,
                rate=f"{rate:.1f}/s",
                trouble=", ".join(trouble),
            )

        yield tell


def print_class(summary: Summary, found: Class, folder: Path) -> None:
    """Print what a class got, and what needs a look."""
    most, count = summary.max_score, summary.count
    print(f"{count:,} students: mean {summary.mean:.1f} of {most}, full marks {summary.scores[most]:,}.")
    told = [f"{len(names)} {status}" for status, names in sorted(summary.names.items())]
    if told:
        print(f"Of them need a look: {', '.join(told)}.")
    for student, reason in list(summary.problems.items())[:NAMES]:
        print(f"The kit failed, run the same again: {student}: {reason}")
    if found.not_graded:
        print(f"Files that are not graded: {len(found.not_graded)}, see {folder / 'not_graded.csv'}. The first:")
        for path, reason in found.not_graded[:NAMES]:
            print(f"  {path}: {reason}")
    print(f"{folder}: grades.csv, feedback/, and report.html to look at")


def play(computer: Computer, thinks: bool) -> None:
    """Let a person play a game on the terminal, until it is over, the input ends, or Ctrl-C.

    thinks: whether the computer says what it thinks of its moves. Raises Lost if the submission fails.
    """
    from rich.console import Console

    from graders.play import Impossible, moves_of_chance, thoughts_in_words

    console = Console(highlight=False)
    game = computer.game
    try:
        first = input(game.welcome).strip().lower()
        game.begin(game.computer if first == game.computer else game.person)
        for sentence in moves_of_chance(game):
            print(sentence)
        console.print("", *_drawn(game), sep="\n")
        while not game.over:
            if game.to_move == game.person:
                try:
                    move = game.typed(input(game.prompt))
                except Impossible as reason:
                    print(reason)
                    continue
            else:
                with console.status("The computer is thinking ..."):
                    move, thoughts = computer.move(thinks)
                if thoughts:
                    print(thoughts_in_words(game, thoughts))
                print(game.said(move))
            game.play(move)
            for sentence in moves_of_chance(game):
                print(sentence)
            if game.over or game.to_move == game.person:
                console.print("", *_drawn(game), sep="\n")
        print(game.result)
    except (EOFError, KeyboardInterrupt):
        print("\nThe game ends here, unfinished.")


def _drawn(game: Game) -> Iterator[RichText]:
    """Yield the lines of a position: what is the person's green, the computer's red, the rest of a board pale."""
    from rich.text import Text as RichText

    rows = game.rows()
    width = max((len(cell.label) for row in rows for cell in row), default=0) + 2
    for number, row in enumerate(rows):
        if number:
            yield RichText("  " + "┼".join("─" * width for _ in row), "dim")
        line = RichText("  ")
        for place, cell in enumerate(row):
            if place:
                line.append("│", "dim")
            style = "dim" if not cell.owner else "bold green" if cell.owner == game.person else "bold red"
            line.append(f"{cell.label:^{width}}", style + (" reverse" if cell.marked else ""))
        yield line
    yield from map(RichText, game.lines())
    yield RichText("")


def print_audits(found: list[Audit]) -> None:
    """Print what audits have found: a summary, which check catches how many mutants, and each fault."""
    from rich.console import Console

    console = Console(highlight=False, width=None if sys.stdout.isatty() else 100)
    summary = _table("", "reference", "skeleton", "correct", "slips", "mutants", "equivalent", "survivors")
    for one in found:
        right = {kind: f"{one.right[kind]} of {one.total[kind]}" for kind in ("correct", "slip", "mutant")}
        summary.add_row(
            one.exercise, one.scores.get("reference", "-"), one.scores.get("skeleton", "-"), right["correct"],
            right["slip"], right["mutant"], str(one.total["equivalent"]), str(len(one.survivors)),
        )  # fmt: skip
    console.print(summary)
    for one in found:
        checks = _table(f"{one.exercise}: which check catches how many mutants", "caught", "by it alone")
        for name, count in one.caught_by.items():
            checks.add_row(name, str(count), str(one.caught_alone_by[name]))
        console.print(checks)
    for one in found:
        for diff in one.survivors:
            console.print(f"{one.exercise}: a mutant survives", style=STYLES["bad"])
            console.print(diff + "\n", markup=False, soft_wrap=True)
        for fault in one.faults:
            console.print(f"{one.exercise}: {fault}\n", markup=False, soft_wrap=True)
    unproved = sum(one.total["equivalent"] - one.right["equivalent"] for one in found)
    survivors, refused = sum(len(one.survivors) for one in found), sum(one.refused for one in found)
    unjust = sum(one.total["slip"] - one.right["slip"] for one in found)
    console.print(
        f"Survivors {survivors}, correct solutions refused {refused}, slips judged unjustly {unjust}"
        f"{f', equivalents listed wrongly {unproved}' if unproved else ''}.",
        style=STYLES["good" if all(one.sound for one in found) else "bad"],
    )


def print_structure(found: Mapping[Exercise, list[Demand]]) -> None:
    """Print what is demanded of exercises, and what is missing."""
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True)
    signs = {True: ("✓", "good"), False: ("✗", "bad"), None: ("–", "dim")}  # noqa: RUF001
    for exercise, demands in found.items():
        console.print(f"{exercise.name}, a draft" if exercise.draft else exercise.name, style=STYLES["bold"])
        for demand in demands:
            sign, style = signs[demand.met]
            missing = f" But {demand.missing}." if demand.met is False else ""
            console.print(f"  {sign} {demand.sentence}{missing}", style=STYLES[style], markup=False)


def print_isolation(findings: Findings) -> None:
    """Print which attacks succeed against which isolation on this machine, and what to do."""
    from rich.console import Console

    console = Console(highlight=False, width=None if sys.stdout.isatty() else 100)
    kinds = [kind for kind in ("bubblewrap", "landlock", "none") if kind not in findings.missing]
    table = _table("a submission tries to", *kinds)
    for attack, got in findings.results.items():
        table.add_row(attack, *("[bold red]succeeds[/]" if got[kind] else "[green]held[/]" for kind in kinds))
    console.print(table)
    for attack, got in findings.results.items():
        if got[findings.in_force]:
            console.print(f"{attack}: it got {got[findings.in_force]}", markup=False, soft_wrap=True)
    for kind, reason in findings.missing.items():
        console.print(f"No {kind}: {reason}", markup=False, soft_wrap=True)
    held = "Grade only files that you trust here." if findings.in_force == "none" else ""
    verdict = f"In force here: {findings.in_force}. Attacks that succeed: {len(findings.succeeded)}. {held}"
    console.print(verdict.strip(), style=STYLES["good" if findings.sound else "bad"])


def _table(first: str, *others: str) -> Table:
    from rich.table import Table

    table = Table(first, box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in others:
        table.add_column(name, justify="right")
    return table
