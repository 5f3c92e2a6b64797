"""What an instructor gets of a class: grades.csv, report.html, the rest of a folder of results; and a few lines."""

import csv
import io
import json
import re
from collections.abc import Iterable
from pathlib import Path

from graders.kit.classroom.handins import Cohort
from graders.kit.classroom.store import Store
from graders.kit.classroom.summary import Summary
from graders.kit.errors import KitError
from graders.kit.grading.run import checks_of
from graders.kit.grading.workers import kit_version
from graders.kit.rendering.gradescope import results_json
from graders.kit.rendering.page import page, render

SHOWN = 5  # of a list, on a terminal


def write_results(
    store: Store, cohort: Cohort, failed: dict[str, str], gradescope: bool
) -> Summary:
    """Write all results, with a page for each student who is graded and for nobody else; return the summary."""
    summary, checks = Summary(), checks_of(store.exercise)
    rows: list[list[object]] = [
        ["student", "score", "max_score", *(check.name for check in checks), "status"]
    ]
    folder = store.folder / "gradescope"
    gradescope = gradescope or folder.is_dir()  # once written, it is kept as the rest is
    if gradescope:
        folder.mkdir(exist_ok=True)
        for path in folder.glob("*.json"):
            path.unlink()
    for gone in store.students() - {hand_in.student for hand_in in cohort.hand_ins} | failed.keys():
        store.page_of(gone).unlink(missing_ok=True)
    for record in store.records(cohort.hand_ins, failed):
        summary.add(record)
        student, report, status = record.student, record.report, record.status
        if report is None:  # the kit failed, so there is no score
            rows.append(
                [student, "", sum(check.points for check in checks), *("" for _ in checks), status]
            )
            continue
        rows.append(
            [
                student,
                report.score,
                report.max_score,
                *(check.score for check in report.checks),
                status,
            ]
        )
        if not store.page_of(student).exists():
            store.write(store.page_of(student), page(report))
        if gradescope:
            store.write(
                folder / f"{student}.json", json.dumps(results_json(report), indent=1) + "\n"
            )
    if not summary.count:
        raise KitError(f"Nothing could be graded. {next(iter(summary.problems.values()))}")
    values = {
        "positions": summary.positions(store.report),
        "not_graded": cohort.not_graded,
        "kit": kit_version(),
    }
    overview = render(
        "class.html.j2", exercise=store.exercise.name, summary=summary, seed=store.seed, **values
    )
    store.write(store.folder / "report.html", overview)
    store.write(store.folder / "not_graded.csv", _csv([("file", "reason"), *cohort.not_graded]))
    store.write(store.folder / "grades.csv", _csv(rows))
    return summary


def _csv(rows: Iterable[Iterable[object]]) -> str:
    def no_formula(cell: object) -> object:  # that a spreadsheet would compute
        return (
            f"'{cell}"
            if isinstance(cell, str) and re.match(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20]", cell)
            else cell
        )

    text = io.StringIO()
    csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC).writerows(
        map(no_formula, row) for row in rows
    )
    return text.getvalue()


def print_class(summary: Summary, cohort: Cohort, folder: Path) -> None:
    """Print what a class got, and what needs a look."""
    most, count = summary.max_score, summary.count
    print(
        f"{count:,} students: mean {summary.mean:.1f} of {most}, full marks {summary.scores[most]:,}."
    )
    if counts := [f"{len(names)} {status}" for status, names in sorted(summary.names.items())]:
        print(f"Of them need a look: {', '.join(counts)}.")
    for student, reason in list(summary.problems.items())[:SHOWN]:
        print(f"The kit failed, run the same again: {student}: {reason}")
    if cohort.not_graded:
        print(
            f"Files that are not graded: {len(cohort.not_graded)}, see {folder / 'not_graded.csv'}. The first:"
        )
        for path, reason in cohort.not_graded[:SHOWN]:
            print(f"  {path}: {reason}")
    print(f"{folder}: grades.csv, feedback/, and report.html to look at")
