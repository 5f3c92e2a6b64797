"""Files that are saved, as they are: by the system's events, or by looking again and again where none come."""

import os
import platform
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Event
from typing import NamedTuple

from watchfiles import watch

SETTLE_MS = (
    50  # a save counts this long after an editor's last write at most, and half as long at least
)
ROUND_MS = 1_000  # so often files are looked at, should no event come
POLL_MS = 300
POLLS = "No file events come from here, so the file is looked at three times a second."


class Save(NamedTuple):
    """A file that was saved, or is gone; or, without a file, something to tell."""

    path: Path | None
    there: bool = True
    told: str = ""


def _seen(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None  # gone, or its folder is: that is what is told then
    return found.st_mtime_ns, found.st_size, found.st_ino


def must_poll() -> bool:
    """Tell whether events are known not to come: in Windows' Linux, or as the environment says."""
    return "microsoft" in platform.uname().release.lower() or bool(
        os.environ.get("WATCHFILES_FORCE_POLLING")
    )


def saves(paths: Sequence[Path], poll: bool, stop: Event) -> Iterator[Save]:
    """Yield each save of some files until stop is set. poll: whether to look again and again from the beginning"""
    known, names = {path: _seen(path) for path in paths}, {path.name for path in paths}

    def changes() -> list[Save]:
        before = known.copy()
        known.update({path: _seen(path) for path in paths})
        return [
            Save(path, there=known[path] is not None)
            for path in paths
            if known[path] != before[path]
        ]

    if poll:
        yield Save(None, told=POLLS)
    while not stop.is_set():
        yield from changes()  # what happened while nobody watched
        folders = [folder for folder in {path.parent for path in paths} if folder.is_dir()]
        if not folders:
            stop.wait(POLL_MS / 1_000)
            continue
        suspect = False  # whether a file was saved and no event has told so, which may come yet
        try:
            rounds = watch(
                *folders, watch_filter=lambda _, name: Path(name).name in names,
                step=SETTLE_MS // 2, debounce=4 * SETTLE_MS, rust_timeout=ROUND_MS,
                yield_on_timeout=True, stop_event=stop, force_polling=poll, poll_delay_ms=POLL_MS, recursive=False,
                raise_interrupt=False, ignore_permission_denied=True,
            )  # fmt: skip
            for number, events in enumerate(rounds):
                changed = changes()
                yield from changed
                if suspect and not events and not poll:
                    poll = True
                    yield Save(None, told=POLLS)
                    break
                suspect = (
                    bool(changed) and not events and number > 0
                )  # before, it may be older than the watch
                if not all(folder.is_dir() for folder in folders):
                    break
        except FileNotFoundError:
            pass  # a folder went away meanwhile; it may come back
        except (
            OSError,
            RuntimeError,
        ):  # the system gives no more watches, for one: others have them all
            if poll:
                raise
            poll = True
            yield Save(None, told=POLLS)
