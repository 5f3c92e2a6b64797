"""A pool of worker processes on this machine, for a class, a course or an audit; or the workers of a Dask cluster."""

import ctypes
import functools
import logging
import multiprocessing
import os
import queue
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from hashlib import sha256
from multiprocessing.connection import Connection
from typing import Any, Generic, TypeVar

from graders.kit import __version__
from graders.kit.catalog import GRADERS
from graders.kit.errors import CannotGrade, KitError
from graders.kit.grading.submission import printable

CONNECT_SECONDS = 10
PR_SET_CHILD_SUBREAPER = 36
FAR_AHEAD = 1_000  # tasks that a cluster may hold
LARGEST_LOAD = 64_000_000  # bytes of submissions that are on their way at a time

A = TypeVar("A")
T = TypeVar("T")


@functools.cache
def kit_version() -> str:
    """Return the version of the kit, with a digest of every file that has a part in a verdict."""
    digest = sha256()
    for path in sorted(GRADERS.rglob("*")):
        if path.suffix in (".py", ".txt", ".j2", ".css"):
            digest.update(path.relative_to(GRADERS).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return f"{__version__} ({digest.hexdigest()[:12]})"


class Local:
    """Processes of this machine. When one dies, all that is begun fails with BrokenExecutor; the next starts others.

    ahead: how many tasks it should have at a time
    """

    def __init__(self, jobs: int = 0) -> None:
        self.jobs = jobs or os.cpu_count() or 1
        self.ahead = 2 * self.jobs
        self._lock = threading.Lock()
        self._start()

    def _start(self) -> None:
        spawn = multiprocessing.get_context("spawn")  # the same on every system, and no thread is copied
        leash, self._held = spawn.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(self.jobs, spawn, initializer=_begin, initargs=(leash,))

    def submit(self, function: Callable[..., T], *args: Any) -> Future[T]:
        with self._lock:
            try:
                return self._pool.submit(_run, function, *args)
            except BrokenProcessPool:
                self.close()
                self._start()
                return self._pool.submit(_run, function, *args)

    def close(self) -> None:
        """End the processes at once, whatever they do: they notice that nobody holds the other end."""
        self._held.close()
        self._pool.shutdown(cancel_futures=True)


def _begin(leash: Connection) -> None:
    """Let a process of a pool live no longer than whoever holds the other end, even if that one is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all; the one who was started by hand decides
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)

    def wait() -> None:
        leash.poll(None)
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def _run(function: Callable[..., T], *args: Any) -> T:
    """Do a task; let what bubblewrap leaves behind go, since in a container there is often nobody else who would."""
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

    def submit(self, function: Callable[..., T], *args: Any) -> Future[T]:
        future: Future[T] = self._executor.submit(function, *args)
        return future

    def close(self) -> None:
        """Let go of all that is not graded yet."""
        self._executor.shutdown(wait=False)
        self._client.close()


@dataclass(frozen=True)
class Job(Generic[A, T]):
    """Something to do for a crew: function(*args).

    about: what it is known by; size: bytes that are sent with it
    alone: whether nothing else is done meanwhile, since one of several has ended a process
    """

    about: A
    function: Callable[..., T]
    args: tuple[Any, ...]
    size: int = 0
    alone: bool = False


class Traffic(Generic[A, T]):
    """Jobs on their way to a crew and back.

    If a process of the crew dies, one of those that were on their way did it: each goes again, alone.
    """

    def __init__(self, crew: Local | Cluster, coming: Iterator[Job[A, T]]) -> None:
        self._crew = crew
        self._coming = coming
        self._again = deque[Job[A, T]]()
        self._running: dict[Future[T], Job[A, T]] = {}
        self._done = queue.SimpleQueue[Future[T]]()
        self._load = 0
        self._alone = False
        self._broken = False

    def send(self) -> bool:
        """Send as many as the crew should have; return whether any are on their way."""
        self._broken = self._broken and bool(self._running)
        while not self._broken and not self._alone and len(self._running) < self._crew.ahead:
            if self._running and (self._again or self._load > LARGEST_LOAD):
                break
            job = self._again.popleft() if self._again else next(self._coming, None)
            if job is None:
                break
            future = self._crew.submit(job.function, *job.args)
            self._running[future] = job
            self._load += job.size
            self._alone = job.alone
            future.add_done_callback(self._done.put)
        return bool(self._running)

    def receive(self) -> Iterator[tuple[A, T | KitError]]:
        """Wait for one; yield all that have come, with what is found or why nothing is. Raise CannotGrade."""
        future = self._done.get()
        while True:
            job = self._running.pop(future)
            self._load -= job.size
            self._alone = False
            result = _outcome(future)
            if not isinstance(result, BrokenExecutor):
                yield job.about, result
            else:
                self._broken = True
                if job.alone:
                    yield job.about, KitError("It ended the grader's process, also when it was graded alone.")
                else:
                    self._again.append(replace(job, alone=True))
            if self._done.empty():
                return
            future = self._done.get()


def _outcome(future: Future[T]) -> T | KitError | BrokenExecutor:
    """Return what is found, why not, or that a process died over this or another; raise CannotGrade."""
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
