"""What a course's configuration names.

By it `nbgrader autograde` grades the kit's notebooks by its checks, in no kernel.
"""

import functools
import html
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fnmatch import fnmatch
from glob import escape, glob
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
from graders.kit.catalog import named
from graders.kit.classroom.store import REPEAT
from graders.kit.errors import CannotRead, KitError, Unprotected
from graders.kit.grading.notebook import Cell, cells_of
from graders.kit.grading.run import Terms, grade, longest
from graders.kit.grading.submission import NOTEBOOK_LIMIT, decode, of_bytes, printable, read_bytes
from graders.kit.jobs.workers import Job, WorkerPool, dispatch
from graders.kit.rendering import page
from graders.kit.report import CheckResult, Report
from graders.kit.trace.run import steps_of

MARKDOWN_LIMIT = 10_000  # characters of a cell; the longest statement has 9,000
# What hides in a text, or lets it look like another: see "Trojan Source" on characters that change
# the direction.
_HIDING = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
SOURCE = (
    "the kit runs its own checks only, of one exercise a notebook. In source/ grade other cells by "
    "hand, or put them into another notebook, then run nbgrader generate_assignment again."
)
SEVERAL_EXERCISES = "One notebook holds checks of {exercises}; {source}"
NO_CHECK = "{cell} is no check of {exercise}; {source}"
UNPROTECTED = (
    "{problem}; c.GradeByKit.unprotected = True in nbgrader_config.py grades all the same."
)
UNREAD = "**This notebook could not be read.** {reason}"
NOT_RENDERED = "(This can't be rendered: {error}.)"
GRADED = "gametree-kit {version}: {score} of {max_score} points, isolation {isolation}"
_CHECK = re.compile(r'^check\("(?P<exercise>\w+)", "(?P<check>.+)"\)$', re.MULTILINE)
# What text in a notebook may hold when it is shown, besides what bleach allows: nothing that runs
# or loads a script.
_BLOCKS = ["p", "div", "span", "pre", "hr", "br", "img", "del"]
_TABLES = ["table", "thead", "tbody", "tr", "th", "td"]
_HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"]
_TAGS = {*ALLOWED_TAGS, *_BLOCKS, *_TABLES, *_HEADINGS}
_SHOWN = {
    "tags": _TAGS,
    "attributes": {**ALLOWED_ATTRIBUTES, "img": ["src", "alt"], "*": ["class", "id"]},
}


def safe_markdown(text: str) -> str:
    """Return Markdown as HTML that can do nothing in the page of a teacher or a student.

    Text that is too long stays text.
    """
    try:
        if len(text) <= MARKDOWN_LIMIT:  # rendering takes more than in proportion to the length
            text_alone = text.replace("](attachment:", "](")  # pictures are not kept
            rendered = markdown2html(text_alone)
            return str(clean(rendered, protocols={"http", "https", "mailto"}, **_SHOWN))
    except Exception as error:  # a stranger's text: whatever is raised, the others get their pages
        problem = NOT_RENDERED.format(error=type(error).__name__)
        text = f"{problem}\n{text}"
    return f"<pre>{html.escape(text)}</pre>"


class HandedIn(NotebookExporter):
    """Reads a notebook as data.

    Of a student's cells only text and name stay, the rest comes from the gradebook. So no notebook
    is too damaged, and none can change points, locks or outputs, or stop the batch. nbgrader makes
    one of these a run, and lets it read each notebook twice: as handed in, and from autograded/.
    """

    def __init__(self, **options: Any) -> None:
        """Let notebooks that were not handed in be graded too, with 0.

        That is done for each student who has handed in something.
        """
        super().__init__(**options)
        converter: Any = self.parent
        course = self.course = converter.coursedir
        self.again = converter.force
        self.instead: dict[Path, Path] = {}  # the file that is read for one that was not handed in
        self.cells_known = functools.cache(functools.partial(_cells_known, course.db_url))
        self.pool: WorkerPool | None = None  # from the first notebook that is graded
        self.sent: set[Path] = set()  # to the pool
        # What the pool gives back, by the notebook's name.
        self.results: dict[str, Iterator[list[tuple[Path, Report | KitError]]]] = {}
        self.reports: dict[Path, Report | KitError] = {}  # that nbgrader has not asked for yet
        names = self._notebook_names()
        folders = course.format_path(
            course.submitted_directory, course.student_id, course.assignment_id
        )
        for folder in glob(folders):
            paths = converter.assignments.setdefault(folder, [])
            paths += self._missing(folder, paths, names)
        self.paths: list[Path] = []  # of all notebooks, in nbgrader's order
        for _, paths in sorted(converter.assignments.items()):
            self.paths += map(_relative, sorted(paths))

    def _notebook_names(self) -> list[str]:
        """Return the names of the assignment's notebooks, none if the gradebook has no such one."""
        course = self.course
        with Gradebook(course.db_url, course.course_id) as gradebook:
            try:
                assignment = gradebook.find_assignment(course.assignment_id)
                return [notebook.name for notebook in assignment.notebooks]
            except MissingEntry:
                return []  # nbgrader tells the lecturer

    def _missing(self, folder: str, handed_in: list[str], names: list[str]) -> list[str]:
        """Return the paths of notebooks that a student should have handed in, and has not.

        If the one notebook was handed in under another name, as "minmax (1).ipynb", that file is
        read instead.

        Args:
            folder: The folder of the student.
            handed_in: The paths of what nbgrader takes for handed in.
            names: The names of the assignment's notebooks.
        """
        wanted = {f"{name}.ipynb" for name in names if fnmatch(name, self.course.notebook_id)}
        missing = sorted(wanted - {Path(path).name for path in handed_in})
        others = []
        for path in map(Path, glob(f"{escape(folder)}/*.ipynb")):
            if path.stem not in names:
                others.append(path)
        if len(names) == len(missing) == len(others) == 1:
            path = _relative(Path(folder, missing[0]))
            self.instead[path] = _relative(others[0])
        return [str(Path(folder, name)) for name in missing]

    def from_filename(self, filename: str, resources: Any = None, **options: Any) -> Any:
        path = _relative(filename)
        where = resources["nbgrader"]
        unread: list[Cell] = []
        try:
            text = decode(read_bytes(self.instead.get(path, path)), NOTEBOOK_LIMIT)
            cells = cells_of(text)
        except (CannotRead, UnicodeError) as reason:
            cells = []
            unread = [Cell(UNREAD.format(reason=reason), "markdown")]
        metadata, locked = self.cells_known(where["notebook"], where["assignment"])
        notebook = _as_notebook([*unread, *_restored(cells, locked)], metadata)
        resources["metadata"] = {"name": path.stem, "path": str(path.parent)}
        return super().from_notebook_node(notebook, resources, **options)

    def report(self, exercise: str, terms: Terms, where: dict[str, str]) -> Report:
        """Return the report on the file that was handed in, as it was.

        Meanwhile some that come next are graded.

        Args:
            exercise: The name of the exercise.
            terms: How to grade.
            where: What nbgrader says of the notebook: student, assignment, notebook.

        Raises:
            KitError: The kit could not grade it.
        """
        folder = self.course.format_path(
            self.course.submitted_directory, where["student"], where["assignment"]
        )
        path = _relative(Path(folder, f"{where['notebook']}.ipynb"))
        # The first of this name; or one that was passed over, and nbgrader asks all the same.
        if path not in self.sent:
            self.log.info(REPEAT.format(exercise, terms.seed))
            if self.pool is None:
                self.pool = WorkerPool(together=terms.unprotected)
            jobs = self._jobs(exercise, terms, path)
            self.results[path.name] = dispatch(self.pool, jobs)
        while path not in self.reports:
            self.reports.update(next(self.results[path.name]))
        report = self.reports.pop(path)
        if isinstance(report, KitError):
            raise report
        return report

    def _jobs(self, exercise: str, terms: Terms, first: Path) -> Iterator[Job[Path, Report]]:
        """Yield a notebook and those of its name that come next, but for what was graded before."""
        begin = self.paths.index(first)
        for path in self.paths[begin:]:
            if path != first and (path.name != first.name or self._is_graded(path)):
                continue
            source = self.instead.get(path, path)
            content, problem = _content(source)
            self.sent.add(path)
            task = (exercise, printable(source.name), content, problem, terms)
            yield Job(path, _grade, task, len(content), longest(named(exercise)))

    def _is_graded(self, path: Path) -> bool:
        """Tell whether a notebook was graded by an earlier run, and need not be graded again."""
        student, assignment = path.parts[-3:-1]
        folder = self.course.format_path(self.course.autograded_directory, student, assignment)
        return Path(folder, path.name).exists() and not self.again


def _restored(cells: list[Cell], locked: dict[str, Cell]) -> list[Cell]:
    """Return a student's cells, with those that are locked as they were given out.

    Of a cell that was copied the last keeps the name; and what was deleted comes at the end.
    """
    last = {cell.grade_id: number for number, cell in enumerate(cells)}
    restored = []
    for number, cell in enumerate(cells):
        if last[cell.grade_id] != number:
            restored.append(replace(cell, grade_id=""))
        else:
            restored.append(locked.get(cell.grade_id, cell))
    deleted = [cell for name, cell in locked.items() if name not in last]
    return restored + deleted


def _as_notebook(cells: list[Cell], metadata: dict[str, Any]) -> NotebookNode:
    """Return cells as a notebook, with the metadata of those that the gradebook knows by name."""
    values = []
    count = 0  # of code cells: messages of the kit say "cell 4" of what Jupyter calls In [4]
    for number, cell in enumerate(cells):
        value = {
            "id": f"cell-{number}",
            "cell_type": cell.kind,
            "metadata": metadata.get(cell.grade_id, {}),
            "source": cell.text,
        }
        if cell.kind == "code":
            count += 1
            value |= {"outputs": [], "execution_count": count}
        values.append(value)
    return from_dict({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": values})


def _content(path: Path) -> tuple[bytes, str]:
    """Return the content of a file and "", or nothing and the sentence why it can't be read."""
    try:
        return read_bytes(path), ""
    except CannotRead as reason:
        return b"", str(reason)


def _grade(exercise: str, name: str, content: bytes, problem: str, terms: Terms) -> Report:
    """Grade a notebook, in a process of the pool: it is read there, too."""
    submission = of_bytes(name, content, problem)
    steps = steps_of(named(exercise), submission)
    return grade(exercise, submission, terms, steps=steps)


def _cells_known(
    db_url: str, notebook: str, assignment: str
) -> tuple[dict[str, Any], dict[str, Cell]]:
    """Return what the gradebook knows of a notebook, by the names of cells.

    Returns:
        The metadata of each cell, and the locked cells.
    """
    with Gradebook(db_url) as gradebook:
        entry = gradebook.find_notebook(notebook, assignment)
        kinds = {
            "grade": _names(entry.grade_cells),
            "solution": _names(entry.solution_cells),
            "task": _names(entry.task_cells),
        }
        points = {}
        for cell in [*entry.grade_cells, *entry.task_cells]:
            points[cell.name] = cell.max_score
        metadata = {}
        locked = {}
        for cell in entry.source_cells:
            about = {
                "grade_id": cell.name,
                "schema_version": SCHEMA_VERSION,
                "cell_type": cell.cell_type,
                "locked": cell.locked,
                "checksum": cell.checksum,
            }
            if cell.name in points:
                about["points"] = points[cell.name]
            for kind, names in kinds.items():
                about[kind] = cell.name in names
            metadata[cell.name] = {"nbgrader": about}
            if cell.locked:
                locked[cell.name] = Cell(cell.source, cell.cell_type, cell.name)
        return metadata, locked


def _names(cells: Iterable[Any]) -> set[str]:
    """Return the names of cells of the gradebook."""
    return {cell.name for cell in cells}


def _relative(path: str | Path) -> Path:
    """Return a path as it is from the course's folder, where nbgrader works."""
    return Path(os.path.relpath(path))


class GradeByKit(Execute):  # type: ignore[misc]
    """Leaves in each check's cell the score and the reason, drawn.

    A notebook without checks is run in a kernel.
    """

    seed = Integer(0, help="chooses what is asked about; a course has a secret one of its own").tag(
        config=True
    )
    unprotected = Bool(False, help="grade also where nothing isolates the students' code").tag(
        config=True
    )

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        graded = [cell for cell in nb.cells if utils.is_grade(cell) and not utils.is_solution(cell)]
        calls = [_CHECK.search(cell.source) for cell in graded]
        exercises = sorted({call["exercise"] for call in calls if call})
        if not exercises:
            return SanitizeHTML().preprocess(*super().preprocess(nb, resources))
        if len(exercises) > 1:
            names = " and ".join(exercises)
            raise KitError(SEVERAL_EXERCISES.format(exercises=names, source=SOURCE))
        where = resources["nbgrader"]
        report = self._report(exercises[0], where)
        for cell in nb.cells:
            cell.source = _HIDING.sub("?", cell.source)  # nobody runs it from here on
        results = {check.name: check for check in report.checks}
        scripted = False  # whether a cell before has what steps through a search
        for cell, call in zip(graded, calls, strict=True):
            if call is None or call["check"] not in results:
                name = cell.metadata.nbgrader["grade_id"]
                raise KitError(NO_CHECK.format(cell=name, exercise=report.exercise, source=SOURCE))
            check = results[call["check"]]
            _show(check, cell, scripted)
            scripted = scripted or page.has_steps([check])
        text = _overview(report, f"{where['notebook']}.ipynb")
        graded[0].outputs.insert(0, new_output("stream", name="stdout", text=text))
        return nb, resources

    def _report(self, exercise: str, where: dict[str, str]) -> Report:
        terms = Terms(self.seed, unprotected=self.unprotected)
        try:
            report: Report = self.parent.report(exercise, terms, where)
        except Unprotected as problem:
            raise KitError(UNPROTECTED.format(problem=problem)) from None
        return report


def _show(check: CheckResult, cell: NotebookNode, scripted: bool) -> None:
    """Leave what became of a check in its cell.

    Args:
        check: What became of it.
        cell: The cell, whose points a lecturer may have weighed otherwise than the kit does.
        scripted: Whether a cell before has what steps through a search.
    """
    score = check.score / check.max_score * cell.metadata.nbgrader["points"]
    drawn = page.cell([check], scripted=scripted)
    data = {"text/plain": f"{score:g}", "text/html": drawn}
    output = new_output("execute_result", data, execution_count=cell.execution_count)
    cell.outputs = [output]


def _overview(report: Report, file: str) -> str:
    """Return the lines above the first check, by which a lecturer sees what was graded.

    Args:
        report: What the checks found.
        file: The name of the notebook that should have been handed in.
    """
    lines = [
        GRADED.format(
            version=__version__,
            score=report.score,
            max_score=report.max_score,
            isolation=report.isolation,
        )
    ]
    lines += [f"left out, {what}" for what in report.left_out]
    if report.file != file:
        lines.append(f"graded in its place, {report.file}")
    return "\n".join(lines) + "\n"
