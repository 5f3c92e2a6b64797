"""Every check of every room ends in its time, whatever a submission does in it."""

from __future__ import annotations

import re

import pytest

from graders.kit import catalog
from graders.kit.grading import limits
from graders.kit.grading.limits import IN_ALL, NET, WALL
from graders.kit.grading.run import Grading, Terms, checks_of
from graders.kit.grading.submission import Submission
from tests.conftest import EXERCISES, ROOT, reference

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
    return re.sub(
        r"^([ \t]*)#\*+ Begin \*+#\n",
        rf"\g<0>\g<1>{WAYS[way]}\n",
        reference(exercise),
        flags=re.MULTILINE,
    )


@pytest.mark.by_turns
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
    for name in ("AGAIN_SECONDS", "PATIENT_SECONDS"):
        monkeypatch.setattr(limits, name, part * getattr(limits, name))
    grading = Grading(
        catalog.named(exercise), Submission("a.py", b"", spoiled(exercise, way)), Terms()
    )
    try:
        for check in checks_of(grading.exercise):
            assert grading.result(check).outcome != "passed"
            assert grading._student.clock.read() <= part * IN_ALL * check.seconds + 1
    finally:
        grading.close()


def test_the_documents_name_the_bounds() -> None:
    words = {4: "four", 30: "thirty"}
    said = " ".join((ROOT / "docs" / "class.md").read_text("utf-8").split())
    assert f"keep the grader waiting for {words[WALL]} times its limit." in said
    assert f"time is up after {words[NET]} times the limit by the wall clock." in said
