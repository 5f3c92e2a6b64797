"""A student is asked: a hang, a crash or a wait ends in time, by the clock of the student's process."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable

import pytest

from graders.kit.errors import Exhausted, Lost
from graders.kit.grading.student import Student, explain_error
from graders.kit.grading.submission import of_bytes
from graders.kit.isolation import cores, sandbox
from graders.kit.isolation.meter import Meter
from graders.kit.isolation.native import NativeProcess
from tests.grading.conftest import CALL, HANG


def told(lost: Lost) -> str:
    return str(lost.parts[0].text)  # type: ignore[union-attr]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the wall clock stands in")
@pytest.mark.parametrize("isolation", [way.isolation for way in sandbox.sandboxes()])
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


def test_a_process_that_waited_to_be_needed_has_no_more_time_than_others(
    asked: Callable[..., Student],
) -> None:
    one = asked(HANG.replace("while True: pass", "pass"), 60)
    time.sleep(1)  # it takes less to get ready
    one.begin(60)
    list(one.ask([CALL]))
    assert one.clock.computed() > 0


def test_where_processor_time_cant_be_read_the_wall_clock_stands_in(
    asked: Callable[..., Student], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Meter, "_find_clock", lambda self, number: None)
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
        told(lost.value)
        == "Your code was still running after 1.2 s, in most of which it only waited. Does it sleep?"
    )


SLEEPS = "import time\ndef answer():\n    time.sleep({})\n"
on_linux = pytest.mark.skipif(
    sys.platform != "linux", reason="no other system tells of the run queue"
)


@pytest.fixture
def only_queues(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the system say that every process stands in the run queue all the time."""
    monkeypatch.setattr(
        cores.Thread, "queued", lambda thread: time.monotonic() * thread.folder.is_dir()
    )


@on_linux
def test_who_waits_for_a_core_does_not_sleep(
    asked: Callable[..., Student], only_queues: None
) -> None:
    list(asked(SLEEPS.format(0.6), 0.05).ask([CALL]))  # four times the limit are 0.2 s


@on_linux
def test_the_net_ends_also_who_waits_for_a_core(
    asked: Callable[..., Student], only_queues: None
) -> None:
    with pytest.raises(Lost) as lost:
        list(asked(SLEEPS.format(10**6), 0.05).ask([CALL]))
    assert told(lost.value) == (
        "Your code was still running after 1.5 s, in which it computed for 0.0 s. "
        "Is this machine too busy?"
    )


@on_linux
def test_where_the_run_queue_is_not_told_there_is_only_the_net(
    asked: Callable[..., Student], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cores.Thread, "queued", lambda thread: None)
    list(asked(SLEEPS.format(0.6), 0.05).ask([CALL]))


def test_what_the_grader_takes_is_not_the_students(asked: Callable[..., Student]) -> None:
    one = asked("def answer(): pass\n", 0.1)

    def give(number: int, need: object) -> str:
        time.sleep(0.8)
        return "enough"

    assert [answer.value for answer in one.ask([("back", [])], give)] == ["enough"]


@on_linux
def test_a_process_that_is_stopped_ends_as_one_that_sleeps(asked: Callable[..., Student]) -> None:
    one = asked(HANG, 0.2)
    list(one.ask([("many", [1])]))
    assert isinstance(one._process, NativeProcess)
    inside = one._process._meter._inside
    assert inside is not None
    os.kill(int(inside.folder.name), signal.SIGSTOP)
    with pytest.raises(Lost) as lost:
        list(one.ask([CALL]))
    assert told(lost.value).endswith("after 0.8 s, in most of which it only waited. Does it sleep?")


@pytest.mark.parametrize(
    "source",
    ["import time\nwhile True: pass\n", "import os\ndef answer():\n    os._exit(0)\n"],
    ids=["hang", "crash"],
)
def test_the_start_of_a_process_counts_too(source: str, asked: Callable[..., Student]) -> None:
    """Whatever it takes to read the file anew, and to crash again, a check can't go on for ever."""
    slow = "for _ in range(3 * 10**6): pass\n"
    one = asked(slow + source, 0.4)
    one.clock.retrying = True
    with pytest.raises((Exhausted, Lost)):
        ask_on(one)


@pytest.mark.parametrize(
    "says",
    [
        "maximum recursion depth exceeded while getting the repr of an object",
        "maximum recursion depth exceeded in comparison",
        "Stack overflow (used 8176 kB) while calling a Python object",
    ],
)
def test_a_recursion_without_end_is_told_alike_wherever_python_found_it_out(says: str) -> None:
    lost = explain_error(
        {"type": "RecursionError", "message": says, "trace": []}, of_bytes("minmax.py", b"")
    )
    assert told(lost).startswith(
        "RecursionError: maximum recursion depth exceeded\nThe recursion never ends"
    )


def test_no_path_of_this_machine_and_no_chance_is_told() -> None:
    told_of = of_bytes("minmax.py", b"from math import circle\ndef f(): g()\ndef g(): f()\n")
    error = {
        "type": "ImportError",
        "message": "cannot import name 'circle' from 'math' (/lib/math.so)",
        "trace": [],
    }
    assert (
        told(explain_error(error, told_of))
        == "ImportError: cannot import name 'circle' from 'math'"
    )
    traces = [[[2, "f"], [3, "g"]], [[3, "g"], [2, "f"]]]
    lost = [
        explain_error({"type": "RecursionError", "message": "", "trace": trace}, told_of)
        for trace in traces
    ]
    assert lost[0].parts == lost[1].parts
