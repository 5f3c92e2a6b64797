"""A class at a glance: what it got, what it did not understand, and who needs a look."""

import json
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from hashlib import sha256

from graders.kit.classroom.run import Record
from graders.kit.report import Boards, Branch, CheckResult, Outcome, Parts, Report, Text, Tree

POSITIONS = 8  # that are drawn
NOTHING = ("missing", "unclear")  # of whom there is nothing to grade
SLOW = (100, 30, 10, 3)  # seconds; in steps, so that a class that is graded once more looks the same


@dataclass
class Check:
    """How a check went. outcomes: of those who lost its points"""

    name: str
    title: str
    outcomes: Counter[Outcome] = field(default_factory=Counter)


@dataclass(frozen=True)
class Position:
    """A board or tree that is the smallest which a check found wrong, for that many students.

    parts: what most of them were told; same: how many those are
    """

    check: str
    count: int
    parts: Parts
    same: int


@dataclass
class Summary:
    """What a class got, added up one by one: not everyone's report is in memory at a time.

    judged: how many handed in something to grade; errors: exceptions by their type;
    names: status to students, for all but "graded"; slow: seconds to students;
    problems: why the kit failed, by student; isolations, pythons: under which it was graded
    """

    max_score: int = 0
    judged: int = 0
    scores: Counter[int] = field(default_factory=Counter)
    checks: dict[str, Check] = field(default_factory=dict)
    errors: Counter[str] = field(default_factory=Counter)
    names: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    slow: defaultdict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    problems: dict[str, str] = field(default_factory=dict)
    isolations: Counter[str] = field(default_factory=Counter)
    pythons: Counter[str] = field(default_factory=Counter)
    _alike: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    _told: defaultdict[tuple[str, bytes], Counter[bytes]] = field(default_factory=lambda: defaultdict(Counter))
    _example: dict[tuple[str, bytes], str] = field(default_factory=dict)  # what a check told, to one whom it told it

    @property
    def count(self) -> int:
        """The number of students that have a score."""
        return self.scores.total()

    @property
    def mean(self) -> float:
        return statistics.fmean(self.scores.elements()) if self.scores else 0.0

    @property
    def median(self) -> float:
        return statistics.median(self.scores.elements()) if self.scores else 0.0

    @property
    def copies(self) -> list[list[str]]:
        """The students whose code is the same, the largest group first."""
        return sorted(
            (names for names in self._alike.values() if len(names) > 1), key=lambda names: (-len(names), names)
        )

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
        if record.status in NOTHING:
            return
        self.judged += 1
        if record.fingerprint:
            self._alike[record.fingerprint].append(record.student)
        seconds = sum(check.seconds for check in report.checks)
        for step in SLOW:
            if seconds > step:
                self.slow[step].append(record.student)
                break
        kinds = set()
        for check in report.checks:
            known = self.checks.setdefault(check.name, Check(check.name, check.title))
            if check.score == check.max_score:
                continue
            known.outcomes[check.outcome] += 1
            if check.outcome == "error":
                kinds.add(check.message.split(":")[0].split(" in line")[0])
            parts = _drawn(check)
            if parts:
                told = _digest([asdict(part) for part in parts])
                self._told[check.name, _position(parts)][told] += 1
                self._example.setdefault((check.name, told), record.student)
        self.errors.update(kind for kind in kinds if kind.isidentifier())

    def positions(self, report_of: Callable[[str], Report]) -> list[Position]:
        """Return the positions that most students have wrong; each check's commonest comes before any second."""
        ranked = sorted(self._told.items(), key=lambda item: (-item[1].total(), item[0]))
        place: Counter[str] = Counter()
        order = []
        for (name, _), told in ranked:
            order.append((place[name], -told.total(), name, told))
            place[name] += 1
        found = []
        for _, _, name, told in sorted(order, key=lambda item: item[:3])[:POSITIONS]:
            best, same = min(told.items(), key=lambda item: (-item[1], item[0]))
            checks = {check.name: check for check in report_of(self._example[name, best]).checks}
            found.append(Position(name, told.total(), _drawn(checks[name]), same))
        return sorted(found, key=lambda position: (-position.count, position.check))


def _drawn(check: CheckResult) -> Parts:
    """Return what is said of a wrong position, without the student's code or prints; nothing if none is drawn."""
    parts = [part for part in check.parts if isinstance(part, (Text, Boards, Tree))]
    counts = [part for part in parts if isinstance(part, Text) and part.text.startswith("Wrong on ")]
    drawn = check.outcome == "failed" and any(not isinstance(part, Text) for part in parts)
    return [part for part in parts if part not in counts] if drawn else []


def _position(parts: Parts) -> bytes:
    """Return what tells one position from another: its first board, or its tree without what is said of it."""

    def shape(node: Branch) -> list[object]:
        return [node.label.split(" = ")[0], *map(shape, node.children)]

    for part in parts:
        match part:
            case Boards(boards):
                return _digest(boards[0].rows)
            case Tree(root):
                return _digest(shape(root))
    raise ValueError("there is nothing drawn")


def _digest(value: object) -> bytes:
    return sha256(json.dumps(value).encode()).digest()[:16]
