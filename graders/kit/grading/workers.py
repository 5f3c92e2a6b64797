"""A pool of worker processes on this machine, for a class, a course or an audit; or the workers of a Dask cluster."""

import ctypes
import functools
import logging
import math
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

from graders.kit import __version__
from graders.kit.catalog import GRADERS
from graders.kit.errors import CannotGrade, KitError, NotStarted
from graders.kit.grading.submission import printable
from graders.kit.isolation.starter import stay_unseen

CONNECT_SECONDS = 10
PR_SET_CHILD_SUBREAPER = 36
LARGEST_LOAD = 64_000_000  # bytes of submissions that are on their way at a time

K = TypeVar("K")
T = TypeVar("T")


@functools.cache
def kit_version() -> str:
    """Return the version of the kit, with a digest of all its files: each may have a part in a verdict."""
    digest = sha256()
    for path in sorted(GRADERS.rglob("*")):
        if path.is_file() and path.parent.name != "__pycache__" and not path.name.startswith("."):
            digest.update(
                path.relative_to(GRADERS).as_posix().encode() + b"\0" + path.read_bytes() + b"\0"
            )
    return f"{__version__} ({digest.hexdigest()[:12]})"


class WorkerPool:
    """Processes of this machine. When one dies, all jobs in it fail with BrokenExecutor; the next job starts others.

    together: whether all are started before one of them works. Where nothing isolates, a submission could look into a
    process that is just starting, and take other submissions' jobs out of its pipes.
    """

    def __init__(self, processes: int = 0, together: bool = False) -> None:
        self.processes = processes or os.cpu_count() or 1
        self.ahead = 2 * self.processes  # jobs that it should have at a time
        self._together = together
        self._lock = threading.Lock()
        self._start()

    def _start(self) -> None:
        spawn = multiprocessing.get_context(
            "spawn"
        )  # the same on every system, and no thread is copied
        parent, self._open_end = spawn.Pipe(duplex=False)
        gate = spawn.Barrier(self.processes) if self._together else None
        self._executor = ProcessPoolExecutor(
            self.processes, spawn, initializer=start_worker, initargs=(parent, gate)
        )
        if self._together:
            stay_unseen()  # it holds the other ends of those pipes
            for _ in range(self.processes):  # as many are started as there are jobs
                self._executor.submit(int)

    def submit(self, function: Callable[..., T], *args: Any) -> Future[T]:
        with self._lock:
            try:
                return self._executor.submit(run_job, function, *args)
            except BrokenExecutor:
                self.close()
                self._start()
                return self._executor.submit(run_job, function, *args)

    def restart(self) -> None:
        """End the processes at once and start others: all jobs that they had fail with BrokenExecutor."""
        with self._lock:
            self.close()
            self._start()

    def close(self) -> None:
        """End the processes at once, whatever they do."""
        self._open_end.close()  # their watchdogs notice that
        for process in [*(self._executor._processes or {}).values()]:
            process.kill()  # and where one is too busy for its watchdog, it ends all the same
        self._executor.shutdown(cancel_futures=True)


def start_worker(parent: Connection, gate: Barrier | None) -> None:
    """Start a watchdog: a worker lives no longer than its parent, which holds the pipe's other end, even if killed.

    gate: where it waits for the others, once it can't be looked into
    """
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # Ctrl-C reaches all; the one who was started by hand decides
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)

    def watchdog() -> None:
        parent.poll(None)
        os._exit(1)

    threading.Thread(target=watchdog, daemon=True).start()
    if gate is not None:
        stay_unseen()
        gate.wait()


def run_job(function: Callable[..., T], *args: Any) -> T:
    """Do a job, and collect the zombies that bubblewrap leaves: in a container there is often nobody else who would."""
    try:
        return function(*args)
    finally:
        if sys.platform.startswith("linux"):
            try:
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
            except ChildProcessError:
                pass  # there is nothing


class Cluster:
    """The workers of a Dask scheduler. Whatever a lost worker had to do, Dask gives to another."""

    ahead = 1_000  # jobs that it may hold
    processes = 0  # whose jobs have a deadline here: its workers see to that

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise KitError(
                "A cluster needs Dask: run  pip install -e '.[cluster]'  in the kit's folder."
            ) from None
        logging.disable(
            logging.CRITICAL
        )  # Dask's: what matters reaches whoever asked, as a sentence
        try:
            self._client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except TypeError as error:  # of tls:// without a certificate
            raise KitError(f"{error} See docs/class.md.") from None
        except (OSError, ValueError) as error:
            problem = (
                f"There is no Dask scheduler at {address} ({error}): start one with  dask scheduler"
            )
            raise KitError(problem) from None
        try:
            self._client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        except TimeoutError:
            self._client.close()
            raise KitError(
                f"The Dask scheduler has no workers: start some with  dask worker {address}"
            ) from None
        self._executor = self._client.get_executor(pure=False)

    def submit(self, function: Callable[..., T], *args: Any) -> Future[T]:
        return self._executor.submit(function, *args)

    def close(self) -> None:
        """Let go of all that is not graded yet."""
        self._executor.shutdown(wait=False)
        self._client.close()


@dataclass(frozen=True)
class Job(Generic[K, T]):
    """What a worker has to do: function(*args). key: what its result is known by; size: bytes that are sent with it

    seconds: how long it may take by the wall clock, once a worker has begun with it
    """

    key: K
    function: Callable[..., T]
    args: tuple[Any, ...]
    size: int = 0
    seconds: float = math.inf


def too_long(seconds: float) -> KitError:
    """Return why there is no result of a job that did not end in time."""
    return KitError(
        f"Its grading did not end within {math.ceil(seconds / 60)} minutes and was stopped; it holds up nobody else. "
        "Run the same again; if it is stopped once more, grade that file by itself: gametree grade FILE."
    )


def dispatch(
    pool: WorkerPool | Cluster, jobs: Iterator[Job[K, T]]
) -> Iterator[list[tuple[K, T | KitError]]]:
    """Send jobs to a pool; yield those that are done, each as its key and the result, or the reason why there is none.

    If a process of the pool dies, one of the jobs in it is to blame: each is retried, alone. So is a job for which no
    isolated process could be started. One that takes longer than it may is ended. Raises CannotGrade.
    """
    work = _Work(pool, jobs)
    while work.send():
        try:
            work.wait()
        except CannotGrade:
            yield work.taken()  # so that it is kept
            raise
        yield work.taken()


class _Work(Generic[K, T]):
    """The jobs of one dispatch: those that a pool has, those that are to be retried, those that are done."""

    def __init__(self, pool: WorkerPool | Cluster, jobs: Iterator[Job[K, T]]) -> None:
        self._pool, self._jobs = pool, jobs
        self._retries = deque[Job[K, T]]()
        self._running: dict[
            Future[T], Job[K, T]
        ] = {}  # in the order in which they were sent, and are begun
        self._due: dict[
            Future[T], float
        ] = {}  # when those are to be done that were begun, by time.monotonic()
        self._ended = SimpleQueue[Future[T]]()
        self._alone = False  # whether the one that runs is a retry
        self._worked = False  # whether there was a result yet
        self._done: list[tuple[K, T | KitError]] = []

    def send(self) -> bool:
        """Send as many jobs as the pool should have; tell whether it has any."""
        while len(self._running) < self._pool.ahead and not self._must_wait():
            self._alone = bool(self._retries)
            job = self._retries.popleft() if self._retries else next(self._jobs, None)
            if job is None:
                break
            future = self._pool.submit(job.function, *job.args)
            self._running[future] = job
            future.add_done_callback(self._ended.put)
        return bool(self._running)

    def _must_wait(self) -> bool:
        """Tell whether something has to be done before the next job is sent."""
        if not self._running:
            return False
        if self._alone or self._retries:
            return True
        return sum(job.size for job in self._running.values()) > LARGEST_LOAD

    def wait(self) -> None:
        """Wait until some jobs are done, or one of them is overdue. Raises CannotGrade."""
        # A worker takes the job that was sent first: as many as there are workers are begun.
        for future, job in islice(self._running.items(), self._pool.processes):
            self._due.setdefault(future, time.monotonic() + job.seconds)
        due = min(self._due.values(), default=math.inf)
        try:
            first = self._ended.get(
                timeout=None if due == math.inf else max(0.0, due - time.monotonic())
            )
        except Empty:
            self._end_overdue()
            return
        for future in [first, *(self._ended.get() for _ in range(self._ended.qsize()))]:
            self._settle(future)

    def taken(self) -> list[tuple[K, T | KitError]]:
        """Return what was done since it was last asked."""
        done, self._done = self._done, []
        return done

    def _end_overdue(self) -> None:
        """End the pool's processes. The jobs that are overdue have no result; all others that it had are retried."""
        if isinstance(self._pool, WorkerPool):  # of a cluster's jobs none is ever due here
            self._pool.restart()
        now = time.monotonic()
        for future, job in self._running.items():
            if self._due.get(future, math.inf) <= now:
                self._done.append((job.key, too_long(job.seconds)))
            else:
                self._retries.append(job)
        self._running.clear()
        self._due.clear()

    def _settle(self, future: Future[T]) -> None:
        """Keep the result of a job, or retry it. Raises CannotGrade."""
        job = self._running.pop(future, None)
        self._due.pop(future, None)
        if job is None:
            return  # it was ended with the processes
        result = _result(future)
        if isinstance(result, BrokenExecutor | NotStarted):
            if not self._alone:
                self._retries.append(job)
                return
            if isinstance(result, NotStarted) and not self._worked:
                raise result
            result = _problem(result)
        self._worked = self._worked or not isinstance(result, KitError)
        self._done.append((job.key, result))


def _problem(problem: BrokenExecutor | NotStarted) -> KitError:
    """Return what is said of a job that went wrong also when it was alone, while others go well."""
    if isinstance(problem, NotStarted):
        return KitError(f"{problem} Others could be graded: run the same again.")
    return KitError("It ended the grader's process, also when it was graded alone.")


def _result(future: Future[T]) -> T | KitError | BrokenExecutor:
    """Return the result, why there is none, or that a process died over this or another, or could not be started.

    Raises CannotGrade.
    """
    if future.cancelled():
        raise CannotGrade(
            "The cluster has let go of submissions: is its scheduler still there? Run the same again."
        )
    match future.exception():
        case None:
            return future.result()
        case NotStarted() as reason:
            return reason
        case CannotGrade() as reason:
            raise reason
        case KitError() | BrokenExecutor() as problem:
            return problem
        case ImportError() as error:
            raise CannotGrade(f"A worker can't import the kit ({error}): install it there as here.")
        case error:
            why = printable(f"{type(error).__name__}: {error}")
            return KitError(f"The grader stopped by a fault of its own ({why}).")
