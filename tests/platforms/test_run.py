"""What runs on a platform: the isolation is tried before anybody's code runs."""

import sys
from pathlib import Path
from typing import Any

import pytest

from graders.kit.errors import KitError, Unprotected
from graders.kit.grading.submission import Submission, of_bytes
from graders.kit.platforms.base import Files, Made, Platform, Settings, Zipped
from graders.kit.platforms.run import Trial, graded
from graders.kit.report import Report

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="all these platforms run Linux")


class Desk(Platform):
    """A platform on which nothing happens, and which remembers what staff was told."""

    name = "desk"
    most_seconds = 60

    def __init__(self, unprotected: bool = False) -> None:
        super().__init__(Settings("minmax", 1, 10, unprotected, 60))
        self.said: list[str] = []

    def submission(self) -> Submission:
        return of_bytes("minmax.py", self.exercise.reference.read_bytes())

    def publish(self, report: Report) -> None: ...

    def publish_failure(self, trace: str) -> None: ...

    def archive(self, kit: Files, made: Made, zipped: Zipped) -> Files:
        return kit

    def log(self, line: str) -> None:
        self.said.append(line)


def grade_at(desk: Desk) -> Report:
    trial = Trial()
    trial.start()
    return graded(desk, trial)


def test_staff_is_told_what_isolates_and_what_is_given() -> None:
    desk = Desk()
    report = grade_at(desk)
    assert report.score == 10
    assert desk.said[0] == f"isolation: {report.isolation}, 15 of 15 attacks held"
    assert desk.said[-1].startswith("A submission may take 60 s and ")


def test_nobody_is_graded_where_nothing_isolates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMETREE_ISOLATION", "none")
    with pytest.raises(Unprotected, match="deliver the exercise again with --unprotected"):
        grade_at(Desk())
    assert grade_at(Desk(unprotected=True)).isolation == "none"


def test_nobody_is_graded_where_students_could_write_results(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Unprotected was chosen, but there is no filter of system calls either."""
    monkeypatch.setenv("GAMETREE_ISOLATION", "none")
    monkeypatch.setattr("graders.kit.isolation.filters.program", lambda writing=True: b"")
    with pytest.raises(KitError, match=r"Students' code is not held here: .*write files"):
        grade_at(Desk(unprotected=True))


def test_nobody_is_graded_where_an_isolation_does_not_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """bubblewrap that shows the file of another student."""
    from graders.kit.isolation import sandbox

    plain = sandbox._bubblewrap

    def leaky(program: str) -> list[str]:
        return [*plain(program), "--ro-bind", "/tmp", "/tmp"]

    if sandbox.sandboxes()[0].isolation != "bubblewrap":
        pytest.skip("there is no bubblewrap here")
    monkeypatch.setattr(sandbox, "_bubblewrap", leaky)
    with pytest.raises(KitError, match=r"not held here: .*read another's submission"):
        grade_at(Desk())


@pytest.mark.parametrize("limit", ["max", "", "536870912", "104857600", "nonsense"])
def test_memory_is_what_the_container_leaves(
    limit: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "memory.max").write_text(f"{limit}\n")
    monkeypatch.setattr(
        "graders.kit.platforms.base.CONTAINER_LIMITS", (str(tmp_path / "memory.max"), "/nowhere")
    )
    expected: dict[str, Any] = {"536870912": (512 - 64) << 20, "104857600": 64 << 20}
    assert Desk().memory == expected.get(limit, 2 << 30)
