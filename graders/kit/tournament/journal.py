"""What has been played so far, on disk: by it a run goes on that was ended at any moment.

The file has a line for each task that is done: its key, and what came of it. A line that was being
written when a run was ended is no line, and its task is done again.
"""

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from graders.kit.errors import KitError
from graders.kit.files import UNFINISHED

try:
    import fcntl
except ImportError:  # on Windows, where two runs into one folder are not told apart
    fcntl = None  # type: ignore[assignment]

NAME = "journal.jsonl"
IN_USE = "{folder} is in use by another run: wait for it to end, or name another folder."
CANNOT_WRITE = "{path} can't be written: {error}."


class Journal:
    """The file, and where in it each line lies: the lines themselves take no memory."""

    def __init__(self, folder: Path) -> None:
        """Open the journal of a folder; whatever follows the last whole line is cut off.

        Raises:
            KitError: It can't be read or written, or another run uses it.
        """
        self._path = folder / NAME
        self._places: dict[str, tuple[int, int]] = {}  # by key: where a line begins, and its length
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = _locked(folder)
            self._file: BinaryIO = self._path.open("a+b")
            self._find_lines()
        except OSError as error:
            raise self._problem(error) from None

    def _problem(self, error: OSError) -> KitError:
        return KitError(CANNOT_WRITE.format(path=self._path, error=error.strerror))

    def _find_lines(self) -> None:
        self._file.seek(0)
        end = 0
        for line in self._file:
            if not line.endswith(b"\n"):
                break
            key = _key_of(line)
            if key:
                self._places[key] = (end, len(line))
            end += len(line)
        self._file.truncate(end)

    def has(self, key: str) -> bool:
        """Tell whether a task is done."""
        return key in self._places

    def result(self, key: str) -> Any:
        """Return what came of a task that is done."""
        place, length = self._places[key]
        self._file.seek(place)
        return json.loads(self._file.read(length))["result"]

    def add(self, results: Mapping[str, Any]) -> None:
        """Write what came of tasks, by their keys, and wait until it is on disk.

        Raises:
            KitError: It can't be written.
        """
        if not results:
            return
        try:
            place = self._file.seek(0, os.SEEK_END)
            for key, result in results.items():
                line = json.dumps({"key": key, "result": result}).encode() + b"\n"
                self._file.write(line)
                self._places[key] = (place, len(line))
                place += len(line)
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise self._problem(error) from None

    def sort(self, keys: Iterable[str]) -> None:
        """Write the lines anew: those of these tasks in this order, then all others by their keys.

        So equal tournaments leave equal journals, whatever was done first.

        Raises:
            KitError: It can't be written; what was there before is still there.
        """
        first = list(keys)
        others = sorted(self._places.keys() - set(first))
        unfinished = self._path.with_name(f"{NAME}{UNFINISHED}")
        places = {}
        place = 0
        try:
            with unfinished.open("wb") as file:
                for key in [*first, *others]:
                    begin, length = self._places[key]
                    self._file.seek(begin)
                    file.write(self._file.read(length))
                    places[key] = (place, length)
                    place += length
                file.flush()
                os.fsync(file.fileno())
            self._file.close()
            os.replace(unfinished, self._path)
            self._file = self._path.open("a+b")
        except OSError as error:
            raise self._problem(error) from None
        self._places = places

    def close(self) -> None:
        self._file.close()
        if self._lock is not None:
            os.close(self._lock)


def _locked(folder: Path) -> int | None:
    """Return a descriptor of a folder that only one process can have, None on Windows.

    Raises:
        KitError: Another one has it.
    """
    if fcntl is None:
        return None
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise KitError(IN_USE.format(folder=folder)) from None
    return descriptor


def _key_of(line: bytes) -> str:
    """Return the key of a line, "" if it is none that a journal has."""
    try:
        entry = json.loads(line)
    except ValueError:
        return ""
    if not isinstance(entry, dict) or "result" not in entry:
        return ""
    return str(entry.get("key", ""))
