"""The time limit of a check: how much of it is used, and how much is left."""

import math
import time

from graders.kit.isolation.protocol import LOOK_SECONDS, IsolatedProcess

WALL = 4  # seconds of waiting, those in the run queue aside, that count as one of processor time
NET = 30  # seconds of the wall clock that count as one of processor time in any case
IN_ALL = 2  # times its limit: what a check may take with all further ways in which it asks
PATIENT_SECONDS = 60.0  # a check that may take this long is meant to
# By this the limits of the others are divided after a time-out, so that a file which hangs
# everywhere is graded in three times the longest limit. A solution takes a twentieth of a limit.
HURRY = 8
AGAIN_SECONDS = 3.0  # for a further way to ask, once one has timed out
BYTES = 3 << 20  # that a check may receive
BYTES_A_SECOND = 100_000  # that it may receive besides, for each second of its limit
MOSTLY = 0.9  # of what a clock shows
ENDLESS = "Does a loop never end?"
COMPUTED = "after {seconds:g} s. {endless}"
WAITED = "after {seconds:g} s, in most of which it only waited. Does it sleep?"
NEITHER = (
    "after {seconds:g} s, in which it computed for {computed:.1f} s. Is this machine too busy?"
)


class Clock:
    """How many seconds a check has taken: the most of three, so that a busy machine fails nobody.

    - The processor time of the student's processes.
    - A quarter of the time in which the grader waited for them, less what either side stood in the
      run queue. So what sleeps comes to an end. It is left out where the system does not tell of
      the run queue.
    - A thirtieth of the wall clock's time, whatever happens.

    Where the system does not tell processor time, the time in which the grader waited stands in
    for it.

    Attributes:
        end: The reading at which the check ends.
        most: Bytes that it may receive.
        received: Bytes that it has received.
        retrying: Whether the first way to ask went wrong.
        timed_out: Whether the last way to ask was cut off by its limit.
    """

    def __init__(self, limit: float, hurried: bool = False, until: float = math.inf) -> None:
        """Begin now.

        Args:
            limit: Seconds that the first way to ask may take, and each further one. All of them
                together may take twice that.
            hurried: Whether each way is to be short, since a time-out before has shown that waiting
                is no use.
            until: When the time of the whole file is up, by time.monotonic().
        """
        self._hurried = hurried
        self._until = until
        self._limit = limit
        self.end = IN_ALL * limit
        self.most = BYTES + int(limit * BYTES_A_SECOND)
        self.received = 0
        self.retrying = False
        self.timed_out = False
        self._first_end = self._hurry(limit)
        self._began = time.monotonic()
        self._process: IsolatedProcess | None = None
        self._pace = 1.0  # of the process that was followed last
        # Of the processes that are gone, less what this one had taken before it was followed.
        self._computed_before = 0.0
        self._idle_before = 0.0

    def follow(self, process: IsolatedProcess | None) -> None:
        """Count what another process takes from now on; None for no process."""
        computed, idle = self.computed(), self.idle()
        if process is not None:
            computed -= process.computed()
            idle -= process.idle()
            self._pace = process.pace
        self._computed_before, self._idle_before = computed, idle
        self._process = process

    def computed(self) -> float:
        """Return the processor time of the processes."""
        if self._process is None:
            return self._computed_before
        return self._computed_before + self._process.computed()

    def idle(self) -> float:
        """Return how long the processes were waited for, less the time in the run queue."""
        if self._process is None:
            return self._idle_before
        return self._idle_before + self._process.idle()

    def _idle_at_most(self) -> float:
        if self._process is None:
            return self._idle_before
        return self._idle_before + self._process.idle_at_most()

    def _surely(self) -> float:
        """Return what it shows without regard to what the processes were waited for."""
        on_the_wall = time.monotonic() - self._began
        return max(self.computed(), on_the_wall / NET)

    def read(self) -> float:
        """Return how many seconds have been taken."""
        surely = self._surely()
        if self._idle_at_most() / WALL <= surely:
            return surely  # the run queue is only looked at where it matters
        return max(surely, self.idle() / WALL)

    def left(self, until: float) -> float:
        """Return how long it takes at least to that reading, or to the end of the file's time.

        Nobody's time is up for sleeping who is just awake: a wait in the run queue is only told
        when it is over.
        """
        left = until - self.read()
        if left <= 0 and self._surely() < until and self._is_awake():
            left = LOOK_SECONDS
        return min(left, self._until - time.monotonic())

    def _is_awake(self) -> bool:
        return self._process is not None and not self._process.sleeps()

    def expired(self) -> bool:
        """Tell whether the time of the whole file is up."""
        return time.monotonic() >= self._until

    def telling(self, seconds: float) -> str:
        """Say after which time so many seconds of a limit were used up, and ask for the reason."""
        read, computed = self.read(), self.computed()
        if computed >= MOSTLY * read:
            return COMPUTED.format(seconds=self._pace * seconds, endless=ENDLESS)
        if self.idle() / WALL >= MOSTLY * read:
            return WAITED.format(seconds=WALL * seconds)
        return NEITHER.format(seconds=NET * seconds, computed=computed)

    def allow(self, seconds: float) -> None:
        """Let the first way to ask take that much longer; not all ways together."""
        self._first_end += seconds

    def retry(self, timed_out: bool, taken: float) -> None:
        """Take note that the second way to ask begins.

        Args:
            timed_out: Whether the first one was cut off by its limit.
            taken: The seconds that it took, on another clock.
        """
        self.retrying = True
        self.timed_out = timed_out
        self.end -= taken

    def attempt(self, within: float) -> tuple[float, float]:
        """Return how long what is asked next may take.

        Args:
            within: The seconds that it was given, perhaps more than there are.

        Returns:
            The seconds that are told if they do not suffice, and the reading at which it ends.
        """
        seconds = min(within, self._limit)
        if self.retrying:
            if self.timed_out:
                seconds = min(self._hurry(seconds), AGAIN_SECONDS)
            return seconds, min(self.end, self.read() + seconds)
        seconds = self._hurry(seconds)
        return seconds, min(self._first_end, self.read() + seconds)

    def _hurry(self, seconds: float) -> float:
        if self._hurried and seconds < PATIENT_SECONDS:
            return min(seconds, self._limit / HURRY)
        return seconds
