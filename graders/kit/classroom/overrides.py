"""marks.csv: what an instructor decides by hand, for single students.

The file lies in the folder of results. `gametree class mark` adds a line to it; else the kit only
reads it, at each run. A later line for the same student and check takes the place of an earlier.
"""

import csv
import io
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from graders.kit.catalog import Exercise
from graders.kit.classroom.handins import meant
from graders.kit.classroom.settings import MOST, Scheme, plain
from graders.kit.errors import KitError
from graders.kit.files import write_whole
from graders.kit.rendering.table import as_it_was, no_formula

FILE = "marks.csv"
COLUMNS = ("student", "check", "points", "of", "file", "reason", "who", "hand_in")
EXAMPLE = """\
student,check,points,of,file,reason,who,hand_in
ada,,8,10,,"ill, handed in on paper",Dr. B,
bob,max_value,0.5,1,,a typo only,Dr. B,
cyd,,,,second/minmax.py,,Dr. B,
"""
FOUND = "decisions"  # the note of what the first run found that read a line
SHORT = 12  # characters of a digest of what was handed in
SEPARATORS = ";\t"  # besides the comma, as spreadsheets of some countries write it
BYTE_ORDER_MARK = "\ufeff"  # by which some spreadsheets know UTF-8

CANT_READ = "{file} can't be read: {error}. Save it as CSV in UTF-8."
WRONG = "{file}, line {line}: {reason}"
NO_COLUMNS = "the first line must name the columns: {columns}."
NO_STUDENT = "there is no student in this line."
UNKNOWN_CHECK = "there is no check {check!r}; there are {checks}."
GIVES_NOTHING = "{check} gives no points: course.toml leaves it out. There are {checks}."
NO_POINTS = "points must be a number from 0 to {most}, not {points!r}."
NO_FULL_POINTS = "of must be what full points are, a number such as 20, not {of!r}."
NOTHING = "a line needs points, or a file: the one to grade of several that were handed in."
BOTH = "a line has points or a file, not both: use two lines."
NOT_WRITTEN = "{file} can't be written: {error}. Nothing was changed."
REPLACED = (
    "marks.csv, line {line} ({student}, {decision}) does not count: line {later} says it anew."
)


class Override(NamedTuple):
    """One decision.

    Attributes:
        student: Whose mark it is.
        check: Which check's points; "" for the whole mark.
        points: How many; None where a file is chosen.
        of: What full points were then; None if the line does not say it.
        file: Of several files, the one to grade; "" where points are given.
        reason: Why, for the student to read.
        who: Who decided.
        hand_in: The beginning of the digest of what was handed in then; "" if the line does not
            say it.
        line: The number of the line in the file.
    """

    student: str
    check: str = ""
    points: Fraction | None = None
    of: Fraction | None = None
    file: str = ""
    reason: str = ""
    who: str = ""
    hand_in: str = ""
    line: int = 0

    @property
    def decision(self) -> str:
        """What was decided, in words."""
        if self.file:
            return f"{self.file} is graded"
        said = f"{self.check or 'the mark'}: {typed(self.points or 0)}"
        if self.of is not None:
            return f"{said} of {typed(self.of)}"
        return said

    @property
    def key(self) -> str:
        """What tells the decision from others, whatever reason is given for it."""
        return "\0".join((self.student, self.check, self.file, typed(self.points or 0)))

    @property
    def because(self) -> str:
        """The reason and who decided, as a sentence goes on; "" if neither is known."""
        if self.reason and self.who:
            return f": {self.reason} ({self.who})"
        if self.reason:
            return f": {self.reason}"
        if self.who:
            return f" ({self.who})"
        return ""

    @property
    def in_words(self) -> str:
        """What was decided, why, and by whom."""
        return f"{self.decision}{self.because}"

    def is_about_the_same_as(self, other: "Override") -> bool:
        """Tell whether only one of two lines can count."""
        if self.student != other.student or bool(self.file) != bool(other.file):
            return False
        return self.check == other.check or bool(self.file)


@dataclass(frozen=True)
class Overrides:
    """All decisions.

    Attributes:
        lines: What each line of the file says, in their order.
    """

    lines: tuple[Override, ...] = ()

    def of_class(self, students: Collection[str]) -> "Overrides":
        """Return the same decisions, with each student named as the class knows them."""
        known = set(students)
        lines = [line._replace(student=meant(line.student, known)) for line in self.lines]
        return Overrides(tuple(lines))

    def completed(
        self, noted: Mapping[str, Sequence[str]], scheme: Scheme, digests: Mapping[str, str]
    ) -> "Overrides":
        """Return the same decisions, with what full points were and what was handed in.

        `class mark` writes that down. For a line by hand it is as the first run found it that read
        the line.

        Args:
            noted: What an earlier run found, as `found` returns it.
            scheme: How the exercise is marked now.
            digests: Of what is handed in now, by student.
        """
        lines = []
        for line in self.lines:
            most = scheme.points.get(line.check, 0) if line.check else scheme.total
            digest = digests.get(line.student, "")[:SHORT]
            full, hand_in = noted.get(line.key, (str(most), digest))
            of = line.of
            if line.points is not None and of is None:
                of = points_of(full) or None
            lines.append(line._replace(of=of, hand_in=line.hand_in or hand_in or digest))
        return Overrides(tuple(lines))

    @property
    def found(self) -> dict[str, tuple[str, str]]:
        """What full points were, and what was handed in, by the keys of the lines."""
        return {line.key: (typed(line.of or 0), line.hand_in) for line in self.lines}

    @cached_property
    def by_student(self) -> dict[str, list[Override]]:
        """The decisions that hold about each student: of those about the same the last one."""
        held: dict[str, list[Override]] = {}
        for line in self.lines:
            others = held.get(line.student, [])
            others = [other for other in others if not line.is_about_the_same_as(other)]
            held[line.student] = [*others, line]
        return held

    def of(self, student: str) -> list[Override]:
        """Return the decisions that hold about a student."""
        return self.by_student.get(student, [])

    @property
    def files(self) -> dict[str, str]:
        """The file that was chosen, by student; the last choice comes last."""
        files: dict[str, str] = {}
        for line in self.lines:
            if line.file:
                files.pop(line.student, None)
                files[line.student] = line.file
        return files

    @property
    def all(self) -> list[Override]:
        """All decisions that hold."""
        decisions: list[Override] = []
        for held in self.by_student.values():
            decisions += held
        return sorted(decisions, key=lambda one: (one.student, one.check))

    @property
    def replaced(self) -> list[str]:
        """Of each line that does not count a sentence that says so."""
        last: list[Override] = self.all
        sentences = []
        for line in self.lines:
            later = [other for other in last if other.is_about_the_same_as(line)]
            if line not in later:
                sentences.append(
                    REPLACED.format(
                        line=line.line,
                        student=line.student,
                        decision=line.decision,
                        later=later[0].line,
                    )
                )
        return sentences


class _Refused(Exception):
    """A line says what can't be: the reason, as a clause."""


def read_overrides(folder: Path, exercise: Exercise) -> Overrides:
    """Read what was decided by hand.

    Points that are more than there are now are read as they stand: what full points are may have
    changed since.

    Args:
        folder: The folder of results.
        exercise: The exercise, whose checks a line may name.

    Raises:
        KitError: The file can't be read, or says what can't be: with the line.
    """
    path = folder / FILE
    checks = list(plain(exercise).points)
    overrides = []
    for line, row in _rows(path):
        try:
            overrides.append(_override(line, row, checks))
        except _Refused as reason:
            raise KitError(WRONG.format(file=path, line=line, reason=reason)) from None
    return Overrides(tuple(overrides))


def new_override(row: Mapping[str, str], exercise: Exercise, scheme: Scheme) -> Override:
    """Return a decision that is to be added.

    Args:
        row: A text for each of the columns, or for some of them.
        exercise: The exercise.
        scheme: How it is marked now.

    Raises:
        KitError: It says what can't be.
    """
    row = {column: row.get(column, "") for column in COLUMNS}
    checks = list(plain(exercise).points)
    try:
        override = _override(0, row, checks)
        most = scheme.total
        if override.check:
            known = ", ".join(scheme.points)
            if override.check not in scheme.points:
                raise _Refused(GIVES_NOTHING.format(check=override.check, checks=known))
            most = scheme.points[override.check]
        if override.points is None:
            return override
        if override.points > most:
            raise _Refused(NO_POINTS.format(most=most, points=row["points"]))
    except _Refused as refused:
        reason = str(refused)
        raise KitError(reason[0].upper() + reason[1:]) from None
    return override._replace(of=Fraction(most))


def add_override(folder: Path, override: Override) -> None:
    """Write a decision down, below those that are there, which stay as they are.

    Args:
        folder: The folder of results.
        override: The decision.

    Raises:
        KitError: The file can't be read or written.
    """
    path = folder / FILE
    text = ",".join(COLUMNS) + "\n"
    if path.exists():
        text = _text_of(path)
    head, _, below = text.partition("\n")
    separator = _separator_of(head)
    names = _names_in(path, text)
    for column in COLUMNS:
        if column not in names:  # the file is by hand, or by an older version of the kit
            names.append(column)
            head += separator + column
    if below and not below.endswith("\n"):
        below += "\n"
    cells = {
        "student": override.student,
        "check": override.check,
        "points": "" if override.points is None else typed(override.points),
        "of": "" if override.of is None else typed(override.of),
        "file": override.file,
        "reason": override.reason,
        "who": override.who,
        "hand_in": override.hand_in,
    }
    line = io.StringIO()
    writer = csv.writer(line, delimiter=separator, lineterminator="\n")
    writer.writerow([no_formula(cells.get(name, "")) for name in names])
    try:
        write_whole(path, f"{head}\n{below}{line.getvalue()}")
    except OSError as error:
        raise KitError(NOT_WRITTEN.format(file=path, error=error.strerror)) from None


def points_of(text: str, most: Fraction | int = MOST) -> Fraction | None:
    """Return the number that a text is, None if it is none from 0 to the most."""
    if not re.fullmatch(r"[0-9]{1,7}([.,][0-9]{1,6})?", text):
        return None
    points = Fraction(text.replace(",", "."))
    if points > most:
        return None
    return points


def typed(points: Fraction | int) -> str:
    """Return points as somebody has typed them."""
    return f"{float(points):.15g}"


def _text_of(path: Path) -> str:
    """Return what is in the file."""
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise KitError(CANT_READ.format(file=path, error=error.strerror)) from None
    except UnicodeDecodeError as error:
        raise KitError(CANT_READ.format(file=path, error=error)) from None


def _separator_of(head: str) -> str:
    """Return what stands between the cells, by the first line."""
    separator = ","
    for other in SEPARATORS:
        if other in head:
            separator = other
    return separator


def _names_in(path: Path, text: str) -> list[str]:
    """Return the names of the columns; raise KitError if they can't be those."""
    head, _, _ = text.removeprefix(BYTE_ORDER_MARK).partition("\n")
    reader = csv.reader([head], delimiter=_separator_of(head))
    try:
        names = [name.strip() for name in next(reader, [])]
    except csv.Error:
        names = []
    if "student" not in names or len(names) != len(set(names)):
        reason = NO_COLUMNS.format(columns=", ".join(COLUMNS))
        raise KitError(WRONG.format(file=path, line=1, reason=reason))
    return names


def _rows(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the lines of the file with their numbers; none if there is no file."""
    if not path.exists():
        return
    text = _text_of(path)
    names = _names_in(path, text)
    head, _, _ = text.partition("\n")
    lines = io.StringIO(text.removeprefix(BYTE_ORDER_MARK))
    reader = csv.DictReader(lines, names, delimiter=_separator_of(head))
    try:
        next(reader, None)  # the names
        for row in reader:
            found = {column: (row.get(column) or "").strip() for column in COLUMNS}
            if any(found.values()):
                yield reader.line_num, found
    except csv.Error as error:
        raise KitError(WRONG.format(file=path, line=reader.line_num, reason=f"{error}.")) from None


def _override(line: int, row: Mapping[str, str], checks: list[str]) -> Override:
    """Return what a line of the file says; raise _Refused if that can't be."""
    check = row["check"]
    if not row["student"]:
        raise _Refused(NO_STUDENT)
    if check and check not in checks:
        raise _Refused(UNKNOWN_CHECK.format(check=check, checks=", ".join(checks)))
    if row["points"] and row["file"]:
        raise _Refused(BOTH)
    if not row["points"] and not row["file"]:
        raise _Refused(NOTHING)
    points = None
    if row["points"]:
        points = points_of(row["points"])
        if points is None:
            raise _Refused(NO_POINTS.format(most=row["of"] or MOST, points=row["points"]))
    of = None
    if row["of"]:
        of = points_of(row["of"])
        if not of:
            raise _Refused(NO_FULL_POINTS.format(of=row["of"]))
    return Override(
        student=row["student"],
        check=check,
        points=points,
        of=of,
        file=as_it_was(row["file"]),
        reason=as_it_was(row["reason"]),
        who=as_it_was(row["who"]),
        hand_in=row["hand_in"],
        line=line,
    )
