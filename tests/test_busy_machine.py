"""A busy machine fails nobody: right files keep full marks beside many busy sessions on two cores."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import CORPORA, EXERCISES, ROOT

BUSY_SESSIONS = 24
AT_A_TIME = 8  # files, which are in each other's way besides
# Of each room's right files those that take most processor time; deepcopy_slow.py is among them where there is one.
SLOW = {
}
pytestmark = [
    pytest.mark.whole,
    pytest.mark.timeout(3_600),
    pytest.mark.skipif(sys.platform != "linux", reason="no other system tells of the run queue"),
]


def right_files() -> list[Path]:
    references = sorted((ROOT / "solutions").glob("*/*.py"))
    return references + [CORPORA / name / "right" / f"{style}.py" for name in EXERCISES for style in SLOW[name]]


@pytest.fixture
def busy_machine() -> Iterator[None]:
    """Two cores, for us and for what keeps them busy: each in a session of its own, as terminals are."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(before)[:2])  # all that is started from now on gets this
    parent = os.getpid()
    spin = f"import os\nwhile os.getppid() == {parent}:\n    for _ in range(10**6): pass"  # never left behind
    busy = [subprocess.Popen([sys.executable, "-c", spin], start_new_session=True) for _ in range(BUSY_SESSIONS)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()
        os.sched_setaffinity(0, before)


def graded(file: Path) -> dict[str, Any]:
    command = [sys.executable, "-m", "graders", "grade", "--json", "-", str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return {}


def test_right_files_keep_full_marks_on_a_busy_machine(busy_machine: None) -> None:
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        reports = dict(zip(right_files(), pool.map(graded, right_files()), strict=True))
