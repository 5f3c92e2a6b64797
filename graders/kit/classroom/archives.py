"""Files that strangers hand in: in a folder, in an archive, or in an archive in either. Nothing is unpacked to disk."""

from __future__ import annotations

import io
import os
import re
import stat
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path, PurePosixPath

from graders.kit.errors import CannotRead, KitError
from graders.kit.grading.submission import NOTEBOOK_LIMIT, printable, read_bytes

FILES_LIMIT = 2_000  # of a student, or in an archive that a student handed in
INNER_LIMIT = 5_000_000  # bytes of such an archive
DEEPEST = 8  # folders below each other
OURS = re.compile(
    r"\.|__pycache__$|__MACOSX$|site-packages$|node_modules$"
)  # folders that programs make, not people

ASTRAY, HIDDEN = OF_NOBODY = (
    "its path leads out of the archive",
    "it is hidden, or a program's own folder",
)
LINK = "it is a symbolic link, perhaps to another's file"
TOO_MANY = "too many files to look through"


@contextmanager
def as_kit_error(sentence: str, kind: type[KitError] = CannotRead) -> Iterator[None]:
    """Let whatever is raised over a stranger's file be a KitError of that kind, with a sentence and the reason."""
    try:
        yield
    except (
        Exception
    ) as error:  # zipfile raises what it stumbles over: struct.error, IndexError, MemoryError, ...
        why = printable(str(error) or type(error).__name__)
        raise error if isinstance(error, KitError) else kind(f"{sentence} ({why}).") from None


@dataclass(frozen=True, slots=True)
class Entry:
    """A file or folder, by the names on the way to it; key: in its source. problem: why its content can't be read."""

    path: tuple[str, ...]
    source: Folder | Archive | Inner
    key: int | str
    is_folder: bool = False
    problem: str = ""
    size: int = 0  # bytes of it that are read of an archive at most, packed or unpacked

    @property
    def file(self) -> PurePosixPath:
        return PurePosixPath(*self.path)

    @property
    def suffix(self) -> str:
        """The ending of a file's name, in small letters; "" of a folder."""
        return "" if self.is_folder else self.file.suffix.lower()

    def read(self) -> bytes:
        """Return the content, or as much as shows that it is too large; raise CannotRead."""
        if self.problem:
            raise CannotRead(f"{printable(self.file.name)} can't be read: {self.problem}.")
        with as_kit_error(f"{printable(self.file.name)} is damaged"):
            return self.source.read(self.key)


class Folder:
    def __init__(self, root: Path) -> None:
        self.root = root

    def entries(self, below: tuple[str, ...] = (), most: int | None = None) -> Iterator[Entry]:
        """Yield what is below; of folders no more than shows that it is too much, but for one that may hold all."""
        try:
            with os.scandir(self.root.joinpath(*below)) as listing:
                items = sorted(islice(listing, most), key=lambda item: item.name)
            problem = TOO_MANY if len(items) == most else ""
        except OSError as error:
            problem = f"the folder can't be read: {error.strerror}"
        if problem:
            yield Entry((*below, "?"), self, "", problem=problem)
            return
        limit = (
            FILES_LIMIT + 1
            if below or sum(not OURS.match(item.name) for item in items) > 1
            else None
        )
        for item in items:
            path = (*below, item.name)
            is_folder = item.is_dir(follow_symlinks=False)
            if is_folder and OURS.match(item.name):
                yield from [] if below else [Entry(path, self, item.path, problem=HIDDEN)]
                continue
            yield Entry(path, self, item.path, is_folder, LINK if item.is_symlink() else "")
            if is_folder and len(path) < DEEPEST:
                yield from islice(self.entries(path, limit), limit)

    def read(self, key: int | str) -> bytes:
        path = Path(str(key))
        try:
            return read_bytes(path)
        except CannotRead as problem:  # students read it, and need not know where their files lie
            raise CannotRead(str(problem).replace(str(path), printable(path.name))) from None


class Archive:
    """A zip archive. What would be written where on unpacking doesn't matter: it isn't."""

    def __init__(self, file: Path | io.BytesIO, most: int) -> None:
        self.zip = zipfile.ZipFile(file)
        if len(self.zip.infolist()) > most:
            raise ValueError(TOO_MANY)

    def entries(self) -> list[Entry]:
        entries, hidden = [], set()
        for number, info in enumerate(self.zip.infolist()):
            entry = self._entry(number, info)
            if not any(map(OURS.match, entry.path if entry.is_folder else entry.path[:-1])):
                entries.append(entry)
            elif OURS.match(entry.path[0]):
                hidden.add(entry.path[0])
        entries += [Entry((folder,), self, 0, problem=HIDDEN) for folder in hidden]
        return sorted(entries, key=lambda entry: entry.path)

    def _entry(self, number: int, info: zipfile.ZipInfo) -> Entry:
        name = info.filename
        if not info.flag_bits & 0x800:  # no encoding is declared, and the oldest one is assumed
            try:
                name = name.encode("cp437").decode("utf-8")
            except UnicodeError:
                pass  # then it is the oldest one
        name = name.replace("\\", "/")
        parts = tuple(part for part in name.split("/") if part not in ("", "."))
        if ".." in parts or name.startswith("/") or re.match(r"[A-Za-z]:", name):
            return Entry((name,), self, number, problem=ASTRAY)
        problem = LINK if stat.S_ISLNK(info.external_attr >> 16) else ""
        if info.flag_bits & 1:
            problem = problem or "it is encrypted"
        elif info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            problem = (
                problem or "it is compressed in an unusual way"
            )  # a little can become very much at once
        size = min(
            max(info.file_size, info.compress_size), NOTEBOOK_LIMIT
        )  # either can be made to take long
        path = parts[:20] + parts[20:][-10:] or (
            "?",
        )  # thousands of folders below each other take long, too
        return Entry(path, self, number, name.endswith("/"), problem, size)

    def read(self, key: int | str) -> bytes:
        info = self.zip.infolist()[int(key)]
        with self.zip.open(info) as file:
            return file.read(min(info.file_size, NOTEBOOK_LIMIT) + 1)


class _Listed(io.BytesIO):
    """A student's archive. While it is opened, which reads all of the list of what is in it, a long list is refused."""

    most = 500_000

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > self.most:
            raise ValueError(TOO_MANY)
        return super().read(size)


@dataclass(eq=False)
class Inner:
    """An archive that a student handed in: opened once, and kept only until one of its files is chosen."""

    entry: Entry
    archive: Archive | None = None

    def opened(self) -> Archive:
        data, name = self.entry.read(), printable(str(self.entry.file))
        if len(data) > INNER_LIMIT:
            raise CannotRead(
                f"{name} is larger than {INNER_LIMIT // 1_000_000} MB: hand in the file alone."
            )
        file = _Listed(data)
        archive = Archive(file, FILES_LIMIT)
        file.most = NOTEBOOK_LIMIT + 1
        return archive

    def entries(self) -> list[Entry]:
        with as_kit_error(f"{printable(str(self.entry.file))} is no zip archive that can be read"):
            self.archive = self.opened()
            return [replace(entry, source=self) for entry in self.archive.entries()]

    def read(self, key: int | str) -> bytes:
        return (self.archive or self.opened()).read(key)
