"""What an instructor gets of a class: a folder of results, and a few lines on a terminal."""

import csv
import io
import json
import re
from collections.abc import Iterable
from pathlib import Path

from graders.kit.classroom.everyone import Everyone, row_of
from graders.kit.classroom.handins import Cohort
from graders.kit.classroom.store import Record, Store
from graders.kit.classroom.summary import Summary
from graders.kit.errors import KitError
from graders.kit.grading.run import checks_of
from graders.kit.jobs.workers import kit_version
from graders.kit.rendering.gradescope import results_json
from graders.kit.rendering.page import page, render

SHOWN = 5  # of a list, on a terminal
_FORMULA = re.compile(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20]")  # how a formula begins

NOTHING = "Nothing could be graded. {problem}"
MEAN = "{count:,} students: mean {mean:.1f} of {max_score}, full marks {full_marks:,}."
LOOK = "Of them need a look: {counts}."
RUN_AGAIN = "The kit failed, run the same again: {student}: {problem}"
NOT_GRADED = "Files that are not graded: {count}, see {file}. The first:"
WRITTEN = "{folder}: grades.csv, feedback/, and report.html to look at"


def write_results(
    store: Store, cohort: Cohort, failed: dict[str, str], gradescope: bool
) -> Summary:
    """Write all results, with a page for each student who is graded and for nobody else.

    Args:
        store: The folder of results, with a report of everyone who is graded.
        cohort: Everyone's hand-in, and the files that are not graded.
        failed: Why there is no report, by student.
        gradescope: Whether to write results for Gradescope, too.

    Returns:
        The summary of the class.

    Raises:
        KitError: Nobody could be graded, or a file can't be written.
    """
    folder = store.folder / "gradescope"
    gradescope = gradescope or folder.is_dir()  # once written, it is kept as the rest is
    if gradescope:
        folder.mkdir(exist_ok=True)
        for path in folder.glob("*.json"):
            path.unlink()
    _remove_pages(store, cohort, failed)
    summary = Summary()
    everyone = Everyone([check.name for check in checks_of(store.exercise)])
    rows: list[list[object]] = [_head(store)]
    for record in store.records(cohort.hand_ins, failed):
        summary.add(record)
        everyone.add(row_of(record))
        rows.append(_row(store, record))
        report = record.report
        if report is None:
            continue
        file = store.page_of(record.student)
        if not file.exists():
            store.write(file, page(report))
        if gradescope:
            text = json.dumps(results_json(report), indent=1)
            store.write(folder / f"{record.student}.json", text + "\n")
    if not summary.count:
        problem = next(iter(summary.problems.values()))
        raise KitError(NOTHING.format(problem=problem))
    store.write(store.folder / "report.html", _overview(store, cohort, summary, everyone))
    not_graded = _csv([("file", "reason"), *cohort.not_graded])
    store.write(store.folder / "not_graded.csv", not_graded)
    store.write(store.folder / "grades.csv", _csv(rows))
    return summary


def _remove_pages(store: Store, cohort: Cohort, failed: dict[str, str]) -> None:
    """Remove the pages of students who handed in nothing any more, and of whom the kit failed."""
    students = {hand_in.student for hand_in in cohort.hand_ins}
    for student in store.students() - students | failed.keys():
        store.page_of(student).unlink(missing_ok=True)


def _head(store: Store) -> list[object]:
    """Return the first row of grades.csv."""
    names = [check.name for check in checks_of(store.exercise)]
    return ["student", "score", "max_score", *names, "status"]


def _row(store: Store, record: Record) -> list[object]:
    """Return a student's row of grades.csv. Where the kit failed, there are no scores in it."""
    report = record.report
    if report is None:
        checks = checks_of(store.exercise)
        max_score = sum(check.points for check in checks)
        return [record.student, "", max_score, *[""] * len(checks), record.status]
    scores = [check.score for check in report.checks]
    return [record.student, report.score, report.max_score, *scores, record.status]


def _overview(store: Store, cohort: Cohort, summary: Summary, everyone: Everyone) -> str:
    """Return the page that shows the class at a glance."""
    return render(
        "class.html.j2",
        exercise=store.exercise.name,
        summary=summary,
        everyone=everyone,
        seed=store.seed,
        positions=summary.positions(store.report),
        not_graded=cohort.not_graded,
        kit=kit_version(),
    )


def _csv(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as CSV, in which a spreadsheet finds nothing to compute."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    for row in rows:
        writer.writerow(map(_no_formula, row))
    return text.getvalue()


def _no_formula(cell: object) -> object:
    """Return a cell, with a mark before what a spreadsheet would take for a formula."""
    if isinstance(cell, str) and _FORMULA.match(cell):
        return f"'{cell}"
    return cell


def print_class(summary: Summary, cohort: Cohort, folder: Path) -> None:
    """Print what a class got, and what needs a look."""
    max_score = summary.max_score
    full_marks = summary.scores[max_score]
    print(
        MEAN.format(
            count=summary.count, mean=summary.mean, max_score=max_score, full_marks=full_marks
        )
    )
    counts = [f"{len(names)} {status}" for status, names in sorted(summary.names.items())]
    if counts:
        print(LOOK.format(counts=", ".join(counts)))
    problems = list(summary.problems.items())
    for student, problem in problems[:SHOWN]:
        print(RUN_AGAIN.format(student=student, problem=problem))
    not_graded = cohort.not_graded
    if not_graded:
        print(NOT_GRADED.format(count=len(not_graded), file=folder / "not_graded.csv"))
        for path, reason in not_graded[:SHOWN]:
            print(f"  {path}: {reason}")
    print(WRITTEN.format(folder=folder))
