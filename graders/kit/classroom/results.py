"""What an instructor gets of a class: grades.csv, report.html, and the rest of a folder of results."""

import csv
import io
import json
import re
from collections.abc import Iterable

from graders.kit.catalog import Exercise
from graders.kit.classroom.handins import Class
from graders.kit.classroom.page import class_page
from graders.kit.classroom.run import Record, Store, records
from graders.kit.classroom.summary import Summary
from graders.kit.errors import KitError
from graders.kit.grading.run import checks_of
from graders.kit.grading.workers import kit_version
from graders.kit.rendering.gradescope import results
from graders.kit.report import Report


def write_results(
    store: Store, exercise: Exercise, found: Class, failed: dict[str, str], seed: int, gradescope: bool
) -> Summary:
    """Write everything but feedback/, which is there already, and return the summary. Raises KitError."""
    summary = Summary()
    checks = checks_of(exercise)
    rows: list[list[object]] = [["student", "score", "max_score", *(check.name for check in checks), "status"]]
    folder = store.folder / "gradescope"
    gradescope = gradescope or folder.is_dir()  # once written, it is kept as the rest is
    if gradescope:
        folder.mkdir(exist_ok=True)
        for path in folder.glob("*.json"):
            path.unlink()
    for record in records(store, found.hand_ins, failed):
        summary.add(record)
        rows.append([record.student, *_points(record, [check.points for check in checks]), record.status])
        if gradescope and record.report is not None:
            text = json.dumps(results(record.report), indent=1) + "\n"
            store.write(folder / f"{record.student}.json", text)

    def report_of(student: str) -> Report:
        record = store.record(student)
        assert record is not None
        assert record.report is not None
        return record.report

    if not summary.count:
        raise KitError(f"Nothing could be graded. {next(iter(summary.problems.values()))}")
    about = {"seed": seed, "kit": kit_version(), "not_graded": found.not_graded}
    store.write(store.folder / "report.html", class_page(exercise.name, summary, summary.positions(report_of), about))
    store.write(store.folder / "not_graded.csv", _csv([("file", "reason"), *found.not_graded]))
    store.write(store.folder / "grades.csv", _csv(rows))
    return summary


def _points(record: Record, most: list[int]) -> list[object]:
    """Return score, maximum and the points of each check; no score and no points if the kit failed."""
    if record.report is None:
        return ["", sum(most), *("" for _ in most)]
    return [record.report.score, record.report.max_score, *(check.score for check in record.report.checks)]


def _csv(rows: Iterable[Iterable[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC).writerows(map(_no_formula, row) for row in rows)
    return text.getvalue()


def _no_formula(cell: object) -> object:
    """Return a cell so that no spreadsheet takes a text in it for a formula."""
    formula = isinstance(cell, str) and re.match(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20]", cell)
    return f"'{cell}" if formula else cell
