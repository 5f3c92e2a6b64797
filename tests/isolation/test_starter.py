"""Nothing outlives its grader, whoever started it and however that ends; nobody opens what another process has open."""

import ctypes
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from graders.kit.grading.student import Student
from graders.kit.isolation.native import NativeProcess
from graders.kit.isolation.starter import start
from graders.kit.selftest.probes import ATTACKS
from tests.conftest import ROOT, children
from tests.isolation.helpers import ISOLATIONS, isolated

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="PR_SET_PDEATHSIG is for Linux")

PR_SET_CHILD_SUBREAPER = 36
LATEST_KILL = 0.6  # seconds after the start
# As `gametree watch` and Dask do: threads that end start processes, of which one waits to be needed and one computes.
FROM_THREADS = """
import sys, threading
from pathlib import Path
from graders.kit.selftest.probes import ATTACKS
from graders.kit.grading.student import Student
from graders.kit.grading.submission import Submission
from graders.kit.isolation.native import NativeProcess

started = []

def in_thread(start):
    thread = threading.Thread(target=lambda: started.append(start()))
    thread.start()
    thread.join()

def wait_to_be_needed():
    process = NativeProcess(ATTACKS)
    process.ready()
    return process

source = Path(sys.argv[1]).read_text("utf-8")
in_thread(wait_to_be_needed)
in_thread(lambda: Student(Submission("attack.py", b"", source), ATTACKS, unprotected=True))
started[1].begin(1_000)
next(iter(started[1].ask([("imports", [[]])])))
"""
SAYS_SO = "import ctypes, time\nctypes.CDLL(None).prctl(15, b'endless')\n"  # PR_SET_NAME: what /proc/PID/comm holds
ENDLESS = {
    "spins.py": f"{SAYS_SO}while True: pass\n",
    "sleeps.py": f"{SAYS_SO}room = bytearray(1 << 26)\ntime.sleep(10**6)\n",
}


@pytest.fixture
def _children_of_the_dead() -> Iterator[None]:
    """Let what outlives its parent become our child, whatever it calls itself."""
    libc = ctypes.CDLL(None)
    libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    yield
    libc.prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)


def graders(folder: Path, out: Path) -> list[list[str]]:
    """Return the commands that grade, each through another door, what never ends."""
    for name, source in ENDLESS.items():
        (folder / name).write_text(source)
    gametree = [sys.executable, "-m", "graders"]
    file = str(folder / "spins.py")
    return [
        [*gametree, "grade", file, "--exercise", "minmax"],
        [*gametree, "grade", str(folder / "sleeps.py"), "--exercise", "minmax"],
        [
            *gametree,
            "class",
            str(folder),
            "--exercise",
            "minmax",
            "--out",
            str(out),
            "--jobs",
            "2",
            "--unprotected",
        ],
        [sys.executable, "-c", FROM_THREADS, file],
    ]


@pytest.mark.usefixtures("_children_of_the_dead")
@pytest.mark.parametrize("kills", [2, pytest.param(200, marks=pytest.mark.whole)])
@pytest.mark.parametrize("isolation", ISOLATIONS)
@pytest.mark.timeout(1_200)
@pytest.mark.by_turns
def test_nothing_outlives_a_grader_that_is_killed(
    isolation: str, kills: int, tmp_path: Path
) -> None:
    folder = tmp_path / "class"
    folder.mkdir()
    environment = {**os.environ, "GAMETREE_ISOLATION": isolation, "PYTHONPATH": str(ROOT)}
    quiet: dict[str, Any] = {
        "stdin": subprocess.DEVNULL,
        "stdout": subprocess.DEVNULL,
        "stderr": subprocess.DEVNULL,
    }
    rng = random.Random()
    before = children().keys()
    killed = 0
    while killed < kills:
        commands = graders(folder, tmp_path / f"out{killed}")
        running = [subprocess.Popen(command, env=environment, **quiet) for command in commands]
        early = {rng.randrange(len(running))}  # this one starts something yet
        for number, grader in enumerate(running):
            if number not in early:
                until_it_runs_a_students_code(grader.pid)
            time.sleep(rng.uniform(0.0, LATEST_KILL if number in early else 0.05))
            assert grader.poll() is None, "it ended by itself"
            grader.kill()
            grader.wait()
            killed += 1
        assert left_after(before) == {}


def until_it_runs_a_students_code(number: int) -> None:
    deadline = time.monotonic() + 60
    while not any(is_endless(below) for below in descendants(number)):
        assert time.monotonic() < deadline, "it runs nothing"
        time.sleep(0.01)


def descendants(number: int) -> Iterator[int]:
    try:
        tasks = [*Path(f"/proc/{number}/task").iterdir()]
        below = [int(one) for task in tasks for one in (task / "children").read_text().split()]
    except (FileNotFoundError, ProcessLookupError):
        return
    for one in below:
        yield one
        yield from descendants(one)


def is_endless(number: int) -> bool:
    try:
        return Path(f"/proc/{number}/comm").read_text() == "endless\n"
    except (FileNotFoundError, ProcessLookupError):
        return False


def left_after(before: Any) -> dict[int, str]:
    """Return which children there are besides those from before, once they have had time to end; end them."""
    deadline = time.monotonic() + 20  # on a busy machine the kernel takes a moment
    while (
        left := {number: line for number, line in children().items() if number not in before}
    ) and (time.monotonic() < deadline):
        time.sleep(0.02)
    for number in left:
        os.kill(number, signal.SIGKILL)
    return left


@pytest.mark.parametrize("isolation", ISOLATIONS)
def test_what_a_thread_has_started_lives_on_when_that_ends(isolation: str) -> None:
    """For the kernel a process ends with the thread that started it."""
    started: list[Student] = []

    def start_and_ask() -> None:
        student = isolated("", isolation)
        list(student.ask([("imports", [[]])]))
        started.append(student)

    thread = threading.Thread(target=start_and_ask)
    thread.start()
    thread.join()
    (student,) = started
    time.sleep(0.2)  # bubblewrap would end after the thread, and what it has started after that
    try:
        (answer,) = student.ask([("imports", [[]])])
        assert (answer.value, answer.lost) == ("", None)
    finally:
        student.close()


def test_a_fork_of_the_grader_starts_processes_of_its_own() -> None:
    """It has none of the threads."""
    isolated("", "landlock").close()
    number = os.fork()
    if number == 0:
        process = NativeProcess(ATTACKS, "landlock")
        process.ready()
        process.close()
        os._exit(7)
    assert os.waitstatus_to_exitcode(os.waitpid(number, 0)[1]) == 7


def number_of(student: Student) -> int:
    """Return the number of a submission's process where that is no bubblewrap."""
    return int(vars(student)["_process"]._popen.pid)


def test_without_isolation_nobody_opens_what_another_process_has_open() -> None:
    """Neither the grader's nor that of another submission: no pipe, no memory, no environment, also not for root."""
    with closing(isolated("", "none")) as other, closing(isolated("", "none")) as thief:
        list(other.ask([("imports", [[]])]))
        list(thief.ask([("imports", [[]])]))
        names = [
            "mem",
            "environ",
            "maps",
            "auxv",
            "cwd",
            "root/etc/passwd",
            *(f"fd/{n}" for n in range(20)),
        ]
        paths = [
            f"/proc/{number}/{name}" for number in (os.getpid(), number_of(other)) for name in names
        ]
        (opened,) = thief.ask([("read", [[*paths, "/etc/passwd"]])])
        assert opened.value == "/etc/passwd"
        (held,) = thief.ask([("processes", [number_of(other)])])
        assert held.value == ""


def test_while_a_process_can_still_be_looked_into_it_has_no_pipe_but_for_complaints() -> None:
    """Linux lets each program be looked into until that forbids it; a socket is opened by nobody."""
    sleeper = [sys.executable, "-c", "import time; time.sleep(60)"]
    process = start(sleeper, dict(os.environ), private=True)
    try:
        kinds = [
            os.readlink(f"/proc/{process.pid}/fd/{number}").partition(":")[0] for number in range(3)
        ]
        assert kinds == ["socket", "/dev/null", "pipe"]
    finally:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            pipe.close()


@pytest.mark.parametrize("isolation", ["landlock", "none"])
def test_a_process_has_no_rights_of_root(isolation: str) -> None:
    with closing(isolated("", isolation)) as student:
        list(student.ask([("imports", [[]])]))
        status = dict(
            line.split(":\t")
            for line in Path(f"/proc/{number_of(student)}/status").read_text().splitlines()
        )
    kinds = ["CapInh", "CapPrm", "CapEff", "CapAmb", *(["CapBnd"] if os.geteuid() == 0 else [])]
    assert {kind: int(status[kind], 16) for kind in kinds} == dict.fromkeys(kinds, 0)
    assert (status["NoNewPrivs"], status["Seccomp"]) == ("1", "2")
