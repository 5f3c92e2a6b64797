"""Grades into nbgrader's gradebook, through its API; SQLite or PostgreSQL."""

import os
import sys
import warnings
from collections.abc import Iterable
from pathlib import Path

from graders.kit.authoring.release import grade_id
from graders.kit.catalog import Exercise
from graders.kit.classroom.store import Record
from graders.kit.errors import KitError
from graders.kit.grading.run import checks_of


def record_grades(url: str, exercise: Exercise, records: Iterable[Record]) -> None:
    """Write every score into the gradebook at a URL; a known assignment keeps its cells' points. Raises KitError."""
    try:
        from nbgrader.api import Gradebook, MissingEntry
        from sqlalchemy.exc import SAWarning, SQLAlchemyError
    except ImportError:
        raise KitError(
            "A gradebook needs nbgrader: run  pip install -e '.[course]'  in the kit's folder."
        ) from None
    name = exercise.name
    # For a new database nbgrader runs the command alembic, which lies beside this interpreter.
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    try:
        with warnings.catch_warnings(action="ignore", category=SAWarning), Gradebook(url) as book:
            try:
                cells = {cell.name for cell in book.find_notebook(name, name).grade_cells}
            except MissingEntry:
                cells = set()
                book.update_or_create_assignment(name)
                book.update_or_create_notebook(name, name)
                for check in checks_of(exercise):
                    cells.add(grade_id(check.name))
                    book.add_grade_cell(
                        grade_id(check.name), name, name, max_score=check.points, cell_type="code"
                    )
            for record in records:
                if record.report is None:
                    continue
                book.update_or_create_student(record.student)
                book.update_or_create_submission(name, record.student)
                for result in record.report.checks:
                    if (
                        grade_id(result.name) in cells
                    ):  # a lecturer may leave checks out, or weigh them
                        grade = book.find_grade(grade_id(result.name), name, name, record.student)
                        grade.auto_score = result.score / result.max_score * grade.max_score
                        grade.needs_manual_grade = False
                book.db.commit()
    except ImportError as error:
        raise KitError(f"The gradebook's database needs {error.name}: pip install it.") from None
    except SQLAlchemyError as error:
        reason = str(error).splitlines()[0]  # not the address: there may be a password in it
        raise KitError(f"The gradebook can't be used: {reason}") from None
