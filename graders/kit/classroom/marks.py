"""From a verdict to a mark: points, lateness, and what an instructor has decided by hand."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from fractions import Fraction

from graders.kit.classroom.overrides import Override, typed
from graders.kit.classroom.settings import Scheme
from graders.kit.classroom.store import Record
from graders.kit.report import Report, weighed

# Statuses of students of whom there is nothing to judge: they get no mark, and not 0.
UNMARKED = ("missing", "other", "unclear", "unreadable", "empty", "failed")
WITH_FILE = ("unreadable", "empty", "failed")  # those of them of whom one file was looked at
WEIGHED = "The checks gave {points} of {most}, which is {mark} of {total}."
CHECK_BY_HAND = "{check}: {points} in place of {before} by hand{because}."
MARK_BY_HAND = "The mark was set by hand{because}."
FILE_BY_HAND = "{file} was chosen by hand{because}."
LATE = "Handed in on {time}, {days} after the deadline ({deadline}): {percent} % less."
TOO_LATE = "Handed in on {time}, later than {days} after the deadline ({deadline}): nothing counts."
NO_MARK = "There is nothing to judge here. Your instructor has been told."
WAITS = "Your instructor has to look at this mark, and has been told."
NOTHING_HANDED_IN = "Nothing was handed in, which gives {mark}."
NO_TIME = "no time is known for the hand-in, so it counts as in time"
IN_THE_FUTURE = "the time of the hand-in lies in the future, so its lateness means nothing"
OTHER_CHECKS = "an earlier version with other checks has graded: --regrade grades anew"
CHANGED_SINCE = "the hand-in has changed since {what} was decided by hand"
FILE_CHANGED_SINCE = "{file} has changed since it was chosen by hand"
TOTAL_CHANGED_SINCE = (
    "the mark was set to {points} by hand when full marks were {of}, and they are {most} now: "
    "it is still {points}"
)
POINTS_CHANGED_SINCE = (
    "{check} was set to {points} by hand when it gave {of}, and it gives {most} now: "
    "it is still {points}"
)
MORE_THAN_TOTAL = (
    "marks.csv, line {line} sets the mark to {points}, and full marks are {most}: "
    "no mark until that is decided again"
)
MORE_THAN_CHECK = (
    "marks.csv, line {line} sets {check} to {points}, and it gives {most}: "
    "no mark until that is decided again"
)
GIVES_NONE = "{check} was set to {points} by hand, and it gives no points here: that does not count"
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
    decisions: Sequence[Override],
    handed_in: datetime | None,
    digest: str,
) -> Mark:
    """Return what a student gets.

    Args:
        record: What is known of the hand-in.
        scheme: How the exercise is marked.
        decisions: What was decided by hand about the student.
        handed_in: When it was handed in, None if that is not known.
        digest: Of what was handed in.
    """
    reasons = _choices(record, decisions)
    look: list[str] = []
    report = None if record.status in UNMARKED else record.report
    if report is not None:
        scheme = _scheme_for(report, scheme, look)
    by_hand = {one.check: one for one in decisions if one.points is not None}
    whole = by_hand.get("")
    counting = by_hand
    if whole is not None:  # which stands, whatever the checks give
        counting = {"": whole}
    look += _changes_since(record, decisions, digest)
    look += _others_of(counting, scheme)
    too_much = _too_much(counting, scheme)
    points: dict[str, Fraction] = {}
    value: Fraction | None = None
    late = 0
    if report is not None:
        points = _points(report, scheme, by_hand, reasons)
        value = _scaled(points, scheme, reasons)
        late = _days_late(record.student, scheme, handed_in)
        if late:
            value = _less(value, late, record.student, scheme, handed_in, reasons)
        if scheme.deadline is not None:
            look += _doubts_about(handed_in)
    else:
        value = _without_verdict(record, scheme, reasons)
    if whole is not None:
        value = whole.points
        reasons.append(MARK_BY_HAND.format(because=whole.because))
    elif by_hand and value is None:
        look.append(NOTHING_TO_ADD_TO)
    if too_much:
        value = None
        reasons = [WAITS]
        look += too_much
    elif value is None:
        reasons.append(NO_MARK)
    return Mark(value, scheme.total, points, tuple(reasons), tuple(look), late)


def _scheme_for(report: Report, scheme: Scheme, look: list[str]) -> Scheme:
    """Return how a report is marked, and add that a person has to look if it has other checks."""
    if not scheme.is_own:
        return _scheme_of(report)
    if not has_checks(report, scheme):
        look.append(OTHER_CHECKS)
        return replace(_scheme_of(report), total=scheme.total)
    return scheme


def _without_verdict(record: Record, scheme: Scheme, reasons: list[str]) -> Fraction | None:
    """Return what a student gets of whom there is nothing to judge, and add the reason."""
    if record.status != "missing" or scheme.missing is None:
        return None
    mark = Fraction(scheme.missing)
    reasons.append(NOTHING_HANDED_IN.format(mark=in_digits(mark)))
    return mark


def _choices(record: Record, decisions: Sequence[Override]) -> list[str]:
    """Return which file was chosen by hand, and why, if it is graded."""
    reasons = []
    for one in decisions:
        if one.file and _has_file(record):
            reasons.append(FILE_BY_HAND.format(file=one.file, because=one.because))
    return reasons


def _has_file(record: Record) -> bool:
    """Tell whether there is a file of a student that is the one to grade."""
    return record.status not in UNMARKED or record.status in WITH_FILE


def _changes_since(record: Record, decisions: Sequence[Override], digest: str) -> list[str]:
    """Return what was decided by hand about something else than is handed in now."""
    changed = []
    for one in decisions:
        if not one.hand_in or digest.startswith(one.hand_in):
            continue
        if not one.file:
            changed.append(CHANGED_SINCE.format(what=one.check or "the mark"))
        elif _has_file(record):  # else another sentence tells it
            changed.append(FILE_CHANGED_SINCE.format(file=one.file))
    return changed


def _others_of(by_hand: Mapping[str, Override], scheme: Scheme) -> list[str]:
    """Return which points were given by hand when full points were others than now."""
    others = []
    for check, one in by_hand.items():
        if check and check not in scheme.points:
            others.append(GIVES_NONE.format(check=check, points=typed(one.points or 0)))
            continue
        most = most_of(check, scheme)
        if one.of is None or one.of == most or _is_too_much(one, scheme):
            continue
        sentence = POINTS_CHANGED_SINCE if check else TOTAL_CHANGED_SINCE
        points = typed(one.points or 0)
        others.append(sentence.format(check=check, points=points, of=typed(one.of), most=most))
    return others


def _too_much(by_hand: Mapping[str, Override], scheme: Scheme) -> list[str]:
    """Return which points were given by hand that are more than there are."""
    sentences = []
    for check, one in by_hand.items():
        if _is_too_much(one, scheme):
            sentence = MORE_THAN_CHECK if check else MORE_THAN_TOTAL
            points = typed(one.points or 0)
            most = most_of(check, scheme)
            sentences.append(sentence.format(line=one.line, check=check, points=points, most=most))
    return sentences


def _is_too_much(one: Override, scheme: Scheme) -> bool:
    """Tell whether points that were given by hand are more than there are."""
    if one.points is None:
        return False
    if one.check and one.check not in scheme.points:
        return False
    return one.points > most_of(one.check, scheme)


def most_of(check: str, scheme: Scheme) -> int:
    """Return what full points are, of a check or of "" for the whole mark."""
    if check:
        return scheme.points[check]
    return scheme.total


def _points(
    report: Report, scheme: Scheme, by_hand: Mapping[str, Override], reasons: list[str]
) -> dict[str, Fraction]:
    """Return the points of each check, and add the reasons of those that are given by hand."""
    points: dict[str, Fraction] = {}
    for check in weighed(report, scheme.points).checks:
        points[check.name] = Fraction(check.score)
        override = by_hand.get(check.name)
        if override is None or override.points is None or _is_too_much(override, scheme):
            continue
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
