"""Files that strangers hand in: in a folder, in an archive, or in an archive in either.

Nothing is unpacked to disk.
"""

from __future__ import annotations

import io
import os
import re
import stat
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from pathlib import Path, PurePosixPath

from graders.kit.errors import CannotRead, KitError
from graders.kit.grading.submission import NOTEBOOK_LIMIT, printable, read_bytes

FILES_LIMIT = 2_000  # of a student, or in an archive that a student handed in
INNER_LIMIT = 5_000_000  # bytes of such an archive
DEEPEST = 8  # folders below each other
# Folders that programs make, not people.
OURS = re.compile(r"\.|__pycache__$|__MACOSX$|site-packages$|node_modules$")
UTF_8 = 0x800  # the flag of a zip archive that a file's name is in UTF-8
ENCRYPTED = 1  # the flag that a file is encrypted
FIRST_FOLDERS = 20  # of a path that is far too long these are kept, ...
LAST_FOLDERS = 10  # ... and these

NO_TIME = (1980, 1, 1, 0, 0, 0)

ASTRAY = "its path leads out of the archive"
HIDDEN = "it is hidden, or a program's own folder"
OF_NOBODY = (ASTRAY, HIDDEN)
LINK = "it is a symbolic link, perhaps to another's file"
TOO_MANY = "too many files to look through"
UNUSUAL = "it is compressed in an unusual way"
CANNOT_READ = "{file} can't be read: {problem}."
TOO_LARGE = "{file} is larger than {megabytes} MB: hand in the file alone."


@contextmanager
def as_kit_error(sentence: str, kind: type[KitError] = CannotRead) -> Iterator[None]:
    """Turn whatever is raised over a stranger's file into a KitError.

    Args:
        sentence: What is wrong, without a full stop. The reason is put behind it.
        kind: The class of the error. A KitError that is raised stays as it is.
    """
    try:
        yield
    except KitError:
        raise
    except Exception as error:  # zipfile raises struct.error, IndexError, MemoryError, ...
        reason = printable(str(error) or type(error).__name__)
        raise kind(f"{sentence} ({reason}).") from None


@dataclass(frozen=True, slots=True)
class Entry:
    """A file or folder.

    Attributes:
        path: The names on the way to it.
        source: Where it lies.
        key: By what its source finds it.
        is_folder: Whether it is a folder.
        problem: Why its content can't be read, "" if it can.
        size: Of a file in an archive, the most bytes of it that are read, packed or unpacked.
        time: When it was written, in seconds since 1970; None if that is not known.
    """

    path: tuple[str, ...]
    source: Folder | Archive | Inner
    key: int | str
    is_folder: bool = False
    problem: str = ""
    size: int = 0
    time: float | None = None

    @property
    def file(self) -> PurePosixPath:
        return PurePosixPath(*self.path)

    @property
    def suffix(self) -> str:
        """The ending of a file's name, in small letters; "" of a folder."""
        if self.is_folder:
            return ""
        return self.file.suffix.lower()

    def read(self) -> bytes:
        """Return the content, or as much as shows that it is too large; raise CannotRead."""
        name = printable(self.file.name)
        if self.problem:
            raise CannotRead(CANNOT_READ.format(file=name, problem=self.problem))
        with as_kit_error(f"{name} is damaged"):
            return self.source.read(self.key)


class Folder:
    """A folder on disk."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def entries(self, below: tuple[str, ...] = (), most: int | None = None) -> Iterator[Entry]:
        """Yield what is below a folder.

        Args:
            below: The names on the way from the root to the folder.
            most: How many things side by side are too many, None if none are.
        """
        try:
            with os.scandir(self.root.joinpath(*below)) as listing:
                items = sorted(islice(listing, most), key=lambda item: item.name)
            problem = TOO_MANY if len(items) == most else ""
        except OSError as error:
            problem = f"the folder can't be read: {error.strerror}"
        if problem:
            yield Entry((*below, "?"), self, "", problem=problem)
            return
        # Of a folder no more is looked at than shows that it is too much. But the one folder at
        # the top may hold the whole class.
        limit: int | None = FILES_LIMIT + 1
        if not below and sum(not OURS.match(item.name) for item in items) <= 1:
            limit = None
        for item in items:
            path = (*below, item.name)
            is_folder = item.is_dir(follow_symlinks=False)
            if is_folder and OURS.match(item.name):
                if not below:
                    yield Entry(path, self, item.path, problem=HIDDEN)
                continue
            link = LINK if item.is_symlink() else ""
            yield Entry(path, self, item.path, is_folder, link, time=_written(item))
            if is_folder and len(path) < DEEPEST:
                yield from islice(self.entries(path, limit), limit)

    def read(self, key: int | str) -> bytes:
        path = Path(str(key))
        try:
            return read_bytes(path)
        except CannotRead as problem:  # students read it, and need not know where their files lie
            sentence = str(problem).replace(str(path), printable(path.name))
            raise CannotRead(sentence) from None


class Archive:
    """A zip archive. What would be written where on unpacking doesn't matter: it isn't."""

    def __init__(self, file: Path | io.BytesIO, most: int) -> None:
        """Open an archive; raise ValueError if it holds more than `most` files."""
        self.zip = zipfile.ZipFile(file)
        if len(self.zip.infolist()) > most:
            raise ValueError(TOO_MANY)

    def entries(self) -> list[Entry]:
        entries: list[Entry] = []
        hidden: set[str] = set()
        for number, info in enumerate(self.zip.infolist()):
            entry = self._entry(number, info)
            folders = entry.path if entry.is_folder else entry.path[:-1]
            if not any(map(OURS.match, folders)):
                entries.append(entry)
            elif OURS.match(entry.path[0]):
                hidden.add(entry.path[0])
        for folder in hidden:
            entries.append(Entry((folder,), self, 0, problem=HIDDEN))
        return sorted(entries, key=lambda entry: entry.path)

    def _entry(self, number: int, info: zipfile.ZipInfo) -> Entry:
        name = _name(info)
        parts = tuple(part for part in name.split("/") if part not in ("", "."))
        if ".." in parts or name.startswith("/") or re.match(r"[A-Za-z]:", name):
            return Entry((name,), self, number, problem=ASTRAY)
        if not parts:
            parts = ("?",)
        if len(parts) > FIRST_FOLDERS:  # thousands of folders below each other take long, too
            last = parts[FIRST_FOLDERS:][-LAST_FOLDERS:]
            parts = parts[:FIRST_FOLDERS] + last
        is_folder = name.endswith("/")
        size = max(info.file_size, info.compress_size)  # either can be made to take long
        most = min(size, NOTEBOOK_LIMIT)
        return Entry(parts, self, number, is_folder, _problem(info), most, _packed_at(info))

    def read(self, key: int | str) -> bytes:
        info = self.zip.infolist()[int(key)]
        most = min(info.file_size, NOTEBOOK_LIMIT)
        with self.zip.open(info) as file:
            return file.read(most + 1)


def _name(info: zipfile.ZipInfo) -> str:
    """Return the path of a file in an archive, with "/" between folders."""
    name = info.filename
    if not info.flag_bits & UTF_8:  # no encoding is declared, and zipfile assumes the oldest one
        try:
            name = name.encode("cp437").decode("utf-8")
        except UnicodeError:
            pass  # then it is the oldest one
    return name.replace("\\", "/")


def _written(item: os.DirEntry[str]) -> float | None:
    """Return when a file on disk was written; None if it is gone meanwhile."""
    try:
        return item.stat(follow_symlinks=False).st_mtime
    except OSError:
        return None


def _packed_at(info: zipfile.ZipInfo) -> float | None:
    """Return when a file in an archive was written, by the clock of this machine.

    An archive knows no time zones, and no time before 1980: that stands for none.
    """
    if info.date_time <= NO_TIME:
        return None
    try:
        return datetime(*info.date_time).timestamp()
    except (ValueError, OverflowError, OSError):  # a month 13, as a stranger may write it
        return None


def _problem(info: zipfile.ZipInfo) -> str:
    """Return why a file of an archive can't be read, "" if it can."""
    if stat.S_ISLNK(info.external_attr >> 16):
        return LINK
    if info.flag_bits & ENCRYPTED:
        return "it is encrypted"
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return UNUSUAL  # with which a little can become very much at once
    return ""


class _Listed(io.BytesIO):
    """A student's archive.

    Opening it reads the list of what is in it, all at once. A long list is refused meanwhile.
    """

    most = 500_000

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > self.most:
            raise ValueError(TOO_MANY)
        return super().read(size)


@dataclass(eq=False)
class Inner:
    """An archive that a student handed in.

    It is opened once, and kept only until one of its files is chosen.
    """

    entry: Entry
    archive: Archive | None = None

    def opened(self) -> Archive:
        """Return the archive, opened anew; raise CannotRead if it is too large."""
        data = self.entry.read()
        if len(data) > INNER_LIMIT:
            name = printable(str(self.entry.file))
            raise CannotRead(TOO_LARGE.format(file=name, megabytes=INNER_LIMIT // 1_000_000))
        file = _Listed(data)
        archive = Archive(file, FILES_LIMIT)
        file.most = NOTEBOOK_LIMIT + 1
        return archive

    def entries(self) -> list[Entry]:
        name = printable(str(self.entry.file))
        with as_kit_error(f"{name} is no zip archive that can be read"):
            self.archive = self.opened()
            entries = self.archive.entries()
            # It was handed in when the archive was.
            return [replace(entry, source=self, time=self.entry.time) for entry in entries]

    def read(self, key: int | str) -> bytes:
        archive = self.archive or self.opened()
        return archive.read(key)
