"""An isolated process: nothing of it is left running, and what it sends or how it ends harms nobody else."""

import ctypes
import os
import signal
import sys
import time
from contextlib import closing

import pytest

from graders.kit.errors import Exhausted
from graders.kit.isolation import native
from graders.kit.isolation.native import NativeProcess
from graders.kit.isolation.sandbox import Sandbox
from graders.kit.isolation.watchdog import Watchdog
from graders.kit.selftest.probes import ATTACKS
from tests.conftest import Graded, children, outcomes, reference
from tests.isolation.helpers import ISOLATIONS, isolated

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="bubblewrap is for Linux")


def test_a_forged_reply_earns_nothing(graded: Graded) -> None:
    """A submission that writes replies of its own, before any question, gets no point for them."""
    report = graded("""
import json, os
for number in range(3, 64):
    try:
        os.write(number, json.dumps({"loaded": True}).encode() + b"\\n")
        os.write(number, json.dumps({"id": 0, "value": []}).encode() + b"\\n")
    except OSError:
        pass
""")
    assert report["score"] == 0


def test_a_flood_of_replies_is_no_harm(graded: Graded) -> None:
    report = graded("""
import os
while True:
    for number in range(3, 64):
        try:
            os.write(number, b"[" * 10**6)
        except OSError:
            pass
""")
    assert report["score"] == 0


@pytest.mark.parametrize("source", ["", "while True: pass"], ids=["answers", "hangs"])
@pytest.mark.parametrize("isolation", ISOLATIONS)
def test_nothing_is_left_running(isolation: str, source: str) -> None:
    """What outlives its parent becomes our child, whatever it calls itself: PR_SET_CHILD_SUBREAPER."""
    libc = ctypes.CDLL(None)
    libc.prctl(36, 1, 0, 0, 0)
    before, left = children().keys(), set()
    student = isolated(source, isolation, seconds=0.3)
    try:
        assert children().keys() - before
        try:
            next(iter(student.ask([("imports", [[]])])))
        except Exhausted:
            hung = True
        else:
            hung = False
        assert hung == bool(source)
        student.close()
        deadline = time.monotonic() + 60  # the kernel takes a moment to end a sandbox
        while (left := children().keys() - before) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert not left
    finally:
        for number in left:
            os.kill(number, signal.SIGKILL)
        libc.prctl(36, 0, 0, 0, 0)


def test_a_crash_costs_one_check_and_the_next_gets_a_fresh_process(graded: Graded) -> None:
    head = "def max_value(self, node):"
    found = outcomes(
        graded(reference("minmax").replace(head, f"{head}\n        import os; os._exit(3)"))
    )
    assert found["get_value"] == "passed"
    assert found["max_value"] == "crashed"
    assert found["min_value"] == "passed"  # with a right max_value


def broken(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bubblewrap be another program, which does not make a sandbox."""
    known = [Sandbox("bubblewrap", program), Sandbox("landlock", "landlock")]
    monkeypatch.setattr(native, "sandboxes", lambda: known)


def test_each_process_that_is_started_has_a_watchdog_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """That of one that could not be confined does not live on beside the next one's."""
    broken("/bin/false", monkeypatch)
    dismissed = []
    dismiss = Watchdog.dismiss

    def note(watchdog: Watchdog) -> None:
        dismissed.append(watchdog)
        dismiss(watchdog)

    monkeypatch.setattr(Watchdog, "dismiss", note)
    with closing(NativeProcess(ATTACKS)) as process:
        first = process._watchdog
        process.ready()
        assert process.isolation == "landlock"
        assert process._watchdog is not first
        assert dismissed == [first]
    assert first._thread is not None
    first._thread.join(20)
    assert not first._thread.is_alive()


def test_who_asks_for_one_isolation_is_not_told_of_a_better_one() -> None:
    with closing(NativeProcess(ATTACKS, only="landlock")) as process:
        process.ready()
        assert (process.isolation, process.warnings) == ("landlock", [])


def test_a_process_that_is_started_again_keeps_the_warnings_of_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broken("/nowhere/bwrap", monkeypatch)
    warnings = ["/nowhere/bwrap: No such file or directory"]
    with closing(isolated("", "")) as student:
        for _ in range(2):
            list(student.ask([("imports", [[]])]))
            assert (student.isolation, student.warnings) == ("landlock", warnings)
            student.close()
