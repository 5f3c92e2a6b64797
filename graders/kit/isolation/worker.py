"""An isolated process in a browser, where none can be started: a web worker.

It has an interpreter of its own. browser/grader.js lends the trusted side what operating systems
give it elsewhere, two pipes and a kill. Like Process it runs harness.py, to which nothing is known
but what it is sent. What differs: there are no threads, so that time is up only while somebody
waits for a reply; and no processor time, for which the wall clock stands in.
"""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from graders.kit.errors import CannotGrade, Ended, Silent
from graders.kit.isolation.process import (
    INSIDE,
    MEMORY,
    REPLY_LIMIT,
    Message,
    Process,
    countdown,
    message_of,
)

ISOLATION = "browser"
SLOWNESS = 2.5  # seconds of the wall clock that count as one of processor time
START_SECONDS = 120.0  # on a slow machine the interpreter is fetched and compiled in that time
FOREVER = 3_600.0  # seconds
MILLISECONDS = 1_000  # of a second
IN_WORKER = [*INSIDE, Path(__file__).with_name("oldest.py")]
CANNOT_START = "Python can't be started once more: reload the page. Your text is kept."


class Worker(Process):
    """A web worker that runs harness.py with one exercise's driver; the methods are Process's."""

    pace = SLOWNESS

    def __init__(self, driver: Path, memory: int = MEMORY) -> None:
        """Start the worker.

        Args:
            driver: The file driver.py of the exercise.
            memory: The bytes that it may have; the page's script holds it to them.
        """
        # grader.js makes this module.
        from gametree_page import pipes  # type: ignore[import-not-found]

        self._pipes: Any = pipes
        self.isolation = ISOLATION
        self.warnings = []
        self.size = 0
        self._left: Callable[[], float] | None = None
        self._waited = 0.0  # seconds, in which it computed
        self._inside = None  # nothing tells whether it waits
        self._expired = False
        self._closed = False
        self._said_hello = False
        self._unsent: list[bytes] = []
        self._received = b""  # what has come of the next message
        files = {f"/kit/{path.name}": path.read_text("utf-8") for path in IN_WORKER}
        files["/kit/driver.py"] = driver.read_text("utf-8")
        pipes.start(json.dumps(files), memory)
        how = {"filter": "", "landlock": None, "memory": memory}
        self.send(json.dumps(how).encode() + b"\n")
        self.flush()

    def watch(self, left: Callable[[], float]) -> None:
        self._left = left

    def rest(self) -> bool:
        self._left = None
        return not self._expired

    def alive(self) -> bool:
        return not self._closed

    def computed(self) -> float:
        return self._waited / SLOWNESS

    def ready(self) -> None:
        if self._said_hello:
            return
        self.watch(countdown(START_SECONDS))
        try:
            self.receive()
        except (Ended, Silent):
            raise CannotGrade(CANNOT_START) from None
        self._said_hello = True
        self.rest()
        self._waited = 0.0

    def send(self, line: bytes) -> None:
        self._unsent.append(line)

    def flush(self) -> None:
        if self._unsent and not self._closed:
            self._pipes.send(b"".join(self._unsent))
        self._unsent = []

    def receive(self) -> Message:
        """Return the next message.

        Raises:
            Silent: The time was up before.
            Ended: There is no message to come, or what came is none.
            KeyboardInterrupt: The person stops it.
        """
        self.flush()
        received = bytearray(self._received)
        end = received.find(b"\n")
        while end < 0 and len(received) < REPLY_LIMIT:
            searched = len(received)
            received += self._more()
            end = received.find(b"\n", searched)
        try:
            if not 0 <= end < REPLY_LIMIT:
                raise Ended("it sent an answer that is far too large")
            self._received = bytes(received[end + 1 :])
            self.size = end + 1
            return message_of(bytes(received[:end]))
        except Ended:
            self.close()
            raise

    def _more(self) -> bytes:
        """Wait for some bytes and return them; raise Silent or Ended if none come any more."""
        left = FOREVER if self._left is None else self._left()
        began = time.monotonic()
        data = b""
        if left > 0 and not self._closed:
            data = self._pipes.read(left * SLOWNESS * MILLISECONDS).to_bytes()
        self._waited += time.monotonic() - began
        if data:
            return data
        if self._pipes.stopped():
            raise KeyboardInterrupt
        status = None if self._closed else self._pipes.status()
        runs = status is None and not self._closed
        if runs and self._left is not None and self._left() > 0:
            return b""  # it was woken up for nothing
        self.close()
        if status is None:
            self._expired = True
            raise Silent
        if status < 0:
            raise Ended("the interpreter crashed (SIGSEGV)")
        raise Ended(f"it ended with exit code {status}")

    def close(self) -> None:
        self._left = None
        if not self._closed:
            self._closed = True
            self._pipes.kill()


def start(driver: Path, only: str = "", memory: int = MEMORY) -> Process:
    """Start an isolated process, in a browser a worker.

    Args:
        driver: The file driver.py of the exercise.
        only: The one isolation that will do; "" for the best that works.
        memory: The bytes of memory that it may have.
    """
    if sys.platform == "emscripten":
        return Worker(driver, memory)
    return Process(driver, only, memory)
