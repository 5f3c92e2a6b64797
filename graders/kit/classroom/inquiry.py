"""One student's verdict: shown, repeated, and decided by hand. For complaints."""

import difflib
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from graders.kit.classroom.handins import HandIn, find, meant
from graders.kit.classroom.marks import UNMARKED, mark_of
from graders.kit.classroom.overrides import (
    SHORT,
    Override,
    add_override,
    new_override,
    read_overrides,
    typed,
)
from graders.kit.classroom.results import BY_HAND
from graders.kit.classroom.settings import Scheme, scheme_of
from graders.kit.classroom.store import SETTINGS, SUBMISSIONS, Record, Store
from graders.kit.classroom.task import Task
from graders.kit.classroom.versions import version_of
from graders.kit.errors import KitError
from graders.kit.grading.run import Terms, grade
from graders.kit.grading.submission import of_bytes
from graders.kit.rendering.page import About
from graders.kit.report import Report, weighed

NOBODY = "{folder} has no results of {student}{hint}."
PERHAPS = "; perhaps you mean {names}"
GRADED = (
    "Graded {when} by {kit}, Python {python}, isolation {isolation}; the seed is kept in {folder}."
)
MARK = "Mark: {mark}"
NO_MARK = "No mark: {status}."
NO_MARK_BY_HAND = "No mark: what was decided by hand has to be decided again."
MOVED = "  {time}: {move}"
MOVES = "This mark has moved:"
SAME = "Graded once more with the same seed: the same verdict."
OTHER = "Graded once more with the same seed, and not the same: {checks}."
OTHER_VERSION = "The checks that graded then were others: {what}."
OTHER_FILE = "What is handed in now is not what was graded then: it can't be repeated."
NO_FILE = "It can't be repeated: {reason}"
NOT_NOW = "there is no hand-in of {student} now; --submissions names another folder or archive."
NOT_LOOKED_FOR = (
    "Nothing was noted, as {file} can't be looked for: {reason} --submissions names another place."
)
NO_SUCH_FILE = "Nothing was noted: {reason}."
IN_PLACE = "{decision} in place of {before}."
LESS = "The mark goes down by that."
NO_POINTS_YET = "{decision}. There is no verdict yet to which that can be added."
WHOLE_STANDS = "The mark does not move by that: it was set as a whole by hand ({decision})."
REPLACES = "It takes the place of line {line}: {decision}{because}. The later line counts."
NEVER = "Where {folder} was handed in is not known: run gametree class once more."


def record_of(store: Store, name: str) -> Record:
    """Return what is known of a student.

    Args:
        store: The folder of results.
        name: The student, as somebody types it or copies it from grades.csv.

    Raises:
        KitError: There is nobody of that name.
    """
    students = store.students()
    student = meant(name, students)
    if student not in students:
        close = difflib.get_close_matches(student, sorted(students), n=3, cutoff=0.4)
        hint = PERHAPS.format(names=" or ".join(close)) if close else ""
        raise KitError(NOBODY.format(folder=store.folder, student=student, hint=hint))
    (record,) = store.records([HandIn(student, "")], {})
    return record


def decide(store: Store, row: Mapping[str, str], submissions: Path | None = None) -> list[str]:
    """Decide something by hand about a student, for the next run to read.

    Args:
        store: The folder of results.
        row: What is decided: a text for each of the columns of marks.csv, or for some of them.
        submissions: Where it was handed in, None for where the last run found it.

    Returns:
        What that changes, in sentences.

    Raises:
        KitError: There is no such student, check or file, or it says what can't be.
    """
    record = record_of(store, row["student"])
    scheme = scheme_in(store)
    earlier = read_overrides(store.folder, store.exercise).of_class(store.students())
    new = new_override({**row, "student": record.student}, store.exercise, scheme)
    decisions = earlier.of(record.student)
    if new.file:
        hand_in = _hand_in_of(store, record, new.file, submissions)
        new = new._replace(hand_in=_digest(store, hand_in)[:SHORT])
    else:
        new = new._replace(hand_in=_judged(store, record, decisions))
    said = _effects(store, record, scheme, decisions, new)
    for old in decisions:
        if old.is_about_the_same_as(new):
            said.append(REPLACES.format(line=old.line, decision=old.decision, because=old.because))
    add_override(store.folder, new)
    return said


def _hand_in_of(store: Store, record: Record, file: str, submissions: Path | None) -> HandIn:
    """Return a student's hand-in with the file that is chosen; raise KitError if it is gone."""
    chosen = {record.student: file}
    try:
        found = hand_ins_of(store, submissions, chosen)
    except KitError as error:
        raise KitError(NOT_LOOKED_FOR.format(file=file, reason=error)) from None
    for hand_in in found:
        if hand_in.student == record.student:
            if hand_in.kind == "file":
                return hand_in
            reason = hand_in.look or hand_in.problem
            raise KitError(NO_SUCH_FILE.format(reason=reason.rstrip(".")))
    raise KitError(NO_SUCH_FILE.format(reason=NOT_NOW.format(student=record.student).rstrip(".")))


def _digest(store: Store, hand_in: HandIn) -> str:
    """Return the digest by which a run knows a hand-in."""
    content, problem = hand_in.read()
    terms = Terms(store.seed)
    task = Task(store.exercise.name, hand_in.file, content, problem, terms, "", hand_in.kind)
    return task.digest


def _judged(store: Store, record: Record, decisions: Sequence[Override]) -> str:
    """Return the beginning of the digest of what somebody judges who gives points now."""
    given = store.given().get(record.student)
    seen = given.basis.get(BY_HAND, "") if given is not None else ""
    for one in decisions:
        if one.file and one.in_words not in seen.split("\n"):
            return one.hand_in  # it was chosen after the last run
    kept = store.kept(version_of(store.exercise)).get(record.student)
    if kept is None or kept.version is None:
        return ""
    return kept.hand_in[:SHORT]


def _effects(
    store: Store, record: Record, scheme: Scheme, decisions: Sequence[Override], new: Override
) -> list[str]:
    """Return what new points stand in place of, in sentences; nothing for a file."""
    if new.points is None:
        return []
    whole = _whole_of(decisions)
    if new.check:
        before = mark_of(record, scheme, decisions, None, "").points.get(new.check)
        if before is None:
            return [NO_POINTS_YET.format(decision=new.decision)]
        said = [IN_PLACE.format(decision=new.decision, before=typed(before))]
        if whole is not None:
            said.append(WHOLE_STANDS.format(decision=whole.decision))
        elif new.points < before:
            said.append(LESS)
        return said
    given = store.given().get(record.student)
    text = given.mark if given is not None else ""
    if whole is not None and whole.points is not None:
        text = typed(whole.points)
    if not text:
        return [IN_PLACE.format(decision=new.decision, before="no mark")]
    said = [IN_PLACE.format(decision=new.decision, before=text)]
    if new.points < Fraction(text):
        said.append(LESS)
    return said


def _whole_of(decisions: Sequence[Override]) -> Override | None:
    """Return the decision about the whole mark, None if there is none."""
    for one in decisions:
        if not one.check and not one.file:
            return one
    return None


def scheme_in(store: Store) -> Scheme:
    """Return how the exercise was marked in the last run."""
    settings = store.note(SETTINGS)
    return scheme_of(Path(settings) if settings else None, store.exercise)


def shown_report(store: Store, record: Record) -> Report | None:
    """Return a verdict with the points that the student's page has; None if there is none."""
    weights = _about(store, record).weights
    if record.report is None or not weights:
        return record.report
    return weighed(record.report, weights)


def _about(store: Store, record: Record) -> About:
    """Return what the student's page says besides the report."""
    return About.of_json(store.shown().get(record.student, ""))


def history(store: Store, record: Record) -> Iterator[str]:
    """Yield how a mark came about, a line each."""
    report = record.report
    if report is None:
        return
    kit = "an older version of the kit"
    if record.version is not None:
        version = record.version
        kit = f"gametree-kit {version.name} (kit {version.kit}, exercise {version.exercise})"
    yield GRADED.format(
        when=record.graded_at or "at a time that was not noted",
        kit=kit,
        python=record.python,
        isolation=report.isolation,
        folder=store.folder,
    )
    given = store.given().get(record.student)
    mark = given.mark if given is not None else ""
    if mark:
        yield MARK.format(mark=mark)
    elif record.status not in UNMARKED:
        yield NO_MARK_BY_HAND
    else:
        yield NO_MARK.format(status=record.status)
    about = _about(store, record)
    for reason in about.reasons:
        yield f"  {reason}"
    moves = [change for change in store.changes() if change.student == record.student]
    if moves:
        yield MOVES
    for change in moves:
        yield MOVED.format(time=change.time, move=change.move)


def hand_ins_of(
    store: Store, submissions: Path | None = None, chosen: Mapping[str, str] | None = None
) -> list[HandIn]:
    """Return what was handed in, as the last run would find it now.

    Args:
        store: The folder of results.
        submissions: Where it was handed in, None for where the last run found it.
        chosen: Which files to grade, by student; None for those that marks.csv says.

    Raises:
        KitError: That is not known, or there is nothing any more.
    """
    if submissions is None:
        noted = store.note(SUBMISSIONS)
        if not noted:
            raise KitError(NEVER.format(folder=store.folder))
        submissions = Path(noted)
    if chosen is None:
        chosen = read_overrides(store.folder, store.exercise).files
    return find(submissions, store.exercise, chosen).hand_ins


def sources_of(store: Store) -> dict[str, str]:
    """Return the code of each student who has handed in some."""
    sources = {}
    for hand_in in hand_ins_of(store):
        content, problem = hand_in.read()
        submission = of_bytes(hand_in.file, content, problem)
        if submission.source:
            sources[hand_in.student] = submission.source
    return sources


def repeated(
    store: Store, record: Record, submissions: Path | None, unprotected: bool
) -> Iterator[str]:
    """Grade a student's hand-in once more, with the seed of the results, and yield what differs.

    Args:
        store: The folder of results.
        record: What is known of the student.
        submissions: Where it was handed in, None for where the last run found it.
        unprotected: Whether to grade also where nothing isolates students' code.
    """
    report = record.report
    if report is None:
        return
    try:
        found = hand_ins_of(store, submissions)
    except KitError as error:
        yield NO_FILE.format(reason=error)
        return
    hand_ins = [one for one in found if one.student == record.student]
    if not hand_ins:
        yield NO_FILE.format(reason=NOT_NOW.format(student=record.student))
        return
    content, problem = hand_ins[0].read()
    submission = of_bytes(hand_ins[0].file, content, problem)
    again = grade(store.exercise.name, submission, Terms(store.seed, unprotected=unprotected))
    if again.sha256 != report.sha256:
        yield OTHER_FILE
        return
    yield from _differences(store, record, report, again)


def _differences(store: Store, record: Record, report: Report, again: Report) -> Iterator[str]:
    """Yield in what a repeated verdict differs from the one that is kept."""
    before = {check.name: check.score for check in report.checks}
    after = {check.name: check.score for check in again.checks}
    others = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    if others:
        yield OTHER.format(checks=", ".join(others))
    else:
        yield SAME
    version = record.version
    if version is not None:
        what = version.differs_in(version_of(store.exercise))
        if what:
            yield OTHER_VERSION.format(what=what)
