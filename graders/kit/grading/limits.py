"""The time limit of a check: how much of it is used, and how much is left for what is asked next."""

import math
import time

from graders.kit.isolation.process import Process

WALL = 4  # seconds of the wall clock that count as one of processor time: a busy machine fails nobody
IN_ALL = 2  # times its limit: what a check may take with all further ways in which it asks
PATIENT_SECONDS = 60.0  # a check that may take this long is meant to
HURRIED_SECONDS = 1.0  # for the others after two time-outs: a solution takes a tenth of that for any check
AGAIN_SECONDS = 3.0  # for a further way to ask, once one has timed out
BYTES, BYTES_A_SECOND = 3 << 20, 100_000  # that a check may receive, and for each second of its limit


class Clock:
    """How many seconds a check has taken: of the student's processes, or a quarter of the wall clock's if that is more.

    Where the system does not tell processor time the wall clock stands in for it.
    limit: how long the first way to ask may take, and each further one; all of them together may take twice that
    hurried: whether the first way is to be short, since two time-outs before have shown that waiting is no use
    until: when the time of the whole file is up, by time.monotonic()
    """

    def __init__(self, limit: float, hurried: bool = False, until: float = math.inf) -> None:
        self._hurried, self._until = hurried, until
        self._limit = limit
        self.end = IN_ALL * limit
        self.most = BYTES + int(limit * BYTES_A_SECOND)
        self.received = 0  # bytes, of which the check may receive so many: most
        self.retrying = False  # whether the first way to ask went wrong
        self.timed_out = False  # in a way to ask that none has gone better than since
        self._first_end = self._hurry(limit)
        self._began = time.monotonic()
        self._process: Process | None = None
        self._before = 0.0  # what was computed by processes that are gone, less what this one had computed before

    def follow(self, process: Process | None) -> None:
        """Count what another process computes from now on; None for no process."""
        self._before = self.computed() - (process.computed() if process is not None else 0.0)
        self._process = process

    def computed(self) -> float:
        return self._before + (self._process.computed() if self._process is not None else 0.0)

    def read(self) -> float:
        return max(self.computed(), (time.monotonic() - self._began) / WALL)

    def left(self, until: float) -> float:
        """Return how long it takes at least to that reading, or until the time of the whole file is up."""
        return min(until - self.read(), self._until - time.monotonic())

    def expired(self) -> bool:
        return time.monotonic() >= self._until

    def allow(self, seconds: float) -> None:
        """Let the first way to ask take that much longer; not all ways together."""
        self._first_end += seconds

    def attempt(self, within: float) -> tuple[float, float]:
        """Return how long what is asked next may take, in words and until which reading."""
        if self.retrying:
            seconds = min(within, self._limit, AGAIN_SECONDS if self.timed_out else math.inf)
            return seconds, min(self.end, self.read() + seconds)
        seconds = self._hurry(min(within, self._limit))
        return seconds, min(self._first_end, self.read() + seconds)

    def _hurry(self, seconds: float) -> float:
        return min(seconds, HURRIED_SECONDS) if self._hurried and seconds < PATIENT_SECONDS else seconds
