"""From a verdict to a mark: points, lateness, and what an instructor has decided by hand."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from fractions import Fraction

from graders.kit.classroom.overrides import Override
from graders.kit.classroom.settings import Scheme
from graders.kit.classroom.store import Record
from graders.kit.report import Report, weighed

# Statuses of students of whom there is nothing to judge: they get no mark, and not 0.
UNMARKED = ("missing", "other", "unclear", "unreadable", "empty", "failed")
WEIGHED = "The checks gave {points} of {most}, which is {mark} of {total}."
CHECK_BY_HAND = "{check}: {points} in place of {before} by hand{because}."
MARK_BY_HAND = "The mark was set by hand{because}."
LATE = "Handed in on {time}, {days} after the deadline ({deadline}): {percent} % less."
TOO_LATE = "Handed in on {time}, later than {days} after the deadline ({deadline}): nothing counts."
NO_MARK = "There is nothing to judge here. Your instructor has been told."
NOTHING_HANDED_IN = "Nothing was handed in, which gives {mark}."
NO_TIME = "no time is known for the hand-in, so it counts as in time"
IN_THE_FUTURE = "the time of the hand-in lies in the future, so its lateness means nothing"
OTHER_CHECKS = "an earlier version with other checks has graded: --regrade grades anew"
CHANGED_SINCE = "the hand-in has changed since {what} was decided by hand"
NOTHING_TO_ADD_TO = "points of a check were given by hand, and there is no verdict to add them to"


@dataclass(frozen=True)
class Mark:
    """What one student gets.

    Attributes:
        value: The mark; None if there is none.
        total: What full marks are worth.
        points: Of each check, by its name; empty where there is no verdict.
        reasons: How the mark came about, in sentences for the student; none if it is the score.
        look: What a person has to look at, as clauses for the instructor.
        late: Days that have begun after the deadline.
    """

    value: Fraction | None
    total: int
    points: Mapping[str, Fraction] = field(default_factory=dict)
    reasons: tuple[str, ...] = ()
    look: tuple[str, ...] = ()
    late: int = 0

    @property
    def text(self) -> str:
        """The mark as people write it, "" if there is none."""
        if self.value is None:
            return ""
        return in_digits(self.value)

    @property
    def is_full(self) -> bool:
        return self.value == self.total


def in_digits(number: Fraction | int) -> str:
    """Return a number with at most two decimals, a half rounded up."""
    hundredths = math.floor(number * 100 + Fraction(1, 2))
    return f"{hundredths / 100:.2f}".rstrip("0").rstrip(".")


def mark_of(
    record: Record,
    scheme: Scheme,
    by_hand: Mapping[str, Override],
    handed_in: datetime | None,
    digest: str,
) -> Mark:
    """Return what a student gets.

    Args:
        record: What is known of the hand-in.
        scheme: How the exercise is marked.
        by_hand: What was decided by hand, by check; "" stands for the whole mark.
        handed_in: When it was handed in, None if that is not known.
        digest: Of what was handed in.
    """
    reasons: list[str] = []
    look = _changes_since(by_hand, digest)
    points: dict[str, Fraction] = {}
    value: Fraction | None = None
    late = 0
    if record.report is not None and record.status not in UNMARKED:
        if not scheme.is_own:
            scheme = _scheme_of(record.report)
        elif not has_checks(record.report, scheme):
            look.append(OTHER_CHECKS)
            scheme = replace(_scheme_of(record.report), total=scheme.total)
        points = _points(record.report, scheme, by_hand, reasons)
        value = _scaled(points, scheme, reasons)
        late = _days_late(record.student, scheme, handed_in)
        if late:
            value = _less(value, late, record.student, scheme, handed_in, reasons)
        if scheme.deadline is not None:
            look += _doubts_about(handed_in)
    elif record.status == "missing" and scheme.missing is not None:
        value = Fraction(scheme.missing)
        reasons.append(NOTHING_HANDED_IN.format(mark=in_digits(value)))
    whole = by_hand.get("")
    if whole is not None and whole.points is not None:
        value = whole.points
        reasons.append(MARK_BY_HAND.format(because=whole.because))
    elif by_hand and value is None:
        look.append(NOTHING_TO_ADD_TO)
    if value is None:
        reasons.append(NO_MARK)
    return Mark(value, scheme.total, points, tuple(reasons), tuple(look), late)


def _changes_since(by_hand: Mapping[str, Override], digest: str) -> list[str]:
    """Return what was decided by hand about something else than is handed in now."""
    changed = []
    for check, override in by_hand.items():
        if override.hand_in and not digest.startswith(override.hand_in):
            changed.append(CHANGED_SINCE.format(what=check or "the mark"))
    return changed


def _points(
    report: Report, scheme: Scheme, by_hand: Mapping[str, Override], reasons: list[str]
) -> dict[str, Fraction]:
    """Return the points of each check, and add the reasons of those that are given by hand."""
    points: dict[str, Fraction] = {}
    for check in weighed(report, scheme.points).checks:
        points[check.name] = Fraction(check.score)
        override = by_hand.get(check.name)
        if override is not None and override.points is not None:
            points[check.name] = override.points
            reasons.append(
                CHECK_BY_HAND.format(
                    check=check.name,
                    points=in_digits(override.points),
                    before=check.score,
                    because=override.because,
                )
            )
    return points


def _scheme_of(report: Report) -> Scheme:
    """Return the points of the checks that graded, which may be an earlier version's."""
    points = {check.name: check.max_score for check in report.checks}
    return Scheme(points, report.max_score)


def weights_of(report: Report, scheme: Scheme) -> Mapping[str, int]:
    """Return what the checks of a report give: their own points, unless others were chosen."""
    if scheme.is_own and has_checks(report, scheme):
        return scheme.points
    return _scheme_of(report).points


def has_checks(report: Report, scheme: Scheme) -> bool:
    """Tell whether a report is by the checks that a scheme gives points for."""
    return scheme.points.keys() <= {check.name for check in report.checks}


def _scaled(points: Mapping[str, Fraction], scheme: Scheme, reasons: list[str]) -> Fraction:
    """Return points as a mark, and add how, where full marks are worth something else."""
    most = sum(scheme.points.values())
    reached = sum(points.values(), Fraction())
    mark = reached * scheme.total / most
    if most != scheme.total:
        reasons.append(
            WEIGHED.format(
                points=in_digits(reached), most=most, mark=in_digits(mark), total=scheme.total
            )
        )
    return mark


def _days_late(student: str, scheme: Scheme, handed_in: datetime | None) -> int:
    """Return how many days have begun between a student's deadline and the hand-in."""
    deadline = scheme.deadline_of(student)
    if deadline is None or handed_in is None:
        return 0
    late = handed_in - deadline
    if late <= timedelta(minutes=scheme.grace):
        return 0
    return math.ceil(late / timedelta(days=1))


def _less(
    mark: Fraction,
    late: int,
    student: str,
    scheme: Scheme,
    handed_in: datetime | None,
    reasons: list[str],
) -> Fraction:
    """Return a mark less what its lateness costs, and add the reason."""
    deadline = scheme.deadline_of(student)
    times = {"time": _in_words(handed_in, deadline), "deadline": _in_words(deadline, deadline)}
    if scheme.days is not None and late > scheme.days:
        reasons.append(TOO_LATE.format(days=_days(scheme.days), **times))
        return Fraction()
    percent = min(100, late * scheme.percent)
    reasons.append(LATE.format(days=_days(late), percent=percent, **times))
    return mark * (100 - percent) / 100


def _doubts_about(handed_in: datetime | None) -> list[str]:
    """Return why the time of a hand-in can't be relied on."""
    if handed_in is None:
        return [NO_TIME]
    tomorrow = datetime.now().astimezone() + timedelta(days=1)
    if handed_in > tomorrow:
        return [IN_THE_FUTURE]
    return []


def _days(count: int) -> str:
    if count == 1:
        return "1 day"
    return f"{count} days"


def _in_words(time: datetime | None, deadline: datetime | None) -> str:
    """Return a time as the deadline's zone has it, and name the zone."""
    if time is None or deadline is None:
        return ""
    return time.astimezone(deadline.tzinfo).strftime("%Y-%m-%d %H:%M %Z")
