"""A class at a glance: what it got, what it did not understand, and who needs a look."""

import json
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import asdict, dataclass
from hashlib import sha256

from graders.kit.classroom.store import Record
from graders.kit.report import Boards, Branch, CheckResult, Outcome, Parts, Report, Text, Tree

DRAWN_POSITIONS = 8
SLOW_SECONDS = (100, 30, 10, 3)  # in steps, so that a class that is graded once more looks the same


@dataclass(frozen=True)
class Position:
    """The smallest board or tree that a check saw wrong, for count students; same: how many of them got these parts"""

    check: str
    count: int
    parts: Parts
    same: int


class Summary:
    """The scores of a class, added up one by one: not everyone's report is in memory at a time."""

    def __init__(self) -> None:
        self.max_score = 0
        self.judged = 0  # how many handed in something to grade
        self.scores: Counter[int] = Counter()
        self.checks: defaultdict[tuple[str, str], Counter[Outcome]] = defaultdict(
            Counter
        )  # lost, by name and title
        self.errors: Counter[str] = Counter()  # exceptions, by type
        self.names: defaultdict[str, list[str]] = defaultdict(
            list
        )  # students, by status but "graded"
        self.slow: defaultdict[int, list[str]] = defaultdict(list)  # students, by seconds
        self.problems: dict[str, str] = {}  # why the kit failed, by student
        self.isolations: Counter[str] = Counter()  # under which it was graded
        self.pythons: Counter[str] = Counter()
        self._alike: defaultdict[str, list[str]] = defaultdict(
            list
        )  # students, by the fingerprint of their code
        # Students, by check and position, and there by a digest of the explanation.
        self._wrong: dict[tuple[str, bytes], defaultdict[bytes, list[str]]] = {}

    @property
    def count(self) -> int:
        return self.scores.total()  # of students

    @property
    def mean(self) -> float:
        return statistics.fmean(self.scores.elements())

    @property
    def median(self) -> float:
        return statistics.median(self.scores.elements())

    @property
    def copies(self) -> list[list[str]]:
        """The students whose code is the same, the largest group first."""
        groups = [students for students in self._alike.values() if len(students) > 1]
        return sorted(groups, key=lambda students: (-len(students), students))

    def add(self, record: Record) -> None:
        """Add one student."""
        if record.status != "graded":
            self.names[record.status].append(record.student)
        report = record.report
        if report is None:
            self.problems[record.student] = record.problem
            return
        self.max_score = report.max_score
        self.scores[report.score] += 1
        self.isolations[report.isolation] += 1
        self.pythons[record.python] += 1
        if record.status in ("missing", "unclear"):  # there is nothing to grade
            return
        self.judged += 1
        if record.fingerprint:
            self._alike[record.fingerprint].append(record.student)
        seconds = sum(check.seconds for check in report.checks)
        if passed := [step for step in SLOW_SECONDS if seconds > step]:
            self.slow[passed[0]].append(record.student)
        errors = set()
        for check in report.checks:
            outcomes = self.checks[check.name, check.title]
            if check.score == check.max_score:
                continue
            outcomes[check.outcome] += 1
            if check.outcome == "error":
                errors.add(check.message.split(":")[0].split(" in line")[0])
            if parts := _drawn(check):
                drawing = next(part for part in parts if isinstance(part, (Boards, Tree)))
                position = (
                    drawing.boards[0].rows if isinstance(drawing, Boards) else _shape(drawing.root)
                )
                explanation = _digest([asdict(part) for part in parts])
                wrong = self._wrong.setdefault((check.name, _digest(position)), defaultdict(list))
                wrong[explanation].append(record.student)
        self.errors.update(filter(str.isidentifier, errors))

    def positions(self, report_of: Callable[[str], Report]) -> list[Position]:
        """Return the positions that most students have wrong; each check's commonest comes before any second."""
        counted = [
            (sum(map(len, by.values())), check, key, by) for (check, key), by in self._wrong.items()
        ]
        place: Counter[str] = Counter()
        ranked = []
        for count, check, _, by_explanation in sorted(
            counted, key=lambda row: (-row[0], *row[1:3])
        ):
            ranked.append((place[check], -count, check, by_explanation))
            place[check] += 1
        positions = []
        for _, count, name, by_explanation in sorted(ranked, key=lambda row: row[:3])[
            :DRAWN_POSITIONS
        ]:
            _, students = min(by_explanation.items(), key=lambda item: (-len(item[1]), item[0]))
            (result,) = (check for check in report_of(students[0]).checks if check.name == name)
            positions.append(Position(name, -count, _drawn(result), len(students)))
        return sorted(positions, key=lambda position: (-position.count, position.check))


def _drawn(check: CheckResult) -> Parts:
    """Return what is said of a wrong position, without the student's code or prints; nothing if none is drawn."""
    parts = [part for part in check.parts if isinstance(part, (Text, Boards, Tree))]
    if check.outcome != "failed" or all(isinstance(part, Text) for part in parts):
        return []
    return [
        part for part in parts if not (isinstance(part, Text) and part.text.startswith("Wrong on "))
    ]


def _shape(node: Branch) -> list[object]:
    """Return what tells one tree from another, without what is said of it."""
    return [node.label.split(" = ")[0], *map(_shape, node.children)]


def _digest(value: object) -> bytes:
    return sha256(json.dumps(value).encode()).digest()[:16]
