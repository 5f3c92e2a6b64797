"""What a process has taken so far: of the processor, and of our patience."""

import time
from pathlib import Path

from graders.kit.isolation import cores


class Meter:
    """Tells how long a process has computed, and how long it was waited for.

    The watchdog's thread reads it as well.
    """

    def __init__(self) -> None:
        """Begin with a process that is not ready yet."""
        # Seconds of all waits for replies that are over, and when the wait that goes on began. It
        # is one tuple, since the watchdog's thread must read the two at the same moment.
        self._wait: tuple[float, float | None] = (0.0, None)
        self._waiting = cores.Waiting()  # the thread that waits for replies
        self._ready = False
        self._waited_before_ready = 0.0
        # What follows is known once the process is ready, and where the system tells it.
        self._clock: int | None = None  # the number of the clock of its processor time
        self._computed_before_ready = 0.0  # as that clock shows it
        self._last_reading = 0.0, 0.0  # of the clock: when it was, and what had been computed
        self._inside: cores.Thread | None = None  # the thread that the student's code runs in
        self._last_look = 0.0, 0.0  # at the run queue: what it had been waited for, and been idle
        self._computed_in_all: float | None = None  # once it is ended

    def here(self) -> None:
        """Note that it is this thread that waits for replies from now on."""
        self._waiting.here()

    def begin_waiting(self) -> None:
        self._wait = self._wait[0], time.monotonic()

    def end_waiting(self) -> None:
        self._wait = self.waited(), None

    def begin(self, number: int) -> None:
        """Count from now on, since the process is ready.

        Args:
            number: That of the process, or of bubblewrap's.
        """
        self._waited_before_ready = self.waited()
        self._find_clock(number)
        self._ready = True

    def _find_clock(self, number: int) -> None:
        """Find the clock of the processor time, and the thread inside: Linux only."""
        try:
            number = innermost(number)
            clock = (~number << 3) | 2  # clock_getcpuclockid(3), which Python lacks
            self._computed_before_ready = time.clock_gettime(clock)
        except OSError:
            return  # no /proc, or an old kernel: see computed
        self._last_reading = time.monotonic(), 0.0
        self._clock = clock
        inside = cores.process(number)
        if inside.queued() is not None:
            self._inside = inside

    def end(self) -> None:
        """Note for good what has been taken, before the process is gone."""
        if self._computed_in_all is None:
            self.idle()
            self._computed_in_all = self.computed()

    def computed(self) -> float:
        """See IsolatedProcess.computed."""
        if not self._ready:
            return 0.0  # however long it waits to be needed
        if self._computed_in_all is not None:
            return self._computed_in_all
        if self._clock is None:
            return self.waited() - self._waited_before_ready
        now = time.monotonic()
        try:
            computed = time.clock_gettime(self._clock) - self._computed_before_ready
            self._last_reading = now, computed
        except OSError:
            pass  # it is gone: since the last reading it took no more than the time that went by
        read_at, computed = self._last_reading
        return computed + now - read_at

    def waited(self) -> float:
        """Return the seconds of the wall clock in which somebody waited for replies."""
        seconds, began = self._wait
        if began is None:
            return seconds
        return seconds + time.monotonic() - began

    def idle(self) -> float:
        """See IsolatedProcess.idle.

        What went by since the last look at a process that is gone is left out.
        """
        if self._inside is None:
            return 0.0
        if self._computed_in_all is None:  # else its number may be another process's by now
            waited = self.waited()
            queued = self._inside.queued()
            if queued is not None:
                self._last_look = waited, waited - queued - self._waiting.queued()
        return self._last_look[1]

    def idle_at_most(self) -> float:
        """See IsolatedProcess.idle_at_most."""
        if self._inside is None:
            return 0.0
        waited, idle = self._last_look
        return idle + self.waited() - waited

    def sleeps(self) -> bool:
        """See IsolatedProcess.sleeps."""
        began = self._wait[1]
        if self._inside is None or began is None:
            return False
        return self._inside.sleeps() and self._waiting.sleeps()


def innermost(number: int) -> int:
    """Return the number of the process below bubblewrap's, each of which has started one more.

    Without bubblewrap it is the process itself. Raises OSError where there is no /proc.
    """
    while True:
        below = Path(f"/proc/{number}/task/{number}/children").read_text().split()
        if not below:
            return number
        number = int(below[0])
