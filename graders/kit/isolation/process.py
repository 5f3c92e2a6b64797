"""An isolated process, from the outside: how it is started, spoken to, watched and ended.

One process holds one submission. Requests and replies are JSON lines; whatever comes back is data
from a stranger.
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
from graders.kit.isolation.sandbox import (
    CHOICE,
    Sandbox,
    environment,
    interpreter,
    remedy,
    sandboxes,
)

ON_LINUX = sys.platform.startswith("linux")

HERE = Path(__file__).parent
HARNESS = HERE / "harness.py"  # the program that an isolated process runs
IMPORTED = [HERE / "confine.py", HERE / "recorder.py", HERE / "tools.py"]  # by the harness
INSIDE = [HARNESS, *IMPORTED]  # all that the untrusted side has of the kit
# -s, -S: no site-packages; -P: no folder of the script on the path; -B: nothing is written.
INTERPRETER_OPTIONS = ["-s", "-S", "-P", "-B", "-X", "utf8"]

# The bytes of memory that a process may have; a browser tab has few.
MEMORY = 1 << 30 if sys.platform == "emscripten" else 2 << 30
REPLY_LIMIT = 1 << 19  # bytes of one reply; the largest tree that is asked for takes a fifth of it
# The next two are of the wall clock, and a busy machine needs some seconds for what takes a tenth
# of a second elsewhere.
START_SECONDS = 120.0  # a process that has not said hello by then never will
HANG_UP_SECONDS = 20.0  # for a process that is ended before it was asked anything
LOOK_SECONDS = 0.01  # the watchdog looks at the time no more often
STDERR_KEPT = 2_000  # bytes
LARGEST_NUMBER = 1e300  # no statement asks for a larger one
LONGEST_NUMBER = 20  # characters; of a longer one that is refused only the length is shown
CRASHES = ("SIGSEGV", "SIGABRT", "SIGFPE", "SIGBUS")
KILLS = ("SIGKILL", "SIGTERM", "SIGXCPU", "SIGSYS")

NO_BUBBLEWRAP = "bubblewrap is not installed (sudo apt install bubblewrap)"
CHOSEN = f"{CHOICE} names it"
NO_FILTER = "system calls are not filtered on this kind of machine"
LINE_OF_DRIVER = re.compile(r'File "driver\.py", line (\d+)')

Message = dict[str, Any]


class Tuple(list[Any]):
    """What was a tuple of the student's, which JSON has not."""


def _object(value: Message) -> Any:
    items = value.get("tuple")
    if isinstance(items, list):
        return Tuple(items)
    return value


def _real(text: str) -> Any:
    """Return a number of a reply; in its place words, where no statement asks for such a number.

    That is infinity, or a number of 400 digits.
    """
    number = float(text)
    if abs(number) <= LARGEST_NUMBER:
        return number
    words = text
    if len(text) > LONGEST_NUMBER:
        words = f"one of {len(text)} characters"
    return {"type": "number", "repr": words}


def _whole(text: str) -> Any:
    if len(text) <= 300:
        return int(text)
    return _real(text)


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
    """Return a function that tells how much of some seconds, which begin now, is left."""
    until = time.monotonic() + seconds
    return lambda: until - time.monotonic()


class Process:
    """An isolated process that runs harness.py with one exercise's driver."""

    # Seconds of the wall clock for each second of a limit, where the wall clock stands in.
    pace = 1.0

    def __init__(self, driver: Path, only: str = "", memory: int = MEMORY) -> None:
        """Start the process; it gets ready by itself.

        Args:
            driver: The file driver.py of the exercise.
            only: The one isolation that will do; "" for the best that works.
            memory: The bytes of memory that the process may have.

        Raises:
            NotStarted: Nothing that could confine it can be started here.
        """
        self._driver = driver
        self._memory = memory
        allowed = [sandbox for sandbox in sandboxes() if only in ("", sandbox.isolation)]
        self._sandboxes = iter(allowed)  # the ones that are not tried yet, the best first
        self.warnings: list[str] = []  # why a better isolation did not work
        self._said_hello = False
        self._complaint = b""  # the last that it wrote to standard error before its hello
        self._guarding = threading.Condition()
        self.size = 0  # bytes of the last reply
        # Seconds of all waits for replies that are over, and when the wait that goes on began. It
        # is one tuple, since the watchdog's thread must read the two at the same moment.
        self._wait: tuple[float, float | None] = (0.0, None)
        self._waiting = cores.Waiting()  # the thread that waits for replies
        self._start()

    def _start(self) -> None:
        """Start a process in the next sandbox; where that can't be executed, in the one after."""
        self._forget_the_former_one()
        sandbox = self._next_sandbox()
        self.isolation = sandbox.isolation  # "bubblewrap", "landlock", or "none"
        command = self._command(sandbox)
        # With bubblewrap and with Landlock it sees no other process at all.
        exposed = sandbox.isolation == "none" and ON_LINUX
        if exposed:
            starter.stay_unseen()
        try:
            self._popen: Any = starter.start(command, environment(), private=exposed)
        except OSError as error:  # a bwrap that can't be executed
            self.warnings.append(f"{sandbox.program}: {error.strerror}")
            self._start()
            return
        self._tell_how_to_confine_it(sandbox)

    def _forget_the_former_one(self) -> None:
        """Set all that is known of one process, and not of the next."""
        self._expired = False
        self._closed = False
        self._left: Callable[[], float] | None = None  # tells the seconds until it is killed
        self._next_look = 0.0  # when the watchdog looks at the time next; 0 while there is none
        # The rest is known once the process has said hello, and where the system tells it.
        self._clock: int | None = None  # the number of the clock of its processor time
        self._computed: float | None = None  # all that it has computed, once it is ended
        self._inside: cores.Thread | None = None  # the thread that the student's code runs in
        # The seconds that it had been waited for, and had been idle, when that was read last.
        self._last_look = 0.0, 0.0

    def _next_sandbox(self) -> Sandbox:
        """Return the best sandbox that is not tried yet; warn if that is not bubblewrap."""
        sandbox = next(self._sandboxes, None)
        if sandbox is None:
            reasons = "; ".join(self.warnings) or "there is no way to"
            raise NotStarted(f"The isolated process can't be started: {reasons}.")
        if ON_LINUX and sandbox.isolation != "bubblewrap" and not self.warnings:
            chosen = bool(os.environ.get(CHOICE))
            self.warnings.append(CHOSEN if chosen else NO_BUBBLEWRAP)
        return sandbox

    def _command(self, sandbox: Sandbox) -> list[str]:
        """Return the command that runs harness.py in a sandbox."""
        prefix = [*sandbox.prefix]
        harness = str(HARNESS)
        driver = str(self._driver)
        parent = str(os.getpid())  # without that process it must not go on
        if prefix:
            inside = self._paths_inside()
            for path, path_inside in inside.items():
                prefix += ["--ro-bind", path, path_inside]
            prefix += ["--remount-ro", "/", "--chdir", "/", "--"]
            harness = inside[harness]
            driver = inside[driver]
            parent = "1"  # the first process of its own namespace, which ends with bubblewrap
        return [*prefix, interpreter(), *INTERPRETER_OPTIONS, harness, driver, parent]

    def _paths_inside(self) -> dict[str, str]:
        """Return each file that bubblewrap shows, and the path at which the process finds it."""
        inside = {str(path): f"/kit/{path.name}" for path in INSIDE}
        inside[str(self._driver)] = "/kit/driver.py"
        for path in IMPORTED:
            compiled = Path(cache_from_source(str(path)))  # spares compiling it once more
            if compiled.exists():
                inside[str(compiled)] = f"/kit/{compiled.parent.name}/{compiled.name}"
        return inside

    def _tell_how_to_confine_it(self, sandbox: Sandbox) -> None:
        """Send the first message at once: it gets ready while nobody waits for it yet."""
        confines_files = sandbox.isolation != "none"
        system_calls = filters.program(writing=confines_files)
        how = {"filter": system_calls.hex(), "landlock": sandbox.grants, "memory": self._memory}
        self.send(json.dumps(how).encode() + b"\n")
        self.flush()

    def watch(self, left: Callable[[], float]) -> None:
        """Kill the process once its time is up; whoever waits for a reply gets Silent then.

        Args:
            left: Tells how many seconds there are, at least, until the time is up. It is called
                again after them, and the process is killed once it tells 0.
        """
        self._waiting.here()
        with self._guarding:
            self._left = left
            if self._next_look == 0:
                self._next_look = math.inf
                threading.Thread(target=self._guard, daemon=True).start()
            elif time.monotonic() + left() < self._next_look:
                self._guarding.notify()

    def _guard(self) -> None:
        """Look after the time, in a thread that lives as long as the process."""
        with self._guarding:
            while not self._closed:
                seconds = math.inf
                if self._left is not None:
                    seconds = self._left()
                if seconds <= 0:
                    self._left = None
                    self._expired = True
                    self._look_last()
                    self._kill()
                    continue
                pause = max(seconds, LOOK_SECONDS)
                self._next_look = time.monotonic() + pause
                if pause == math.inf:
                    self._guarding.wait()
                else:
                    self._guarding.wait(pause)

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
            computed = time.clock_gettime(self._clock) - self._computed_at_hello
            self._last_reading = now, computed
        except OSError:
            pass  # it is gone: since the last reading it took no more than the time that went by
        read_at, computed = self._last_reading
        return computed + now - read_at

    def waited(self) -> float:
        """Return the seconds of the wall clock in which somebody waited for its replies."""
        seconds, began = self._wait
        if began is None:
            return seconds
        return seconds + time.monotonic() - began

    def idle(self) -> float:
        """Return the seconds that it was waited for, and neither it nor the waiting thread queued.

        To queue is to stand in the run queue, which is to wait for a core. What went by since the
        last look at a process that is gone is left out. 0 where the system does not tell.
        """
        if self._inside is None:
            return 0.0
        if self._computed is None:  # else its number may be another process's by now
            waited = self.waited()
            queued = self._inside.queued()
            if queued is not None:
                self._last_look = waited, waited - queued - self._waiting.queued()
        return self._last_look[1]

    def idle_at_most(self) -> float:
        """Return the most that idle() can be, without a look at the run queue: that is slow."""
        if self._inside is None:
            return 0.0
        waited, idle = self._last_look
        return idle + self.waited() - waited

    def sleeps(self) -> bool:
        """Tell whether it sleeps while somebody waits for it.

        That it waits until an answer of its own has been read is no sleep.
        """
        began = self._wait[1]
        if self._inside is None or began is None:
            return False
        return self._inside.sleeps() and self._waiting.sleeps()

    def _look_last(self) -> None:
        """Note for good what it has taken, before it is gone."""
        if self._computed is None:
            self.idle()
            self._computed = self.computed()

    def _find_clock(self) -> None:
        """Find the clock of its processor time: Linux only."""
        number = self._popen.pid
        try:
            # Below bubblewrap's processes it is the only one.
            while below := Path(f"/proc/{number}/task/{number}/children").read_text().split():
                number = int(below[0])
            clock = (~number << 3) | 2  # clock_getcpuclockid(3), which Python lacks
            self._computed_at_hello = time.clock_gettime(clock)
        except OSError:
            return  # no /proc, or an old kernel: see computed
        # When its processor time was read last, and how much it had taken since its hello.
        self._last_reading = time.monotonic(), 0.0
        self._clock = clock
        inside = cores.process(number)
        if inside.queued() is not None:
            self._inside = inside

    def ready(self) -> None:
        """Wait until the process runs; where one isolation can't work, start it in the next.

        Raises:
            NotStarted: There is no further isolation.
            KitError: The driver can't be run, in whatever isolation.
        """
        while not self._said_hello:
            self.watch(countdown(START_SECONDS))
            try:
                hello = self.receive()
            except (Ended, Silent) as error:
                self._note_why_it_ended(error)
                self._start()
                continue
            self._said_hello = True
            self._waited_at_hello = self.waited()
            self.rest()
            if ON_LINUX:
                self._find_clock()
                if hello.get("filtered") is not True:
                    self.warnings.append(NO_FILTER)

    def _note_why_it_ended(self, error: Ended | Silent) -> None:
        """Add a warning from the complaint of a process that ended before its hello."""
        complaint = self._complaint.decode(errors="replace")
        complaint_lines = complaint.strip().splitlines()
        why = complaint_lines[-1] if complaint_lines else str(error)
        driver_lines = LINE_OF_DRIVER.findall(complaint)
        if driver_lines:
            message = f"{self._driver}, line {driver_lines[-1]}, can't be run: {why}."
            raise KitError(message) from None
        if self.isolation == "bubblewrap":
            self.warnings.append(f"{why}. {remedy()}")
        else:
            self.warnings.append(f"{self.isolation}: {why}")

    def send(self, line: bytes) -> None:
        """Send a message, a line of JSON; it may wait until flush or receive, to go with others."""
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
        """Return the next message.

        Raises:
            Silent: The time was up before.
            Ended: There is no message to come, or what came is none.
        """
        self.flush()
        waited_before = self._wait[0]
        began = time.monotonic()
        self._wait = waited_before, began
        line = self._popen.stdout.readline(REPLY_LIMIT)
        self._wait = waited_before + time.monotonic() - began, None
        self.size = len(line)
        if not line.endswith(b"\n"):
            self.close()
            if self._expired:
                raise Silent
            if line:
                raise Ended("it sent an answer that is far too large")
            raise Ended(self._last_words())
        try:
            return message_of(line)
        except Ended:
            self.close()
            raise

    def _last_words(self) -> str:
        """Say how the process ended, from its exit status."""
        status = self._popen.returncode
        # Python reports a signal as a negative number; bubblewrap as the shells do, as 128 + its
        # number.
        number = -status if status < 0 else status - 128
        try:
            name = signal.Signals(number).name
        except ValueError:
            name = ""  # it was no signal
        if name in CRASHES:
            return f"the interpreter crashed ({name})"
        if name in KILLS:
            return "it was killed"
        return f"it ended with exit code {status}"

    def close(self) -> None:
        """End the process and all it has started, and wait until it is gone."""
        self._look_last()
        with self._guarding:
            self._left = None
            self._closed = True
            self._guarding.notify_all()
        if not self._said_hello and not self._expired:
            self._hang_up()
        self._kill()
        self._popen.wait()
        self._keep_complaint()
        for pipe in (self._popen.stdin, self._popen.stdout, self._popen.stderr):
            try:
                pipe.close()
            except OSError:
                pass  # a question that was never read

    def _hang_up(self) -> None:
        """Let a process that nobody needs after all notice that there are no questions.

        bubblewrap, killed while it starts, can leave a child behind that waits for it for ever.
        """
        try:
            self._popen.stdin.close()
            self._popen.wait(HANG_UP_SECONDS)
        except (OSError, TimeoutExpired):
            pass  # then it is killed

    def _keep_complaint(self) -> None:
        """Keep what it wrote to standard error: that goes nowhere any more after the hello."""
        stderr = self._popen.stderr
        if stderr.closed:
            return
        if sys.platform != "win32":
            # A child that was left behind may hold the pipe open, and reading would wait for it.
            os.set_blocking(stderr.fileno(), False)
        self._complaint = stderr.read(STDERR_KEPT) or b""

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
