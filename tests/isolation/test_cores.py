"""What Linux tells of a thread, and what is made of it where a kernel tells nothing."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import pytest

from graders.kit.isolation.cores import Thread, Waiting


def thread(folder: Path, schedstat: str, stat: str = "7 (python) R 1 7") -> Thread:
    (folder / "schedstat").write_text(schedstat)
    (folder / "stat").write_text(stat)
    return Thread(folder)


def test_the_time_in_the_run_queue_is_the_second_number(tmp_path: Path) -> None:
    assert thread(tmp_path, "900 2500000000 31\n").queued() == 2.5


@pytest.mark.parametrize("schedstat", ["0 0 0\n", "", "switched off\n"])
def test_a_kernel_that_does_not_count_tells_nothing(schedstat: str, tmp_path: Path) -> None:
    assert thread(tmp_path, schedstat).queued() is None


def test_a_thread_that_is_gone_tells_nothing_and_sleeps(tmp_path: Path) -> None:
    gone = Thread(tmp_path / "gone")
    assert gone.queued() is None
    assert gone.sleeps()


@pytest.mark.parametrize(
    ("state", "sleeps"), [("R", False), ("D", False), ("S", True), ("T", True), ("Z", True)]
)
def test_who_waits_for_a_core_or_the_disk_does_not_sleep(
    state: str, sleeps: bool, tmp_path: Path
) -> None:
    """Whatever name it has given itself."""
    assert thread(tmp_path, "1 1 1", f"7 (a) R ({state}) {state} 1 7").sleeps() == sleeps


@pytest.mark.skipif(sys.platform != "linux", reason="no other system tells")
def test_a_thread_that_begins_to_wait_brings_nothing_of_what_it_waited_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = {threading.get_native_id(): 40.0}
    monkeypatch.setattr(Thread, "queued", lambda one: told.get(int(one.folder.name)))
    waiting = Waiting()
    assert waiting.queued() == 0
    told[threading.get_native_id()] += 2
    assert waiting.queued() == 2

    def wait_elsewhere() -> None:
        told[threading.get_native_id()] = 500.0
        waiting.here()
        told[threading.get_native_id()] += 3

    other = threading.Thread(target=wait_elsewhere)
    other.start()
    other.join()
    assert waiting.queued() == 5
    told.clear()
    assert waiting.queued() == 5
