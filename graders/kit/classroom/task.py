"""One student's task, which a worker of a pool or of a cluster gets with all that it needs, and what comes back."""

import functools
import multiprocessing
import platform
import threading
from dataclasses import dataclass

from graders.kit.catalog import named
from graders.kit.classroom.copies import fingerprint
from graders.kit.classroom.handins import Kind
from graders.kit.errors import CannotGrade, Unprotected
from graders.kit.grading.run import Terms, grade, longest
from graders.kit.grading.submission import of_bytes
from graders.kit.grading.workers import WorkerPool, kit_version, too_long
from graders.kit.rendering.page import page
from graders.kit.report import Report
from graders.kit.trace.run import steps_of

_own_pool = functools.cache(WorkerPool)  # by its arguments


@dataclass(frozen=True)
class Task:
    """A submission to grade. problem: why there is no content; kit: the version that has to do it"""

    exercise: str
    file: str
    content: bytes
    problem: str
    terms: Terms
    kit: str
    kind: Kind = "file"


@dataclass(frozen=True)
class Graded:
    """The result of a task: the report, its page for the student, and what tells copies: see copies.py."""

    report: Report
    page: str
    fingerprint: str
    status: str
    python: str


def grade_task(task: Task) -> Graded:
    """Grade a submission; raise KitError if the kit can't, CannotGrade if it can't grade anything.

    Run by a process of a pool. A thread, as a Dask worker has, passes it on to one, which can be ended without harm.
    """
    if threading.current_thread() is not threading.main_thread():
        multiprocessing.current_process().daemon = (
            False  # Dask's own are, and may have no children then
        )
        return _in_own_pool(task)
    if task.kit != kit_version():
        raise CannotGrade(
            f"{platform.node()} has gametree-kit {kit_version()}, the class is to be graded by {task.kit}: "
            "install the same there, and start the worker again."
        )
    submission = of_bytes(task.file, task.content, task.problem)
    try:
        steps = steps_of(named(task.exercise), submission)
        report = grade(task.exercise, submission, task.terms, steps=steps)
    except Unprotected as problem:
        raise CannotGrade(f"{platform.node()}: {problem}") from None
    outcomes = {check.outcome for check in report.checks}
    status = "unreadable" if submission.problem else "graded"
    status = next((outcome for outcome in ("crashed", "timeout") if outcome in outcomes), status)
    status = status if task.kind == "file" else task.kind
    given = (named(task.exercise).handout / f"{task.exercise}.py").read_text("utf-8")
    return Graded(
        report,
        page(report),
        fingerprint(submission.source, given),
        status,
        platform.python_version(),
    )


def _in_own_pool(task: Task) -> Graded:
    """Let a process of this worker's own pool do a task; end the pool's processes if it takes too long."""
    pool = _own_pool(0, task.terms.unprotected)
    seconds = longest(named(task.exercise))
    future = pool.submit(grade_task, task)
    try:
        return future.result(seconds)
    except TimeoutError:
        if future.done():
            raise  # it was raised over there
        pool.restart()
        raise too_long(seconds) from None
