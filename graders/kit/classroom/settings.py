"""course.toml: how the hand-ins of a course are marked, exercise by exercise.

The file is an instructor's; the kit only reads it. Whatever it does not say stays as it is without
it.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from graders.kit.catalog import Exercise, exercises
from graders.kit.classroom.handins import known_as
from graders.kit.errors import KitError
from graders.kit.grading.run import checks_of

EXAMPLE = """\
# How a course is marked. Save this as course.toml, change it, and add  --settings course.toml  to
# `gametree class` and to `gametree deliver`. What you leave out stays as it is without this file.

[late]            # for all exercises that have a deadline
grace = 15        # minutes after the deadline that cost nothing
percent = 10      # of the mark that was reached, for each day that has begun after the deadline
days = 5          # so many days late are taken; what comes later gets 0

[minmax]          # the name of an exercise; repeat this table and the two below for others
deadline = 2026-12-01T23:59:00+01:00   # without +01:00: by the clock of the machine that grades
total = 20        # what full marks are worth (default: the points of all checks together)
missing = 0       # the mark of who handed in nothing (default: no mark)
left_out = ["minmax: Windows line ends"]   # checks that give no points

[minmax.points]   # points a check, as whole numbers; other checks keep theirs
max_value = 2
min_value = 2

[minmax.extensions]   # students as in grades.csv: a number of days, or a deadline of their own
"Ada Lovelace_123456" = 3
"Alan Turing_123457" = 2026-12-06T12:00:00+01:00
"""
LATE = "late"
LATE_KEYS = ("grace", "percent", "days")
EXERCISE_KEYS = ("deadline", "total", "missing", "left_out", "points", "extensions")
MOST = 1_000_000  # a larger number is a slip of the keyboard
YEAR = 365  # days

CANT_READ = "{file} can't be read: {error}."
NO_TOML = "{file} is no TOML: {error}. gametree class --settings prints an example."
WRONG = "{file}, line {line}: {reason}"
NO_TABLE = "{name} must be a table: write [{name}] in a line of its own."
UNKNOWN_TABLE = "there is no exercise {name}; there are {names}, and [late]."
UNKNOWN_KEY = "there is no setting {key} in [{table}]; there are {keys}."
UNKNOWN_CHECK = "{exercise} has no check {check!r}; its checks are {checks}."
NO_NUMBER = "{key} must be a whole number from {least} to {most}."
NO_TIME = "{key} must be a date with a time, such as 2026-12-01T23:59:00+01:00."
NO_LIST = "{key} must be a list of names of checks, such as [{example!r}]."
NOTHING_LEFT = "all checks of {exercise} are left out: leave one."
NO_EXTENSION = (
    "an extension is a number of days from 1 to {year}, or a date with a time, such as "
    "2026-12-06T12:00:00+01:00."
)
SHORTER = "the extension of {student} ends before the deadline does."
NO_DEADLINE = "there are extensions, and no deadline: add  deadline = ...  to [{exercise}]."


@dataclass(frozen=True)
class Scheme:
    """How an exercise is marked.

    Attributes:
        points: What each check gives, by its name; those that are left out are not in it.
        total: What full marks are worth.
        deadline: Until when it is to be handed in; None if at any time.
        extensions: Deadlines of single students, by known_as(student).
        grace: Minutes after a deadline that cost nothing.
        percent: Of a mark, what each day costs that has begun after a deadline.
        days: So many days late are taken; None if any number is.
        missing: The mark of who handed in nothing; None if that is no mark.
        is_own: Whether an instructor has chosen any of these.
    """

    points: Mapping[str, int]
    total: int
    deadline: datetime | None = None
    extensions: Mapping[str, datetime] = field(default_factory=dict)
    grace: int = 0
    percent: int = 0
    days: int | None = None
    missing: int | None = None
    is_own: bool = False

    def deadline_of(self, student: str) -> datetime | None:
        """Return until when a student may hand in."""
        return self.extensions.get(known_as(student), self.deadline)


def plain(exercise: Exercise) -> Scheme:
    """Return how an exercise is marked that no file says anything of."""
    points = {check.name: check.points for check in checks_of(exercise)}
    return Scheme(points, sum(points.values()))


def scheme_of(path: Path | None, exercise: Exercise) -> Scheme:
    """Return how an exercise is marked.

    Args:
        path: A course.toml, all of which is checked; None for none.
        exercise: The exercise.

    Raises:
        KitError: The file can't be read, or says what can't be: with the line.
    """
    if path is None:
        return plain(exercise)
    try:
        text = path.read_text("utf-8")
        values = tomllib.loads(text)
    except OSError as error:
        raise KitError(CANT_READ.format(file=path, error=error.strerror)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise KitError(NO_TOML.format(file=path, error=error)) from None
    known = {other.name: other for other in exercises()}
    top = _Table(path, text, "", values)
    schemes = {}
    late = _late(top.table(LATE))
    for name in values:
        if name == LATE:
            continue
        if name not in known:
            top.refuse(name, UNKNOWN_TABLE.format(name=name, names=", ".join(known)))
        schemes[name] = _scheme(top.table(name), late, known[name])
    if exercise.name in schemes:
        return schemes[exercise.name]
    return plain(exercise)


@dataclass(frozen=True)
class _Table:
    """A table of the file, which tells the line of what is wrong in it.

    Attributes:
        file: The path of the file.
        text: What is in the file.
        name: That of the table, "" for the whole file.
        values: What is in the table.
    """

    file: Path
    text: str
    name: str
    values: Mapping[str, Any]

    def refuse(self, key: str, reason: str) -> NoReturn:
        """Raise the KitError for what is wrong with a key."""
        raise KitError(WRONG.format(file=self.file, line=self._line_of(key), reason=reason))

    def _line_of(self, key: str) -> int:
        """Return the number of the line in which a key of the table stands, else the table's."""
        table = ""
        found = 1
        for number, line in enumerate(self.text.splitlines(), 1):
            if header := re.match(r"\s*\[([^]]+)\]", line):
                table = re.sub(r"[\"'\s]", "", header[1])
                if table in (self.name, f"{self.name}.{key}".lstrip(".")):
                    found = number
            elif table == self.name and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[=.]", line):
                return number
        return found

    def table(self, key: str) -> "_Table":
        """Return a table within, an empty one if there is none."""
        value = self.values.get(key, {})
        if not isinstance(value, dict):
            self.refuse(key, NO_TABLE.format(name=f"{self.name}.{key}".lstrip(".")))
        return _Table(self.file, self.text, f"{self.name}.{key}".lstrip("."), value)

    def only(self, keys: tuple[str, ...]) -> None:
        """Refuse all other keys."""
        for key in self.values:
            if key not in keys:
                known = ", ".join(keys)
                self.refuse(key, UNKNOWN_KEY.format(key=key, table=self.name, keys=known))

    def number(self, key: str, least: int, most: int = MOST) -> int | None:
        """Return a whole number, None if there is none."""
        value = self.values.get(key)
        if value is None:
            return None
        if type(value) is not int or not least <= value <= most:
            self.refuse(key, NO_NUMBER.format(key=key, least=least, most=most))
        return value

    def time(self, key: str) -> datetime | None:
        """Return a point in time, None if there is none."""
        value = self.values.get(key)
        if value is None:
            return None
        if not isinstance(value, datetime):
            self.refuse(key, NO_TIME.format(key=key))
        return _with_zone(value)


def _with_zone(time: datetime) -> datetime:
    """Return a time with its own zone; one that names none is by the clock of this machine."""
    if time.tzinfo is None:
        return time.astimezone()
    return time


class _Late(NamedTuple):
    """What is done with late work in all exercises. See Scheme."""

    grace: int
    percent: int
    days: int | None


def _late(table: _Table) -> _Late:
    table.only(LATE_KEYS)
    grace = table.number("grace", 0, YEAR * 24 * 60)
    percent = table.number("percent", 0, 100)
    return _Late(grace or 0, percent or 0, table.number("days", 0, YEAR))


def _scheme(table: _Table, late: _Late, exercise: Exercise) -> Scheme:
    """Return how an exercise is marked, by its table and by the one that is for all."""
    table.only(EXERCISE_KEYS)
    points = _points(table, exercise)
    deadline = table.time("deadline")
    total = table.number("total", 1)
    return Scheme(
        points=points,
        total=sum(points.values()) if total is None else total,
        deadline=deadline,
        extensions=_extensions(table, exercise, deadline),
        grace=late.grace,
        percent=late.percent,
        days=late.days,
        missing=table.number("missing", 0),
        is_own=True,
    )


def _points(table: _Table, exercise: Exercise) -> dict[str, int]:
    """Return what each check gives, without those that are left out."""
    points = dict(plain(exercise).points)
    names = list(points)

    def expect_check(within: _Table, key: str, check: object) -> None:
        if check not in names:
            sentence = UNKNOWN_CHECK.format(
                exercise=exercise.name, check=check, checks=", ".join(names)
            )
            within.refuse(key, sentence)

    own_points = table.table("points")
    for name in own_points.values:
        expect_check(own_points, name, name)
        number = own_points.number(name, 1)
        if number is not None:
            points[name] = number
    left_out = table.values.get("left_out", [])
    if not isinstance(left_out, list):
        table.refuse("left_out", NO_LIST.format(key="left_out", example=names[-1]))
    for check in left_out:
        expect_check(table, "left_out", check)
        points.pop(check, None)
    if not points:
        table.refuse("left_out", NOTHING_LEFT.format(exercise=exercise.name))
    return points


def _extensions(
    table: _Table, exercise: Exercise, deadline: datetime | None
) -> dict[str, datetime]:
    """Return the deadlines of single students."""
    extensions = table.table("extensions")
    if extensions.values and deadline is None:
        table.refuse("extensions", NO_DEADLINE.format(exercise=exercise.name))
    ends = {}
    for student, value in extensions.values.items():
        if deadline is None:
            continue
        if isinstance(value, datetime):
            end = _with_zone(value)
        elif type(value) is int and 1 <= value <= YEAR:
            end = deadline + timedelta(days=value)
        else:
            extensions.refuse(student, NO_EXTENSION.format(year=YEAR))
        if end < deadline:
            extensions.refuse(student, SHORTER.format(student=student))
        ends[known_as(student)] = end
    return ends
