"""A pool of worker processes on this machine, for a class, a course or an audit; or the workers of a Dask cluster."""

import ctypes
import functools
import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

from graders.kit import __version__
from graders.kit.catalog import GRADERS
from graders.kit.errors import CannotGrade, KitError
from graders.kit.grading.submission import printable

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
            digest.update(path.relative_to(GRADERS).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return f"{__version__} ({digest.hexdigest()[:12]})"


class WorkerPool:
    """Processes of this machine. When one dies, all jobs in it fail with BrokenExecutor; the next job starts others."""

    def __init__(self, processes: int = 0) -> None:
        self._processes = processes or os.cpu_count() or 1
        self.ahead = 2 * self._processes  # jobs that it should have at a time
        self._lock = threading.Lock()
        self._start()

    def _start(self) -> None:
        spawn = multiprocessing.get_context("spawn")  # the same on every system, and no thread is copied
        parent, self._open_end = spawn.Pipe(duplex=False)
        self._executor = ProcessPoolExecutor(self._processes, spawn, initializer=start_worker, initargs=(parent,))

    def submit(self, function: Callable[..., T], *args: Any) -> Future[T]:
        with self._lock:
            try:
                return self._executor.submit(run_job, function, *args)
            except BrokenExecutor:
                self.close()
                self._start()
                return self._executor.submit(run_job, function, *args)

    def close(self) -> None:
        """End the processes at once, whatever they do: their watchdogs notice that the pipe is closed."""
        self._open_end.close()
        self._executor.shutdown(cancel_futures=True)


def start_worker(parent: Connection) -> None:
    """Start a watchdog: a worker lives no longer than its parent, which holds the pipe's other end, even if killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all; the one who was started by hand decides
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)

    def watchdog() -> None:
        parent.poll(None)
        os._exit(1)

    threading.Thread(target=watchdog, daemon=True).start()


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

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise KitError("A cluster needs Dask: run  pip install -e '.[cluster]'  in the kit's folder.") from None
        logging.disable(logging.CRITICAL)  # Dask's: what matters reaches whoever asked, as a sentence
        try:
            self._client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except TypeError as error:  # of tls:// without a certificate
            raise KitError(f"{error} See docs/class.md.") from None
        except (OSError, ValueError) as error:
            problem = f"There is no Dask scheduler at {address} ({error}): start one with  dask scheduler"
            raise KitError(problem) from None
        try:
            self._client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        except TimeoutError:
            self._client.close()
            raise KitError(f"The Dask scheduler has no workers: start some with  dask worker {address}") from None
        self._executor = self._client.get_executor(pure=False)

    def submit(self, function: Callable[..., T], *args: Any) -> Future[T]:
        return self._executor.submit(function, *args)

    def close(self) -> None:
        """Let go of all that is not graded yet."""
        self._executor.shutdown(wait=False)
        self._client.close()


@dataclass(frozen=True)
class Job(Generic[K, T]):
    """What a worker has to do: function(*args). key: what its result is known by; size: bytes that are sent with it"""

    key: K
    function: Callable[..., T]
    args: tuple[Any, ...]
    size: int = 0


def dispatch(pool: WorkerPool | Cluster, jobs: Iterator[Job[K, T]]) -> Iterator[list[tuple[K, T | KitError]]]:
    """Send jobs to a pool; yield those that are done, each as its key and the result, or the reason why there is none.

    If a process of the pool dies, one of the jobs in it is to blame: each is retried, alone. Raises CannotGrade.
    """
    retries = deque[Job[K, T]]()
    running: dict[Future[T], Job[K, T]] = {}
    ended = SimpleQueue[Future[T]]()
    alone = False
    while True:
        while len(running) < pool.ahead:
            if running and (alone or retries or sum(job.size for job in running.values()) > LARGEST_LOAD):
                break
            alone = bool(retries)
            job = retries.popleft() if retries else next(jobs, None)
            if job is None:
                break
            future = pool.submit(job.function, *job.args)
            running[future] = job
            future.add_done_callback(ended.put)
        if not running:
            return
        done: list[tuple[K, T | KitError]] = []
        try:
            for future in [ended.get(), *(ended.get() for _ in range(ended.qsize()))]:
                job, result = running.pop(future), _result(future)
                if not isinstance(result, BrokenExecutor):
                    done.append((job.key, result))
                elif alone:
                    done.append((job.key, KitError("It ended the grader's process, also when it was graded alone.")))
                else:
                    retries.append(job)
        except CannotGrade:
            yield done  # so that it is kept
            raise
        yield done


def _result(future: Future[T]) -> T | KitError | BrokenExecutor:
    """Return the result, why there is none, or that a process died over this or another; raise CannotGrade."""
    if future.cancelled():
        raise CannotGrade("The cluster has let go of submissions: is its scheduler still there? Run the same again.")
    match future.exception():
        case None:
            return future.result()
        case CannotGrade() as reason:
            raise reason
        case KitError() | BrokenExecutor() as problem:
            return problem
        case ImportError() as error:
            raise CannotGrade(f"A worker can't import the kit ({error}): install it there as here.")
        case error:
            why = printable(f"{type(error).__name__}: {error}")
            return KitError(f"The grader stopped by a fault of its own ({why}).")
