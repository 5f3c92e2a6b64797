"""An isolated process: nothing of it is left running, and what it sends or how it ends harms nobody else."""

import ctypes
import os
import signal
import sys
import time

import pytest

from graders.kit.errors import Exhausted
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
    student = isolated(source, isolation)
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
    assert found["min_value"] == "crashed"  # it asks max_value
