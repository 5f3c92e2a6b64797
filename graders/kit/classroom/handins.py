"""What a class has handed in: a folder, or the archive that an LMS gives. Nothing is unpacked.

Known are submitted/<student>/<exercise>/ of nbgrader, <student>/<file>, flat <student>.py or
.ipynb, and the bulk downloads of Moodle and Canvas, as zip or unpacked. Every name and byte in
them is a stranger's.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Literal
from unicodedata import normalize

from graders.kit.catalog import Exercise, overlap, present
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
from graders.kit.rendering.in_words import some
from graders.kit.rendering.table import as_it_was

SUFFIXES = (".py", ".ipynb")
CLASS_LIMIT = 1_000_000  # files and folders in an archive of a class, or side by side in its folder
COMPARED_LIMIT = 200  # files that could be meant, of which one is chosen by what is in them
COMPARED_BYTES = NOTEBOOK_LIMIT + SIZE_LIMIT  # in all of these
# Bytes of a student's name as that of a file: most systems take 255, and there are endings.
LABEL_LIMIT = 120
DIGEST_ROOM = 40  # bytes that a shorter name leaves for what tells it from others
OPENED_ARCHIVES = 3  # of one student, where no file lies beside them
NAMED = 5  # files, in a sentence for a student
TIMESTAMP = "timestamp.txt"  # in which nbgrader writes when something was handed in, ...
NBGRADERS_TIME = "%Y-%m-%d %H:%M:%S.%f UTC"  # ... like this
NO_CHOICE: Mapping[str, str] = MappingProxyType({})
COURSE_FILES = ("nbgrader_config.py", "gradebook.db", "source")  # each shows a course of nbgrader

NO_PATH = "There is no folder or archive {path}."
NO_ARCHIVE = "{path} is neither a folder nor a zip archive that can be read"
NO_HAND_INS = (
    "Nothing in {path} looks handed in for {exercise}: there should be files STUDENT.py or "
    "STUDENT.ipynb, folders STUDENT that hold such a file, or folders STUDENT/{exercise}."
)
NOBODYS = "it belongs to no student: it should be STUDENT.py, or in a folder STUDENT"
TOO_MANY_FILES = "There are {too_many} for {exercise}. Hand in one."
TOO_LARGE_FILES = "There are {too_many} for {exercise}, or too large ones. Hand in one."
NOTHING = "Nothing was handed in for {exercise}, no .py file and no notebook."
HANDED_IN = "Handed in: {names}."
NO_GRADABLE = "it is no .py file and no notebook for {exercise}"
NOT_THERE = "{file} was chosen by hand, and is not there: {names}."
CHOSEN_AND_GONE = "{file} was chosen by hand, and is not there"
THERE_ARE = "{gone} (there are: {names})"
UNCLEAR = "It is not clear which file is meant for {exercise}: {names}. Hand in one."

_MOODLE = re.compile(
    r"(?P<student>.+?_\d+)_assignsubmission_(?:file|onlinetext)_?(?P<file>.*)", re.DOTALL
)
_CANVAS = re.compile(
    r"(?P<name>[^_]+)(?:_LATE)?_(?P<number>\d+)_(?P<file>\d+_.+|(?:text|link)\.html)", re.DOTALL
)
_DEVICE = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)\d) *(\.|$)")  # on Windows
Kind = Literal["file", "missing", "other", "unclear"]


@dataclass(frozen=True, slots=True)
class HandIn:
    """What one student handed in: a file to grade, or why there is none.

    Attributes:
        student: The label of the student.
        file: The name of the file.
        kind: Whether there is a file.
        problem: Why there is none, in a sentence for the student.
        entry: The file.
        time: When it was handed in, in seconds since 1970; None if that is not known.
        look: Why a person has to look at it, as a clause for the instructor; "" for no reason, or
            the usual one of its kind.
    """

    student: str
    file: str
    kind: Kind = "file"
    problem: str = ""
    entry: Entry | None = None
    time: float | None = None
    look: str = ""

    @property
    def handed_in(self) -> datetime | None:
        """When it was handed in, None if that is not known."""
        if self.time is None:
            return None
        try:
            return datetime.fromtimestamp(self.time).astimezone()
        except (ValueError, OverflowError, OSError):  # of a file system that tells nonsense
            return None

    def read(self) -> tuple[bytes, str]:
        """Return the content and "", or nothing and the sentence why it can't be read."""
        if self.entry is None:
            return b"", self.problem
        try:
            return self.entry.read(), ""
        except CannotRead as problem:
            return b"", str(problem)


@dataclass(frozen=True)
class Cohort:
    """Everyone's hand-in, by student; and the files that are not graded: (path, reason)."""

    hand_ins: list[HandIn]
    not_graded: list[tuple[str, str]]


def find(path: Path, exercise: Exercise, chosen: Mapping[str, str] = NO_CHOICE) -> Cohort:
    """Find what a class has handed in for an exercise.

    Args:
        path: A folder, or an archive.
        exercise: The exercise for which something should be handed in.
        chosen: Of students with several files, the one that an instructor has chosen.

    Returns:
        The hand-in of each student, and the files that are not graded.

    Raises:
        NoSubmissions: Nothing there looks handed in, or the file is no archive.
        CannotRead: There is nothing at the path.
    """
    if path.is_dir():
        path = _submitted_folder(path)
    entries = _unwrapped(_entries_in(path), exercise)
    files_by_student, not_graded = _by_student(entries, exercise)
    labels = _labels(files_by_student)
    known = set(labels.values())
    wanted_files = {meant(name, known): file for name, file in chosen.items()}
    hand_ins: list[HandIn] = []
    for student, files in files_by_student.items():
        try:
            wanted = wanted_files.get(labels[student], "").removeprefix(f"{labels[student]}/")
            hand_in, others = _chosen(labels[student], files, exercise, wanted)
        except CannotRead as problem:
            hand_in = _unclear(labels[student], str(problem), exercise)
            hand_in = replace(hand_in, look=TOO_MANY)
            others = []
            not_graded.append((printable(f"{student}/*"), TOO_MANY))
        hand_ins.append(hand_in)
        for entry, reason in others:
            not_graded.append((printable(f"{student}/{entry.file}"), reason))
    if all(hand_in.kind in ("missing", "other") for hand_in in hand_ins):
        raise NoSubmissions(NO_HAND_INS.format(path=path, exercise=exercise.name))
    hand_ins.sort(key=lambda hand_in: hand_in.student)
    not_graded.sort()
    return Cohort(hand_ins, not_graded)


def known_as(name: str) -> str:
    """Return a name as it is compared: macOS takes accents apart, and who types does not."""
    return normalize("NFC", name)


def meant(name: str, students: Collection[str]) -> str:
    """Return which student somebody means.

    An accent may be encoded otherwise, and the mark may be there that keeps spreadsheets from
    computing the name.

    Args:
        name: A name that somebody has typed, or copied from a file.
        students: The labels of students.

    Returns:
        A label; the name as it is if it is nobody's.
    """
    for form in (name, as_it_was(name)):
        if form in students:
            return form
        for student in students:
            if known_as(student) == known_as(form):
                return student
    return name


def of_one(folder: Path, exercise: Exercise) -> HandIn:
    """Return what is graded of all that one student handed in, as it would be in a class."""
    entries = list(Folder(folder).entries())
    try:
        hand_in, _ = _chosen("", entries, exercise, "")
    except CannotRead as problem:
        return _unclear("", str(problem), exercise)
    return hand_in


def _submitted_folder(folder: Path) -> Path:
    """Return where students' folders lie: of a course that is in submitted/."""
    is_course = any((folder / name).exists() for name in COURSE_FILES)
    submitted = folder / "submitted"
    if is_course and submitted.is_dir():
        return submitted
    return folder


def _entries_in(path: Path) -> list[Entry]:
    """Return all that is in a folder or archive."""
    if path.is_dir():
        entries: list[Entry] = []
        for entry in Folder(path).entries():
            entries += _of_class(entry) or [entry]
        return _without_wrapping(entries)
    if not path.exists():
        raise CannotRead(NO_PATH.format(path=path))
    with as_kit_error(NO_ARCHIVE.format(path=path), NoSubmissions):
        return Archive(path, CLASS_LIMIT).entries()


def _of_class(entry: Entry) -> list[Entry]:
    """Return what is in the archive of an LMS that lies in a folder; none if an entry is none."""
    if len(entry.path) != 1 or entry.suffix != ".zip" or entry.problem:
        return []
    try:
        with as_kit_error(NO_ARCHIVE.format(path=entry.file)):
            within = Archive(Path(str(entry.key)), CLASS_LIMIT).entries()
    except CannotRead:
        return []  # then it is a student's, who is told so
    within = _without_wrapping(within)
    if _are_of_lms({inner.path[0] for inner in within}):
        return within
    return []


def _without_wrapping(entries: list[Entry]) -> list[Entry]:
    """Return entries without the folders in which what an LMS gives was unpacked, or lies."""
    names_within: dict[str, set[str]] = {}
    for entry in entries:
        if len(entry.path) > 1:
            names_within.setdefault(entry.path[0], set()).add(entry.path[1])
    wrapping = {folder for folder, names in names_within.items() if _are_of_lms(names)}
    unwrapped = []
    for entry in entries:
        if entry.path[0] not in wrapping or _MOODLE.fullmatch(entry.path[0]):
            unwrapped.append(entry)
        elif len(entry.path) > 1:
            unwrapped.append(replace(entry, path=entry.path[1:]))
    return unwrapped


def _are_of_lms(names: Collection[str]) -> bool:
    """Tell whether an LMS has given names to what lies side by side.

    Those of Moodle can't be mistaken. One file alone may be named as by Canvas in jest.
    """
    if any(_MOODLE.fullmatch(name) for name in names):
        return True
    return len(names) > 1 and all(_CANVAS.fullmatch(name) for name in names)


def _unwrapped(entries: list[Entry], exercise: Exercise) -> list[Entry]:
    """Return entries without the one folder that holds them all, unless that is a student's."""
    others = [entry for entry in entries if entry.problem in OF_NOBODY]
    tops = {entry.path[0] for entry in entries if entry.problem not in OF_NOBODY}
    if len(tops) != 1:
        return entries
    (top,) = tops
    if _MOODLE.fullmatch(top) or _is_of_student(entries, exercise):
        return entries
    below = []
    for entry in entries:
        if len(entry.path) > 1:
            below.append(replace(entry, path=entry.path[1:]))
    return others + below


def _is_of_student(entries: list[Entry], exercise: Exercise) -> bool:
    """Tell whether the one folder that holds all entries is a student's.

    It is, unless files of several students lie in it, or folders that are no exercise's.
    """
    folders: set[str] = set()
    files: list[PurePosixPath] = []
    for entry in entries:
        depth = len(entry.path)
        if depth > 2 or (depth == 2 and entry.is_folder):
            folders.add(entry.path[1])
        if depth == 2 and entry.suffix in SUFFIXES:
            files.append(entry.file)
    is_named = any(_is_named(file, exercise) for file in files)
    if len(files) > 1 and not is_named:
        return False
    return folders <= {other.name for other in present()}


def _by_student(
    entries: list[Entry], exercise: Exercise
) -> tuple[dict[str, list[Entry]], list[tuple[str, str]]]:
    """Return the entries of each student, and what is nobody's with the reasons."""
    files_by_student: dict[str, list[Entry]] = {}
    not_graded: list[tuple[str, str]] = []
    for entry in entries:
        student, rest = _owner(entry, exercise)
        if student:
            files = files_by_student.setdefault(student, [])  # an empty folder is a student's, too
            if rest:
                files.append(replace(entry, path=rest))
        elif not entry.is_folder:
            path = "/".join(entry.path)
            not_graded.append((printable(path), entry.problem or NOBODYS))
    return files_by_student, not_graded


def _owner(entry: Entry, exercise: Exercise) -> tuple[str, tuple[str, ...]]:
    """Return whose an entry is, "" for nobody's, and its path below that."""
    first = entry.path[0]
    rest = entry.path[1:]
    if entry.problem in OF_NOBODY:
        return "", ()
    if moodle := _MOODLE.fullmatch(first):
        file = moodle["file"]
        return moodle["student"], (file, *rest) if file else rest
    if rest or entry.is_folder:
        student = "" if first == exercise.name else first
        return student, rest
    if canvas := _CANVAS.fullmatch(first):
        student = f"{canvas['name']}_{canvas['number']}"
        file = re.sub(r"^\d+_", "", canvas["file"])
        return student, (file,)
    if entry.suffix not in (*SUFFIXES, ".zip") or first.startswith("."):
        return "", (first,)
    if _is_named(entry.file, exercise):
        return "", (first,)
    return entry.file.stem, (first,)


def _is_named(file: PurePosixPath, exercise: Exercise) -> bool:
    """Tell whether a file is named like the exercise.

    So is a copy as browsers and LMSs count them: "minmax (1).py".
    """
    pattern = rf"{exercise.name}([-_ ]?\(?\d+\)?)?"
    return re.fullmatch(pattern, file.stem, re.IGNORECASE) is not None


def _chosen(
    student: str, entries: Sequence[Entry], exercise: Exercise, wanted: str
) -> tuple[HandIn, list[tuple[Entry, str]]]:
    """Choose what is graded of a student's files.

    Args:
        student: The label of the student.
        entries: What the student handed in.
        exercise: The exercise that it is for.
        wanted: The file that an instructor has chosen, "" for none.

    Returns:
        What is graded, and other files with the reasons why they aren't.

    Raises:
        CannotRead: There is too much to look through.
    """
    is_too_much = any(entry.problem == TOO_MANY for entry in entries)
    if is_too_much or len(entries) > FILES_LIMIT:
        raise CannotRead(TOO_MANY_FILES.format(too_many=TOO_MANY, exercise=exercise.name))
    files = _gradable(entries, exercise)
    problem = ""
    if not files:
        files, problem = _gradable_in_archives(entries, exercise)
    if not files:
        hand_in, others = _missing(student, entries, problem, exercise)
        if wanted:
            hand_in = replace(hand_in, look=CHOSEN_AND_GONE.format(file=wanted))
        return hand_in, others
    likely = files
    if wanted:
        likely = _of_name(wanted, files)
    elif len(files) > 1:
        likely = _likely(files, exercise)
    if len(likely) != 1:
        candidates = likely or files
        names = ", ".join(printable(str(entry.file)) for entry in candidates[:NAMED])
        sentence = UNCLEAR.format(exercise=exercise.name, names=names)
        look = ""
        if wanted and not likely:
            sentence = NOT_THERE.format(file=wanted, names=names)
            gone = CHOSEN_AND_GONE.format(file=wanted)
            every = [printable(str(entry.file)) for entry in files]
            look = THERE_ARE.format(gone=gone, names=some(every))
        hand_in = replace(_unclear(student, sentence, exercise), look=look)
        return hand_in, [(entry, "is it this one?") for entry in candidates]
    (chosen,) = likely
    if isinstance(chosen.source, Inner):
        chosen.source.archive = None  # an open archive takes memory, and a class has thousands
    file = printable(chosen.file.name)
    others = [(entry, f"{file} is graded") for entry in files if entry is not chosen]
    return HandIn(student, file, entry=chosen, time=_time_of(chosen, entries)), others


def _of_name(wanted: str, files: Sequence[Entry]) -> list[Entry]:
    """Return the files that an instructor has named, however accents are encoded."""
    names = {entry: printable(str(entry.file)) for entry in files}
    same = [entry for entry in files if names[entry] == wanted]
    alike = [entry for entry in files if known_as(names[entry]) == known_as(wanted)]
    return same or alike


def _time_of(chosen: Entry, entries: Sequence[Entry]) -> float | None:
    """Return when a file was handed in: nbgrader writes that down, else it is the file's time."""
    for entry in entries:
        if entry.path == (*chosen.path[:-1], TIMESTAMP) and not entry.problem:
            try:
                text = entry.read().decode("utf-8", "replace").strip()
                return datetime.strptime(text, NBGRADERS_TIME).replace(tzinfo=UTC).timestamp()
            except (CannotRead, ValueError, OverflowError, OSError):
                return chosen.time  # a student can hand in a file of that name as well
    return chosen.time


def _gradable(entries: Sequence[Entry], exercise: Exercise) -> list[Entry]:
    """Return the Python files and notebooks that are not for another exercise.

    If a folder for this exercise holds some, only those.
    """
    other_exercises = {other.name for other in present()} - {exercise.name}
    files = []
    files_in_folder = []
    for entry in entries:
        if entry.suffix not in SUFFIXES or entry.file.name[0] == ".":
            continue
        folders = entry.path[:-1]
        if not other_exercises.isdisjoint((*folders, entry.file.stem)):
            continue
        files.append(entry)
        if exercise.name in folders:
            files_in_folder.append(entry)
    return files_in_folder or files


def _gradable_in_archives(entries: Sequence[Entry], exercise: Exercise) -> tuple[list[Entry], str]:
    """Return what can be graded of a student's archives, and why the last damaged one can't be."""
    files: list[Entry] = []
    problem = ""
    archives = [entry for entry in entries if entry.suffix == ".zip"]
    for archive in archives[:OPENED_ARCHIVES]:
        try:
            files += _gradable(Inner(archive).entries(), exercise)
        except CannotRead as reason:
            problem = str(reason)
    return files, problem


def _missing(
    student: str, entries: Sequence[Entry], problem: str, exercise: Exercise
) -> tuple[HandIn, list[tuple[Entry, str]]]:
    """Return what is said to a student who handed in nothing to grade, and of each other file."""
    others = []
    for entry in entries:
        if not entry.is_folder and entry.file.name != TIMESTAMP:
            others.append(entry)
    sentences = [NOTHING.format(exercise=exercise.name)]
    if others:
        names = ", ".join(map(_name_and_problem, others[:NAMED]))
        sentences.append(HANDED_IN.format(names=names))
    if problem:
        sentences.append(problem)
    reason = problem.strip() or NO_GRADABLE.format(exercise=exercise.name)
    kind: Kind = "missing"
    if any(_is_meant_for(entry, exercise) for entry in others):
        kind = "other"
    hand_in = HandIn(student, f"{exercise.name}.py", kind, " ".join(sentences))
    return hand_in, [(entry, reason) for entry in others]


def _is_meant_for(entry: Entry, exercise: Exercise) -> bool:
    """Tell whether a file may be meant for an exercise: it is not in the folder of another one."""
    others = {other.name for other in present()} - {exercise.name}
    return others.isdisjoint(entry.path[:-1])


def _name_and_problem(entry: Entry) -> str:
    name = printable(entry.file.name)
    if entry.problem:
        return f"{name} ({entry.problem})"
    return name


def _unclear(student: str, sentence: str, exercise: Exercise) -> HandIn:
    """Return the hand-in of a student of whose files none is chosen."""
    return HandIn(student, f"{exercise.name}.py", "unclear", sentence)


def _likely(files: list[Entry], exercise: Exercise) -> list[Entry]:
    """Return those of several files that can be meant.

    They are not as given out, the best named, and define most of what is asked.
    """
    contents = _contents(files, exercise)
    given = [path.read_bytes() for path in exercise.handout.glob(f"{exercise.name}.*")]
    likely = _preferred(files, lambda entry: contents[entry][0] not in given)
    likely = _preferred(likely, lambda entry: _is_named(entry.file, exercise))
    likely = _preferred(likely, lambda entry: entry.file.stem == exercise.name)
    shares = [_share(contents[entry][0], exercise) for entry in likely]
    most = max(shares)
    likely = [entry for entry, share in zip(likely, shares, strict=True) if share == most]
    stems = {entry.file.with_suffix("") for entry in likely}
    paths = {entry.file for entry in likely}
    if len(stems) == 1 and len(paths) == len(likely):  # the same as file and as notebook
        python_files = _preferred(likely, lambda entry: entry.file.suffix == ".py")
        return python_files[:1]
    # Of files with the same content the first stays; their place is that of the last.
    different = {contents[entry]: entry for entry in reversed(likely)}
    return list(reversed(different.values()))


def _contents(files: list[Entry], exercise: Exercise) -> dict[Entry, tuple[bytes, str]]:
    """Return what HandIn.read says of each file; raise CannotRead if that is too much."""
    contents: dict[Entry, tuple[bytes, str]] = {}
    bytes_left = COMPARED_BYTES
    for entry in files:
        if len(files) > COMPARED_LIMIT or entry.size > bytes_left:
            raise CannotRead(TOO_LARGE_FILES.format(too_many=TOO_MANY, exercise=exercise.name))
        hand_in = HandIn("", "", entry=entry)
        data, problem = hand_in.read()
        contents[entry] = (data, problem)
        bytes_left -= max(entry.size, len(data))
    return contents


def _preferred(entries: list[Entry], is_better: Callable[[Entry], bool]) -> list[Entry]:
    """Return the entries that are better, or all if none is."""
    better = [entry for entry in entries if is_better(entry)]
    return better or entries


def _share(data: bytes, exercise: Exercise) -> float:
    """Return how much a file defines of what is asked."""
    text = data.decode("latin-1")
    # In a notebook a line stands in quotation marks, and ends with a backslash and an n.
    text = text.replace('"', "\n").replace("\\n", "\n")
    return overlap(exercise, text)


def _labels(owners: Collection[str]) -> dict[str, str]:
    """Return a name for each student that can be that of a file, no two alike on any system.

    It is the student's own name if that can be one.
    """
    usable = [owner for owner in owners if _usable(owner, LABEL_LIMIT) == owner]
    counts = Counter(map(_alike, usable))
    labels = {owner: owner for owner in usable if counts[_alike(owner)] == 1}
    taken = set(map(_alike, labels))
    for owner in sorted(set(owners) - labels.keys()):
        label = _free_label(owner, taken)
        labels[owner] = label
        taken.add(_alike(label))
    return labels


def _free_label(owner: str, taken: set[str]) -> str:
    """Return a name with a digest behind it that is like none that is taken.

    The number that an LMS has given stays: by that the student is found there again.
    """
    found = re.search(r"_[0-9]{1,18}\Z", owner)
    number = found[0] if found else ""
    name = _usable(owner.removesuffix(number), LABEL_LIMIT - DIGEST_ROOM)
    text = owner
    while True:
        digest = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        label = f"{name}{number}-{digest[:6]}"
        if _alike(label) not in taken:
            return label
        text += "\0"  # which gives another digest


def _usable(name: str, most: int) -> str:
    """Return a name without anything that a system minds.

    Args:
        name: A name that a stranger chose.
        most: The bytes that it may have in UTF-8; where Windows would take it for a device, the
            result has one more.
    """
    name = re.sub(r'[/\\:*?"<>|]', "_", printable(name))
    name = name.strip(". ")
    name = name.encode()[:most].decode(errors="ignore")  # no half of a character at the end
    if not name or _DEVICE.match(_alike(name)):
        return f"_{name}"
    return name


def _alike(name: str) -> str:
    """Return what names have in common that a system can take for one.

    Unicode calls that a compatibility caseless match.
    """
    folded = normalize("NFD", name).upper().casefold()
    folded = normalize("NFKD", folded).casefold()
    return normalize("NFKD", folded)
