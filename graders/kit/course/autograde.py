"""In nbgrader: `nbgrader autograde` grades the kit's notebooks by the kit's isolated checks, not in a kernel.

course.py writes the configuration that names these classes.
"""

import html
import os
import re
from concurrent.futures import BrokenExecutor, Future, wait
from fnmatch import fnmatch
from glob import escape, glob
from itertools import accumulate
from pathlib import Path
from typing import Any

from bleach import ALLOWED_ATTRIBUTES, ALLOWED_TAGS, clean
from nbconvert.exporters import NotebookExporter
from nbconvert.filters import markdown2html
from nbconvert.preprocessors.sanitize import SanitizeHTML
from nbformat import NotebookNode, from_dict
from nbformat.v4 import new_output
from nbgrader import utils
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.nbgraderformat import SCHEMA_VERSION
from nbgrader.preprocessors import Execute
from traitlets import Bool, Integer

from graders.kit import __version__
from graders.kit.errors import CannotRead, KitError, NotANotebook, Unprotected
from graders.kit.grading.notebook import Cell, cells_of
from graders.kit.grading.run import Terms, grade
from graders.kit.grading.submission import NOTEBOOK_LIMIT, decode, of_bytes, printable, read_bytes
from graders.kit.grading.workers import Local
from graders.kit.rendering import page
from graders.kit.report import Report

MOST_MARKDOWN = 10_000  # characters of a cell; the longest statement has 9,000
# What hides in a text, or lets it look like another: see "Trojan Source" on characters that change the direction.
_HIDING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
SOURCE = (
    "the kit runs its own checks only, of one exercise a notebook. In source/ grade other cells by hand, "
    "or put them into another notebook, then run nbgrader generate_assignment again."
)
_CHECK = re.compile(r'^check\("(?P<exercise>\w+)", "(?P<check>.+)"\)$', re.MULTILINE)


# What text in a notebook may hold when it is shown, besides what bleach allows: nothing that runs or loads a script.
_TAGS = {*ALLOWED_TAGS, *"p div span pre hr br img del table thead tbody tr th td h1 h2 h3 h4 h5 h6".split()}  # noqa: SIM905
_SHOWN = {"tags": _TAGS, "attributes": {**ALLOWED_ATTRIBUTES, "img": ["src", "alt"], "*": ["class", "id"]}}


def safe_markdown(text: str) -> str:
    """Return Markdown as HTML that can do nothing in the page of a teacher or a student; text that is too long as text.

    Rendering takes more than in proportion to the length.
    """
    try:
        if len(text) <= MOST_MARKDOWN:
            made = markdown2html(text.replace("](attachment:", "]("))  # pictures are not kept
            return str(clean(made, protocols={"http", "https", "mailto"}, **_SHOWN))
    except Exception as error:  # a stranger's text: whatever is raised, the others get their pages
        text = f"(This can't be rendered: {type(error).__name__}.)\n{text}"
    return f"<pre>{html.escape(text)}</pre>"


class HandedIn(NotebookExporter):
    """Reads a notebook as data: of a student's cells only text and name stay, the rest comes from the gradebook.

    So no notebook is too damaged, and none can change points, locks or outputs, or stop the batch. nbgrader makes one
    of these a run, and lets it read each notebook twice: as handed in, and from autograded/.
    """

    def __init__(self, **options: Any) -> None:
        """Let notebooks that were not handed in be graded too, with 0, wherever a student has handed in something."""
        super().__init__(**options)
        converter: Any = self.parent
        course = self.course = converter.coursedir
        self.again = converter.force
        self.instead: dict[Path, Path] = {}  # the file that is read for one that was not handed in
        self.known: dict[tuple[str, str], tuple[dict[str, Any], list[Cell]]] = {}  # see locked
        self.reports: dict[Path, Future[Report]] = {}  # of this notebook, and of some that come next
        self.crew = Local()
        with Gradebook(course.db_url, course.course_id) as gradebook:
            try:
                names = [notebook.name for notebook in gradebook.find_assignment(course.assignment_id).notebooks]
            except MissingEntry:
                names = []  # nbgrader says it
        wanted = {f"{name}.ipynb" for name in names if fnmatch(name, course.notebook_id)}
        for folder in glob(course.format_path(course.submitted_directory, course.student_id, course.assignment_id)):
            found = converter.assignments.setdefault(folder, [])
            missing = sorted(wanted - {Path(path).name for path in found})
            others = [path for path in map(Path, glob(f"{escape(folder)}/*.ipynb")) if path.stem not in names]
            if len(missing) == len(others) == 1 and len(names) == 1:  # under another name, as "minmax (1).ipynb"
                self.instead[_near(Path(folder, missing[0]))] = _near(others[0])
            found += [str(Path(folder, name)) for name in missing]
        folders = sorted(converter.assignments.items())  # nbgrader goes in this order
        self.queue = [_near(path) for _, paths in folders for path in sorted(paths)]

    def from_filename(self, filename: str, resources: Any = None, **options: Any) -> Any:
        path = _near(filename)
        problem, cells = "", []
        try:
            cells = cells_of(decode(read_bytes(self.instead.get(path, path)), NOTEBOOK_LIMIT))
        except (CannotRead, NotANotebook, UnicodeError) as reason:
            problem = str(reason)
        metadata, locked = self.locked(resources["nbgrader"])
        place = {cell.grade_id: number for number, cell in enumerate(cells)}  # of a cell that was copied, the last
        for cell in locked:
            if cell.grade_id in place:
                cells[place[cell.grade_id]] = cell
            else:
                place[cell.grade_id] = len(cells)
                cells.append(cell)
        names = [cell.grade_id if place[cell.grade_id] == number else "" for number, cell in enumerate(cells)]
        if problem:
            cells.insert(0, Cell(f"**This notebook could not be read.** {problem}", "markdown"))
            names.insert(0, "")
        counts = list(accumulate(int(cell.kind == "code") for cell in cells))  # messages say "cell 4": that is In [4]
        made = [
            {
                "id": f"cell-{number}",
                "cell_type": cell.kind,
                "source": cell.text,
                "metadata": metadata.get(name, {}),
                **({"outputs": [], "execution_count": count} if cell.kind == "code" else {}),
            }
            for number, (cell, name, count) in enumerate(zip(cells, names, counts, strict=True))
        ]
        notebook = from_dict({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": made})
        resources["metadata"] = {"name": path.stem, "path": str(path.parent)}
        return super().from_notebook_node(notebook, resources, **options)

    def locked(self, where: dict[str, str]) -> tuple[dict[str, Any], list[Cell]]:
        """Return what the gradebook knows of a notebook: the metadata of each named cell, and the locked cells."""
        key = (where["assignment"], where["notebook"])
        if key not in self.known:
            with Gradebook(where["db_url"]) as gradebook:
                notebook = gradebook.find_notebook(where["notebook"], where["assignment"])
                points = {cell.name: cell.max_score for cell in [*notebook.grade_cells, *notebook.task_cells]}
                graded, solutions, tasks = (
                    {cell.name for cell in cells}
                    for cells in (notebook.grade_cells, notebook.solution_cells, notebook.task_cells)
                )
                metadata = {
                    cell.name: {
                        "nbgrader": {
                            "grade_id": cell.name,
                            "schema_version": SCHEMA_VERSION,
                            "cell_type": cell.cell_type,
                            "locked": cell.locked,
                            "checksum": cell.checksum,
                            "grade": cell.name in graded,
                            "solution": cell.name in solutions,
                            "task": cell.name in tasks,
                            **({"points": points[cell.name]} if cell.name in points else {}),
                        }
                    }
                    for cell in notebook.source_cells
                }
                cells = [Cell(c.source, c.cell_type, c.name) for c in notebook.source_cells if c.locked]
                self.known[key] = metadata, cells
        return self.known[key]

    def report(self, exercise: str, terms: Terms, where: dict[str, str]) -> Report:
        """Return the report on the file that was handed in, as it was; begin with some that come next."""
        folder = self.course.format_path(self.course.submitted_directory, where["student"], where["assignment"])
        path = _near(Path(folder, f"{where['notebook']}.ipynb"))
        while self.queue and path not in self.reports:
            self._begin(exercise, terms, self.queue.pop(0), path)
        while self.queue and len(self.reports) <= self.crew.ahead:
            self._begin(exercise, terms, self.queue.pop(0), path)
        try:
            return self.reports.pop(path).result()
        except BrokenExecutor:  # this one has ended a process, or another has: again, with nothing else on its way
            wait(self.reports.values())
            try:
                return self._submit(exercise, terms, path).result()
            except BrokenExecutor:
                raise KitError(f"{path} ended the grader's process, also when it was graded alone.") from None

    def _begin(self, exercise: str, terms: Terms, path: Path, asked: Path) -> None:
        """Begin to grade what was handed in, unless it is another notebook's turn, or this one was graded before."""
        student, assignment = path.parts[-3:-1]
        done = Path(self.course.format_path(self.course.autograded_directory, student, assignment), path.name)
        if path == asked or (path.name == asked.name and (self.again or not done.exists())):
            self.reports[path] = self._submit(exercise, terms, path)

    def _submit(self, exercise: str, terms: Terms, path: Path) -> Future[Report]:
        source = self.instead.get(path, path)
        content, problem = b"", ""
        try:
            content = read_bytes(source)
        except CannotRead as reason:
            problem = str(reason)
        return self.crew.submit(_graded, exercise, printable(source.name), content, problem, terms)


def _graded(exercise: str, name: str, content: bytes, problem: str, terms: Terms) -> Report:
    """Grade a notebook, in a process of the pool: it is read there, too."""
    return grade(exercise, of_bytes(name, content, problem), terms)


def _near(path: str | Path) -> Path:
    """Return a path from the course's folder, where nbgrader works."""
    return Path(os.path.relpath(path))


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
            return SanitizeHTML().preprocess(*super().preprocess(nb, resources))
        if len(names) > 1:
            raise KitError(f"One notebook holds checks of {' and '.join(sorted(names))}; {SOURCE}")
        try:
            terms = Terms(self.seed, unprotected=self.unprotected)
            report = self.parent.report(names.pop(), terms, resources["nbgrader"])
        except Unprotected as problem:
            raise KitError(
                f"{problem}; c.GradeByKit.unprotected = True in nbgrader_config.py grades all the same."
            ) from None
        found = {check.name: check for check in report.checks}
        for cell in nb.cells:
            cell.source = _HIDING.sub("?", cell.source)  # nobody runs it from here on
        for cell, match in asked:
            check = found.get(match["check"]) if match else None
            if check is None:
                raise KitError(f"{cell.metadata.nbgrader['grade_id']} is no check of {report.exercise}; {SOURCE}")
            score = check.score / check.max_score * cell.metadata.nbgrader["points"]  # a lecturer may weigh otherwise
            drawn = {"text/plain": f"{score:g}", "text/html": page.cell([check])}
            cell.outputs = [new_output("execute_result", drawn, execution_count=cell.execution_count)]
        told = f"gametree-kit {__version__}: {report.score} of {report.max_score} points"
        told = "\n".join([f"{told}, isolation {report.isolation}", *(f"left out, {what}" for what in report.left_out)])
        if report.file != f"{resources['nbgrader']['notebook']}.ipynb":
            told += f"\ngraded in its place, {report.file}"
        asked[0][0].outputs.insert(0, new_output("stream", name="stdout", text=f"{told}\n"))
        return nb, resources
