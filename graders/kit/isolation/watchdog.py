"""Who ends a process once its time is up: a thread that lives as long as the process."""

import math
import threading
import time
from collections.abc import Callable

from graders.kit.isolation.protocol import LOOK_SECONDS


class Watchdog:
    """Looks after the time of one process."""

    def __init__(self, end: Callable[[], None]) -> None:
        """Begin with nothing to look after.

        Args:
            end: Ends the process. It is called once, by the thread.
        """
        self._end = end
        self._changes = threading.Condition()
        self._thread: threading.Thread | None = None  # most processes need one, but not all
        self._left: Callable[[], float] | None = None  # tells the seconds until the time is up
        self._next_look = math.inf  # when the thread asks for them
        self._dismissed = False
        self.expired = False  # whether it has ended the process

    def watch(self, left: Callable[[], float]) -> None:
        """Look after a time.

        Args:
            left: As in IsolatedProcess.watch.
        """
        with self._changes:
            self._left = left
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, daemon=True)
                self._thread.start()
            elif time.monotonic() + left() < self._next_look:
                self._changes.notify()

    def rest(self) -> bool:
        """Look after no time; return whether the process was not ended for it."""
        with self._changes:
            self._left = None
            return not self.expired

    def dismiss(self) -> None:
        """Let the thread end: the process is about to."""
        with self._changes:
            self._left = None
            self._dismissed = True
            self._changes.notify_all()

    def _run(self) -> None:
        with self._changes:
            while not self._dismissed:
                seconds = math.inf
                if self._left is not None:
                    seconds = self._left()
                if seconds <= 0:
                    self._left = None
                    self.expired = True
                    self._end()
                    continue
                self._sleep(max(seconds, LOOK_SECONDS))

    def _sleep(self, seconds: float) -> None:
        """Sleep until so many seconds have gone by, or something has changed."""
        self._next_look = time.monotonic() + seconds
        if seconds == math.inf:
            self._changes.wait()
        else:
            self._changes.wait(seconds)
