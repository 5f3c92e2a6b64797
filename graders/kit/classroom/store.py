"""Where the results of a class are kept, and gone on with.

That is a page for each student, and a database of reports and of the seed.
"""

import json
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple, get_args

from graders.kit.catalog import Exercise, named
from graders.kit.classroom.handins import HandIn
from graders.kit.classroom.task import Graded
from graders.kit.classroom.versions import Version
from graders.kit.errors import KitError
from graders.kit.files import UNFINISHED, write_whole
from graders.kit.grading.run import checks_of, new_seed
from graders.kit.grading.submission import printable
from graders.kit.report import CheckResult, Outcome, Report, report_of

DATABASE = ".graded.sqlite"
# Notes that are kept of a folder: of what was handed in, and of a course.toml, the paths; and
# whether pages are without names.
SUBMISSIONS, SETTINGS, ANONYMOUS = "submissions", "settings", "anonymous"
CAUSES = "causes"  # a digest of what names what went wrong
SEED_DIGITS = 100  # of any: Python itself reads and writes no number of 5,000
# Of each sentence with which SQLite says that a file is damaged, a piece.
DAMAGED = (
    "malformed",
    "not a database",
    "no such table",
    "no such column",
    "has no column",
    "add a column",
    "decode",
    "columns",
    "corrupt",
)
REPEAT = "To repeat a verdict (keep the seed secret):  gametree grade FILE --exercise {} --seed {}"
LONG_SEED = "A seed has {digits} digits at most: choose a shorter one."
NO_FOLDER = "{folder} is a file: name a folder."
FOREIGN = "{folder} holds something else: name a new folder, or one that an earlier run has made."
NO_RESULTS = "{folder} holds no results of gametree class: name the folder that you gave as --out."
OTHER_EXERCISE = "{folder} holds the grades of {other}: name another folder for {exercise}."
NO_SEED = (
    "The seed in {file} is no number: something else than the kit has changed the file. "
    "Put a copy of it back; or set a seed with --seed N, by which everyone is graded anew."
)
FIX = "{file}: {error}. What was graded before is kept; fix that and run the same again."
AT_WORK = "Another `gametree class` is at work in {folder}: wait for it, or name another folder."
DAMAGED_FILE = (
    "{file} is damaged ({error}). Put a copy of it back; or leave it, and name another folder, "
    "where everyone is graded anew (with --seed and the seed in {page}: alike)."
)
MOVE_AWAY = "{file}: {error}. Move it away, or name another folder; nothing is lost."
NOT_WRITTEN = (
    "{file} can't be written: {error}. What was graded before is kept; run the same again."
)
# The database belongs to one process, until it is closed or that process ends.
_OPEN = """
PRAGMA locking_mode = EXCLUSIVE;
BEGIN EXCLUSIVE;
CREATE TABLE IF NOT EXISTS about (exercise TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS seed (seed TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS graded (
    student TEXT PRIMARY KEY, key TEXT NOT NULL, status TEXT NOT NULL, fingerprint TEXT NOT NULL,
    python TEXT NOT NULL, report TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS shown (student TEXT PRIMARY KEY, about TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS given (
    student TEXT PRIMARY KEY, mark TEXT NOT NULL, basis TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS changes (
    time TEXT NOT NULL, student TEXT NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL,
    why TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS assigned (
    student TEXT PRIMARY KEY, person TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS notes (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
COMMIT;
"""
# Of a table that an older version has made these columns are missing.
_ADDED = ("kit", "exercise", "kit_name", "time", "cause")


def now() -> str:
    """Return the time as people read it."""
    return datetime.now().astimezone().isoformat(" ", "seconds")


def seed_of(text: object) -> int | None:
    """Return the seed that was written down as a text, None if that is none."""
    if not isinstance(text, str) or not re.fullmatch(rf"-?[0-9]{{1,{SEED_DIGITS}}}", text):
        return None
    return int(text)


@dataclass(frozen=True)
class Record:
    """What is known of one student's hand-in.

    Attributes:
        student: The label of the student.
        status: What became of the student.
        report: What the checks found, None if the kit failed.
        fingerprint: What tells copies, see copies.py.
        python: The version of Python that graded.
        problem: Why the kit failed, "" if it did not.
        cause: What went wrong, by the name of a known slip; "" if that is not known.
        version: That of the checks that graded, None if it is not known.
        graded_at: When it was graded, "" if that is not known.
    """

    student: str
    status: str
    report: Report | None = None
    fingerprint: str = ""
    python: str = ""
    problem: str = ""
    cause: str = ""
    version: Version | None = None
    graded_at: str = ""


class Kept(NamedTuple):
    """A result that is kept, and by what it came about.

    Attributes:
        hand_in: A digest of what was handed in; of an older version's result something else.
        version: That of the checks, None if it is not known.
        seed: What chance began with.
        isolation: What kept the student's code from everything else.
        sha256: The digest of the file.
        score: What the checks gave.
    """

    hand_in: str
    version: Version | None
    seed: int
    isolation: str
    sha256: str
    score: int


class Given(NamedTuple):
    """A mark as it was last written into grades.csv.

    Attributes:
        mark: The mark, "" if there was none.
        basis: What it depended on, by the reason that is told when that changes.
    """

    mark: str
    basis: dict[str, str]


class Change(NamedTuple):
    """A mark that has moved.

    Attributes:
        time: When that was found.
        student: Whose it is.
        before: The mark until then, "" for none.
        after: The mark from then on, "" for none.
        why: What had changed.
    """

    time: str
    student: str
    before: str
    after: str
    why: str

    @property
    def move(self) -> str:
        """From what to what, and why, in words."""
        return f"{self.before or 'no mark'} -> {self.after or 'no mark'} ({self.why})"


def results_in(folder: Path) -> "Store":
    """Return the results that a folder holds.

    Raises:
        KitError: It holds none, or another process is at work in it.
    """
    path = folder / DATABASE
    if not path.is_file():
        raise KitError(NO_RESULTS.format(folder=folder))
    name = None
    with closing(sqlite3.connect(path, timeout=1)) as database:
        try:
            name = database.execute("SELECT exercise FROM about").fetchone()
        except sqlite3.Error as error:
            raise KitError(sentence_of(folder, str(error))) from None
    if name is None:
        raise KitError(NO_RESULTS.format(folder=folder))
    return Store(folder, named(str(name[0])), None)


def sentence_of(folder: Path, error: str) -> str:
    """Return what a user is told of an error of SQLite, and what to do."""
    file = folder / DATABASE
    if "locked" in error:
        return AT_WORK.format(folder=folder)
    if any(piece in error for piece in DAMAGED):
        return DAMAGED_FILE.format(file=file, error=error, page=folder / "report.html")
    return FIX.format(file=file, error=error)


def notes_in(folder: Path) -> dict[str, str]:
    """Return what is kept of a folder of results, which is left as it is; {} if there is nothing.

    Where that can't be read it is {}, too: whoever opens the folder as a Store is told why.
    """
    path = folder / DATABASE
    if not path.is_file():
        return {}
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as database:
            return dict(database.execute("SELECT name, value FROM notes"))
    except sqlite3.Error:
        return {}


class Store:
    """A folder of results."""

    def __init__(self, folder: Path, exercise: Exercise, seed: int | None) -> None:
        """Open a folder of results, or make one.

        Args:
            folder: The folder.
            exercise: The exercise whose results it holds.
            seed: The seed that is kept there from now on. None stands for the one that is kept
                there, or else for a new one that nobody knows.

        Raises:
            KitError: It holds something else, or another process is at work in it.
        """
        if seed is not None and abs(seed) >= 10**SEED_DIGITS:
            raise KitError(LONG_SEED.format(digits=SEED_DIGITS))
        self.folder = folder
        self.exercise = exercise
        self.pages = folder / "feedback"
        # Students whose reports are in the database, and can't be read.
        self.unreadable: list[str] = []
        path = folder / DATABASE
        if folder.exists() and not folder.is_dir():
            raise KitError(NO_FOLDER.format(folder=folder))
        if folder.exists() and not path.exists() and any(folder.iterdir()):
            raise KitError(FOREIGN.format(folder=folder))
        with self._folder_errors():
            folder.mkdir(parents=True, exist_ok=True)
        with self._database_errors():
            self._database = sqlite3.connect(path, timeout=1)
        try:
            with self._database_errors():
                self._open(seed)
        except KitError:
            self.close()  # else nobody else can open it
            raise
        with self._folder_errors():
            # A run that was killed has left these; no other is at work here now.
            for unfinished in folder.rglob(f"*{UNFINISHED}"):
                unfinished.unlink()
            # Only now: a folder that was made here always has a database.
            self.pages.mkdir(exist_ok=True)

    def _open(self, seed: int | None) -> None:
        """Make sure that the database is this exercise's, and settle the seed."""
        # Text is read whatever bytes are in it.
        self._database.text_factory = lambda data: data.decode("utf-8", "replace")
        self._database.executescript(_OPEN)
        columns = {row[1] for row in self._database.execute("PRAGMA table_info(graded)")}
        for column in _ADDED:
            if column not in columns:
                addition = f"ALTER TABLE graded ADD COLUMN {column} TEXT NOT NULL DEFAULT ''"
                self._database.execute(addition)
        name = self.exercise.name
        kept_name = self._only("SELECT exercise FROM about")
        if kept_name not in (None, name):
            other = printable(str(kept_name))
            raise KitError(OTHER_EXERCISE.format(folder=self.folder, other=other, exercise=name))
        kept = self._only("SELECT seed FROM seed")  # none by an older version
        if seed is None:
            seed = self._chosen(kept)
        self.seed = seed
        self.reseeded = False  # whether students were graded at another seed
        if kept != str(seed):
            self.reseeded = self._only("SELECT student FROM graded") is not None
        with self._database:
            self._database.execute(
                "INSERT OR REPLACE INTO about (rowid, exercise) VALUES (1, ?)", [name]
            )
            self._database.execute(
                "INSERT OR REPLACE INTO seed (rowid, seed) VALUES (1, ?)", [str(seed)]
            )

    def _only(self, query: str) -> Any:
        """Return the first value that a query finds, None if it finds none."""
        row = self._database.execute(query).fetchone()
        if row is None:
            return None
        (value,) = row
        return value

    def _chosen(self, kept: object) -> int:
        """Return the seed that is kept, a new one if none is. Raises KitError if it is no seed."""
        if kept is None:
            return new_seed()
        seed = seed_of(kept)
        if seed is None:
            raise KitError(NO_SEED.format(file=self.folder / DATABASE))
        return seed

    @contextmanager
    def _database_errors(self) -> Iterator[None]:
        """Raise KitError for what goes wrong with the database."""
        try:
            yield
        except sqlite3.Error as error:
            raise KitError(sentence_of(self.folder, str(error))) from None

    @contextmanager
    def _folder_errors(self) -> Iterator[None]:
        """Raise KitError for what goes wrong with the folder."""
        try:
            yield
        except OSError as error:
            file = error.filename or self.folder
            raise KitError(MOVE_AWAY.format(file=file, error=error.strerror)) from None

    def students(self) -> set[str]:
        """Return who is in the database."""
        with self._database_errors():
            rows = self._database.execute("SELECT student FROM graded")
            return {name for (name,) in rows if _is_student(name)}

    def kept(self, version: Version) -> dict[str, Kept]:
        """Return what is graded already, by student.

        Those are left out whose report can't be read.

        Args:
            version: That of the checks that are here.
        """
        kept: dict[str, Kept] = {}
        self.unreadable = []
        with self._database_errors():
            for row in self._database.execute(
                "SELECT student, report, key, kit, exercise, kit_name, status, fingerprint, python,"
                " cause FROM graded"
            ):
                student, text, key, kit, exercise, kit_name, *_ = row
                graded_by = None
                report = None
                if _is_student(student) and all(isinstance(value, str) for value in row):
                    if kit:
                        graded_by = Version(kit, exercise, kit_name)
                    report = _report_in(text, self.exercise, graded_by == version)
                if report is None:
                    self.unreadable.append(printable(str(student)))
                    continue
                kept[student] = Kept(
                    hand_in=key,
                    version=graded_by,
                    seed=report.seed,
                    isolation=report.isolation,
                    sha256=report.sha256,
                    score=report.score,
                )
        return kept

    def add(self, results: Sequence[tuple[str, str, Graded]], version: Version) -> None:
        """Keep results of a version of the checks: all or none of them.

        Args:
            results: Of each student the name, a digest of what was handed in, and what it gave.
            version: That of the checks.
        """
        time = now()
        rows = []
        pages = []
        for student, hand_in, graded in results:
            self.write(self.page_of(student), graded.page)
            report = json.dumps(graded.report.as_json(), ensure_ascii=False)
            row = [student, hand_in, graded.status, graded.fingerprint, graded.python, report]
            rows.append([*row, version.kit, version.exercise, version.name, time, graded.cause])
            pages.append((student, graded.about))
        with self._database_errors(), self._database:
            self._database.executemany(
                "INSERT OR REPLACE INTO graded (student, key, status, fingerprint, python, report,"
                " kit, exercise, kit_name, time, cause) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                rows,
            )
            self._database.executemany("INSERT OR REPLACE INTO shown VALUES (?, ?)", pages)

    def shown(self) -> dict[str, str]:
        """Return what each student's page says besides the report, by student."""
        with self._database_errors():
            return dict(self._database.execute("SELECT student, about FROM shown"))

    def show(self, student: str, about: str, page: str) -> None:
        """Write a student's page anew, and keep what it says besides the report."""
        self.write(self.page_of(student), page)
        with self._database_errors(), self._database:
            self._database.execute("INSERT OR REPLACE INTO shown VALUES (?, ?)", (student, about))

    def given(self) -> dict[str, Given]:
        """Return the marks that were last written into grades.csv, by student."""
        given = {}
        with self._database_errors():
            for student, mark, text in self._database.execute("SELECT * FROM given"):
                given[str(student)] = Given(str(mark), _basis_in(text))
        return given

    def give(self, marks: Mapping[str, Given], changes: Sequence[Change]) -> None:
        """Keep marks, and which of them have moved: all of that or nothing."""
        rows = [(student, given.mark, json.dumps(given.basis)) for student, given in marks.items()]
        with self._database_errors(), self._database:
            self._database.execute("DELETE FROM given")
            self._database.executemany("INSERT INTO given VALUES (?, ?, ?)", rows)
            self._database.executemany("INSERT INTO changes VALUES (?, ?, ?, ?, ?)", changes)

    def changes(self) -> list[Change]:
        """Return all marks that have ever moved, in the order in which they did."""
        with self._database_errors():
            rows = self._database.execute("SELECT * FROM changes ORDER BY rowid")
            return [Change(*row) for row in rows]

    def assigned(self) -> dict[str, str]:
        """Return who looks at whom, by student."""
        with self._database_errors():
            return dict(self._database.execute("SELECT student, person FROM assigned"))

    def assign(self, persons: Mapping[str, str]) -> None:
        """Keep who looks at whom, by student."""
        with self._database_errors(), self._database:
            self._database.execute("DELETE FROM assigned")
            self._database.executemany("INSERT INTO assigned VALUES (?, ?)", persons.items())

    def note(self, name: str) -> str:
        """Return something that is kept of the folder, "" if it is not."""
        with self._database_errors():
            row = self._database.execute("SELECT value FROM notes WHERE name = ?", [name])
            found = row.fetchone()
        return "" if found is None else str(found[0])

    def keep_note(self, name: str, value: str) -> None:
        """Keep something of the folder."""
        with self._database_errors(), self._database:
            self._database.execute("INSERT OR REPLACE INTO notes VALUES (?, ?)", (name, value))

    def report(self, student: str) -> Report:
        with self._database_errors():
            (text,) = self._database.execute(
                "SELECT report FROM graded WHERE student = ?", [student]
            ).fetchone()
        return report_of(json.loads(text))

    def records(self, hand_ins: Sequence[HandIn], failed: dict[str, str]) -> Iterator[Record]:
        """Yield what is known of each student.

        Args:
            hand_ins: The hand-ins of these students.
            failed: Why there is no report, by student.
        """
        columns = "status, fingerprint, python, cause, kit, exercise, kit_name, time"
        query = f"SELECT {columns} FROM graded WHERE student = ?"
        for hand_in in hand_ins:
            student = hand_in.student
            if student in failed:
                yield Record(student, "failed", problem=failed[student])
                continue
            with self._database_errors():
                row = self._database.execute(query, [student]).fetchone()
            status, fingerprint, python, cause, kit, own, kit_name, time = row
            version = Version(kit, own, kit_name) if kit else None
            report = self.report(student)
            yield Record(
                student, status, report, fingerprint, python, "", cause, version, graded_at=time
            )

    def page_of(self, student: str) -> Path:
        return self.pages / f"{student}.html"

    def write(self, path: Path, text: str) -> None:
        """Write a file, all of it or nothing."""
        try:
            write_whole(path, text)
        except OSError as error:
            raise KitError(NOT_WRITTEN.format(file=path, error=error.strerror)) from None

    def close(self) -> None:
        self._database.close()


def _basis_in(text: object) -> dict[str, str]:
    """Return what a mark depended on, nothing if the text is not the kit's."""
    try:
        basis = json.loads(str(text))
    except (ValueError, RecursionError):
        return {}
    if not isinstance(basis, dict):
        return {}
    return {str(reason): str(value) for reason, value in basis.items()}


def _is_student(name: object) -> bool:
    """Tell whether a name is one that a page can have: no path to somewhere else."""
    if not isinstance(name, str) or name in ("", ".", ".."):
        return False
    return set("/\\\0").isdisjoint(name)


def _report_in(text: str, exercise: Exercise, is_of_today: bool) -> Report | None:
    """Return the report that a text holds, None unless the kit could have written it.

    Args:
        text: What is kept in the database.
        exercise: The exercise.
        is_of_today: Whether the checks that are here have graded; others may have had other names.
    """
    try:
        value = json.loads(text)
        report = report_of(value)
        messages = [check["message"] for check in value["checks"]]
        drawn = [check.message for check in report.checks]
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
        return None
    words = [report.isolation, report.file, report.sha256, *report.left_out]
    if report.next_step is not None:
        words += [report.next_step.kind, report.next_step.check, report.next_step.action]
    if not all(isinstance(word, str) for word in words):
        return None
    if report.exercise != exercise.name or type(report.seed) is not int:
        return None
    names = [check.name for check in report.checks]
    if is_of_today and names != [check.name for check in checks_of(exercise)]:
        return None
    if not names or not all(isinstance(name, str) for name in names) or drawn != messages:
        return None
    if not all(map(_is_sound, report.checks)):
        return None
    return report


def _is_sound(check: CheckResult) -> bool:
    """Tell whether the figures of a check are such as the kit writes."""
    # By type(), and not isinstance: true is no number of points.
    if type(check.score) is not int or type(check.max_score) is not int:
        return False
    if check.max_score <= 0 or not 0 <= check.score <= check.max_score:
        return False
    if check.outcome not in get_args(Outcome) or not isinstance(check.title, str):
        return False
    return type(check.seconds) in (int, float)
