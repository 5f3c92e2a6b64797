"""A pool of worker processes on this machine, or the workers of a Dask cluster.

They grade a class or a course, or do the trials of an audit.
"""

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
from graders.kit.errors import CannotGrade, KitError, NotStarted
from graders.kit.grading.submission import printable
from graders.kit.homes import homes, place
from graders.kit.isolation.starter import stay_unseen

CONNECT_SECONDS = 10
PR_SET_CHILD_SUBREAPER = 36
LARGEST_LOAD = 64_000_000  # bytes of submissions that are on their way at a time

K = TypeVar("K")
T = TypeVar("T")


@functools.cache
def kit_version() -> str:
    """Return the version of the kit, with a digest of all its files.

    Each of these files may have a part in a verdict.
    """
    digest = sha256()
    for home in homes():
        for path in sorted(home.rooms.rglob("*")):
            is_compiled = path.parent.name == "__pycache__"
            if path.is_file() and not is_compiled and not path.name.startswith("."):
                digest.update(place(path).encode() + b"\0")
                digest.update(path.read_bytes() + b"\0")
    short = digest.hexdigest()[:12]
    return f"{__version__} ({short})"


class WorkerPool:
    """Processes of this machine.

    When one of them dies, all jobs in it fail with BrokenExecutor; the next job starts others.
    """

    def __init__(self, processes: int = 0, together: bool = False) -> None:
        """Start the processes.

        Args:
            processes: How many; 0 for as many as the machine has processors.
            together: Whether all are started before one of them works. Where nothing isolates, a
                submission could look into a process that is just starting, and take other
                submissions' jobs out of its pipes.
        """
        self.processes = processes or os.cpu_count() or 1
        self.ahead = 2 * self.processes  # how many jobs it should have at a time
        self._together = together
        self._lock = threading.Lock()
        self._start()

    def _start(self) -> None:
        # Spawning is the same on every system, and copies no thread.
        spawn = multiprocessing.get_context("spawn")
        parent, self._open_end = spawn.Pipe(duplex=False)
        gate = spawn.Barrier(self.processes) if self._together else None
        self._executor = ProcessPoolExecutor(
            self.processes, spawn, initializer=start_worker, initargs=(parent, gate)
        )
        if self._together:
            stay_unseen()  # this process holds the other ends of those pipes
            for _ in range(self.processes):  # as many are started as there are jobs
                self._executor.submit(int)

    def submit(self, function: Callable[..., T], *args: Any) -> Future[T]:
        """Let a process call a function; start other processes if these have died."""
        with self._lock:
            try:
                return self._executor.submit(run_job, function, *args)
            except BrokenExecutor:
                self.close()
                self._start()
                return self._executor.submit(run_job, function, *args)

    def restart(self) -> None:
        """End the processes at once and start others.

        All jobs that they had fail with BrokenExecutor.
        """
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
    """Get a worker process ready, and start its watchdog.

    By the watchdog it lives no longer than its parent, even if that is killed.

    Args:
        parent: A pipe whose other end the parent holds.
        gate: Where the worker waits for the others, once it can't be looked into.
    """
    # Ctrl-C reaches all processes; the one that a person has started decides what becomes of it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
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
    """Do a job, and collect the zombies that bubblewrap leaves.

    In a container there is often nobody else who would collect them.
    """
    try:
        return function(*args)
    finally:
        if sys.platform.startswith("linux"):
            _collect_zombies()


def _collect_zombies() -> None:
    while True:
        try:
            process, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return  # there is no process
        if process == 0:
            return  # none of those that there are has ended


_own_pool = functools.cache(WorkerPool)  # by its arguments


def is_worker_of_pool() -> bool:
    """Tell whether this is such a process, and not a thread, as a Dask worker has."""
    return threading.current_thread() is threading.main_thread()


def in_own_pool(
    function: Callable[..., T], task: Any, unprotected: bool, seconds: float | None = None
) -> T:
    """Let a pool of this process's own do a task: its processes can be ended without harm.

    Args:
        function: What a process calls.
        task: What that takes.
        unprotected: Whether nothing isolates what runs there.
        seconds: How long it may take by the wall clock; the pool's processes are ended then.

    Raises:
        KitError: It took too long, or the function has raised it.
    """
    # Dask's own processes are daemons, and may have no children then.
    multiprocessing.current_process().daemon = False
    pool = _own_pool(0, unprotected)
    future = pool.submit(function, task)
    try:
        return future.result(seconds)
    except TimeoutError:
        if seconds is None or future.done():
            raise  # it was raised over there
        pool.restart()
        raise too_long(seconds) from None


class Cluster:
    """The workers of a Dask scheduler. Whatever a lost worker had to do, Dask gives to another."""

    ahead = 1_000  # how many jobs it should have at a time
    processes = 0  # no job has a deadline on this side: the cluster's workers see to that

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise KitError(
                "A cluster needs Dask: run  pip install -e '.[cluster]'  in the kit's folder."
            ) from None
        # What matters of Dask's messages reaches whoever asked, as a sentence.
        logging.disable(logging.CRITICAL)
        try:
            self._client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except TypeError as error:  # of tls:// without a certificate
            raise KitError(f"{error} See docs/class.md.") from None
        except (OSError, ValueError) as error:
            raise KitError(
                f"There is no Dask scheduler at {address} ({error}): start one with  dask scheduler"
            ) from None
        try:
            self._client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        except TimeoutError:
            self._client.close()
            raise KitError(
                f"The Dask scheduler has no workers: start some with  dask worker {address}"
            ) from None
        self._executor = self._client.get_executor(pure=False)

    def submit(self, function: Callable[..., T], *args: Any) -> Future[T]:
        """Let a worker call a function."""
        return self._executor.submit(function, *args)

    def close(self) -> None:
        """Let go of all that is not graded yet."""
        self._executor.shutdown(wait=False)
        self._client.close()


@dataclass(frozen=True)
class Job(Generic[K, T]):
    """What a worker has to do.

    Attributes:
        key: What its result is known by.
        function: The function to call.
        args: What it is called with.
        size: How many bytes are sent with it.
        seconds: How long it may take by the wall clock, once a worker has begun with it.
    """

    key: K
    function: Callable[..., T]
    args: tuple[Any, ...]
    size: int = 0
    seconds: float = math.inf


def too_long(seconds: float) -> KitError:
    """Return why there is no result of a job that did not end in time."""
    minutes = math.ceil(seconds / 60)
    return KitError(
        f"Its grading did not end within {minutes} minutes and was stopped; it holds up nobody "
        "else. Run the same again; if it is stopped once more, grade that file by itself: "
        "gametree grade FILE."
    )


def dispatch(
    pool: WorkerPool | Cluster, jobs: Iterator[Job[K, T]]
) -> Iterator[list[tuple[K, T | KitError]]]:
    """Send jobs to a pool, and yield those that are done.

    If a process of the pool dies, one of the jobs in it is to blame: each is retried, alone. So is
    a job for which no isolated process could be started. One that takes longer than it may is
    ended.

    Yields:
        The jobs that were done meanwhile, each as its key and the result, or the reason why there
        is none.

    Raises:
        CannotGrade: Nothing can be graded on these terms.
    """
    work = _Work(pool, jobs)
    while work.send():
        try:
            work.wait()
        except CannotGrade:
            yield work.taken()  # so that what was done is kept
            raise
        yield work.taken()


class _Work(Generic[K, T]):
    """The jobs of one dispatch: a pool has some, some are to be retried, some are done."""

    def __init__(self, pool: WorkerPool | Cluster, jobs: Iterator[Job[K, T]]) -> None:
        self._pool = pool
        self._jobs = jobs
        self._retries = deque[Job[K, T]]()
        # In the order in which they were sent, which is the order in which they are begun.
        self._running: dict[Future[T], Job[K, T]] = {}
        # When those that were begun have to be done, by time.monotonic().
        self._due: dict[Future[T], float] = {}
        self._ended = SimpleQueue[Future[T]]()
        self._alone = False  # whether the job that runs is a retry: nothing else runs meanwhile
        self._worked = False  # whether any job has had a result yet
        self._done: list[tuple[K, T | KitError]] = []

    def send(self) -> bool:
        """Send as many jobs as the pool should have; tell whether it has any."""
        while len(self._running) < self._pool.ahead and not self._must_wait():
            job = self._next()
            if job is None:
                break
            future = self._pool.submit(job.function, *job.args)
            self._running[future] = job
            future.add_done_callback(self._ended.put)
        return bool(self._running)

    def _next(self) -> Job[K, T] | None:
        """Return the job to send next: first those to be retried; None if there is no more."""
        self._alone = bool(self._retries)
        if self._retries:
            return self._retries.popleft()
        return next(self._jobs, None)

    def _must_wait(self) -> bool:
        """Tell whether something has to be done before the next job is sent."""
        if not self._running:
            return False
        if self._alone or self._retries:
            return True
        return sum(job.size for job in self._running.values()) > LARGEST_LOAD

    def wait(self) -> None:
        """Wait until some jobs are done, or one of them is overdue.

        Raises:
            CannotGrade: Nothing can be graded on these terms.
        """
        # A worker takes the job that was sent first: as many as there are workers are begun.
        for future, job in islice(self._running.items(), self._pool.processes):
            self._due.setdefault(future, time.monotonic() + job.seconds)
        due = min(self._due.values(), default=math.inf)
        timeout = None
        if due != math.inf:
            timeout = max(0.0, due - time.monotonic())
        try:
            ended = [self._ended.get(timeout=timeout)]
        except Empty:
            self._end_overdue()
            return
        for _ in range(self._ended.qsize()):
            ended.append(self._ended.get())
        for future in ended:
            self._settle(future)

    def taken(self) -> list[tuple[K, T | KitError]]:
        """Return what was done since it was last asked."""
        done, self._done = self._done, []
        return done

    def _end_overdue(self) -> None:
        """End the pool's processes.

        The jobs that are overdue have no result; all others that it had are retried.
        """
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
        """Keep the result of a job, or retry it.

        Raises:
            CannotGrade: Nothing can be graded on these terms.
        """
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
    """Return what became of a job.

    Returns:
        Its result; why there is none; or, as BrokenExecutor or NotStarted, that a process died over
        this job or another, or could not be started.

    Raises:
        CannotGrade: Nothing can be graded on these terms.
    """
    if future.cancelled():
        raise CannotGrade(
            "The cluster has let go of submissions: is its scheduler still there? "
            "Run the same again."
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
