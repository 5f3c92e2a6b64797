"""In nbgrader: `nbgrader autograde` grades the kit's notebooks by the kit's isolated checks, not in a kernel.

graders/course.py writes the configuration that names these classes.
"""

from __future__ import annotations

import os
import re
from fnmatch import fnmatch
from glob import glob
from pathlib import Path
from typing import Any

from nbconvert.exporters import NotebookExporter
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from nbgrader import utils
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.nbgraderformat import SCHEMA_VERSION
from nbgrader.preprocessors import Execute
from traitlets import Bool, Integer

from graders import KitError, __version__, catalog, page
from graders.grading import Grading, run
from graders.notebook import Cell, NotANotebook, cells_of
from graders.report import Report
from graders.submission import CannotRead, Submission, decode, of_bytes, read_bytes

_CHECK = re.compile(r'^check\("(?P<exercise>\w+)", "(?P<check>.+)"\)$', re.MULTILINE)


class HandedIn(NotebookExporter):
    """Reads a notebook as data: of a student's cells only kind, text and name stay, the rest comes from the gradebook.

    So no notebook is too damaged, and none can change points, locks or outputs, or stop the batch.
    """

    def __init__(self, **options: Any) -> None:
        """Let notebooks that were not handed in be graded too, with 0, wherever a student has handed in something."""
        super().__init__(**options)
        converter: Any = self.parent
        course = converter.coursedir
        with Gradebook(course.db_url, course.course_id) as gradebook:
            try:
                names = [notebook.name for notebook in gradebook.find_assignment(course.assignment_id).notebooks]
            except MissingEntry:
                return  # nbgrader says it
        wanted = [f"{name}.ipynb" for name in names if fnmatch(name, course.notebook_id)]
        for folder in glob(course.format_path(course.submitted_directory, course.student_id, course.assignment_id)):
            found = converter.assignments.setdefault(folder, [])
            found += [str(Path(folder, name)) for name in wanted if str(Path(folder, name)) not in found]

    def from_filename(self, filename: str, resources: Any = None, **options: Any) -> Any:
        path = Path(os.path.relpath(filename))  # nbgrader has gone to the course's folder
        problem, cells = "", []
        try:
            cells = cells_of(decode(read_bytes(path)))
        except (CannotRead, NotANotebook, UnicodeError) as reason:
            problem = str(reason)
        where = resources["nbgrader"]
        with Gradebook(where["db_url"]) as gradebook:
            notebook = gradebook.find_notebook(where["notebook"], where["assignment"])
            metadata = {cell.name: _metadata(cell, gradebook, where) for cell in notebook.source_cells}
            checks = [Cell(cell.cell_type, cell.source, cell.name) for cell in notebook.source_cells if cell.locked]
        cells += [check for check in checks if check.grade_id not in {cell.grade_id for cell in cells}]
        last = {cell.grade_id: number for number, cell in enumerate(cells)}  # of a cell that was copied, its last
        whole = new_notebook(
            cells=[
                _cell(number, cell, metadata.get(cell.grade_id) if last[cell.grade_id] == number else None)
                for number, cell in enumerate(cells)
            ]
        )
        if problem:
            whole.cells.insert(0, new_markdown_cell(f"**This notebook could not be read.** {problem}", id="problem"))
        resources["metadata"] = {"name": path.stem, "path": str(path.parent)}
        return super().from_notebook_node(whole, resources, **options)


def _metadata(cell: Any, gradebook: Gradebook, where: dict[str, str]) -> dict[str, Any]:
    """Return what nbgrader keeps in a cell, as the gradebook knows it."""
    names = {
        kind: {found.name for found in getattr(cell.notebook, f"{kind}_cells")}
        for kind in ("grade", "solution", "task")
    }
    found = {
        "grade_id": cell.name,
        "schema_version": SCHEMA_VERSION,
        "locked": cell.locked,
        "cell_type": cell.cell_type,
        "checksum": cell.checksum,
        **{kind: cell.name in names[kind] for kind in names},
    }
    if found["grade"] or found["task"]:
        graded = gradebook.find_graded_cell(cell.name, where["notebook"], where["assignment"])
        found["points"] = graded.max_score
    return found


def _cell(number: int, cell: Cell, metadata: dict[str, Any] | None) -> NotebookNode:
    make = new_code_cell if cell.kind == "code" else new_markdown_cell
    return make(cell.text, id=f"cell-{number}", metadata={"nbgrader": metadata} if metadata else {})


class GradeByKit(Execute):  # type: ignore[misc]
    """Leaves in the cell of each check what the kit found: the score, and the reason, drawn.

    A notebook without cells of the kit's is run in a kernel, as nbgrader does.
    """

    seed = Integer(0, help="chooses the positions and trees; keep one secret for the final grading").tag(config=True)
    unprotected = Bool(False, help="grade also where nothing isolates the students' code").tag(config=True)

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        graded = [cell for cell in nb.cells if utils.is_grade(cell) and not utils.is_solution(cell)]
        asked = [(cell, _CHECK.search(cell.source)) for cell in graded]
        names = {match["exercise"] for _, match in asked if match}
        if not names:
            return super().preprocess(nb, resources)
        strange = [cell.metadata.nbgrader["grade_id"] for cell, match in asked if match is None]
        if strange or len(names) > 1:
            cells = ", ".join([*strange, *sorted(names)])
            raise KitError(
                f"The kit runs its own checks only, of one exercise a notebook, and here are {cells}. "
                "Grade other cells by hand, or put them into another notebook."
            )
        report = self.report(names.pop(), resources["nbgrader"])
        found = {check.name: check for check in report.checks}
        for number, (cell, match) in enumerate(asked, 1):
            assert match is not None
            check = found[match["check"]]
            drawn = {"text/plain": str(check.score), "text/html": page.cell([check])}
            cell.outputs = [new_output("execute_result", drawn, execution_count=number)]
            cell.execution_count = number
        told = (
            f"gametree-kit {__version__}: {report.score} of {report.max_score} points, isolation {report.isolation}\n"
        )
        told += "".join(f"left out, {what}\n" for what in report.left_out)
        asked[0][0].outputs.insert(0, new_output("stream", name="stdout", text=told))
        return nb, resources

    def report(self, exercise: str, where: dict[str, str]) -> Report:
        """Grade the file that was handed in, as it was."""
        course = self.parent.parent.coursedir
        folder = course.format_path(course.submitted_directory, where["student"], where["assignment"])
        path = Path(os.path.relpath(folder), f"{where['notebook']}.ipynb")
        try:
            submission = of_bytes(path.name, read_bytes(path))
        except CannotRead as reason:
            submission = Submission(path.name, "", "", str(reason))
        report = run(Grading(catalog.named(exercise), submission, self.seed, thorough=False))
        if report.isolation == "none" and not self.unprotected:
            raise KitError(
                "Nothing isolates students' code here, so nothing is graded; `gametree audit --isolation` says what "
                "to do. c.GradeByKit.unprotected = True in nbgrader_config.py grades all the same."
            )
        return report
