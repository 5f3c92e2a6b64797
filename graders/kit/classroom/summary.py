"""A class at a glance: what it got, what it did not understand, and who needs a look."""

import json
import math
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from hashlib import sha256

from graders.kit.classroom.marks import UNMARKED, Mark
from graders.kit.classroom.store import Record
from graders.kit.report import Boards, Branch, CheckResult, Outcome, Parts, Report, Text, Tree

DRAWN_POSITIONS = 8
SLOW_SECONDS = (100, 30, 10, 3)  # in steps, so that a class that is graded once more looks the same
BARS = 25  # at most, of the marks


@dataclass(frozen=True)
class Position:
    """The smallest board or tree that a check saw wrong.

    Attributes:
        check: The name of the check.
        count: For how many students the check saw it wrong.
        parts: The explanation that most of these students got.
        same: How many of them got it.
    """

    check: str
    count: int
    parts: Parts
    same: int


@dataclass(frozen=True)
class _Wrong:
    """A position that a check saw wrong.

    Attributes:
        check: The name of the check.
        position: A digest of the position.
        students: For whom it was wrong, by a digest of what is said of it.
        count: How many students these are.
        place: How many commoner positions the same check has.
    """

    check: str
    position: bytes
    students: dict[bytes, list[str]]
    count: int
    place: int = 0


class Summary:
    """The scores of a class, added up one by one: not everyone's report is in memory at a time."""

    def __init__(self, total: int) -> None:
        """Begin with nobody.

        Args:
            total: What full marks are worth.
        """
        self.total = total
        self.count = 0  # of students
        self.judged = 0  # how many handed in something that was judged
        self.marks: list[float] = []
        self.full_marks = 0  # how many have them
        self.unmarked: list[str] = []  # students
        # What became of lost checks, by the check's name and title.
        self.checks: defaultdict[tuple[str, str], Counter[Outcome]] = defaultdict(Counter)
        self.errors: Counter[str] = Counter()  # exceptions, by type
        self.causes: Counter[str] = Counter()  # what went wrong, where that is known
        # Students, by each status but "graded".
        self.names: defaultdict[str, list[str]] = defaultdict(list)
        self.slow: defaultdict[int, list[str]] = defaultdict(list)  # students, by seconds
        self.problems: dict[str, str] = {}  # why the kit failed, by student
        self.isolations: Counter[str] = Counter()  # under which it was graded
        self.pythons: Counter[str] = Counter()
        # Students, by the fingerprint of their code.
        self._alike: defaultdict[str, list[str]] = defaultdict(list)
        # Students, by check and position, and there by a digest of the explanation.
        self._wrong: dict[tuple[str, bytes], defaultdict[bytes, list[str]]] = {}

    @property
    def mean(self) -> float:
        """The mean of the marks that there are, 0 if there is none."""
        return statistics.fmean(self.marks or [0])

    @property
    def median(self) -> float:
        return statistics.median(self.marks or [0])

    @property
    def bars(self) -> dict[int, int]:
        """How many students have each mark, rounded down; of large marks some are put together."""
        width = math.ceil(self.total / BARS)
        bars = dict.fromkeys(range(0, self.total + 1, width), 0)
        for mark in self.marks:
            bars[int(mark) // width * width] += 1
        return bars

    @property
    def copies(self) -> list[list[str]]:
        """The students whose code is the same, the largest group first."""
        groups = [students for students in self._alike.values() if len(students) > 1]
        return sorted(groups, key=lambda students: (-len(students), students))

    def add(self, record: Record, mark: Mark) -> None:
        """Add one student, and the student's mark."""
        student = record.student
        status = record.status
        report = record.report
        self.count += 1
        if status != "graded":
            self.names[status].append(student)
        if mark.value is None:
            self.unmarked.append(student)
        else:
            self.marks.append(float(mark.value))
            self.full_marks += mark.is_full
        if report is None:
            self.problems[student] = record.problem
            return
        self.isolations[report.isolation] += 1
        self.pythons[record.python] += 1
        if status in UNMARKED:
            return
        self.judged += 1
        if record.fingerprint:
            self._alike[record.fingerprint].append(student)
        if record.cause:
            self.causes[record.cause] += 1
        self._add_seconds(student, report.checks)
        for check in report.checks:
            self._add_check(student, check)
        self._add_errors(report.checks)

    def _add_seconds(self, student: str, checks: list[CheckResult]) -> None:
        seconds = sum(check.seconds for check in checks)
        for step in SLOW_SECONDS:
            if seconds > step:
                self.slow[step].append(student)
                return

    def _add_check(self, student: str, check: CheckResult) -> None:
        """Add what became of a check, and the position that it saw wrong."""
        outcomes = self.checks[check.name, check.title]  # a check that nobody lost is listed, too
        if check.score == check.max_score:
            return
        outcomes[check.outcome] += 1
        parts = _drawn(check)
        if not parts:
            return
        position = _digest(_position(parts))
        explanation = _digest([asdict(part) for part in parts])
        students = self._wrong.setdefault((check.name, position), defaultdict(list))
        students[explanation].append(student)

    def _add_errors(self, checks: list[CheckResult]) -> None:
        """Add the exceptions of one student, each type once."""
        types = set()
        for check in checks:
            if check.score < check.max_score and check.outcome == "error":
                sentence = check.message.split(":")[0]
                types.add(sentence.split(" in line")[0])
        # By name: those that are equally frequent are shown in the order in which they came.
        self.errors.update(sorted(filter(str.isidentifier, types)))

    def positions(self, report_of: Callable[[str], Report]) -> list[Position]:
        """Find the positions that most students have wrong.

        Args:
            report_of: Returns the report of a student.

        Returns:
            Some positions, the commonest first. Each check's commonest comes before any second.
        """
        positions = []
        for wrong in self._ranked()[:DRAWN_POSITIONS]:
            groups = wrong.students.items()
            _, students = min(groups, key=lambda group: (-len(group[1]), group[0]))
            report = report_of(students[0])
            (check,) = (check for check in report.checks if check.name == wrong.check)
            positions.append(Position(wrong.check, wrong.count, _drawn(check), len(students)))
        return sorted(positions, key=lambda position: (-position.count, position.check))

    def _ranked(self) -> list[_Wrong]:
        """Return all wrong positions: of each check the commonest, then of each the second, ..."""
        counted = []
        for (check, position), students in self._wrong.items():
            count = sum(map(len, students.values()))
            counted.append(_Wrong(check, position, students, count))
        counted.sort(key=lambda wrong: (-wrong.count, wrong.check, wrong.position))
        places: Counter[str] = Counter()
        ranked = []
        for wrong in counted:
            ranked.append(replace(wrong, place=places[wrong.check]))
            places[wrong.check] += 1
        return sorted(ranked, key=lambda wrong: (wrong.place, -wrong.count, wrong.check))


def _drawn(check: CheckResult) -> Parts:
    """Return what is said of a wrong position, without the student's code or prints.

    Where no position is drawn, that is nothing.
    """
    if check.outcome != "failed":
        return []
    parts: Parts = []
    is_drawn = False
    for part in check.parts:
        if isinstance(part, (Boards, Tree)):
            is_drawn = True
            parts.append(part)
        elif isinstance(part, Text) and not part.text.startswith("Wrong on "):
            parts.append(part)
    if not is_drawn:
        return []
    return parts


def _position(parts: Parts) -> object:
    """Return what tells the position that is drawn first from others."""
    drawing = next(part for part in parts if isinstance(part, (Boards, Tree)))
    if isinstance(drawing, Boards):
        return drawing.boards[0].rows
    return _shape(drawing.root)


def _shape(node: Branch) -> list[object]:
    """Return what tells one tree from another, without what is said of it."""
    name = node.label.split(" = ")[0]
    return [name, *map(_shape, node.children)]


def _digest(value: object) -> bytes:
    return sha256(json.dumps(value).encode()).digest()[:16]
