"""Where the results of a class are kept, and gone on with: a page for each student; a database of reports and seed."""

import json
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from graders.kit.catalog import Exercise
from graders.kit.classroom.handins import HandIn
from graders.kit.classroom.task import Graded
from graders.kit.errors import KitError
from graders.kit.files import UNFINISHED, write_whole
from graders.kit.report import Report, report_of

DATABASE = ".graded.sqlite"
SEEDS = range(10**11, 10**12)  # of twelve digits: too many to try each on what feedback shows
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
        self.folder, self.exercise, self.pages = folder, exercise, folder / "feedback"
        path = folder / DATABASE
        if folder.exists() and not folder.is_dir():
            raise KitError(f"{folder} is a file: name a folder.")
        if folder.exists() and not path.exists() and any(folder.iterdir()):
            raise KitError(f"{folder} holds something else: name a new folder, or one that an earlier run has made.")
        folder.mkdir(parents=True, exist_ok=True)
        self._database = sqlite3.connect(path, timeout=1)
        try:
            self._database.executescript(_OPEN)
            (known,) = self._database.execute("SELECT exercise FROM about").fetchone() or (None,)
            if known not in (None, exercise.name):
                raise KitError(f"{folder} holds the grades of {known}: name another folder for {exercise.name}.")
            (kept,) = self._database.execute("SELECT seed FROM seed").fetchone() or (None,)  # none by an older version
            self.seed = int(kept or secrets.choice(SEEDS)) if seed is None else seed
            self.reseeded = bool(self.keys()) and kept != str(self.seed)
            with self._database:
                self._database.execute("INSERT OR REPLACE INTO about (rowid, exercise) VALUES (1, ?)", [exercise.name])
                self._database.execute("INSERT OR REPLACE INTO seed (rowid, seed) VALUES (1, ?)", [str(self.seed)])
        except sqlite3.DatabaseError as error:
            raise self._failed(error) from None
        for left in folder.rglob(f"*{UNFINISHED}"):  # by a run that was killed; no other is at work here now
            left.unlink()
        self.pages.mkdir(exist_ok=True)  # only now: a folder that was made here always has a database

    def _failed(self, error: sqlite3.Error) -> KitError:
        reason = f"{self.folder / DATABASE}: {error}. What was graded before is kept; fix that and run the same again."
        if "locked" in str(error):
            reason = f"Another `gametree class` is at work in {self.folder}: wait for it, or name another folder."
        return KitError(reason)

    def keys(self) -> dict[str, str]:
        """Return for each student the key of what is graded."""
        return dict(self._database.execute("SELECT student, key FROM graded"))

    def add(self, results: Sequence[tuple[str, str, Graded]]) -> None:
        """Keep results, as (student, key, graded), all or none of them."""
        rows = []
        for student, key, graded in results:
            self.write(self.page_of(student), graded.page)
            report = json.dumps(graded.report.as_json(), ensure_ascii=False)
            rows.append((student, key, graded.status, graded.fingerprint, graded.python, report))
        try:
            with self._database:
                self._database.executemany("INSERT OR REPLACE INTO graded VALUES (?, ?, ?, ?, ?, ?)", rows)
        except sqlite3.DatabaseError as error:
            raise self._failed(error) from None

    def report(self, student: str) -> Report:
        (text,) = self._database.execute("SELECT report FROM graded WHERE student = ?", [student]).fetchone()
        return report_of(json.loads(text))

    def records(self, hand_ins: Sequence[HandIn], failed: dict[str, str]) -> Iterator[Record]:
        """Yield what is known of each. failed: why there is no report, by student"""
        query = "SELECT status, fingerprint, python FROM graded WHERE student = ?"
        for student in (hand_in.student for hand_in in hand_ins):
            if student in failed:
                yield Record(student, "failed", problem=failed[student])
            else:
                status, fingerprint, python = self._database.execute(query, [student]).fetchone()
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
