"""A class, graded from a terminal: how far it is, and what it got."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from graders.kit.catalog import Exercise
from graders.kit.classroom.handins import Class, find
from graders.kit.classroom.results import write_results
from graders.kit.classroom.run import Progress, Record, Store, grade_class, records
from graders.kit.classroom.summary import Summary
from graders.kit.errors import KitError
from graders.kit.grading.run import Terms
from graders.kit.grading.workers import Cluster, Local

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


def grade_everyone(
    submissions: Path, exercise: Exercise, out: Path, crew: Callable[[], Local | Cluster], terms: Terms,
    gradescope: bool, record: Callable[[Iterable[Record]], object] | None,
) -> bool:  # fmt: skip
    """Grade a class into a folder, or go on there; tell whether everyone is graded. Raises KitError.

    crew: starts those who grade; record: writes grades into a gradebook
    """
    if out.resolve().is_relative_to(submissions.resolve()):
        raise KitError(f"{out} lies in {submissions}, where it would be taken for a student's.")
    handed_in = find(submissions, exercise)
    if record:
        record([])  # better now than after an hour
    store = Store(out, exercise)
    workers = crew()
    try:
        with class_progress(exercise.name) as tell:
            failed = grade_class(exercise, handed_in.hand_ins, store, workers, terms, tell)
    except KeyboardInterrupt:
        kept = len(store.keys())
        raise KitError(f"interrupted; {kept} are graded and kept: run the same again, and it goes on.") from None
    finally:
        workers.close()
    summary = write_results(store, exercise, handed_in, failed, terms.seed, gradescope)
    if record:
        record(records(store, handed_in.hand_ins, failed))
    print_class(summary, handed_in, out)
    store.close()
    return not failed
