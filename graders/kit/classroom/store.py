"""Where the results of a class are kept, and gone on with.

That is a page for each student, and a database of reports and of the seed.
"""

import json
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from graders.kit.catalog import Exercise
from graders.kit.classroom.handins import HandIn
from graders.kit.classroom.task import Graded
from graders.kit.errors import KitError
from graders.kit.files import UNFINISHED, write_whole
from graders.kit.grading.run import checks_of, new_seed
from graders.kit.grading.submission import printable
from graders.kit.report import CheckResult, Outcome, Report, report_of

DATABASE = ".graded.sqlite"
SEED_DIGITS = 100  # of any: Python itself reads and writes no number of 5,000
# Of each sentence with which SQLite says that a file is damaged, a piece.
DAMAGED = (
    "malformed",
    "not a database",
    "no such table",
    "no such column",
    "decode",
    "columns",
    "corrupt",
)
REPEAT = "To repeat a verdict (keep the seed secret):  gametree grade FILE --exercise {} --seed {}"
LONG_SEED = "A seed has {digits} digits at most: choose a shorter one."
NO_FOLDER = "{folder} is a file: name a folder."
FOREIGN = "{folder} holds something else: name a new folder, or one that an earlier run has made."
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
COMMIT;
"""


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
    """

    student: str
    status: str
    report: Report | None = None
    fingerprint: str = ""
    python: str = ""
    problem: str = ""


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
            raise KitError(self._sentence(str(error))) from None

    def _sentence(self, error: str) -> str:
        """Return what a user is told of an error of SQLite, and what to do."""
        file = self.folder / DATABASE
        if "locked" in error:
            return AT_WORK.format(folder=self.folder)
        if any(piece in error for piece in DAMAGED):
            page = self.folder / "report.html"
            return DAMAGED_FILE.format(file=file, error=error, page=page)
        return FIX.format(file=file, error=error)

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

    def keys(self) -> dict[str, str]:
        """Return for each student the key of what is graded at this seed.

        Those are left out whose report can't be read.
        """
        keys: dict[str, str] = {}
        self.unreadable = []
        names = [check.name for check in checks_of(self.exercise)]
        with self._database_errors():
            for row in self._database.execute(
                "SELECT student, key, status, fingerprint, python, report FROM graded"
            ):
                student, key, *_, text = row
                report = None
                if _is_student(student) and all(isinstance(value, str) for value in row):
                    report = _report_in(text, self.exercise.name, names)
                if report is None:
                    self.unreadable.append(printable(str(student)))
                elif report.seed == self.seed:
                    keys[student] = key
        return keys

    def add(self, results: Sequence[tuple[str, str, Graded]]) -> None:
        """Keep results, as (student, key, graded), all or none of them."""
        rows = []
        for student, key, graded in results:
            self.write(self.page_of(student), graded.page)
            report = json.dumps(graded.report.as_json(), ensure_ascii=False)
            rows.append((student, key, graded.status, graded.fingerprint, graded.python, report))
        with self._database_errors(), self._database:
            self._database.executemany(
                "INSERT OR REPLACE INTO graded VALUES (?, ?, ?, ?, ?, ?)", rows
            )

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
        query = "SELECT status, fingerprint, python FROM graded WHERE student = ?"
        for hand_in in hand_ins:
            student = hand_in.student
            if student in failed:
                yield Record(student, "failed", problem=failed[student])
                continue
            with self._database_errors():
                row = self._database.execute(query, [student]).fetchone()
            status, fingerprint, python = row
            yield Record(student, status, self.report(student), fingerprint, python)

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


def _is_student(name: object) -> bool:
    """Tell whether a name is one that a page can have: no path to somewhere else."""
    if not isinstance(name, str) or name in ("", ".", ".."):
        return False
    return set("/\\\0").isdisjoint(name)


def _report_in(text: str, exercise: str, names: list[str]) -> Report | None:
    """Return the report that a text holds, None unless the kit could have written it.

    Args:
        text: What is kept in the database.
        exercise: The name of the exercise.
        names: Those of the exercise's checks.
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
    if report.exercise != exercise or type(report.seed) is not int:
        return None
    if [check.name for check in report.checks] != names or drawn != messages:
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
