"""A check ends: by the clock of the student's process, whatever its file does and whatever a room catches."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from graders.kit import catalog
from graders.kit.errors import Exhausted, KitError, Lost
from graders.kit.grading import student
from graders.kit.grading.checks import Case, Check, Way, probe, settle
from graders.kit.grading.run import Grading, Terms, checks_of
from graders.kit.grading.student import AGAIN_SECONDS, HURRIED_SECONDS, IN_ALL, PATIENT_SECONDS, WALL, Clock, Student
from graders.kit.grading.submission import Submission
from graders.kit.isolation import sandbox
from graders.kit.isolation.process import Process
from graders.kit.report import Parts, Text
from tests.conftest import EXERCISES, ROOT, reference

DRIVER = """
def ask_call(submission, *args):
    return submission.answer(*args)

def ask_many(submission, count):
    return [{}] * count

def ask_back_for_ever(submission):
    while True:
        submission.ask_back("more")
"""


class Watch:
    """A process, as a clock sees it: the test says how long it has computed."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def computed(self) -> float:
        return self.seconds


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time of day, as the test sets it."""
    now = [100.0]
    monkeypatch.setattr(student.time, "monotonic", lambda: now[0])
    return now


def clock_of(process: Watch, limit: float, **how: bool) -> Clock:
    clock = Clock(limit, **how)
    clock.follow(process)  # type: ignore[arg-type]
    return clock


def test_a_clock_shows_processor_time_or_a_quarter_of_the_wall_clocks(wall: list[float]) -> None:
    process = Watch()
    process.seconds = 7.0  # before this check
    clock = clock_of(process, 3)
    assert clock.read() == 0
    wall[0] += 4  # on a busy machine
    assert clock.read() == 4 / WALL
    process.seconds += 2.5
    assert clock.read() == 2.5
    other = Watch()
    clock.follow(other)  # type: ignore[arg-type]
    other.seconds = 1.0
    assert clock.read() == 3.5
    wall[0] += 96
    assert clock.read() == 100 / WALL


def test_the_first_way_has_the_limit_and_all_ways_twice_that(wall: list[float]) -> None:
    process = Watch()
    clock = clock_of(process, 10)
    assert clock.attempt(within=99) == (10, 10)
    assert clock.attempt(within=4) == (4, 4)
    process.seconds = 7
    assert clock.attempt(within=4) == (4, 10)  # what was asked before counts
    clock.allow(2)  # for reading the file
    assert clock.attempt(within=99) == (10, 12)
    clock.retrying = True
    assert clock.attempt(within=99) == (10, 17)
    clock.timed_out = True
    assert clock.attempt(within=99) == (AGAIN_SECONDS, 7 + AGAIN_SECONDS)
    process.seconds = 19
    assert clock.attempt(within=99) == (AGAIN_SECONDS, 10 * IN_ALL)


def test_after_two_time_outs_only_who_may_take_long_may(wall: list[float]) -> None:
    clock = clock_of(Watch(), 10, hurried=True)
    assert clock.attempt(within=99) == (HURRIED_SECONDS, HURRIED_SECONDS)
    clock.retrying = True
    assert clock.attempt(within=99) == (10, 10)
    patient = clock_of(Watch(), PATIENT_SECONDS, hurried=True)
    assert patient.attempt(within=999) == (PATIENT_SECONDS, PATIENT_SECONDS)
    assert patient.attempt(within=6)[0] == HURRIED_SECONDS


@pytest.fixture
def asked(tmp_path: Path) -> Iterator[Callable[..., Student]]:
    """Return a function that makes a student of a file's text, in a check that may take so long."""
    (tmp_path / "driver.py").write_text(DRIVER)
    students: list[Student] = []

    def make(source: str, seconds: float = 1.0, only: str = "") -> Student:
        made = Student(Submission("a.py", "", source), tmp_path / "driver.py", unprotected=True, only=only)
        made.begin(seconds)
        students.append(made)
        return made

    yield make
    for made in students:
        made.close()


def told(lost: Lost) -> str:
    return str(lost.parts[0].text)  # type: ignore[union-attr]


CALL = ("call", [])
HANG = "def answer(): \n    while True: pass\n"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the wall clock stands in")
@pytest.mark.parametrize("isolation", [way.isolation for way in sandbox.ways()])
def test_the_processor_time_of_the_students_process_is_read(
    isolation: str, asked: Callable[..., Student], monkeypatch: pytest.MonkeyPatch
) -> None:
    work = "import time\ndef answer():\n    sum(range(2 * 10**7))\n"
    computes, waits = (
        asked(work, 60, isolation),
        asked("import time\ndef answer():\n    time.sleep(0.5)\n", 60, isolation),
    )
    for one in (computes, waits):
        list(one.ask([CALL]))
        assert one.isolation == isolation
    assert computes.clock.computed() > 0.05
    assert waits.clock.computed() < 0.4  # and it slept for longer


def test_where_processor_time_cant_be_read_the_wall_clock_stands_in(
    asked: Callable[..., Student], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Process, "_find_clock", lambda self: None)
    one = asked("import time\ndef answer():\n    time.sleep(0.3)\n", 60)
    list(one.ask([CALL]))
    assert one.clock.read() >= 0.3


def test_a_hang_is_a_time_out_and_asking_on_ends_the_check(asked: Callable[..., Student]) -> None:
    one = asked(HANG, 0.3)
    with pytest.raises(Lost) as lost:
        list(one.ask([CALL]))
    assert (lost.value.outcome, told(lost.value)) == (
        "timeout",
        "Your code was still running after 0.3 s. Does a loop never end?",
    )
    one.clock.retrying = True
    with pytest.raises(Exhausted):
        ask_on(one)  # each time takes up to 0.3 s, all together 0.6


def ask_on(one: Student) -> None:
    """Ask again and again, whatever comes of it, unless the file can't be asked anything."""
    for _ in range(999):
        try:
            list(one.ask([CALL]))
        except Lost as lost:
            if lost is one.unusable:
                raise


def test_who_waits_instead_of_computing_is_told_so(asked: Callable[..., Student]) -> None:
    with pytest.raises(Lost) as lost:
        list(asked("import time\ndef answer():\n    time.sleep(10**6)\n", 0.3).ask([CALL]))
    assert (
        told(lost.value) == "Your code was still running after 1.2 s, in most of which it only waited. Does it sleep?"
    )


@pytest.mark.parametrize(
    "source", ["import time\nwhile True: pass\n", "import os\ndef answer():\n    os._exit(0)\n"], ids=["hang", "crash"]
)
def test_the_start_of_a_process_counts_too(source: str, asked: Callable[..., Student]) -> None:
    """Whatever it takes to read the file anew, and to crash again, a check can't go on for ever."""
    slow = "for _ in range(3 * 10**6): pass\n"
    one = asked(slow + source, 0.4)
    one.clock.retrying = True
    with pytest.raises((Exhausted, Lost)):
        ask_on(one)


class Call(Case):
    """Ask for the answer."""

    def question(self) -> tuple[str, list[Any]]:
        return CALL

    def fault(self, value: Any) -> Parts | None:
        return None if value == 1 else [Text(f"It is {value}.")]


class Broken(Call):
    def fault(self, value: Any) -> Parts | None:
        return [Text(str(1 // (value - value)))]


class Many(Call):
    """Ask for an answer of half a megabyte, which takes many in memory."""

    def question(self) -> tuple[str, list[Any]]:
        return "many", [120_000]


class Fine(Many):
    def fault(self, value: Any) -> Parts | None:
        return None


class Back(Call):
    """Let the process ask back for ever."""

    gives = True

    def question(self) -> tuple[str, list[Any]]:
        return "back_for_ever", []

    def give(self, wanted: Any) -> Any:
        return "x" * 10_000


def stubborn(student: Student) -> str:
    """Do what a room must not: catch everything, and begin anew."""
    while True:
        try:
            settle(student, [Call()], "calls", lambda: [("", [Call()])] * 9)
        except Exception:
            student.retries_end = False


@pytest.mark.parametrize("source", [HANG, "import os\ndef answer(): os._exit(0)\n", "def answer(): return 0\n"])
def test_no_room_can_catch_the_end_of_its_time(source: str, asked: Callable[..., Student]) -> None:
    found = result_of(stubborn, asked(source, 0.3))
    assert found[0] in ("timeout", "crashed", "failed")


def result_of(function: Callable[[Student], str], one: Student) -> tuple[str, str]:
    """Return the outcome of a check that is made up, and what is said, as a grading run finds it."""
    grading = object.__new__(Grading)
    grading.terms, grading._student, grading._asked_afresh = Terms(unprotected=True), one, False
    found = grading.result(Check("made up", 1, one.clock.end / IN_ALL, "", function))
    return found.outcome, found.message


def test_a_wrong_answer_is_told_also_when_the_time_is_up(asked: Callable[..., Student]) -> None:
    source = "calls = []\ndef answer():\n    calls.append(1)\n    while len(calls) > 1: pass\n    return 0\n"

    def function(student: Student) -> str:
        def others() -> Iterator[Way]:
            while True:
                probe(student, [Call(), Call()])
                yield "", [Call()]

        return settle(student, [Call()], "calls", others)

    assert result_of(function, asked(source, 0.3)) == ("failed", "It is 0.")


def test_an_answer_that_cant_be_judged_is_wrong_and_noted(
    asked: Callable[..., Student], caplog: pytest.LogCaptureFixture
) -> None:
    for function, asked_for in (
        (lambda student: settle(student, [Broken()], "calls"), "\nAsked for: call()."),
        (lambda student: str(1 // len(probe(student, [Call()])[1:])), ""),  # in the check itself
    ):
        outcome, said = result_of(function, asked("def answer(): return 7\n"))
        can_not = "Your answer is of a kind that can't be judged: is it what the statement asks for?"
        assert (outcome, said) == ("failed", can_not + asked_for)
        assert "ZeroDivisionError" in caplog.text
        caplog.clear()


def test_a_fault_before_any_answer_is_the_kits(asked: Callable[..., Student]) -> None:
    with pytest.raises(KitError, match="by a fault of its own"):
        result_of(lambda student: str(1 // 0), asked("def answer(): return 7\n"))


@pytest.mark.parametrize("case", [Fine(), Back()])
def test_what_a_check_receives_has_a_bound(case: Case, asked: Callable[..., Student]) -> None:
    def function(student: Student) -> str:
        student.clock.most = 300_000
        return settle(student, [case] * 100, "calls")

    outcome, said = result_of(function, asked("", 60))
    assert (outcome, said[:42]) == ("crashed", "Your program's answers were far too large:")


WAYS = {
    "computes": "while True: pass",
    "waits": "__import__('time').sleep(10**6)",
    "exits": "__import__('os')._exit(3)",
    "recurses": "(lambda f: f(f))(lambda f: f(f))",
    "hoards": "[bytearray(10**8) for _ in range(10**6)]",
    "shouts": "[print('x' * 10**6) for _ in range(10**6)]",
}
QUICK = [("exits", name) for name in EXERCISES] + [("computes", "minmax")]


def spoiled(exercise: str, way: str) -> str:
    """Return the reference with a line at the beginning of all that a student writes."""
    return re.sub(r"^([ \t]*)#\*+ Begin \*+#\n", rf"\g<0>\g<1>{WAYS[way]}\n", reference(exercise), flags=re.MULTILINE)


@pytest.mark.timeout(3_600)
@pytest.mark.parametrize(
    ("way", "exercise"),
    [
        pytest.param(way, name, marks=[] if (way, name) in QUICK else [pytest.mark.whole])
        for way in WAYS
        for name in EXERCISES
    ],
)
def test_every_check_of_every_room_ends_in_its_time(
    way: str, exercise: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By default all limits are a tenth of what they are."""
    part = 1 if request.config.getoption("--whole") else 0.1
    monkeypatch.setattr(Grading, "limit", lambda _, check: part * check.seconds)
    for name in ("HURRIED_SECONDS", "AGAIN_SECONDS", "PATIENT_SECONDS"):
        monkeypatch.setattr(student, name, part * getattr(student, name))
    grading = Grading(catalog.named(exercise), Submission("a.py", "", spoiled(exercise, way)), Terms())
    try:
        for check in checks_of(grading.exercise):
            assert grading.result(check).outcome != "passed"
            assert grading._student.clock.read() <= part * IN_ALL * check.seconds + 1
    finally:
        grading.close()


MEMORY = """
from pathlib import Path
from tests.test_time import Many, Student, Submission, settle, Lost
student = Student(Submission("a.py", "", ""), Path("driver.py"), unprotected=True)
student.begin(60)
student.clock.most = 10**9
try:
    settle(student, [Many()] * 40, "calls", lambda: [("", [Many()] * 40)])
except Lost as lost:
    print(lost.parts[-1].text)
student.close()
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="it has no /proc")
def test_the_graders_memory_does_not_grow_with_the_replies(tmp_path: Path) -> None:
    """80 replies of half a megabyte each, of 10 in memory."""
    (tmp_path / "driver.py").write_text(DRIVER)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", MEMORY]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    said, peak = done.stdout.splitlines()
    assert said == "Wrong on 40 of 40 calls; this is the smallest."
    assert int(peak) < 200_000
