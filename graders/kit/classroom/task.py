"""One student's task, and what comes back.

A worker of a pool or of a cluster gets the task with all that it needs.
"""

import json
import platform
from dataclasses import dataclass
from hashlib import sha256

from graders.kit.catalog import named
from graders.kit.classroom.copies import fingerprint
from graders.kit.classroom.handins import Kind
from graders.kit.errors import CannotGrade, Unprotected
from graders.kit.grading.causes import cause_of
from graders.kit.grading.run import Terms, grade, longest
from graders.kit.grading.submission import Submission, of_bytes
from graders.kit.jobs.workers import in_own_pool, is_worker_of_pool, kit_version
from graders.kit.rendering.page import About, page
from graders.kit.report import Report
from graders.kit.trace.run import steps_of

OTHER_KIT = (
    "{worker} has gametree-kit {version}, the class is to be graded by {kit}: "
    "install the same there, and start the worker again."
)


@dataclass(frozen=True)
class Task:
    """A submission to grade.

    Attributes:
        exercise: The name of the exercise.
        file: The name of the file.
        content: What the file holds.
        problem: Why there is no content, "" if there is.
        terms: How to grade.
        kit: The version of the kit that has to do it.
        kind: Whether a file was handed in at all.
        student: Whose name is on the page, "" for nobody's.
    """

    exercise: str
    file: str
    content: bytes
    problem: str
    terms: Terms
    kit: str
    kind: Kind = "file"
    student: str = ""

    @property
    def digest(self) -> str:
        """A digest of what was handed in."""
        content = sha256(self.content).hexdigest()
        basis = [self.file, content, self.problem, self.kind]
        return sha256(json.dumps(basis).encode()).hexdigest()


@dataclass(frozen=True)
class Graded:
    """The result of a task.

    Attributes:
        report: What the checks found.
        page: The report as a page for the student.
        about: What the page says besides the report.
        fingerprint: What tells copies, see copies.py.
        status: What became of the student.
        python: The version of Python that graded.
        cause: What went wrong, by the name of a known slip; "" if that is not known.
    """

    report: Report
    page: str
    about: str
    fingerprint: str
    status: str
    python: str
    cause: str = ""


def grade_task(task: Task) -> Graded:
    """Grade a submission, in a process of a pool.

    A thread, as a Dask worker has, passes it on to such a process, which can be ended without harm.

    Raises:
        KitError: The kit can't grade this submission.
        CannotGrade: The kit can't grade any submission here.
    """
    if not is_worker_of_pool():
        seconds = longest(named(task.exercise))
        return in_own_pool(grade_task, task, task.terms.unprotected, seconds)
    if task.kit != kit_version():
        raise CannotGrade(
            OTHER_KIT.format(worker=platform.node(), version=kit_version(), kit=task.kit)
        )
    exercise = named(task.exercise)
    submission = of_bytes(task.file, task.content, task.problem)
    try:
        steps = steps_of(exercise, submission)
        report = grade(task.exercise, submission, task.terms, steps=steps)
    except Unprotected as problem:
        raise CannotGrade(f"{platform.node()}: {problem}") from None
    given = (exercise.handout / f"{task.exercise}.py").read_text("utf-8")
    about = About(task.student)
    cause = cause_of(exercise, submission, report, task.terms.unprotected)
    return Graded(
        report,
        page(report, about=about),
        about.as_json(),
        fingerprint(submission.source, given),
        _status(task, submission, report),
        platform.python_version(),
        cause,
    )


def _status(task: Task, submission: Submission, report: Report) -> str:
    """Return what became of a student."""
    if task.kind != "file":
        return task.kind
    outcomes = {check.outcome for check in report.checks}
    if "crashed" in outcomes:
        return "crashed"
    if "timeout" in outcomes:
        return "timeout"
    if submission.problem and not task.problem and not task.content.strip():
        return "empty"
    if submission.problem:
        return "unreadable"
    return "graded"
