"""An isolated process of the operating system: how it is started, spoken to and ended."""

import os
import re
import signal
import sys
from collections.abc import Callable
from importlib.util import cache_from_source
from pathlib import Path
from subprocess import TimeoutExpired
from typing import Any

from graders.kit.errors import Ended, KitError, NotStarted, Silent
from graders.kit.isolation import filters, starter
from graders.kit.isolation.messages import (
    REPLY_LIMIT,
    TOO_LARGE,
    Confinement,
    Reply,
    line_of,
    reply_of,
)
from graders.kit.isolation.meter import Meter
from graders.kit.isolation.protocol import (
    CRASHED,
    EXITED,
    IMPORTED,
    INSIDE,
    MEMORY,
    PROGRAM,
    START_SECONDS,
    countdown,
)
from graders.kit.isolation.sandbox import (
    CHOICE,
    Sandbox,
    environment,
    interpreter,
    remedy,
    sandboxes,
)
from graders.kit.isolation.watchdog import Watchdog

ON_LINUX = sys.platform.startswith("linux")

# -s, -S: no site-packages; -P: no folder of the script on the path; -B: nothing is written.
INTERPRETER_OPTIONS = ["-s", "-S", "-P", "-B", "-X", "utf8"]

HANG_UP_SECONDS = 20.0  # for a process that is ended before it was asked anything
STDERR_KEPT = 2_000  # bytes
CRASHES = ("SIGSEGV", "SIGABRT", "SIGFPE", "SIGBUS")
KILLS = ("SIGKILL", "SIGTERM", "SIGXCPU", "SIGSYS")

NO_BUBBLEWRAP = "bubblewrap is not installed (sudo apt install bubblewrap)"
CHOSEN = f"{CHOICE} names it"
NO_FILTER = "system calls are not filtered on this kind of machine"
LINE_OF_DRIVER = re.compile(r'File "[^"]*driver\.py", line (\d+)')


class NativeProcess:
    """A process of the operating system that runs harness.py; see IsolatedProcess."""

    pace = 1.0

    def __init__(self, driver: Path, only: str = "", memory: int = MEMORY) -> None:
        """Start the process; see process.start for the arguments."""
        self._driver = driver
        self._memory = memory
        self._only = only
        allowed = [sandbox for sandbox in sandboxes() if only in ("", sandbox.isolation)]
        self._sandboxes = iter(allowed)  # the ones that are not tried yet, the best first
        self.warnings: list[str] = []
        self._said_hello = False
        self._complaint = b""  # the last that it wrote to standard error before its hello
        self.size = 0
        self._start()

    def _start(self) -> None:
        """Start a process in the next sandbox; where that can't be executed, in the one after."""
        sandbox = self._next_sandbox()
        self.isolation = sandbox.isolation
        self._meter = Meter()
        self._watchdog = Watchdog(self._end_in_time)
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

    def _next_sandbox(self) -> Sandbox:
        """Return the best sandbox that is not tried yet; warn if that is not bubblewrap.

        Whoever has asked for one isolation is not warned that there may be better ones.
        """
        sandbox = next(self._sandboxes, None)
        if sandbox is None:
            reasons = "; ".join(self.warnings) or "there is no way to"
            raise NotStarted(f"The isolated process can't be started: {reasons}.")
        might_be_better = ON_LINUX and sandbox.isolation != "bubblewrap"
        if might_be_better and not self._only and not self.warnings:
            if os.environ.get(CHOICE):
                self.warnings.append(CHOSEN)
            else:
                self.warnings.append(NO_BUBBLEWRAP)
        return sandbox

    def _command(self, sandbox: Sandbox) -> list[str]:
        """Return the command that runs harness.py in a sandbox."""
        prefix = [*sandbox.prefix]
        program = str(PROGRAM)
        driver = str(self._driver)
        parent = str(os.getpid())  # without that process it must not go on
        if prefix:
            inside = self._paths_inside()
            for path, path_inside in inside.items():
                prefix += ["--ro-bind", path, path_inside]
            prefix += ["--remount-ro", "/", "--chdir", "/", "--"]
            program = inside[program]
            driver = inside[driver]
            parent = "1"  # the first process of its own namespace, which ends with bubblewrap
        return [*prefix, interpreter(), *INTERPRETER_OPTIONS, program, driver, parent]

    def _paths_inside(self) -> dict[str, str]:
        """Return each file that bubblewrap shows, and the path at which the process finds it."""
        inside = {str(path): f"/kit/{path.name}" for path in INSIDE}
        inside[str(self._driver)] = "/kit/driver.py"
        for path in (*IMPORTED, self._driver):
            compiled = Path(cache_from_source(str(path)))  # spares compiling it once more
            if compiled.exists():
                inside[str(compiled)] = f"/kit/{compiled.parent.name}/{compiled.name}"
        return inside

    def _tell_how_to_confine_it(self, sandbox: Sandbox) -> None:
        """Send the first message at once: it gets ready while nobody waits for it yet."""
        confines_files = sandbox.isolation != "none"
        system_calls = filters.program(writing=confines_files)
        how: Confinement = {
            "filter": system_calls.hex(),
            "landlock": sandbox.grants,
            "memory": self._memory,
        }
        self.send(line_of(how))
        self.flush()

    def ready(self) -> None:
        """Wait until it runs; where one isolation can't work, start it in the next."""
        while not self._said_hello:
            self.watch(countdown(START_SECONDS))
            try:
                hello = self.receive()
            except (Ended, Silent) as error:
                self._note_why_it_ended(error)
                self._start()
                continue
            self._said_hello = True
            self.rest()
            self._meter.begin(self._popen.pid)
            if ON_LINUX and hello.get("filtered") is not True:
                self.warnings.append(NO_FILTER)

    def alive(self) -> bool:
        return self._popen.poll() is None

    def watch(self, left: Callable[[], float]) -> None:
        self._meter.here()
        self._watchdog.watch(left)

    def rest(self) -> bool:
        return self._watchdog.rest()

    def _end_in_time(self) -> None:
        """End the process, whose time is up: for the watchdog."""
        self._meter.end()
        self._kill()

    def computed(self) -> float:
        return self._meter.computed()

    def idle(self) -> float:
        return self._meter.idle()

    def idle_at_most(self) -> float:
        return self._meter.idle_at_most()

    def sleeps(self) -> bool:
        return self._meter.sleeps()

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
        try:
            self._popen.stdin.write(line)
        except OSError:
            pass  # it is gone; the reply that doesn't come says so

    def flush(self) -> None:
        try:
            self._popen.stdin.flush()
        except OSError:
            pass  # likewise

    def receive(self) -> Reply:
        self.flush()
        self._meter.begin_waiting()
        line = self._popen.stdout.readline(REPLY_LIMIT)
        self._meter.end_waiting()
        self.size = len(line)
        if not line.endswith(b"\n"):
            self.close()
            if self._watchdog.expired:
                raise Silent
            if line:
                raise Ended(TOO_LARGE)
            raise Ended(self._last_words())
        try:
            return reply_of(line)
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
            return CRASHED.format(signal=name)
        if name in KILLS:
            return "it was killed"
        return EXITED.format(code=status)

    def close(self) -> None:
        """End the process and all it has started, and wait until it is gone."""
        self._meter.end()
        self._watchdog.dismiss()
        if not self._said_hello and not self._watchdog.expired:
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
