"""An isolated process, as the trusted side sees it, wherever it runs.

There are two kinds: native.py has a process of the operating system, browser.py a web worker. Both
run harness.py with one exercise's driver, for one submission. Messages go to it and come from it in
lines of JSON, see messages.py.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from graders.kit.isolation.messages import Reply

IN_BROWSER = sys.platform == "emscripten"

HERE = Path(__file__).parent
PROGRAM = HERE / "begin.py"  # what an isolated process runs
# What that imports.
IMPORTED = [HERE / f"{name}.py" for name in ("harness", "confine", "recorder", "sampler", "tools")]
INSIDE = [PROGRAM, *IMPORTED]  # all that the untrusted side has of the kit

# The bytes of memory that a process may have; a browser tab has few.
MEMORY = 1 << 30 if IN_BROWSER else 2 << 30
# By the wall clock: a busy machine needs some seconds for what takes a tenth of a second elsewhere,
# and a browser fetches and compiles the interpreter in that time.
START_SECONDS = 120.0  # a process that has not said hello by then never will
LOOK_SECONDS = 0.01  # whoever looks after the time of a process looks no more often

# How a process may have ended.
CRASHED = "the interpreter crashed ({signal})"
EXITED = "it ended with exit code {code}"


class IsolatedProcess(Protocol):
    """An isolated process. It gets ready by itself as soon as it is made.

    Attributes:
        isolation: What confines it: "bubblewrap", "landlock", "none" or "browser".
        warnings: Why a better isolation does not work here.
        pace: Seconds of the wall clock for each second of a limit, where the wall clock stands in
            for processor time.
        size: The bytes of the last reply.
    """

    isolation: str
    warnings: list[str]
    pace: float
    size: int

    def ready(self) -> None:
        """Wait until it runs, confined.

        Raises:
            CannotGrade: It can't be started.
            KitError: The driver can't be run.
        """

    def alive(self) -> bool:
        """Tell whether it has not ended; it may, while nobody needs it."""

    def send(self, line: bytes) -> None:
        """Send a message, which may wait until flush or receive, to go with others."""

    def flush(self) -> None:
        """Let all that was sent go."""

    def receive(self) -> Reply:
        """Return what it says next.

        Raises:
            Silent: The time was up before.
            Ended: There is nothing to come, or what came is no reply.
        """

    def watch(self, left: Callable[[], float]) -> None:
        """Kill it once its time is up; whoever waits for a reply gets Silent then.

        Args:
            left: Tells how many seconds there are, at least, until the time is up. It is called
                again after them, and the process is killed once it tells 0.
        """

    def rest(self) -> bool:
        """Let nobody look after the time; return whether the process was not killed for it."""

    def computed(self) -> float:
        """Return the seconds of processor time that it took since it is ready.

        Where that can't be read, the seconds in which somebody waited for it.
        """

    def idle(self) -> float:
        """Return the seconds that it was waited for, and neither it nor the waiting thread queued.

        To queue is to stand in the run queue, which is to wait for a core. 0 where the system does
        not tell.
        """

    def idle_at_most(self) -> float:
        """Return the most that idle() can be, without a look at the run queue: that is slow."""

    def sleeps(self) -> bool:
        """Tell whether it sleeps while somebody waits for it.

        That it waits until an answer of its own has been read is no sleep.
        """

    def close(self) -> None:
        """End it and all it has started."""


def countdown(seconds: float) -> Callable[[], float]:
    """Return a function that tells how much of some seconds, which begin now, is left."""
    until = time.monotonic() + seconds
    return lambda: until - time.monotonic()
