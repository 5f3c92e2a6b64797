"""An isolated process, from the outside: how it is started, spoken to, watched and ended.

One process holds one submission. Requests and replies are JSON lines; whatever comes back is data from a stranger.
"""

import json
import math
import os
import re
import signal
import sys
import threading
import time
from collections.abc import Callable
from importlib.util import cache_from_source
from pathlib import Path
from subprocess import TimeoutExpired
from typing import Any

from graders.kit.errors import Ended, KitError, NotStarted, Silent
from graders.kit.isolation import cores, filters, starter
from graders.kit.isolation.sandbox import CHOICE, environment, interpreter, remedy, sandboxes

# What the untrusted side has of the kit; harness.py is what runs.
INSIDE = [
    Path(__file__).with_name(name)
    for name in ("harness.py", "confine.py", "recorder.py", "tools.py")
]
MEMORY = (
    1 if sys.platform == "emscripten" else 2
) << 30  # bytes that a process may have; a browser tab has few
REPLY_LIMIT = 1 << 19  # bytes of one reply; the largest tree that is asked for takes a fifth of it
# These two are of the wall clock, and a busy machine needs some seconds for what takes a tenth of one elsewhere.
START_SECONDS = 120.0  # a process that has not said hello by then never will
HANG_UP_SECONDS = 20.0  # for a process that is ended before it was asked anything
LOOK_SECONDS = 0.01  # the watchdog looks at the time no more often
STDERR_KEPT = 2_000

Message = dict[str, Any]


class Tuple(list[Any]):
    """What was a tuple of the student's, which JSON has not."""


def _object(value: Message) -> Any:
    items = value.get("tuple")
    return Tuple(items) if isinstance(items, list) else value


def _real(text: str) -> Any:
    """Return a number of a reply; one that no statement asks for, as infinity or one of 400 digits, comes as words."""
    number = float(text)
    words = text if len(text) <= 20 else f"one of {len(text)} characters"
    return number if abs(number) <= 1e300 else {"type": "number", "repr": words}


def _whole(text: str) -> Any:
    return int(text) if len(text) <= 300 else _real(text)


_DECODER = json.JSONDecoder(
    object_hook=_object, parse_int=_whole, parse_float=_real, parse_constant=_real
)


def message_of(line: bytes) -> Message:
    """Return the message that a line is; raise Ended if it is none."""
    try:
        message = _DECODER.decode(line.decode())
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise Ended("it sent something that is no answer")
    return message


def countdown(seconds: float) -> Callable[[], float]:
    """Return what tells how much of some seconds, which begin now, is left."""
    until = time.monotonic() + seconds
    return lambda: until - time.monotonic()


class Process:
    """An isolated process that runs harness.py with one exercise's driver.

    only: the one isolation that will do; memory: bytes that it may have
    """

    pace = (
        1.0  # seconds of the wall clock for each second of a limit, where the wall clock stands in
    )

    def __init__(self, driver: Path, only: str = "", memory: int = MEMORY) -> None:
        self._driver, self._memory = driver, memory
        self._sandboxes = iter([one for one in sandboxes() if only in ("", one.isolation)])
        self.warnings: list[str] = []  # why a better isolation did not work
        self._said_hello = False
        self._complaint = b""
        self._guarding = threading.Condition()
        self.size = 0  # bytes of the last reply
        self._wait: tuple[float, float | None] = (
            0.0,
            None,
        )  # seconds of all waits that are over; when this one began
        self._waiting = cores.Waiting()  # whoever waits for its replies
        self._start()

    def _start(self) -> None:
        self._expired = self._closed = False
        self._left: Callable[[], float] | None = None  # of the time
        self._looks = 0.0  # when it is looked after next; 0 for never yet
        self._clock: int | None = None  # of its processor time
        self._computed: float | None = None  # all that it has computed, once it is ended
        self._inside: cores.Thread | None = (
            None  # the student's code runs in it; None where nothing is told of it
        )
        self._looked = 0.0, 0.0  # waited and idle, as they were at the last look
        sandbox = next(self._sandboxes, None)
        if sandbox is None:
            reasons = "; ".join(self.warnings) or "there is no way to"
            raise NotStarted(f"The isolated process can't be started: {reasons}.")
        if (
            not self.warnings
            and sandbox.isolation != "bubblewrap"
            and sys.platform.startswith("linux")
        ):
            missing = "bubblewrap is not installed (sudo apt install bubblewrap)"
            self.warnings.append(f"{CHOICE} names it" if os.environ.get(CHOICE) else missing)
        self.isolation = (
            sandbox.isolation
        )  # "bubblewrap", "landlock", or "none" for a plain process
        command, harness, driver = sandbox.prefix, str(INSIDE[0]), str(self._driver)
        parent = str(os.getpid())  # without which it must not go on
        if command:
            compiled = [
                Path(cache_from_source(str(path))) for path in INSIDE[1:]
            ]  # where they were compiled once
            shown = {str(path): f"/kit/{path.name}" for path in INSIDE} | {driver: "/kit/driver.py"}
            shown |= {
                str(path): f"/kit/{path.parent.name}/{path.name}"
                for path in compiled
                if path.exists()
            }
            command = [
                *command,
                *(part for bound in shown.items() for part in ("--ro-bind", *bound)),
            ]
            command += ["--remount-ro", "/", "--chdir", "/", "--"]
            harness, driver = shown[harness], shown[driver]
            parent = "1"  # the first process of its own namespace, which ends with bubblewrap
        plain = sandbox.isolation == "none" and sys.platform.startswith("linux")
        if plain:
            starter.stay_unseen()  # in the others it sees no process at all
        # -s -S -P -B: no site-packages, no folder of the script on the path, nothing written.
        command = [
            *command,
            interpreter(),
            "-s",
            "-S",
            "-P",
            "-B",
            "-X",
            "utf8",
            harness,
            driver,
            parent,
        ]
        try:
            self._popen: Any = starter.start(command, environment(), private=plain)
        except OSError as error:  # a bwrap that can't be executed
            self.warnings.append(f"{sandbox.program}: {error.strerror}")
            self._start()
        else:
            filtered = filters.program(writing=sandbox.isolation != "none").hex()
            how = {"filter": filtered, "landlock": sandbox.grants, "memory": self._memory}
            self.send(json.dumps(how).encode() + b"\n")
            self.flush()  # it gets ready while nobody waits for it yet

    def watch(self, left: Callable[[], float]) -> None:
        """Kill the process once left(), how many seconds there are at least, is 0; whoever waits gets Silent then."""
        self._waiting.here()
        with self._guarding:
            self._left = left
            if self._looks == 0:
                self._looks = math.inf
                threading.Thread(target=self._guard, daemon=True).start()
            elif time.monotonic() + left() < self._looks:
                self._guarding.notify()

    def _guard(self) -> None:
        """Look after the time, in a thread that lives as long as the process."""
        with self._guarding:
            while not self._closed:
                seconds = math.inf if self._left is None else self._left()
                if seconds <= 0:
                    self._left, self._expired = None, True
                    self._look_last()
                    self._kill()
                else:
                    self._looks = time.monotonic() + max(seconds, LOOK_SECONDS)
                    self._guarding.wait(None if seconds == math.inf else max(seconds, LOOK_SECONDS))

    def rest(self) -> bool:
        """Let nobody look after the time; return whether the process was not killed for it."""
        with self._guarding:
            self._left = None
            return not self._expired

    def alive(self) -> bool:
        """Tell whether it has not ended; it may, while nobody needs it."""
        return self._popen.poll() is None

    def computed(self) -> float:
        """Return the seconds of processor time that it took since it is ready.

        Where that can't be read, the seconds in which somebody waited for it.
        """
        if not self._said_hello:
            return 0.0  # however long it waits to be needed
        if self._computed is not None:
            return self._computed
        if self._clock is None:
            return self.waited() - self._waited_at_hello
        now = time.monotonic()
        try:
            self._seen = now, time.clock_gettime(self._clock) - self._computed_at_hello
        except OSError:
            pass  # it is gone: since the last look it took no more than the time that went by
        return self._seen[1] + now - self._seen[0]

    def waited(self) -> float:
        """Return the seconds of the wall clock in which somebody waited for its replies."""
        seconds, began = self._wait
        return seconds if began is None else seconds + time.monotonic() - began

    def idle(self) -> float:
        """Return those seconds, less the ones that it stood in the run queue, or who waits for it did.

        What went by since the last look at a process that is gone is left out. 0 where the system does not tell.
        """
        if self._inside is None:
            return 0.0
        if self._computed is not None:
            return self._looked[1]  # its number may be another process's by now
        waited = self.waited()
        its = self._inside.queued()
        if its is not None:
            self._looked = waited, waited - its - self._waiting.queued()
        return self._looked[1]

    def idle_at_most(self) -> float:
        """Return what idle() is at most, without a look at the run queue, which takes far longer."""
        if self._inside is None:
            return 0.0
        waited, idle = self._looked
        return idle + self.waited() - waited

    def sleeps(self) -> bool:
        """Tell whether it sleeps while somebody waits for it, and not because an answer of its has not been read."""
        if self._inside is None or self._wait[1] is None:
            return False
        return self._inside.sleeps() and self._waiting.sleeps()

    def _look_last(self) -> None:
        """Note for good what it has taken, before it is gone."""
        if self._computed is None:
            self.idle()
            self._computed = self.computed()

    def _find_clock(self) -> None:
        """Find the clock of its processor time: below bubblewrap's processes it is the only one."""
        number = self._popen.pid
        try:
            while below := Path(f"/proc/{number}/task/{number}/children").read_text().split():
                number = int(below[0])
            clock = (~number << 3) | 2  # clock_getcpuclockid(3), which Python lacks
            self._computed_at_hello = time.clock_gettime(clock)
        except OSError:
            return  # no /proc, or an old kernel: see computed
        self._seen = time.monotonic(), 0.0  # when its processor time was read, and what it said
        self._clock = clock
        inside = cores.process(number)
        if inside.queued() is not None:
            self._inside = inside

    def ready(self) -> None:
        """Wait until the process runs; where one way to isolate it can't work, start it in the next."""
        while not self._said_hello:
            self.watch(countdown(START_SECONDS))
            try:
                hello = self.receive()
            except (Ended, Silent) as error:
                complaint = self._complaint.decode(errors="replace")
                why = [str(error), *complaint.strip().splitlines()][-1]
                if lines := re.findall(r'File "driver\.py", line (\d+)', complaint):
                    raise KitError(
                        f"{self._driver}, line {lines[-1]}, can't be run: {why}."
                    ) from None
                bubblewrap = self.isolation == "bubblewrap"
                self.warnings.append(
                    f"{why}. {remedy()}" if bubblewrap else f"{self.isolation}: {why}"
                )
                self._start()
                continue
            self._said_hello = True
            self._waited_at_hello = self.waited()
            self.rest()
            if sys.platform.startswith("linux"):
                self._find_clock()
            if hello.get("filtered") is not True and sys.platform.startswith("linux"):
                self.warnings.append("system calls are not filtered on this kind of machine")

    def send(self, line: bytes) -> None:
        """Send one message, a line of JSON. It may wait until flush or receive, for others to go with it."""
        try:
            self._popen.stdin.write(line)
        except OSError:
            pass  # it is gone; the reply that doesn't come says so

    def flush(self) -> None:
        """Let all that was sent go."""
        try:
            self._popen.stdin.flush()
        except OSError:
            pass  # likewise

    def receive(self) -> Message:
        """Return the next message; raise Silent if the time is up before, Ended if there is none to come."""
        self.flush()
        waited, began = self._wait[0], time.monotonic()
        self._wait = waited, began
        line = self._popen.stdout.readline(REPLY_LIMIT)
        self._wait = waited + time.monotonic() - began, None
        self.size = len(line)
        if not line.endswith(b"\n"):
            self.close()
            if self._expired:
                raise Silent
            raise Ended("it sent an answer that is far too large" if line else self._last_words())
        try:
            return message_of(line)
        except Ended:
            self.close()
            raise

    def _last_words(self) -> str:
        # bubblewrap reports a signal as the shells do, as 128 + its number
        status = self._popen.returncode
        name = {number.value: number.name for number in signal.Signals}.get(
            -status if status < 0 else status - 128
        )
        if name in ("SIGSEGV", "SIGABRT", "SIGFPE", "SIGBUS"):
            return f"the interpreter crashed ({name})"
        killed = name in ("SIGKILL", "SIGTERM", "SIGXCPU", "SIGSYS")
        return "it was killed" if killed else f"it ended with exit code {status}"

    def close(self) -> None:
        """End the process and all it has started, and wait until it is gone."""
        self._look_last()
        with self._guarding:
            self._left, self._closed = None, True
            self._guarding.notify_all()
        if not self._said_hello and not self._expired:
            # Nobody needs it after all: it may notice that there are no questions. bubblewrap, killed while it starts,
            # can leave a child behind that waits for it for ever.
            try:
                self._popen.stdin.close()
                self._popen.wait(HANG_UP_SECONDS)
            except (OSError, TimeoutExpired):
                pass  # then it is killed
        self._kill()
        self._popen.wait()
        if not self._popen.stderr.closed:
            if sys.platform != "win32":
                os.set_blocking(
                    self._popen.stderr.fileno(), False
                )  # a child that was left behind may hold it
            self._complaint = (
                self._popen.stderr.read(STDERR_KEPT) or b""
            )  # only what came before the hello
        for pipe in (self._popen.stdin, self._popen.stdout, self._popen.stderr):
            try:
                pipe.close()
            except OSError:
                pass  # a question that was never read

    def _kill(self) -> None:
        if self._popen.returncode is not None:
            return  # its number may be another process's by now
        if sys.platform == "win32" or self.isolation != "none":
            self._popen.kill()
            return
        try:
            os.killpg(self._popen.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass  # gone, and not waited for yet; macOS says it is not permitted then
