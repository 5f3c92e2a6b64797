"""Where the student's code is when its time is nearly up: the untrusted side.

Some samples of its stack are told, each a list of frames of the student's file. Whoever reads them
finds the loop that they have in common: see grading/loops.py.
"""

import signal
import sys
from collections.abc import Callable
from typing import Any

SAMPLES = 8  # that are told of one question
BEGIN = 0.6  # the share of the time that is left after which the first one is taken
ALL_IN = 0.2  # the share in which they are taken
LEAST = 0.01  # seconds between two
DEPTH = 30  # frames that are told of a sample, the outermost
WANTED = getattr(signal, "SIGPROF", None)  # Windows has none
# In a browser no timer comes between what Python does: there the grader sends the signal.
HAS_TIMER = sys.platform != "emscripten"


class Sampler:
    """Takes samples while a question is answered, by the clock of the processor."""

    def __init__(self, file: str, tell: Callable[[list[list[Any]]], None]) -> None:
        """Get ready.

        Args:
            file: The name of the student's file; frames of no other are told.
            tell: Is given each sample.
        """
        self._file = file
        self._tell = tell
        self._left = 0  # samples that are still to be taken
        if WANTED is not None:
            signal.signal(WANTED, self._take)

    def begin(self, seconds: float) -> None:
        """Take samples before so many seconds of the processor are used up."""
        if WANTED is None or seconds <= 0:
            return
        self._left = SAMPLES
        if HAS_TIMER:
            every = max(LEAST, seconds * ALL_IN / SAMPLES)
            signal.setitimer(signal.ITIMER_PROF, max(LEAST, seconds * BEGIN), every)

    def end(self) -> None:
        """Take no more of them."""
        self._left = 0
        if WANTED is not None and HAS_TIMER:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def _take(self, _: int, frame: Any) -> None:
        """Take a sample, when the signal comes that the timer sends."""
        if not self._left:
            return
        self._left -= 1
        try:
            self._tell(self._stack(frame))
        except RecursionError:
            pass  # of the student's code: the next sample may be taken further up

    def _stack(self, frame: Any) -> list[list[Any]]:
        """Return the outermost frames of the student's file, the outermost first.

        Each is [line, first line of its function, name of that, a number that stands for the
        frame].
        """
        stack: list[list[Any]] = []
        while frame is not None:
            code = frame.f_code
            if code.co_filename == self._file:
                stack.append([frame.f_lineno, code.co_firstlineno, code.co_name, id(frame)])
            frame = frame.f_back
        return stack[: -DEPTH - 1 : -1]
