"""Keys of a terminal, one by one, as they are pressed."""

import os
import sys
import threading
from collections.abc import Callable
from typing import Any

LOOK_SECONDS = 0.1
ESCAPE = b"\x1b"


class Keyboard:
    """While it is entered, calls `press` with each key, from a thread. Ctrl-C stays what it is."""

    def __init__(self, press: Callable[[str], None]) -> None:
        self._press = press

    def __enter__(self) -> "Keyboard":
        self._stop = threading.Event()
        self._before: Any = None
        if sys.platform != "win32":
            import termios
            import tty

            self._before = termios.tcgetattr(sys.stdin)
            tty.setcbreak(sys.stdin)
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join(10 * LOOK_SECONDS)
        if sys.platform != "win32":
            import termios

            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._before)

    def _read(self) -> None:
        while not self._stop.is_set():
            for key in self._pressed():
                self._press(key)

    def _pressed(self) -> str:
        """Return what was pressed within a moment, "" for nothing.

        Arrows and the like, which begin with escape, count as nothing.
        """
        if sys.platform == "win32":
            import msvcrt

            if msvcrt.kbhit() or self._stop.wait(LOOK_SECONDS):
                return msvcrt.getwch()
            return ""
        import select

        number = sys.stdin.fileno()
        if not select.select([number], [], [], LOOK_SECONDS)[0]:
            return ""
        data = os.read(number, 1_024)
        if not data:
            self._stop.set()
            return "q"  # the terminal is gone
        if data.startswith(ESCAPE):
            return ""
        return data.decode("utf-8", "ignore")
