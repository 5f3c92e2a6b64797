"""Grading a class: everyone is graded once, and whatever is graded is on disk before the next is waited for."""

import json
import os
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, dataclass, field, replace
from hashlib import sha256
from pathlib import Path

from graders.kit.catalog import Exercise
from graders.kit.classroom.handins import HandIn
from graders.kit.classroom.task import Graded, Task, grade_task
from graders.kit.errors import KitError
from graders.kit.grading.run import Terms
from graders.kit.grading.workers import Cluster, Job, Local, Traffic, kit_version
from graders.kit.rendering.page import feedback
from graders.kit.report import Report, report_of

STORE = ".graded.sqlite"
UNFINISHED = ".gametree-part"  # the end of the name of a file while it is written
_TABLES = """
CREATE TABLE IF NOT EXISTS about (exercise TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS graded (
    student TEXT PRIMARY KEY, key TEXT NOT NULL, status TEXT NOT NULL, fingerprint TEXT NOT NULL,
    python TEXT NOT NULL, report TEXT NOT NULL
) WITHOUT ROWID;
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


@dataclass
class Progress:
    """How far it is. below: graded, and not full marks; hard: status to how many, of what did not just run"""

    total: int
    before: int = 0
    done: int = 0
    below: int = 0
    hard: Counter[str] = field(default_factory=Counter)

    def count(self, status: str, report: Report | None) -> None:
        self.done += 1
        self.below += report is not None and report.score < report.max_score
        if status != "graded":
            self.hard[status] += 1


class Store:
    """A folder of results: a page for each student, and a database of the reports, in which a class goes on.

    Raises KitError if the folder holds something else, or if another process is at work in it.
    """

    def __init__(self, folder: Path, exercise: Exercise) -> None:
        self.folder = folder
        self.pages = folder / "feedback"
        path = folder / STORE
        if folder.exists() and not folder.is_dir():
            raise KitError(f"{folder} is a file: name a folder.")
        if folder.exists() and not path.exists() and any(folder.iterdir()):
            raise KitError(f"{folder} holds something else: name a new folder, or one that an earlier run has made.")
        folder.mkdir(parents=True, exist_ok=True)
        self._database = sqlite3.connect(path, timeout=1, isolation_level=None)
        try:
            self._database.execute("PRAGMA locking_mode = EXCLUSIVE")  # until it is closed, or this process ends
            self._database.execute("BEGIN EXCLUSIVE")
            for statement in _TABLES.split(";"):
                self._database.execute(statement)
            row = self._database.execute("SELECT exercise FROM about").fetchone()
            if row is None:
                self._database.execute("INSERT INTO about VALUES (?)", [exercise.name])
            self._database.execute("COMMIT")
        except sqlite3.DatabaseError as error:
            raise KitError(self._said(error)) from None
        if row is not None and row[0] != exercise.name:
            raise KitError(f"{folder} holds the grades of {row[0]}: name another folder for {exercise.name}.")
        for left in folder.rglob(f"*{UNFINISHED}"):  # by a run that was killed; no other is at work here now
            left.unlink()
        self.pages.mkdir(exist_ok=True)  # only now: a folder that was made here always has a database

    def _said(self, error: sqlite3.Error) -> str:
        if "locked" in str(error):
            return f"Another `gametree class` is at work in {self.folder}: wait for it, or name another folder."
        return f"{self.folder / STORE}: {error}. What was graded before is kept; mend that and run the same again."

    def keys(self) -> dict[str, str]:
        """Return for each student the key of what is graded."""
        return dict(self._database.execute("SELECT student, key FROM graded"))

    def add(self, found: Sequence[tuple[str, str, Graded]]) -> None:
        """Keep what was found, as (student, key, graded), all or none of it."""
        for student, _, graded in found:
            self.write(self.page_of(student), graded.page)
        rows = [
            (student, key, graded.status, graded.fingerprint, graded.python, _as_text(graded.report))
            for student, key, graded in found
        ]
        try:
            self._database.execute("BEGIN")
            self._database.executemany("INSERT OR REPLACE INTO graded VALUES (?, ?, ?, ?, ?, ?)", rows)
            self._database.execute("COMMIT")
        except sqlite3.DatabaseError as error:
            raise KitError(self._said(error)) from None

    def record(self, student: str) -> Record | None:
        """Return what is known of a student, if anything is."""
        asked = "SELECT status, report, fingerprint, python FROM graded WHERE student = ?"
        row = self._database.execute(asked, [student]).fetchone()
        return None if row is None else Record(student, row[0], report_of(json.loads(row[1])), row[2], row[3])

    def page_of(self, student: str) -> Path:
        return self.pages / f"{student}.html"

    def write(self, path: Path, text: str) -> None:
        """Write a file, all of it or nothing."""
        unfinished = path.with_name(path.name + UNFINISHED)
        try:
            unfinished.write_text(text, "utf-8", newline="")
            os.replace(unfinished, path)
        except OSError as error:
            unfinished.unlink(missing_ok=True)
            raise KitError(
                f"{path} can't be written: {error.strerror}. What was graded before is kept; run the same again."
            ) from None

    def close(self) -> None:
        self._database.close()


def _as_text(report: Report) -> str:
    return json.dumps(report.as_json(), ensure_ascii=False)


About = tuple[str, str, str]  # student, kind of hand-in, key


def grade_class(
    exercise: Exercise,
    hand_ins: Sequence[HandIn],
    store: Store,
    crew: Local | Cluster,
    terms: Terms,
    tell: Callable[[Progress], None],
) -> dict[str, str]:
    """Grade what is not graded yet; return for each student whom the kit failed the reason.

    Raises KitError if nothing can be graded like this, or if results can't be kept.
    """
    progress = Progress(len(hand_ins))
    traffic = Traffic(crew, _jobs(exercise, hand_ins, store.keys(), terms, progress))
    failed: dict[str, str] = {}
    while traffic.send():
        tell(progress)
        found: list[tuple[str, str, Graded]] = []
        try:
            for (student, kind, key), result in traffic.receive():
                if isinstance(result, KitError):
                    failed[student] = str(result)
                    progress.count("failed", None)
                else:
                    status = result.status if kind == "file" else kind
                    found.append((student, key, replace(result, status=status)))
                    progress.count(status, result.report)
        finally:
            store.add(found)
    tell(progress)
    return failed


def _jobs(
    exercise: Exercise, hand_ins: Sequence[HandIn], known: dict[str, str], terms: Terms, progress: Progress
) -> Iterator[Job[About, Graded]]:
    """Yield what is not graded yet, as it is now and by this kit."""
    kit = kit_version()
    for hand_in in hand_ins:
        content, problem = hand_in.read()
        told = [exercise.name, astuple(terms), kit, hand_in.file, sha256(content).hexdigest(), problem]
        key = sha256(json.dumps(told).encode()).hexdigest()
        if known.get(hand_in.student) == key:
            progress.before += 1
            continue
        task = Task(exercise.name, hand_in.file, content, problem, terms, kit)
        yield Job((hand_in.student, hand_in.kind, key), grade_task, (task,), len(content))


def records(store: Store, hand_ins: Sequence[HandIn], failed: dict[str, str]) -> Iterator[Record]:
    """Yield what is known of each, and let feedback/ hold a page for each of them and for nobody else."""
    students = {hand_in.student for hand_in in hand_ins} - failed.keys()
    for gone in store.keys().keys() - students:
        store.page_of(gone).unlink(missing_ok=True)
    for hand_in in hand_ins:
        record = None if hand_in.student in failed else store.record(hand_in.student)
        if record is None or record.report is None:
            yield Record(hand_in.student, "failed", problem=failed[hand_in.student])
            continue
        path = store.page_of(hand_in.student)
        if not path.exists():
            store.write(path, feedback(record.report))
        yield record
