"""What a class has handed in: a folder, or the archive that an LMS gives. Nothing is ever unpacked to disk.

Known are submitted/<student>/<exercise>/ of nbgrader, <student>/<file>, flat <student>.py or .ipynb, and the bulk
downloads of Moodle and Canvas, as zip or unpacked. Every name and byte in them is a stranger's.
"""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import count
from pathlib import Path, PurePosixPath
from typing import Literal
from unicodedata import normalize

from graders.kit.catalog import Exercise, exercises, overlap
from graders.kit.classroom.archives import (
    FILES_LIMIT,
    OF_NOBODY,
    TOO_MANY,
    Archive,
    Entry,
    Folder,
    Inner,
    as_kit_error,
)
from graders.kit.errors import CannotRead, NoSubmissions
from graders.kit.grading.submission import NOTEBOOK_LIMIT, SIZE_LIMIT, printable

SUFFIXES = (".py", ".ipynb")
CLASS_LIMIT = 1_000_000  # files and folders in an archive of a class, or side by side in its folder
COMPARED_LIMIT = 200  # files that could be meant, of which one is chosen by what is in them
COMPARED_BYTES = NOTEBOOK_LIMIT + SIZE_LIMIT  # in all of these
LABEL_LIMIT = (
    120  # bytes of a student's name as that of a file: most systems take 255, and there are endings
)
_MOODLE = re.compile(
    r"(?P<student>.+?_\d+)_assignsubmission_(?:file|onlinetext)_?(?P<file>.*)", re.DOTALL
)
_CANVAS = re.compile(
    r"(?P<name>[^_]+)(?:_LATE)?_(?P<number>\d+)_(?P<file>\d+_.+|(?:text|link)\.html)", re.DOTALL
)
_DEVICE = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)\d) *(\.|$)")  # on Windows
Kind = Literal["file", "missing", "unclear"]


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
class Cohort:
    """Everyone's hand-in, by student; and the files that are not graded: (path, reason)."""

    hand_ins: list[HandIn]
    not_graded: list[tuple[str, str]]


def find(path: Path, exercise: Exercise) -> Cohort:
    """Return what is handed in for an exercise in a folder or archive; raise NoSubmissions, or CannotRead."""
    if path.is_dir():
        of_course = any(
            (path / name).exists() for name in ("nbgrader_config.py", "gradebook.db", "source")
        )
        path = path / "submitted" if of_course and (path / "submitted").is_dir() else path
        entries = list(Folder(path).entries())
    elif not path.exists():
        raise CannotRead(f"There is no folder or archive {path}.")
    else:
        with as_kit_error(
            f"{path} is neither a folder nor a zip archive that can be read", NoSubmissions
        ):
            entries = Archive(path, CLASS_LIMIT).entries()
    hand_ins: list[HandIn] = []
    not_graded: list[tuple[str, str]] = []
    students: dict[str, list[Entry]] = {}
    for entry in _unwrapped(entries, exercise):
        owner, rest = _owner(entry, exercise)
        if owner:
            students.setdefault(owner, []).extend([replace(entry, path=rest)] if rest else [])
        elif not entry.is_folder:
            why = (
                entry.problem
                or "it belongs to no student: it should be STUDENT.py, or in a folder STUDENT"
            )
            not_graded.append((printable("/".join(entry.path)), why))
    labels = _labels(students)
    for owner, files in students.items():
        try:
            hand_in, others = _chosen(labels[owner], files, exercise)
        except CannotRead as problem:
            hand_in, others = (
                HandIn(labels[owner], f"{exercise.name}.py", "unclear", str(problem)),
                [],
            )
            not_graded.append((printable(f"{owner}/*"), TOO_MANY))
        hand_ins.append(hand_in)
        not_graded += [(printable(f"{owner}/{entry.file}"), why) for entry, why in others]
    if all(hand_in.kind == "missing" for hand_in in hand_ins):
        raise NoSubmissions(
            f"Nothing in {path} looks handed in for {exercise.name}: there should be files STUDENT.py or STUDENT.ipynb,"
            f" folders STUDENT that hold such a file, or folders STUDENT/{exercise.name}."
        )
    return Cohort(sorted(hand_ins, key=lambda hand_in: hand_in.student), sorted(not_graded))


def of_one(folder: Path, exercise: Exercise) -> HandIn:
    """Return what is graded of all that one student handed in, as it would be in a class."""
    try:
        return _chosen("", list(Folder(folder).entries()), exercise)[0]
    except CannotRead as problem:
        return HandIn("", f"{exercise.name}.py", "unclear", str(problem))


def _unwrapped(entries: list[Entry], exercise: Exercise) -> list[Entry]:
    """Return entries without the one folder that holds them all, unless that is a student's."""
    others = [entry for entry in entries if entry.problem in OF_NOBODY]
    tops = {entry.path[0] for entry in entries if entry.problem not in OF_NOBODY}
    if len(tops) != 1 or _MOODLE.fullmatch(min(tops)):
        return entries
    folders = {e.path[1] for e in entries if len(e.path) > 2 or (len(e.path) == 2 and e.is_folder)}
    files = [e.file for e in entries if len(e.path) == 2 and e.suffix in SUFFIXES]
    several = len(files) > 1 and not any(_is_named(file, exercise) for file in files)
    if not several and folders <= {other.name for other in exercises()}:
        return entries
    return others + [
        replace(entry, path=entry.path[1:]) for entry in entries if len(entry.path) > 1
    ]


def _owner(entry: Entry, exercise: Exercise) -> tuple[str, tuple[str, ...]]:
    """Return whose an entry is, "" for nobody's, and its path below that."""
    first, rest = entry.path[0], entry.path[1:]
    if entry.problem in OF_NOBODY:
        return "", ()
    if name := _MOODLE.fullmatch(first):
        return name["student"], (*filter(None, [name["file"]]), *rest)
    if rest or entry.is_folder:
        return ("", rest) if first == exercise.name else (first, rest)
    if name := _CANVAS.fullmatch(first):
        return f"{name['name']}_{name['number']}", (re.sub(r"^\d+_", "", name["file"]),)
    gradable = entry.suffix in (*SUFFIXES, ".zip") and not first.startswith(".")
    return (entry.file.stem if gradable and not _is_named(entry.file, exercise) else ""), (first,)


def _is_named(file: PurePosixPath, exercise: Exercise) -> bool:
    """Tell whether a file is named like the exercise, also as browsers and LMSs count copies: "minmax (1).py"."""
    return bool(re.fullmatch(rf"{exercise.name}([-_ ]?\(?\d+\)?)?", file.stem, re.IGNORECASE))


def _chosen(
    student: str, entries: Sequence[Entry], exercise: Exercise
) -> tuple[HandIn, list[tuple[Entry, str]]]:
    """Return what of a student's files is graded, and others with the reasons why they aren't, or raise CannotRead."""
    if len(entries) > FILES_LIMIT or any(entry.problem == TOO_MANY for entry in entries):
        raise CannotRead(f"There are {TOO_MANY} for {exercise.name}. Hand in one.")
    files = _gradable(entries, exercise)
    problem = ""
    if not files:
        for entry in [entry for entry in entries if entry.suffix == ".zip"][:3]:
            try:
                files += _gradable(Inner(entry).entries(), exercise)
            except CannotRead as reason:
                problem = f" {reason}"
    if not files:
        there = [
            entry for entry in entries if not entry.is_folder and entry.file.name != "timestamp.txt"
        ]
        names = ", ".join(
            printable(e.file.name) + (f" ({e.problem})" if e.problem else "") for e in there[:5]
        )
        listed = f" Handed in: {names}." if there else ""
        missing = f"Nothing was handed in for {exercise.name}, no .py file and no notebook.{listed}{problem}"
        why = problem.strip() or f"it is no .py file and no notebook for {exercise.name}"
        return HandIn(student, f"{exercise.name}.py", "missing", missing), [
            (entry, why) for entry in there
        ]
    likely = _likely(files, exercise) if len(files) > 1 else files
    if len(likely) > 1:
        names = ", ".join(printable(str(entry.file)) for entry in likely[:5])
        unclear = f"It is not clear which file is meant for {exercise.name}: {names}. Hand in one."
        return HandIn(student, f"{exercise.name}.py", "unclear", unclear), [
            (e, "is it this one?") for e in likely
        ]
    if isinstance(inner := likely[0].source, Inner):
        inner.archive = None  # there may be thousands of them
    file = printable(likely[0].file.name)
    others = [(entry, f"{file} is graded") for entry in files if entry is not likely[0]]
    return HandIn(student, file, entry=likely[0]), others


def _likely(files: list[Entry], exercise: Exercise) -> list[Entry]:
    """Return those of several files that can be meant: not as given out, best named, defining most of what is asked."""
    contents: dict[Entry, tuple[bytes, str]] = {}
    left = COMPARED_BYTES
    for entry in files:
        if len(files) > COMPARED_LIMIT or entry.size > left:
            raise CannotRead(
                f"There are {TOO_MANY} for {exercise.name}, or too large ones. Hand in one."
            )
        contents[entry] = HandIn("", "", entry=entry).read()
        left -= max(entry.size, len(contents[entry][0]))
    given = [path.read_bytes() for path in exercise.handout.glob(f"{exercise.name}.*")]
    likely = [entry for entry in files if contents[entry][0] not in given] or files
    likely = [entry for entry in likely if _is_named(entry.file, exercise)] or likely
    likely = [entry for entry in likely if entry.file.stem == exercise.name] or likely
    texts = (
        contents[entry][0].decode("latin-1").replace('"', "\n").replace("\\n", "\n")
        for entry in likely
    )
    shares = [
        overlap(exercise, text) for text in texts
    ]  # which finds names also in a notebook's cells
    likely = [entry for entry, share in zip(likely, shares, strict=True) if share == max(shares)]
    if len({entry.file.with_suffix("") for entry in likely}) == 1 and len(
        {e.file for e in likely}
    ) == len(likely):
        return sorted(likely, key=lambda entry: entry.file.suffix != ".py")[
            :1
        ]  # the same as file and as notebook
    different = {contents[entry]: entry for entry in reversed(likely)}
    return list(reversed(different.values()))


def _gradable(entries: Sequence[Entry], exercise: Exercise) -> list[Entry]:
    """Return the Python files and notebooks that are not for another exercise, from a folder for this one if any."""
    others = {other.name for other in exercises()} - {exercise.name}
    files = [entry for entry in entries if entry.suffix in SUFFIXES and entry.file.name[0] != "."]
    files = [entry for entry in files if others.isdisjoint((*entry.path[:-1], entry.file.stem))]
    return [entry for entry in files if exercise.name in entry.path[:-1]] or files


def _labels(owners: Collection[str]) -> dict[str, str]:
    """Return a name for each student that can be that of a file, no two alike on any system; their own if it can."""
    fine = [owner for owner in owners if _usable(owner, LABEL_LIMIT) == owner]
    often = Counter(map(_alike, fine))
    labels = {owner: owner for owner in fine if often[_alike(owner)] == 1}
    taken = set(map(_alike, labels))
    for owner in sorted(set(owners) - labels.keys()):
        digests = (
            sha256(f"{owner}{chr(0) * n}".encode("utf-8", "surrogatepass")).hexdigest()[:6]
            for n in count()
        )
        name = _usable(owner, LABEL_LIMIT - 40)
        labels[owner] = next(
            label for digest in digests if _alike(label := f"{name}-{digest}") not in taken
        )
        taken.add(_alike(labels[owner]))
    return labels


def _usable(name: str, most: int) -> str:
    """Return a name with what no system minds, of at most that many bytes, or one more if Windows means a device."""
    name = (
        re.sub(r'[/\\:*?"<>|]', "_", printable(name))
        .strip(". ")
        .encode()[:most]
        .decode(errors="ignore")
    )
    return name if name and not _DEVICE.match(_alike(name)) else f"_{name}"


def _alike(name: str) -> str:
    """Return what names have in common that a system can take for one: compatibility caseless match, says Unicode."""
    return normalize(
        "NFKD", normalize("NFKD", normalize("NFD", name).upper().casefold()).casefold()
    )
