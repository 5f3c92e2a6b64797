"""Where the results of a class are kept, and gone on with: a page for each student; a database of reports and seed."""

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
    """What is known of one student's hand-in. report: none if the kit failed; problem says why then"""

    student: str
    status: str
    report: Report | None = None
    fingerprint: str = ""
    python: str = ""
    problem: str = ""


class Store:
    """A folder of results. Raises KitError if it holds something else, or if another process is at work in it."""

    def __init__(self, folder: Path, exercise: Exercise, seed: int | None) -> None:
        """seed: kept there from now on; None: the one that is kept there, or else a new one that nobody knows"""
        if seed is not None and abs(seed) >= 10**SEED_DIGITS:
            raise KitError(f"A seed has {SEED_DIGITS} digits at most: choose a shorter one.")
        self.folder, self.exercise, self.pages = folder, exercise, folder / "feedback"
        self.unreadable: list[
            str
        ] = []  # students whose reports are in the database, and can't be read
        path = folder / DATABASE
        if folder.exists() and not folder.is_dir():
            raise KitError(f"{folder} is a file: name a folder.")
        if folder.exists() and not path.exists() and any(folder.iterdir()):
            raise KitError(
                f"{folder} holds something else: name a new folder, or one that an earlier run has made."
            )
        with self._files():
            folder.mkdir(parents=True, exist_ok=True)
        with self._said():
            self._database = sqlite3.connect(path, timeout=1)
        try:
            with self._said():
                self._open(seed)
        except KitError:
            self.close()  # else nobody else can open it
            raise
        with self._files():
            for left in folder.rglob(
                f"*{UNFINISHED}"
            ):  # by a run that was killed; no other is at work here now
                left.unlink()
            self.pages.mkdir(
                exist_ok=True
            )  # only now: a folder that was made here always has a database

    def _open(self, seed: int | None) -> None:
        """Make sure that the database is this exercise's, and settle the seed."""
        self._database.text_factory = lambda data: data.decode(
            "utf-8", "replace"
        )  # whatever is in there
        self._database.executescript(_OPEN)
        name = self.exercise.name
        known = self._only("SELECT exercise FROM about")
        if known not in (None, name):
            raise KitError(
                f"{self.folder} holds the grades of {printable(str(known))}: name another folder for {name}."
            )
        kept = self._only("SELECT seed FROM seed")  # none by an older version
        self.seed = self._chosen(kept) if seed is None else seed
        self.reseeded = (
            kept != str(self.seed) and self._only("SELECT student FROM graded") is not None
        )
        with self._database:
            self._database.execute(
                "INSERT OR REPLACE INTO about (rowid, exercise) VALUES (1, ?)", [name]
            )
            self._database.execute(
                "INSERT OR REPLACE INTO seed (rowid, seed) VALUES (1, ?)", [str(self.seed)]
            )

    def _only(self, query: str) -> Any:
        """Return the first value that a query finds, None if it finds none."""
        (value,) = self._database.execute(query).fetchone() or (None,)
        return value

    def _chosen(self, kept: object) -> int:
        """Return the seed that is kept, a new one if none is. Raises KitError if it is no seed."""
        if kept is None:
            return new_seed()
        seed = seed_of(kept)
        if seed is None:
            raise KitError(
                f"The seed in {self.folder / DATABASE} is no number: something else than the kit has changed the file. "
                "Put a copy of it back; or set a seed with --seed N, by which everyone is graded anew."
            )
        return seed

    @contextmanager
    def _said(self) -> Iterator[None]:
        """Raise KitError for what goes wrong with the database."""
        try:
            yield
        except sqlite3.Error as error:
            path = self.folder / DATABASE
            reason = (
                f"{path}: {error}. What was graded before is kept; fix that and run the same again."
            )
            if "locked" in str(error):
                reason = f"Another `gametree class` is at work in {self.folder}: wait for it, or name another folder."
            elif any(said in str(error) for said in DAMAGED):
                reason = (
                    f"{path} is damaged ({error}). Put a copy of it back; or leave it, and name another folder, where "
                    f"everyone is graded anew (with --seed and the seed in {self.folder / 'report.html'}: alike)."
                )
            raise KitError(reason) from None

    @contextmanager
    def _files(self) -> Iterator[None]:
        """Raise KitError for what goes wrong with the folder."""
        try:
            yield
        except OSError as error:
            what = error.filename or self.folder
            raise KitError(
                f"{what}: {error.strerror}. Move it away, or name another folder; nothing is lost."
            ) from None

    def students(self) -> set[str]:
        """Return who is in the database."""
        with self._said():
            return {
                name
                for (name,) in self._database.execute("SELECT student FROM graded")
                if _is_student(name)
            }

    def keys(self) -> dict[str, str]:
        """Return for each student the key of what is graded at this seed, if there is a report that can be read."""
        known: dict[str, str] = {}
        self.unreadable = []
        names = [check.name for check in checks_of(self.exercise)]
        with self._said():
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
                    known[student] = key
        return known

    def add(self, results: Sequence[tuple[str, str, Graded]]) -> None:
        """Keep results, as (student, key, graded), all or none of them."""
        rows = []
        for student, key, graded in results:
            self.write(self.page_of(student), graded.page)
            report = json.dumps(graded.report.as_json(), ensure_ascii=False)
            rows.append((student, key, graded.status, graded.fingerprint, graded.python, report))
        with self._said(), self._database:
            self._database.executemany(
                "INSERT OR REPLACE INTO graded VALUES (?, ?, ?, ?, ?, ?)", rows
            )

    def report(self, student: str) -> Report:
        with self._said():
            (text,) = self._database.execute(
                "SELECT report FROM graded WHERE student = ?", [student]
            ).fetchone()
        return report_of(json.loads(text))

    def records(self, hand_ins: Sequence[HandIn], failed: dict[str, str]) -> Iterator[Record]:
        """Yield what is known of each. failed: why there is no report, by student"""
        query = "SELECT status, fingerprint, python FROM graded WHERE student = ?"
        for student in (hand_in.student for hand_in in hand_ins):
            if student in failed:
                yield Record(student, "failed", problem=failed[student])
            else:
                with self._said():
                    status, fingerprint, python = self._database.execute(
                        query, [student]
                    ).fetchone()
                yield Record(student, status, self.report(student), fingerprint, python)

    def page_of(self, student: str) -> Path:
        return self.pages / f"{student}.html"

    def write(self, path: Path, text: str) -> None:
        """Write a file, all of it or nothing."""
        try:
            write_whole(path, text)
        except OSError as error:
            kept = "What was graded before is kept; run the same again."
            raise KitError(f"{path} can't be written: {error.strerror}. {kept}") from None

    def close(self) -> None:
        self._database.close()


def _is_student(name: object) -> bool:
    """Tell whether a name is one that a page can have: no path to somewhere else."""
    return isinstance(name, str) and name not in ("", ".", "..") and not set("/\\\0") & set(name)


def _report_in(text: str, exercise: str, names: list[str]) -> Report | None:
    """Return the report that a text holds, None unless the kit could have written it on a file of an exercise.

    names: of the exercise's checks
    """
    try:
        value = json.loads(text)
        report = report_of(value)
        messages = [check["message"] for check in value["checks"]]
        drawn = [check.message for check in report.checks]
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
        return None
    words = [report.isolation, report.file, report.sha256, *report.left_out, *report.next_step]
    if not all(isinstance(word, str) for word in words) or len(report.next_step) != 2:
        return None
    if report.exercise != exercise or type(report.seed) is not int:
        return None
    if [check.name for check in report.checks] != names or drawn != messages:
        return None
    return report if all(_is_sound(check) for check in report.checks) else None


def _is_sound(check: CheckResult) -> bool:
    """Tell whether the figures of a check are such as the kit writes."""
    numbers = (check.score, check.max_score)
    if (
        not all(type(number) is int for number in numbers)
        or not 0 <= check.score <= check.max_score > 0
    ):
        return False
    return (
        check.outcome in get_args(Outcome)
        and isinstance(check.title, str)
        and type(check.seconds) in (int, float)
    )
