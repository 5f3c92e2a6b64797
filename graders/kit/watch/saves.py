"""Tells when files are saved: by the system's events, or by looking again and again without."""

import os
import platform
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Event
from typing import NamedTuple

from watchfiles import Change, watch

# A save counts this long after an editor's last write at most, and half as long at least.
SETTLE_MS = 50
ROUND_MS = 1_000  # so often files are looked at, should no event come
POLL_MS = 300
POLLS = "No file events come from here, so the file is looked at three times a second."


class Save(NamedTuple):
    """A file that was saved, or is gone; or, without a file, something to tell."""

    path: Path | None
    there: bool = True
    told: str = ""


Stamp = tuple[int, int, int] | None  # what differs once a file is saved; None if it is gone


def _stamp(path: Path) -> Stamp:
    try:
        status = path.stat()
    except OSError:
        return None  # the file is gone, or its folder is: either way it is told to be gone
    return status.st_mtime_ns, status.st_size, status.st_ino


def must_poll() -> bool:
    """Tell whether events are known not to come: in Windows' Linux, or as the environment says."""
    if "microsoft" in platform.uname().release.lower():
        return True
    return bool(os.environ.get("WATCHFILES_FORCE_POLLING"))


def saves(paths: Sequence[Path], poll: bool, stop: Event) -> Iterator[Save]:
    """Yield each save of some files.

    Args:
        paths: the files.
        poll: whether to look again and again from the beginning, instead of waiting for events.
        stop: ends the watch once it is set.

    Raises:
        OSError: the files can't be watched, not even by looking again and again.
        RuntimeError: the same.
    """
    yield from _Watch(paths, poll, stop).saves()


class _Watch:
    """The watch over some files, which changes to looking again and again where no events come."""

    def __init__(self, paths: Sequence[Path], poll: bool, stop: Event) -> None:
        self._paths = paths
        self._poll = poll
        self._stop = stop
        self._stamps = {path: _stamp(path) for path in paths}

    def saves(self) -> Iterator[Save]:
        """Yield each save until the watch is stopped."""
        if self._poll:
            yield Save(None, told=POLLS)
        while not self._stop.is_set():
            yield from self._changes()  # what happened while nobody watched
            folders = [folder for folder in self._folders() if folder.is_dir()]
            if not folders:
                self._stop.wait(POLL_MS / 1_000)
                continue
            try:
                yield from self._saves_in(folders)
            except FileNotFoundError:
                pass  # a folder went away meanwhile; it may come back
            except (OSError, RuntimeError):
                # The system gives no more watches, for instance since other programs have them all.
                if self._poll:
                    raise
                yield self._begin_to_poll()

    def _folders(self) -> set[Path]:
        return {path.parent for path in self._paths}

    def _changes(self) -> list[Save]:
        """Return which files were saved, or have gone, since somebody last looked."""
        before = self._stamps
        self._stamps = {path: _stamp(path) for path in self._paths}
        changes = []
        for path in self._paths:
            stamp = self._stamps[path]
            if stamp != before[path]:
                changes.append(Save(path, there=stamp is not None))
        return changes

    def _begin_to_poll(self) -> Save:
        """Look again and again from now on; return what tells a person so."""
        self._poll = True
        return Save(None, told=POLLS)

    def _saves_in(self, folders: list[Path]) -> Iterator[Save]:
        """Yield saves until a folder goes away, or no events come from there."""
        event_missing = False  # whether a file was saved and its event has not come, but may yet
        for number, events in enumerate(self._rounds(folders)):
            changes = self._changes()
            yield from changes
            if events:
                event_missing = False
            elif event_missing and not self._poll:
                yield self._begin_to_poll()
                return
            else:
                # A change in the first round may be older than the watch.
                event_missing = bool(changes) and number > 0
            if not all(folder.is_dir() for folder in folders):
                return

    def _rounds(self, folders: list[Path]) -> Iterator[set[tuple[Change, str]]]:
        """Yield the events of the system as they come; an empty set after a round without."""
        names = {path.name for path in self._paths}
        return watch(
            *folders,
            watch_filter=lambda _, name: Path(name).name in names,
            step=SETTLE_MS // 2,
            debounce=4 * SETTLE_MS,
            rust_timeout=ROUND_MS,
            yield_on_timeout=True,
            stop_event=self._stop,
            force_polling=self._poll,
            poll_delay_ms=POLL_MS,
            recursive=False,
            raise_interrupt=False,
            ignore_permission_denied=True,
        )
