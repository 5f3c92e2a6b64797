"""Grades into nbgrader's gradebook, through its API; SQLite or PostgreSQL."""

import os
import sys
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from graders.kit.authoring.release import grade_id
from graders.kit.catalog import Exercise
from graders.kit.classroom.store import Record
from graders.kit.errors import KitError
from graders.kit.grading.run import checks_of
from graders.kit.report import Report

NO_NBGRADER = "A gradebook needs nbgrader: run  pip install -e '.[course]'  in the kit's folder."
NO_DRIVER = "The gradebook's database needs {module}: pip install it."
UNUSABLE = "The gradebook can't be used: {reason}"


def record_grades(url: str, exercise: Exercise, records: Iterable[Record]) -> None:
    """Write every score into a gradebook. An assignment that is in it keeps its cells' points.

    Args:
        url: The address of the gradebook's database.
        exercise: The assignment, which is made if there is none of that name.
        records: What is known of each student.

    Raises:
        KitError: The gradebook can't be used.
    """
    try:
        from nbgrader.api import Gradebook
        from sqlalchemy.exc import SAWarning, SQLAlchemyError
    except ImportError:
        raise KitError(NO_NBGRADER) from None
    # For a new database nbgrader runs the command alembic, which lies beside this interpreter.
    commands = Path(sys.executable).parent
    os.environ["PATH"] = f"{commands}{os.pathsep}{os.environ.get('PATH', '')}"
    try:
        with warnings.catch_warnings(action="ignore", category=SAWarning), Gradebook(url) as book:
            cells = _cells(book, exercise)
            for record in records:
                if record.report is not None:
                    _record(book, exercise, cells, record.student, record.report)
    except ImportError as error:
        raise KitError(NO_DRIVER.format(module=error.name)) from None
    except SQLAlchemyError as error:
        reason = str(error).splitlines()[0]  # not the address: there may be a password in it
        raise KitError(UNUSABLE.format(reason=reason)) from None


def _cells(book: Any, exercise: Exercise) -> set[str]:
    """Return the names of the cells that an assignment grades; make one if there is none."""
    from nbgrader.api import MissingEntry

    name = exercise.name
    try:
        return {cell.name for cell in book.find_notebook(name, name).grade_cells}
    except MissingEntry:
        pass  # it is made below
    book.update_or_create_assignment(name)
    book.update_or_create_notebook(name, name)
    cells = set()
    for check in checks_of(exercise):
        cell = grade_id(check.name)
        book.add_grade_cell(cell, name, name, max_score=check.points, cell_type="code")
        cells.add(cell)
    return cells


def _record(book: Any, exercise: Exercise, cells: set[str], student: str, report: Report) -> None:
    """Write the scores of a student into the cells of an assignment."""
    name = exercise.name
    book.update_or_create_student(student)
    book.update_or_create_submission(name, student)
    for result in report.checks:
        cell = grade_id(result.name)
        if cell not in cells:  # a lecturer may leave checks out
            continue
        grade = book.find_grade(cell, name, name, student)
        # A lecturer may weigh a check otherwise than the kit does.
        grade.auto_score = result.score / result.max_score * grade.max_score
        grade.needs_manual_grade = False
    book.db.commit()
