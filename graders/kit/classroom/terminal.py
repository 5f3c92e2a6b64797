"""A class on a terminal: how far it is, and what it got."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from graders.kit.classroom.handins import Class
from graders.kit.classroom.run import Progress
from graders.kit.classroom.summary import Summary

NAMES = 5  # of a list


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
