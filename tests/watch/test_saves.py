"""Saves of every kind are seen, by events or without."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Any

import pytest

from graders.kit.watch import saves as module
from graders.kit.watch.saves import POLLS, Save, must_poll, saves

PATIENCE = 8  # seconds, on a machine that has much else to do


class Watched:
    """A file that is watched, in a thread; next() waits for what is told of it."""

    def __init__(self, path: Path, poll: bool) -> None:
        self.path, self.stop = path, Event()
        self.told: SimpleQueue[Save] = SimpleQueue()
        self.thread = Thread(target=self.watch, args=(poll,), daemon=True)
        self.thread.start()

    def watch(self, poll: bool) -> None:
        for save in saves([self.path], poll, self.stop):
            self.told.put(save)

    def next(self) -> Save:
        return self.told.get(timeout=PATIENCE)

    def after(self, change: Callable[[], object]) -> Save:
        """Return what is told once a file is changed, which is done again until somebody looks."""
        for _ in range(PATIENCE):
            change()
            try:
                return self.told.get(timeout=3)
            except Empty:
                continue
        raise AssertionError("nobody saw it")


@pytest.fixture(params=[False, True], ids=["events", "polling"])
def watched(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Watched]:
    path = tmp_path / "minmax.py"
    path.write_text("a = 1\n")
    watched = Watched(path, request.param)
    if request.param:
        assert watched.next() == Save(None, told=POLLS)
    yield watched
    watched.stop.set()
    watched.thread.join(PATIENCE)
    assert not watched.thread.is_alive()


@pytest.mark.whole
def test_every_way_to_save_is_seen(watched: Watched) -> None:
    path, text = watched.path, iter(range(10**6))

    def replace() -> None:
        other = path.with_name(".minmax.py.swp")
        other.write_text(f"b = {next(text)}\n")
        os.replace(other, path)

    assert watched.after(lambda: path.write_text(f"a = {next(text)}\n")) == Save(path)
    assert watched.after(replace) == Save(path)  # as most editors save
    path.unlink()
    while (told := watched.next()).there:
        pass  # what is left of the saves before
    assert told == Save(path, there=False)
    path.write_text("it is back\n")
    assert watched.next() == Save(path)


@pytest.mark.whole
def test_a_folder_that_goes_and_comes_back(watched: Watched) -> None:
    folder, away = watched.path.parent, watched.path.parent.with_name("away")
    watched.after(lambda: watched.path.write_text(watched.path.read_text() + "#\n"))
    folder.rename(away)
    while watched.next().there:
        pass
    away.rename(folder)
    assert watched.next() == Save(watched.path)


def test_what_sends_no_events_is_noticed_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in containers and on network drives: a file changes, and no event comes."""
    path, asked = tmp_path / "minmax.py", list[bool]()
    path.write_text("a = 1\n")

    def silent(
        *_: object, force_polling: bool, stop_event: Event, watch_filter: Any, **__: Any
    ) -> Iterator[set[Any]]:
        asked.append(force_polling)
        # What is remembered of a run is written beside the file at once, and must not count as its event.
        assert [
            watch_filter(1, f"{tmp_path}/{name}") for name in ("minmax.py", ".gametree.json")
        ] == [True, False]
        for number in range(4):
            if not force_polling and number == 2:
                path.write_text("a = 2, from elsewhere\n")
            yield set()
        stop_event.set()

    monkeypatch.setattr(module, "watch", silent)
    assert [*saves([path], poll=False, stop=Event())] == [Save(path), Save(None, told=POLLS)]
    assert asked == [False, True]


@pytest.mark.parametrize(
    "error", [OSError("OS file watch limit reached"), RuntimeError("Too many open files")]
)
def test_where_the_system_gives_no_more_watches_files_are_looked_at(
    error: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, asked = tmp_path / "minmax.py", list[bool]()
    path.write_text("a = 1\n")

    def exhausted(
        *_: object, force_polling: bool, stop_event: Event, **__: Any
    ) -> Iterator[set[Any]]:
        asked.append(force_polling)
        if not force_polling:
            raise error
        path.write_text("a = 2\n")
        yield {(1, str(path))}
        stop_event.set()

    monkeypatch.setattr(module, "watch", exhausted)
    assert [*saves([path], poll=False, stop=Event())] == [Save(None, told=POLLS), Save(path)]
    assert asked == [False, True]


def test_events_that_come_late_are_no_reason_to_poll(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "minmax.py"
    path.write_text("a = 1\n")

    def late(*_: object, stop_event: Event, **__: Any) -> Iterator[set[Any]]:
        yield set()
        path.write_text("a = 2, just now\n")
        yield set()
        yield {("modified", str(path))}
        yield set()
        stop_event.set()

    monkeypatch.setattr(module, "watch", late)
    assert [*saves([path], poll=False, stop=Event())] == [Save(path)]


def test_who_sends_no_events_for_sure_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WATCHFILES_FORCE_POLLING", raising=False)
    assert not must_poll()
    monkeypatch.setenv("WATCHFILES_FORCE_POLLING", "1")
    assert must_poll()
