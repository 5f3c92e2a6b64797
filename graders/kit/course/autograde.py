"""What a course's configuration names: `nbgrader autograde` grades the kit's notebooks by its checks, in no kernel."""

import functools
import html
import os
import re
from collections.abc import Iterator
from dataclasses import replace
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
from graders.kit.catalog import named
from graders.kit.classroom.store import REPEAT
from graders.kit.errors import CannotRead, KitError, Unprotected
from graders.kit.grading.notebook import Cell, cells_of
from graders.kit.grading.run import Terms, grade, longest
from graders.kit.grading.submission import NOTEBOOK_LIMIT, decode, of_bytes, printable, read_bytes
from graders.kit.grading.workers import Job, WorkerPool, dispatch
from graders.kit.rendering import page
from graders.kit.report import Report
from graders.kit.trace.run import steps_of

MARKDOWN_LIMIT = 10_000  # characters of a cell; the longest statement has 9,000
# What hides in a text, or lets it look like another: see "Trojan Source" on characters that change the direction.
_HIDING = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
SOURCE = (
    "the kit runs its own checks only, of one exercise a notebook. In source/ grade other cells by hand, "
    "or put them into another notebook, then run nbgrader generate_assignment again."
)
_CHECK = re.compile(r'^check\("(?P<exercise>\w+)", "(?P<check>.+)"\)$', re.MULTILINE)
# What text in a notebook may hold when it is shown, besides what bleach allows: nothing that runs or loads a script.
_BLOCKS = ["p", "div", "span", "pre", "hr", "br", "img", "del"]
_TABLES = ["table", "thead", "tbody", "tr", "th", "td"]
_HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"]
_TAGS = {*ALLOWED_TAGS, *_BLOCKS, *_TABLES, *_HEADINGS}
_SHOWN = {
    "tags": _TAGS,
    "attributes": {**ALLOWED_ATTRIBUTES, "img": ["src", "alt"], "*": ["class", "id"]},
}


def safe_markdown(text: str) -> str:
    """Return Markdown as HTML that can do nothing in a teacher's or student's page; text that is too long as text."""
    try:
        if len(text) <= MARKDOWN_LIMIT:  # rendering takes more than in proportion to the length
            rendered = markdown2html(text.replace("](attachment:", "]("))  # pictures are not kept
            return str(clean(rendered, protocols={"http", "https", "mailto"}, **_SHOWN))
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
        self.cells_known = functools.cache(functools.partial(_cells_known, course.db_url))
        self.pool: WorkerPool | None = None  # from the first notebook that is graded
        self.sent: set[Path] = set()  # to the pool
        self.results: dict[
            str, Iterator[list[tuple[Path, Report | KitError]]]
        ] = {}  # by the notebook's name
        self.reports: dict[Path, Report | KitError] = {}  # that nbgrader has not asked for yet
        with Gradebook(course.db_url, course.course_id) as gradebook:
            try:
                names = [
                    notebook.name
                    for notebook in gradebook.find_assignment(course.assignment_id).notebooks
                ]
            except MissingEntry:
                names = []  # nbgrader says it
        wanted = {f"{name}.ipynb" for name in names if fnmatch(name, course.notebook_id)}
        for folder in glob(
            course.format_path(course.submitted_directory, course.student_id, course.assignment_id)
        ):
            handed_in = converter.assignments.setdefault(folder, [])
            missing = sorted(wanted - {Path(path).name for path in handed_in})
            others = [
                path
                for path in map(Path, glob(f"{escape(folder)}/*.ipynb"))
                if path.stem not in names
            ]
            if (
                len(missing) == len(others) == 1 and len(names) == 1
            ):  # under another name, as "minmax (1).ipynb"
                self.instead[_relative(Path(folder, missing[0]))] = _relative(others[0])
            handed_in += [str(Path(folder, name)) for name in missing]
        folders = sorted(converter.assignments.items())  # nbgrader goes in this order
        self.paths = [_relative(path) for _, paths in folders for path in sorted(paths)]

    def from_filename(self, filename: str, resources: Any = None, **options: Any) -> Any:
        path = _relative(filename)
        unread: list[Cell] = []
        try:
            cells = cells_of(decode(read_bytes(self.instead.get(path, path)), NOTEBOOK_LIMIT))
        except (CannotRead, UnicodeError) as reason:
            cells, unread = [], [Cell(f"**This notebook could not be read.** {reason}", "markdown")]
        where = resources["nbgrader"]
        metadata, locked = self.cells_known(where["notebook"], where["assignment"])
        place = {
            cell.grade_id: number for number, cell in enumerate(cells)
        }  # of a cell that was copied, the last
        cells = [locked.get(cell.grade_id, cell) if place[cell.grade_id] == number else replace(cell, grade_id="")
                 for number, cell in enumerate(cells)]  # fmt: skip
        cells = [*unread, *cells, *(cell for name, cell in locked.items() if name not in place)]
        made = []
        counts = accumulate(
            int(cell.kind == "code") for cell in cells
        )  # messages say "cell 4": that is In [4]
        for number, (cell, count) in enumerate(zip(cells, counts, strict=True)):
            about = {
                "id": f"cell-{number}",
                "cell_type": cell.kind,
                "metadata": metadata.get(cell.grade_id, {}),
            }
            of_code = {"outputs": [], "execution_count": count} if cell.kind == "code" else {}
            made.append({**about, "source": cell.text, **of_code})
        notebook = from_dict({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": made})
        resources["metadata"] = {"name": path.stem, "path": str(path.parent)}
        return super().from_notebook_node(notebook, resources, **options)

    def report(self, exercise: str, terms: Terms, where: dict[str, str]) -> Report:
        """Return the report on the file that was handed in, as it was; meanwhile some that come next are graded."""
        folder = self.course.format_path(
            self.course.submitted_directory, where["student"], where["assignment"]
        )
        path = _relative(Path(folder, f"{where['notebook']}.ipynb"))
        if (
            path not in self.sent
        ):  # the first of this name; or one that was passed over, and nbgrader asks all the same
            self.log.info(REPEAT.format(exercise, terms.seed))
            if self.pool is None:
                self.pool = WorkerPool(together=terms.unprotected)
            self.results[path.name] = dispatch(self.pool, self._jobs(exercise, terms, path))
        while path not in self.reports:
            self.reports.update(next(self.results[path.name]))
        report = self.reports.pop(path)
        if isinstance(report, KitError):
            raise report
        return report

    def _jobs(self, exercise: str, terms: Terms, first: Path) -> Iterator[Job[Path, Report]]:
        """Yield a notebook and those of its name that come next, but for what was graded before."""
        for path in self.paths[self.paths.index(first) :]:
            student, assignment = path.parts[-3:-1]
            done = Path(
                self.course.format_path(self.course.autograded_directory, student, assignment),
                path.name,
            )
            if path != first and (path.name != first.name or (done.exists() and not self.again)):
                continue
            source = self.instead.get(path, path)
            try:
                content, problem = read_bytes(source), ""
            except CannotRead as reason:
                content, problem = b"", str(reason)
            self.sent.add(path)
            task = (exercise, printable(source.name), content, problem, terms)
            yield Job(path, _grade, task, len(content), longest(named(exercise)))


def _grade(exercise: str, name: str, content: bytes, problem: str, terms: Terms) -> Report:
    """Grade a notebook, in a process of the pool: it is read there, too."""
    submission = of_bytes(name, content, problem)
    return grade(exercise, submission, terms, steps=steps_of(named(exercise), submission))


def _cells_known(
    db_url: str, notebook: str, assignment: str
) -> tuple[dict[str, Any], dict[str, Cell]]:
    """Return what the gradebook knows of a notebook, by name: the metadata of each cell, and the locked cells."""
    with Gradebook(db_url) as gradebook:
        known = gradebook.find_notebook(notebook, assignment)
        kinds = {
            "grade": known.grade_cells,
            "solution": known.solution_cells,
            "task": known.task_cells,
        }
        names = {kind: {cell.name for cell in cells} for kind, cells in kinds.items()}
        points = {
            cell.name: {"points": cell.max_score}
            for cell in [*known.grade_cells, *known.task_cells]
        }
        metadata = {}
        for cell in known.source_cells:
            about = {
                "grade_id": cell.name,
                "schema_version": SCHEMA_VERSION,
                "cell_type": cell.cell_type,
            }
            about |= {"locked": cell.locked, "checksum": cell.checksum, **points.get(cell.name, {})}
            metadata[cell.name] = {
                "nbgrader": about | {kind: cell.name in names[kind] for kind in kinds}
            }
        locked = {
            c.name: Cell(c.source, c.cell_type, c.name) for c in known.source_cells if c.locked
        }
        return metadata, locked


def _relative(path: str | Path) -> Path:
    """Return a path as it is from the course's folder, where nbgrader works."""
    return Path(os.path.relpath(path))


class GradeByKit(Execute):  # type: ignore[misc]
    """Leaves in each check's cell the score and the reason, drawn; runs a notebook without checks in a kernel."""

    seed = Integer(0, help="chooses what is asked about; a course has a secret one of its own").tag(
        config=True
    )
    unprotected = Bool(False, help="grade also where nothing isolates the students' code").tag(
        config=True
    )

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        graded = [cell for cell in nb.cells if utils.is_grade(cell) and not utils.is_solution(cell)]
        calls = [_CHECK.search(cell.source) for cell in graded]
        names = sorted({call["exercise"] for call in calls if call})
        if not names:
            return SanitizeHTML().preprocess(*super().preprocess(nb, resources))
        if len(names) > 1:
            raise KitError(f"One notebook holds checks of {' and '.join(names)}; {SOURCE}")
        try:
            report = self.parent.report(
                names[0], Terms(self.seed, unprotected=self.unprotected), resources["nbgrader"]
            )
        except Unprotected as problem:
            how = "c.GradeByKit.unprotected = True in nbgrader_config.py grades all the same."
            raise KitError(f"{problem}; {how}") from None
        results = {check.name: check for check in report.checks}
        for cell in nb.cells:
            cell.source = _HIDING.sub("?", cell.source)  # nobody runs it from here on
        scripted = False  # whether a cell before has what steps through a search
        for cell, call in zip(graded, calls, strict=True):
            check = results.get(call["check"]) if call else None
            if check is None:
                raise KitError(
                    f"{cell.metadata.nbgrader['grade_id']} is no check of {report.exercise}; {SOURCE}"
                )
            score = (
                check.score / check.max_score * cell.metadata.nbgrader["points"]
            )  # a lecturer may weigh otherwise
            drawn = {"text/plain": f"{score:g}", "text/html": page.cell([check], scripted=scripted)}
            scripted = scripted or page.has_steps([check])
            cell.outputs = [
                new_output("execute_result", drawn, execution_count=cell.execution_count)
            ]
        points = f"{report.score} of {report.max_score} points"
        lines = [f"gametree-kit {__version__}: {points}, isolation {report.isolation}"]
        lines += [f"left out, {what}" for what in report.left_out]
        if report.file != f"{resources['nbgrader']['notebook']}.ipynb":
            lines.append(f"graded in its place, {report.file}")
        graded[0].outputs.insert(
            0, new_output("stream", name="stdout", text="\n".join([*lines, ""]))
        )
        return nb, resources
