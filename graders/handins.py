"""What a class has handed in: a folder, or the archive that an LMS gives. Nothing is ever unpacked to disk.

Known are submitted/<student>/<exercise>/ of nbgrader, <student>/<file>, flat <student>.py or .ipynb, and the bulk
downloads of Moodle and Canvas, as zip or unpacked. Every name and byte in them is a stranger's.
"""

from __future__ import annotations

import io
import os
import re
import stat
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Literal, Protocol

from graders import KitError
from graders.catalog import Exercise, exercises, overlap
from graders.submission import NOTEBOOK_LIMIT, CannotRead, printable, read_bytes

SUFFIXES = (".py", ".ipynb")
INNER_LIMIT = 5_000_000  # bytes of an archive that a student handed in
DEEPEST = 8  # folders below each other
OURS = re.compile(r"\.|__pycache__$|__MACOSX$|site-packages$|node_modules$")  # folders that programs make, not people
_MOODLE = re.compile(r"(?P<student>.+_\d+)_assignsubmission_(?:file|onlinetext)_?(?P<file>.*)", re.DOTALL)
_CANVAS = re.compile(r"(?P<name>[^_]+)(?:_LATE)?_(?P<number>\d+)_(?P<file>\d+_.+|(?:text|link)\.html)", re.DOTALL)
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError)

ASTRAY = "its path leads out of the archive"
HIDDEN = "it is hidden, or a program's own folder"

Kind = Literal["file", "missing", "unclear"]


class NoSubmissions(KitError):
    """What was named holds no class; the sentence says why."""


class Source(Protocol):
    """Where files are; read returns the bytes of one, or as many as show that it is too large, or raises CannotRead."""

    def read(self, key: int | str) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Entry:
    """A file or folder, by the names on the way to it. problem: why its content can't be read."""

    path: tuple[str, ...]
    source: Source
    key: int | str
    is_folder: bool = False
    problem: str = ""

    @property
    def file(self) -> PurePosixPath:
        return PurePosixPath(*self.path)

    def read(self) -> bytes:
        if self.problem:
            raise CannotRead(f"{printable(self.file.name)} can't be read: {self.problem}.")
        return self.source.read(self.key)


@dataclass(frozen=True, slots=True)
class HandIn:
    """What one student handed in: a file to grade, or why there is none."""

    student: str
    file: str
    kind: Kind = "file"
    problem: str = ""
    entry: Entry | None = None

    def read(self) -> tuple[bytes, str]:
        """Return the content and "", or nothing and the sentence why it can't be read."""
        try:
            return (b"", self.problem) if self.entry is None else (self.entry.read(), "")
        except CannotRead as problem:
            return b"", str(problem)


@dataclass(frozen=True)
class Class:
    """Everyone's hand-in, by student; and what is not graded: (path, reason)."""

    hand_ins: list[HandIn] = field(default_factory=list)
    not_graded: list[tuple[str, str]] = field(default_factory=list)


def find(path: Path, exercise: Exercise) -> Class:
    """Return what is handed in for an exercise in a folder or archive; raise NoSubmissions, or CannotRead."""
    if path.is_dir():
        of_course = any((path / name).exists() for name in ("nbgrader_config.py", "gradebook.db", "source"))
        if of_course and (path / "submitted").is_dir():
            path = path / "submitted"
        entries = list(_Folder(path).entries())
    elif not path.exists():
        raise CannotRead(f"There is no folder or archive {path}.")
    else:
        try:
            entries = _Archive(path).entries()
        except _BROKEN as error:
            raise NoSubmissions(f"{path} is neither a folder nor a zip archive that can be read ({error}).") from None
    found = Class()
    students: dict[str, list[Entry]] = {}
    for entry in _unwrapped(entries, exercise):
        owner, rest = _owner(entry, exercise)
        if owner:
            students.setdefault(owner, [])
            if rest:
                students[owner].append(Entry(rest, entry.source, entry.key, entry.is_folder, entry.problem))
        elif not entry.is_folder:
            why = entry.problem or "it belongs to no student: it should be STUDENT.py, or in a folder STUDENT"
            found.not_graded.append((printable("/".join(entry.path)), why))
    names = _labels(list(students))
    for owner, files in students.items():
        hand_in, others = _chosen(names[owner], files, exercise)
        found.hand_ins.append(hand_in)
        found.not_graded.extend((printable(f"{owner}/{entry.file}"), why) for entry, why in others)
    if all(hand_in.kind == "missing" for hand_in in found.hand_ins):
        raise NoSubmissions(
            f"Nothing in {path} looks handed in for {exercise.name}: there should be files STUDENT.py or STUDENT.ipynb,"
            f" folders STUDENT that hold such a file, or folders STUDENT/{exercise.name}."
        )
    found.hand_ins.sort(key=lambda hand_in: hand_in.student)
    found.not_graded.sort()
    return found


class _Folder:
    def __init__(self, root: Path) -> None:
        self.root = root

    def entries(self, below: tuple[str, ...] = ()) -> Iterator[Entry]:
        try:
            with os.scandir(self.root.joinpath(*below)) as listing:
                found = sorted(listing, key=lambda item: item.name)
        except OSError as error:
            yield Entry((*below, "?"), self, "", problem=f"the folder can't be read: {error.strerror}")
            return
        for item in found:
            path = (*below, item.name)
            is_folder = item.is_dir(follow_symlinks=False)
            if is_folder and OURS.match(item.name):
                if not below:
                    yield Entry(path, self, item.path, problem=HIDDEN)
                continue
            link = "it is a symbolic link, perhaps to another's file" if item.is_symlink() else ""
            yield Entry(path, self, item.path, is_folder, link)
            if is_folder and len(path) < DEEPEST:
                yield from self.entries(path)

    def read(self, key: int | str) -> bytes:
        path = Path(str(key))
        try:
            return read_bytes(path)
        except CannotRead as problem:  # students read it, and need not know where their files lie
            raise CannotRead(str(problem).replace(str(path), printable(path.name))) from None


class _Archive:
    """A zip archive. What would be written where on unpacking doesn't matter: it isn't."""

    def __init__(self, file: Path | io.BytesIO) -> None:
        self.zip = zipfile.ZipFile(file)

    def entries(self) -> list[Entry]:
        found = [self._entry(number, info) for number, info in enumerate(self.zip.infolist())]
        programs = [any(map(OURS.match, e.path if e.is_folder else e.path[:-1])) for e in found]
        tops = {e.path[0] for e, own in zip(found, programs, strict=True) if own and OURS.match(e.path[0])}
        people = [e for e, own in zip(found, programs, strict=True) if not own]
        return sorted([*people, *(Entry((top,), self, 0, problem=HIDDEN) for top in tops)], key=lambda e: e.path)

    def _entry(self, number: int, info: zipfile.ZipInfo) -> Entry:
        name = info.filename
        if not info.flag_bits & 0x800:  # no encoding is declared, and the oldest one is assumed
            try:
                name = name.encode("cp437").decode("utf-8")
            except UnicodeError:
                pass  # then it is the oldest one
        name = name.replace("\\", "/")
        parts = tuple(part for part in name.split("/") if part not in ("", "."))
        problem = ""
        if ".." in parts or name.startswith("/") or re.match(r"[A-Za-z]:", name):
            return Entry((name,), self, number, problem=ASTRAY)
        if stat.S_ISLNK(info.external_attr >> 16):
            problem = "it is a symbolic link, perhaps to another's file"
        elif info.flag_bits & 1:
            problem = "it is encrypted"
        elif info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            problem = "it is compressed in an unusual way"  # of which a little can become very much at once
        return Entry(parts or ("?",), self, number, info.is_dir(), problem)

    def read(self, key: int | str) -> bytes:
        info = self.zip.infolist()[int(key)]
        try:
            with self.zip.open(info) as file:
                return file.read(NOTEBOOK_LIMIT + 1)
        except _BROKEN as error:
            raise CannotRead(f"{printable(info.filename)} is damaged in the archive ({error}).") from None


@dataclass(frozen=True)
class _Inner:
    """An archive that a student handed in; it is opened for each look."""

    entry: Entry

    def opened(self) -> _Archive:
        data = self.entry.read()
        if len(data) > INNER_LIMIT:
            raise CannotRead(f"{self.entry.file} is larger than {INNER_LIMIT // 1_000_000} MB: hand in the file alone.")
        try:
            return _Archive(io.BytesIO(data))
        except _BROKEN:
            raise CannotRead(f"{self.entry.file} is no zip archive that can be read.") from None

    def entries(self) -> list[Entry]:
        return [Entry(e.path, self, e.key, e.is_folder, e.problem) for e in self.opened().entries()]

    def read(self, key: int | str) -> bytes:
        return self.opened().read(key)


def _unwrapped(entries: list[Entry], exercise: Exercise) -> list[Entry]:
    """Return entries without the one folder that holds them all, unless that is a student's."""
    tops = {entry.path[0] for entry in entries if entry.problem not in (ASTRAY, HIDDEN)}
    if len(tops) != 1 or _MOODLE.fullmatch(min(tops)):
        return entries
    folders = {e.path[1] for e in entries if len(e.path) > 2 or (len(e.path) == 2 and e.is_folder)}
    files = [e.file for e in entries if len(e.path) == 2 and e.file.suffix.lower() in SUFFIXES]
    several = len(files) > 1 and not any(_is_named(file, exercise) for file in files)
    if not several and folders <= {other.name for other in exercises()}:
        return entries
    inside = [entry for entry in entries if len(entry.path) > 1]
    others = [entry for entry in entries if entry.problem in (ASTRAY, HIDDEN)]
    return others + [Entry(e.path[1:], e.source, e.key, e.is_folder, e.problem) for e in inside]


def _owner(entry: Entry, exercise: Exercise) -> tuple[str, tuple[str, ...]]:
    """Return whose an entry is, "" for nobody's, and its path below that."""
    first, rest = entry.path[0], entry.path[1:]
    if entry.problem in (ASTRAY, HIDDEN):
        return "", ()
    if found := _MOODLE.fullmatch(first):
        return found["student"], (*((found["file"],) if found["file"] else ()), *rest)
    if rest or entry.is_folder:
        return ("", rest) if first == exercise.name else (first, rest)
    if found := _CANVAS.fullmatch(first):
        return f"{found['name']}_{found['number']}", (re.sub(r"^\d+_", "", found["file"]),)
    file = entry.file
    gradable = file.suffix.lower() in (*SUFFIXES, ".zip") and not file.name.startswith(".")
    return (file.stem if gradable and not _is_named(file, exercise) else ""), (first,)


def _is_named(file: PurePosixPath, exercise: Exercise) -> bool:
    """Tell whether a file is named like the exercise, also as browsers and LMSs count copies: "minmax (1).py"."""
    return bool(re.fullmatch(rf"{exercise.name}([-_ ]?\(?\d+\)?)?", file.stem, re.IGNORECASE))


def _chosen(student: str, entries: Sequence[Entry], exercise: Exercise) -> tuple[HandIn, list[tuple[Entry, str]]]:
    """Return what of a student's files is graded, and others with the reasons why they aren't."""
    files = _gradable(entries, exercise)
    problem = ""
    if not files:
        for entry in [e for e in entries if not e.is_folder and e.file.suffix.lower() == ".zip"][:3]:
            try:
                files += _gradable(_Inner(entry).entries(), exercise)
            except CannotRead as reason:
                problem = f" {reason}"
    if not files:
        there = [entry for entry in entries if not entry.is_folder and entry.file.name != "timestamp.txt"]
        names = ", ".join(f"{e.file.name} ({e.problem})" if e.problem else e.file.name for e in there[:5])
        told = f" Handed in: {printable(names)}." if there else ""
        missing = f"Nothing was handed in for {exercise.name}, no .py file and no notebook.{told}{problem}"
        why = problem.strip() or f"it is no .py file and no notebook for {exercise.name}"
        return HandIn(student, f"{exercise.name}.py", "missing", missing), [(entry, why) for entry in there]
    likely = _likely(files, exercise) if len(files) > 1 else files
    if len(likely) > 1:
        names = printable(", ".join(str(entry.file) for entry in likely[:5]))
        unclear = f"It is not clear which file is meant for {exercise.name}: {names}. Hand in one."
        return HandIn(student, f"{exercise.name}.py", "unclear", unclear), [(e, "is it this one?") for e in likely]
    file = printable(likely[0].file.name)
    others = [(entry, f"{file} is graded") for entry in files if entry is not likely[0]]
    return HandIn(student, file, entry=likely[0]), others


def _likely(files: list[Entry], exercise: Exercise) -> list[Entry]:
    """Return those of several files that can be meant: not as given out, best named, defining most of what is asked."""
    likely = [entry for entry in files if not _is_untouched(entry, exercise)] or files
    likely = [entry for entry in likely if _is_named(entry.file, exercise)] or likely
    likely = [entry for entry in likely if entry.file.stem == exercise.name] or likely
    shares = [_share(entry, exercise) for entry in likely]
    likely = [entry for entry, share in zip(likely, shares, strict=True) if share == max(shares)]
    if len({entry.file.with_suffix("") for entry in likely}) == 1 and len({e.file for e in likely}) == len(likely):
        return sorted(likely, key=lambda entry: entry.file.suffix != ".py")[:1]  # the same as file and as notebook
    different = {HandIn("", "", entry=entry).read(): entry for entry in reversed(likely)}
    return list(reversed(different.values()))


def _gradable(entries: Sequence[Entry], exercise: Exercise) -> list[Entry]:
    """Return the Python files and notebooks that are not for another exercise, from a folder for this one if any."""
    others = {other.name for other in exercises()} - {exercise.name}
    files = [
        entry
        for entry in entries
        if not entry.is_folder and entry.file.suffix.lower() in SUFFIXES and not entry.file.name.startswith(".")
        and others.isdisjoint((*entry.path[:-1], entry.file.stem))
    ]  # fmt: skip
    return [entry for entry in files if exercise.name in entry.path[:-1]] or files


def _is_untouched(entry: Entry, exercise: Exercise) -> bool:
    """Tell whether a file is what students receive, as it was."""
    given = exercise.handout / f"{exercise.name}{entry.file.suffix.lower()}"
    try:
        return given.exists() and entry.read() == given.read_bytes()
    except CannotRead:
        return False


def _share(entry: Entry, exercise: Exercise) -> float:
    """Return which share of the exercise's names a file defines, also as text of a notebook's cells."""
    try:
        text = entry.read().decode("latin-1")
    except CannotRead:
        return 0.0
    return overlap(exercise, text.replace('"', "\n").replace("\\n", "\n"))


def _labels(owners: Sequence[str]) -> dict[str, str]:
    """Return a name for each student that can be printed and be a file's name, no two alike on any system."""
    seen: dict[str, int] = {}
    plain = {owner: re.sub(r'[/\\:*?"<>|]', "_", printable(owner)).strip()[:80] for owner in owners}
    for name in plain.values():
        seen[name.casefold()] = seen.get(name.casefold(), 0) + 1
    return {
        owner: name
        if name == owner and seen[name.casefold()] == 1 and not name.startswith(".") and not name.endswith(".")
        else f"{name.strip('.')}-{sha256(owner.encode('utf-8', 'surrogateescape')).hexdigest()[:6]}"
        for owner, name in plain.items()
    }
