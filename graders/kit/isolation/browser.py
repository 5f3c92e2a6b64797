"""An isolated process in a browser, where the operating system starts none: a web worker.

It has an interpreter of its own. browser/grader.js lends the trusted side what operating systems
give it elsewhere, two pipes and a kill. What differs from a native process: there are no threads,
so that time is up only while somebody waits for a reply; and no processor time, for which the wall
clock stands in.
"""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from graders.kit.errors import CannotGrade, Ended, Silent
from graders.kit.isolation import sampler
from graders.kit.isolation.messages import (
    REPLY_LIMIT,
    TOO_LARGE,
    Confinement,
    Reply,
    line_of,
    reply_of,
)
from graders.kit.isolation.protocol import (
    CRASHED,
    EXITED,
    HERE,
    INSIDE,
    MEMORY,
    START_SECONDS,
    countdown,
)

ISOLATION = "browser"
SLOWNESS = 2.5  # seconds of the wall clock that count as one of processor time
FOREVER = 3_600.0  # seconds
LEAST_WAIT = 0.001  # seconds
MILLISECONDS = 1_000  # of a second
OLDEST = HERE / "oldest.py"
IN_WORKER = [*INSIDE, OLDEST]
CANNOT_START = "Python can't be started once more: reload the page. Your text is kept."


class BrowserProcess:
    """A web worker that runs harness.py with one exercise's driver; see IsolatedProcess."""

    pace = SLOWNESS

    def __init__(self, driver: Path, memory: int = MEMORY) -> None:
        """Start the worker.

        Args:
            driver: The file driver.py of the exercise.
            memory: The bytes that it may have; the page's script holds it to them.
        """
        # grader.js makes this module.
        from gametree_page import pipes  # type: ignore[import-not-found]

        self.isolation = ISOLATION
        self.warnings: list[str] = []
        self.size = 0
        self._left: Callable[[], float] | None = None  # tells the seconds until its time is up
        self._samples_at: list[float] = []  # when it is asked where it is: seconds that are left
        self._waited = 0.0  # seconds, in which it computed
        self._expired = False
        self._closed = False
        self._said_hello = False
        self._unsent: list[bytes] = []
        self._received = b""  # what has come of the next reply
        files = {f"/kit/{path.name}": path.read_text("utf-8") for path in IN_WORKER}
        files["/kit/driver.py"] = driver.read_text("utf-8")
        self._pipes: Any = pipes.start(json.dumps(files), memory)
        how: Confinement = {"filter": "", "landlock": None, "memory": memory}
        self.send(line_of(how))
        self.flush()

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

    def alive(self) -> bool:
        return not self._closed

    def watch(self, left: Callable[[], float]) -> None:
        self._left = left
        in_all = left()
        self._samples_at = []
        for number in range(sampler.SAMPLES):
            share = sampler.BEGIN + sampler.ALL_IN * number / sampler.SAMPLES
            self._samples_at.append(in_all * (1 - share))

    def rest(self) -> bool:
        self._left = None
        return not self._expired

    def computed(self) -> float:
        return self._waited / SLOWNESS

    # Nothing tells whether it waits for a core.

    def idle(self) -> float:
        return 0.0

    def idle_at_most(self) -> float:
        return 0.0

    def sleeps(self) -> bool:
        return False

    def send(self, line: bytes) -> None:
        self._unsent.append(line)

    def flush(self) -> None:
        if self._unsent and not self._closed:
            self._pipes.send(b"".join(self._unsent))
        self._unsent = []

    def receive(self) -> Reply:
        """Return what it says next; raise KeyboardInterrupt if the person stops it."""
        self.flush()
        try:
            line = self._next_line()
            self.size = len(line)
            return reply_of(line)
        except Ended:
            self.close()
            raise

    def _next_line(self) -> bytes:
        """Wait for the next line, and return it with its end; raise Ended if it is too long."""
        received = bytearray(self._received)
        end = received.find(b"\n")
        while end < 0 and len(received) < REPLY_LIMIT:
            searched = len(received)
            received += self._more()
            end = received.find(b"\n", searched)
        if end < 0 or end >= REPLY_LIMIT:
            raise Ended(TOO_LARGE)
        size = end + 1
        self._received = bytes(received[size:])
        return bytes(received[:size])

    def _more(self) -> bytes:
        """Wait for some bytes and return them; raise Silent or Ended if none come any more."""
        data = self._read()
        if self._pipes.stopped():
            raise KeyboardInterrupt
        if data:
            return data
        if self._closed:
            self._time_is_up()
        status = self._pipes.status()
        if status is None:
            if self._left is not None and self._left() > 0:
                return b""  # it was woken up for nothing
            self._time_is_up()
        self.close()
        if status < 0:
            raise Ended(CRASHED.format(signal="SIGSEGV"))
        raise Ended(EXITED.format(code=status))

    def _read(self) -> bytes:
        """Wait for some bytes and return them; none if none come in time."""
        left = FOREVER
        if self._left is not None:
            left = self._left()
        if left <= 0 or self._closed:
            return b""
        if self._samples_at and left <= self._samples_at[0]:
            self._samples_at.pop(0)
            self._pipes.interrupt(sampler.WANTED)
        if self._samples_at:
            left = max(left - self._samples_at[0], LEAST_WAIT)
        began = time.monotonic()
        data: bytes = self._pipes.read(left * SLOWNESS * MILLISECONDS).to_bytes()
        self._waited += time.monotonic() - began
        return data

    def _time_is_up(self) -> NoReturn:
        self.close()
        self._expired = True
        raise Silent

    def close(self) -> None:
        self._left = None
        if not self._closed:
            self._closed = True
            self._pipes.kill()
