"""Those who grade a class: processes of this machine, or a Dask cluster. Both are executors, with one function to run.

A task carries all that is needed, the submission's bytes included. Student code is not even handed to a process where
nothing isolates it, unless the instructor said so.
"""

from __future__ import annotations

import ctypes
import functools
import logging
import multiprocessing
import os
import platform
import signal
import sys
import threading
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from hashlib import sha256
from multiprocessing.connection import Connection

from graders import KitError, __version__
from graders.catalog import GRADERS, named
from graders.copies import fingerprint
from graders.grading import grade
from graders.page import feedback
from graders.report import Report
from graders.student import Unprotected
from graders.submission import Submission, of_bytes

CONNECT_SECONDS = 10
PR_SET_CHILD_SUBREAPER = 36
FAR_AHEAD = 1_000  # tasks that a cluster may hold


class CannotGrade(KitError):
    """Nothing at all can be graded like this; the sentence says what to do."""


@dataclass(frozen=True)
class Task:
    """A submission to grade. problem: why there is no content; kit: the version that has to do it"""

    exercise: str
    file: str
    content: bytes
    problem: str
    seed: int
    kit: str
    unprotected: bool = False


@dataclass(frozen=True)
class Graded:
    """What is found: the report, its page for the student, and what tells copies: see copies.py."""

    report: Report
    page: str
    fingerprint: str
    status: str
    python: str


@functools.cache
def kit_version() -> str:
    """Return the version of the kit, with a digest of every file that has a part in a verdict."""
    digest = sha256()
    for path in sorted(GRADERS.rglob("*")):
        if path.suffix in (".py", ".j2", ".css", ".ini"):
            digest.update(path.relative_to(GRADERS).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return f"{__version__} ({digest.hexdigest()[:12]})"


def grade_task(task: Task) -> Graded | str:
    """Grade a submission; return what is found, or why the kit can't. Raise CannotGrade if it can't grade anything.

    Run by a process of a pool. A thread, as a Dask worker has, passes it on to one: a run of pytest needs its own.
    """
    if threading.current_thread() is not threading.main_thread():
        return _pass_on(task)
    if task.kit != kit_version():
        raise CannotGrade(
            f"{platform.node()} has gametree-kit {kit_version()}, the class is to be graded by {task.kit}: "
            "install the same there, and start the worker again."
        )
    unread = Submission(task.file, "", "", task.problem)
    submission = unread if task.problem else of_bytes(task.file, task.content)
    try:
        report = grade(task.exercise, submission, task.seed, task.unprotected)
    except Unprotected as problem:
        raise CannotGrade(f"{platform.node()}: {problem}") from None
    if isinstance(report, str):
        return report
    _collect_orphans()
    outcomes = {check.outcome for check in report.checks}
    status = "unreadable" if submission.problem else "graded"
    status = next((outcome for outcome in ("crashed", "timeout") if outcome in outcomes), status)
    given = (named(task.exercise).handout / f"{task.exercise}.py").read_text("utf-8")
    alike = fingerprint(submission.source, given)
    return Graded(report, feedback(report), alike, status, platform.python_version())


def _pass_on(task: Task) -> Graded | str:
    multiprocessing.current_process().daemon = False  # Dask's own are, and may have no children then
    return _own_crew().submit(task).result()


@functools.cache
def _own_crew() -> Local:
    return Local(os.cpu_count() or 1)


class Local:
    """Processes of this machine. ahead: how many tasks it should have at a time"""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.ahead = 2 * jobs
        self._lock = threading.Lock()
        self._start()

    def _start(self) -> None:
        spawn = multiprocessing.get_context("spawn")  # the same on every system, and no thread is copied
        leash, self._held = spawn.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(self.jobs, spawn, initializer=_begin, initargs=(leash,))

    def submit(self, task: Task) -> Future[Graded | str]:
        """Begin to grade. When a process dies, all that is begun fails with BrokenExecutor; the next starts others."""
        with self._lock:
            try:
                return self._pool.submit(grade_task, task)
            except BrokenProcessPool:
                self.close()
                self._start()
                return self._pool.submit(grade_task, task)

    def close(self) -> None:
        """End the processes at once, whatever they do."""
        self._held.close()
        self._pool.shutdown(wait=False, cancel_futures=True)


def _begin(leash: Connection) -> None:
    """Let a process of a pool live no longer than whoever holds the other end, even if that one is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all; the one who was started by hand decides
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)

    def wait() -> None:
        leash.poll(None)
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def _collect_orphans() -> None:
    """Let what bubblewrap leaves behind go: in a container there is often nobody else who would."""
    if sys.platform.startswith("linux"):
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            pass  # there are none


class Cluster:
    """The workers of a Dask scheduler. Whatever a lost worker had to do, Dask gives to another."""

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise KitError("A cluster needs Dask: run  pip install -e '.[cluster]'  in the kit's folder.") from None
        logging.disable(logging.CRITICAL)  # Dask's: what matters reaches whoever asked, as a sentence
        try:
            self._client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:
            raise KitError(
                f"There is no Dask scheduler at {address} ({error}): start one with  dask scheduler"
            ) from None
        try:
            self._client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        except TimeoutError:
            self._client.close()
            raise KitError(f"The Dask scheduler has no workers: start some with  dask worker {address}") from None
        self._executor = self._client.get_executor(pure=False)
        self.ahead = FAR_AHEAD

    def submit(self, task: Task) -> Future[Graded | str]:
        future: Future[Graded | str] = self._executor.submit(grade_task, task)
        return future

    def close(self) -> None:
        """Let go of all that is not graded yet."""
        self._executor.shutdown(wait=False)
        self._client.close()
