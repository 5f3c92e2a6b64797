"""marks.csv: what an instructor decides by hand, for single students.

The file lies in the folder of results. `gametree class mark` adds a line to it; else the kit only
reads it, at each run. A later line for the same student and check takes the place of an earlier.
"""

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from graders.kit.classroom.settings import Scheme
from graders.kit.errors import KitError
from graders.kit.files import write_whole

FILE = "marks.csv"
COLUMNS = ("student", "check", "points", "file", "reason", "who", "hand_in")
EXAMPLE = """\
student,check,points,file,reason,who,hand_in
ada,,8,,"ill, handed in on paper",Dr. B,
bob,max_value,0.5,,a typo only,Dr. B,
cyd,,,second/minmax.py,,Dr. B,
"""
SHORT = 12  # characters of a digest of what was handed in

CANT_READ = "{file} can't be read: {error}. Save it as CSV in UTF-8."
WRONG = "{file}, line {line}: {reason}"
NO_COLUMNS = "the first line must name the columns: {columns}."
NO_STUDENT = "there is no student in this line."
UNKNOWN_CHECK = "there is no check {check!r}; there are {checks}."
NO_POINTS = "points must be a number from 0 to {most:g}, not {points!r}."
NOTHING = "a line needs points, or a file: the one to grade of several that were handed in."
BOTH = "a line has points or a file, not both: use two lines."
NOT_WRITTEN = "{file} can't be written: {error}. Nothing was changed."


class Override(NamedTuple):
    """One decision.

    Attributes:
        student: Whose mark it is.
        check: Which check's points; "" for the whole mark.
        points: How many; None where a file is chosen.
        file: Of several files, the one to grade; "" where points are given.
        reason: Why, for the student to read.
        who: Who decided.
        hand_in: The beginning of the digest of what was handed in then; "" if nobody looked.
    """

    student: str
    check: str = ""
    points: Fraction | None = None
    file: str = ""
    reason: str = ""
    who: str = ""
    hand_in: str = ""

    @property
    def decision(self) -> str:
        """What was decided, in words."""
        if self.file:
            return f"{self.file} is graded"
        return f"{self.check or 'the mark'}: {float(self.points or 0):g}"

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


@dataclass(frozen=True)
class Overrides:
    """All decisions, by student.

    Attributes:
        points: Of each student, by check; "" stands for the whole mark.
        files: Of each student, the file to grade.
    """

    points: dict[str, dict[str, Override]] = field(default_factory=dict)
    files: dict[str, Override] = field(default_factory=dict)

    def of(self, student: str) -> Mapping[str, Override]:
        return self.points.get(student, {})

    @property
    def students(self) -> set[str]:
        return {*self.points, *self.files}

    @property
    def all(self) -> list[Override]:
        """All decisions that hold."""
        decisions = [*self.files.values()]
        for by_check in self.points.values():
            decisions += by_check.values()
        return sorted(decisions, key=lambda one: (one.student, one.check))


def read_overrides(folder: Path, scheme: Scheme) -> Overrides:
    """Read what was decided by hand.

    Args:
        folder: The folder of results.
        scheme: What checks there are, and what they give.

    Raises:
        KitError: The file can't be read, or says what can't be: with the line.
    """
    overrides = Overrides()
    for line, row in _rows(folder / FILE):
        override = _override(folder / FILE, line, row, scheme)
        if override.file:
            overrides.files[override.student] = override
        else:
            overrides.points.setdefault(override.student, {})[override.check] = override
    return overrides


def add_override(folder: Path, row: Mapping[str, str], scheme: Scheme) -> None:
    """Write a decision down, below those that are there.

    Args:
        folder: The folder of results.
        row: The decision: a text for each of the columns, or some of them.
        scheme: What checks there are, and what they give.

    Raises:
        KitError: It says what can't be, or the file can't be read or written.
    """
    path = folder / FILE
    rows = [found for _, found in _rows(path)]
    new = {column: row.get(column, "") for column in COLUMNS}
    _override(path, len(rows) + 2, new, scheme)
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows([*rows, new])
    try:
        write_whole(path, text.getvalue())
    except OSError as error:
        raise KitError(NOT_WRITTEN.format(file=path, error=error.strerror)) from None


def points_of(text: str, most: Fraction | int) -> Fraction | None:
    """Return the number that a text is, None if it is none from 0 to the most."""
    if not re.fullmatch(r"[0-9]{1,7}([.,][0-9]{1,6})?", text):
        return None
    points = Fraction(text.replace(",", "."))
    if points > most:
        return None
    return points


def _rows(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the lines of the file with their numbers; none if there is no file."""
    if not path.exists():
        return
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise KitError(CANT_READ.format(file=path, error=error)) from None
    first, _, _ = text.partition("\n")
    separator = ","
    for other in ";\t":  # as spreadsheets of some countries write it
        if other in first:
            separator = other
    reader = csv.DictReader(io.StringIO(text), delimiter=separator)
    names = [name.strip() for name in reader.fieldnames or []]
    if "student" not in names or len(names) != len(set(names)):
        reason = NO_COLUMNS.format(columns=", ".join(COLUMNS))
        raise KitError(WRONG.format(file=path, line=1, reason=reason))
    reader.fieldnames = names
    try:
        for row in reader:
            found = {column: (row.get(column) or "").strip() for column in COLUMNS}
            if any(found.values()):
                yield reader.line_num, found
    except csv.Error as error:
        raise KitError(WRONG.format(file=path, line=reader.line_num, reason=f"{error}.")) from None


def _override(path: Path, line: int, row: Mapping[str, str], scheme: Scheme) -> Override:
    """Return what a line of the file says."""

    def refused(reason: str) -> KitError:
        return KitError(WRONG.format(file=path, line=line, reason=reason))

    check = row["check"]
    if not row["student"]:
        raise refused(NO_STUDENT)
    if check and check not in scheme.points:
        checks = ", ".join(scheme.points)
        raise refused(UNKNOWN_CHECK.format(check=check, checks=checks))
    if row["points"] and row["file"]:
        raise refused(BOTH)
    if not row["points"] and not row["file"]:
        raise refused(NOTHING)
    points = None
    if row["points"]:
        most = scheme.points.get(check, scheme.total)
        points = points_of(row["points"], most)
        if points is None:
            raise refused(NO_POINTS.format(most=most, points=row["points"]))
    fields = {**row, "points": points}
    return Override(**fields)  # type: ignore[arg-type]
