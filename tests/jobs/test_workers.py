"""The one pool of workers, of a class, a course and an audit: a process that dies, and what stays in memory."""

import ctypes
import gc
import math
import os
import re
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from graders.kit import catalog, homes
from graders.kit.errors import KitError, NotStarted
from graders.kit.grading.run import Terms, grade
from graders.kit.grading.submission import read
from graders.kit.homes import Home
from graders.kit.isolation.starter import PR_SET_DUMPABLE
from graders.kit.jobs import workers
from graders.kit.jobs.workers import Job, WorkerPool, dispatch
from tests.conftest import EXERCISES, copied, slips_of

PR_GET_DUMPABLE = 3


def double(number: int) -> int:
    return 2 * number


def refuse(number: int) -> int:
    raise KitError(f"{number} can't be done.")


def die(_: int) -> int:
    os._exit(1)


def hang(_: int) -> int:
    """Never return, and let no other thread of the process do anything, as a pattern may that is matched for ever."""
    return len(re.findall("(a*)*b", "a" * 60))


def not_started(_: int) -> int:
    raise NotStarted("The isolated process can't be started: no room.")


def can_be_looked_into(_: int) -> bool:
    """Tell whether others may open what this process has open; it takes a while, so that all others are asked too."""
    time.sleep(0.2)
    return bool(ctypes.CDLL(None).prctl(PR_GET_DUMPABLE, 0, 0, 0, 0))


def results(pool: WorkerPool, jobs: list[Job[int, int]]) -> dict[int, Any]:
    found: dict[int, Any] = {}
    for done in dispatch(pool, iter(jobs)):
        found.update(done)
    return found


@pytest.fixture
def pool() -> Any:
    pool = WorkerPool(2)
    yield pool
    pool.close()


def test_of_several_only_who_ends_a_process_fails(pool: WorkerPool) -> None:
    jobs = [Job(n, {3: die, 5: refuse}.get(n, double), (n,)) for n in range(9)]
    found: dict[int, Any] = {}
    for results in dispatch(pool, iter(jobs)):
        found.update(results)
    assert {n: result for n, result in found.items() if n not in (3, 5)} == {
        n: 2 * n for n in range(9) if n not in (3, 5)
    }
    assert str(found[3]) == "It ended the grader's process, also when it was graded alone."
    assert str(found[5]) == "5 can't be done."


def test_what_does_not_end_in_time_is_ended_and_holds_up_nobody_else(pool: WorkerPool) -> None:
    """Also where it does not let the worker's own watchdog run."""
    found = results(
        pool, [Job(n, double, (n,)) if n != 1 else Job(n, hang, (n,), seconds=2) for n in range(8)]
    )
    assert {n: result for n, result in found.items() if n != 1} == {
        n: 2 * n for n in range(8) if n != 1
    }
    assert str(found[1]).startswith(
        "Its grading did not end within 1 minutes and was stopped; it holds up nobody else."
    )


def test_a_result_that_is_lost_on_its_way_is_not_waited_for(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = pool.submit

    def submit(function: Any, *args: Any) -> Any:
        return Future() if args == (2,) else plain(function, *args)

    monkeypatch.setattr(pool, "submit", submit)
    found = results(
        pool, [Job(n, double, (n,), seconds=1 if n == 2 else math.inf) for n in range(6)]
    )
    assert {n: result for n, result in found.items() if n != 2} == {
        n: 2 * n for n in range(6) if n != 2
    }
    assert "did not end within" in str(found[2])


def test_one_for_which_no_process_starts_fails_alone_where_others_go_well(pool: WorkerPool) -> None:
    found = results(pool, [Job(n, {0: not_started}.get(n, double), (n,)) for n in range(5)])
    assert {n: result for n, result in found.items() if n != 0} == {n: 2 * n for n in range(1, 5)}
    why = "The isolated process can't be started: no room. Others could be graded: run the same again."
    assert (type(found[0]), str(found[0])) == (KitError, why)


def test_where_no_process_starts_at_all_that_is_said_once(pool: WorkerPool) -> None:
    with pytest.raises(NotStarted, match="no room"):
        results(pool, [Job(n, not_started, (n,)) for n in range(5)])


@pytest.mark.skipif(sys.platform != "linux", reason="PR_SET_DUMPABLE is for Linux")
def test_without_isolation_no_worker_begins_while_another_can_be_looked_into() -> None:
    before = ctypes.CDLL(None).prctl(PR_GET_DUMPABLE, 0, 0, 0, 0)
    with closing(WorkerPool(3, together=True)) as pool:
        assert ctypes.CDLL(None).prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 0
        assert len(pool._executor._processes) == 3
        assert results(pool, [Job(n, can_be_looked_into, (n,)) for n in range(4)]) == dict.fromkeys(
            range(4), False
        )
        assert results(pool, [Job(n, {1: die}.get(n, double), (n,)) for n in range(4)])[3] == 6
        assert results(pool, [Job(n, can_be_looked_into, (n,)) for n in range(4)]) == dict.fromkeys(
            range(4), False
        )
    ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, before, 0, 0, 0)


@pytest.mark.whole
def test_what_is_graded_ahead_in_nbgrader_goes_again_alone_when_a_process_died(
    pool: WorkerPool,
) -> None:
    autograde = pytest.importorskip("graders.kit.course.autograde")
    paths = [Path(f"s/{student}/n/n.ipynb") for student in ("ada", "bob", "cyd")]
    made = autograde.HandedIn.__new__(autograde.HandedIn)

    def jobs(exercise: str, terms: Terms, first: Path) -> Iterator[Job[Path, int]]:
        for path in paths[paths.index(first) :]:
            made.sent.add(path)
            yield Job(path, die if path == paths[1] else double, (4,))

    course = SimpleNamespace(
        submitted_directory="s", format_path=lambda _, student, name: f"s/{student}/{name}"
    )
    vars(made).update(
        {"course": course, "pool": pool, "sent": set(), "results": {}, "reports": {}, "_jobs": jobs}
    )

    def report(student: str) -> Any:
        return made.report(
            "minmax", Terms(), {"student": student, "assignment": "n", "notebook": "n"}
        )

    assert report("ada") == 8
    with pytest.raises(KitError, match="ended the grader's process"):
        report("bob")
    assert report("cyd") == 8


def mallinfo() -> list[int]:
    """Return what malloc knows: mallinfo(3)."""

    class About(ctypes.Structure):
        _fields_ = [(f"field{n}", ctypes.c_size_t) for n in range(10)]

    call = ctypes.CDLL(None).mallinfo2
    call.restype = About
    about = call()
    return [getattr(about, f"field{n}") for n in range(10)]


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "mallinfo2"), reason="only glibc tells")
@pytest.mark.timeout(1_200)
@pytest.mark.parametrize(
    "exercise",
    [
        pytest.param(name, marks=[] if name == "alphabeta" else [pytest.mark.whole])
        for name in EXERCISES
    ],
)
@pytest.mark.whole
def test_a_workers_memory_does_not_grow_with_what_it_graded(exercise: str) -> None:
    """A file that is asked in further ways, over and over: what is kept is kept after two gradings."""
    wrong = slips_of(exercise)
    skeleton = read(catalog.named(exercise).handout / f"{exercise}.py")
    chosen = [slip.submission for slip in wrong if "diagonal" in slip.name or "line" in slip.name]
    submission = [*chosen, *(slip.submission for slip in wrong[:1]), skeleton][0]

    def kept() -> tuple[int, int]:
        """Grade it; return how many small things and how many bytes of large ones are in memory afterwards."""
        grade(exercise, submission, Terms())
        gc.collect()
        about = mallinfo()
        return sys.getallocatedblocks(), about[4] + about[7]

    kept()
    before = kept()
    after = [kept() for _ in range(3)]
    small, large = (now - then for now, then in zip(after[-1], before, strict=True))
    # What is known of boards is kept, some more of it each time, as far as the clock lets a check come.
    assert (small < 2_000, large < 100_000) == (True, True), (before, after)


def test_the_version_of_the_kit_changes_with_each_of_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of whatever kind, boards and templates too: a class that was graded with another file is graded again."""
    copy = Home(copied(tmp_path, "graders"), is_kit=True)
    monkeypatch.setattr(homes, "KIT", copy)
    files = [
        path for path in copy.rooms.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    ]
    kinds = {path.suffix: path for path in files}
    assert len(kinds) > 4
    version = workers.kit_version.__wrapped__
    for path in kinds.values():
        before = version()
        path.write_bytes(path.read_bytes() + b" ")
        assert version() != before, path
