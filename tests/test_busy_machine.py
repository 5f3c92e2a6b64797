"""A busy machine fails nobody: right files keep full marks beside many busy sessions on two cores.

What sleeps or hangs ends all the same: see test_time_limits.py and grading/test_student.py.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from graders.kit import catalog
from tests.conftest import CORPORA, gametree

BUSY_SESSIONS = 24
AT_A_TIME = 8  # files, which are in each other's way besides
# Of each room's right files the four that take longest. The slowest room comes first, so that none is left for the end.
SLOW = {
    "learning": ["deepcopy_slow", "numpy_tables", "classes", "functional"],
    "games": ["deepcopy_slow", "all_recursive", "generators", "play_and_take_back"],
    "mcts": ["deepcopy_slow", "own_generator", "generators", "move_tables"],
    "player": ["numpy_boards", "deepcopy_slow", "generators_and_symmetry", "shuffled_moves"],
    "connect4": ["deepcopy_slow", "random_ties", "explicit_stack", "negamax_strict"],
    "expectiminimax": ["deepcopy_slow", "lambdas", "policy_iteration", "worklist"],
    "minmax": ["deepcopy_slow", "numpy_boards", "alphabeta_complete", "values_in_minmax"],
    "alphabeta": ["chatty", "numpy_argmax", "fail_hard", "frozen_windows"],
}
pytestmark = [
    pytest.mark.whole,
    pytest.mark.timeout(3_600),
    pytest.mark.skipif(sys.platform != "linux", reason="no other system tells of the run queue"),
]


@pytest.fixture
def busy_machine() -> Iterator[None]:
    """Two cores, for us and for what keeps them busy: each in a session of its own, as terminals are."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(cores)[:2])  # what is started from now on has no other
    spin = f"import os\nwhile os.getppid() == {os.getpid()}:\n    for _ in range(10**6): pass\n"
    busy = [
        subprocess.Popen([sys.executable, "-c", spin], start_new_session=True)
        for _ in range(BUSY_SESSIONS)
    ]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()
        os.sched_setaffinity(0, cores)


def refusal(exercise: str, file: Path) -> str:
    """Grade a file; return what is said if it does not get full marks."""
    result = gametree("grade", file, "--exercise", exercise, start_new_session=True)
    return "" if result.code == 0 else f"{file}: {result.out}{result.err}"


def slow_to_import(folder: Path) -> Path:
    """Return a right file that computes for some two seconds when it is imported, where five are allowed."""
    path = folder / "minmax.py"
    path.write_text(
        f"for _ in range(7 * 10**7): pass\n{catalog.named('minmax').reference.read_text('utf-8')}",
        "utf-8",
    )
    return path


def test_right_files_keep_full_marks_on_a_busy_machine(busy_machine: None, tmp_path: Path) -> None:
    work = [
        (name, CORPORA / name / "right" / f"{style}.py") for name in SLOW for style in SLOW[name]
    ]
    work += [(name, catalog.named(name).reference) for name in SLOW]
    work.append(("minmax", slow_to_import(tmp_path)))
    assert len(work) == 41
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        refused = [said for said in pool.map(lambda one: refusal(*one), work) if said]
    assert refused == []
