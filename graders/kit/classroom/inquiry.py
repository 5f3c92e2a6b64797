"""One student's verdict: shown, repeated, and decided by hand. For complaints."""

import difflib
from collections.abc import Iterator
from pathlib import Path

from graders.kit.classroom.handins import HandIn, find
from graders.kit.classroom.overrides import SHORT, add_override, read_overrides
from graders.kit.classroom.settings import Scheme, scheme_of
from graders.kit.classroom.store import SETTINGS, SUBMISSIONS, Record, Store
from graders.kit.classroom.versions import version_of
from graders.kit.errors import KitError
from graders.kit.grading.run import Terms, grade
from graders.kit.grading.submission import of_bytes
from graders.kit.rendering.page import About
from graders.kit.report import Report

NOBODY = "{folder} has no results of {student}{hint}."
PERHAPS = "; perhaps you mean {names}"
GRADED = (
    "Graded {when} by {kit}, Python {python}, isolation {isolation}; the seed is kept in {folder}."
)
MARK = "Mark: {mark}"
NO_MARK = "No mark: {status}."
MOVED = "  {time}: {move}"
MOVES = "This mark has moved:"
SAME = "Graded once more with the same seed: the same verdict."
OTHER = "Graded once more with the same seed, and not the same: {checks}."
OTHER_VERSION = "The checks that graded then were others: {what}."
OTHER_FILE = "What is handed in now is not what was graded then: it can't be repeated."
NO_FILE = "It can't be repeated: {reason}"
NOT_NOW = "there is no hand-in of {student} now; --submissions names another folder or archive."
NEVER = "Where {folder} was handed in is not known: run gametree class once more."


def record_of(store: Store, student: str) -> Record:
    """Return what is known of a student; raise KitError if there is nobody of that name."""
    students = store.students()
    if student not in students:
        close = difflib.get_close_matches(student, sorted(students), n=3, cutoff=0.4)
        hint = PERHAPS.format(names=" or ".join(close)) if close else ""
        raise KitError(NOBODY.format(folder=store.folder, student=student, hint=hint))
    (record,) = store.records([HandIn(student, "")], {})
    return record


def decide(
    store: Store, student: str, check: str, points: str, file: str, why: str, who: str
) -> None:
    """Decide something by hand about a student, for the next run to read.

    Args:
        store: The folder of results.
        student: The student, as in grades.csv.
        check: The check whose points are given, "" for the whole mark.
        points: The points, "" if a file is chosen.
        file: The file to grade, "" if points are given.
        why: The reason, which the student reads.
        who: Who decides.

    Raises:
        KitError: There is no such student or check, or it says what can't be.
    """
    record_of(store, student)
    hand_in = ""
    kept = store.kept(version_of(store.exercise)).get(student)
    if kept is not None and kept.version is not None and points:
        hand_in = kept.hand_in[:SHORT]
    row = {
        "student": student,
        "check": check,
        "points": points,
        "file": file,
        "reason": why,
        "who": who,
        "hand_in": hand_in,
    }
    add_override(store.folder, row, scheme_in(store))


def scheme_in(store: Store) -> Scheme:
    """Return how the exercise was marked in the last run."""
    settings = store.note(SETTINGS)
    return scheme_of(Path(settings) if settings else None, store.exercise)


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
    else:
        yield NO_MARK.format(status=record.status)
    about = About.of_json(store.shown().get(record.student, ""))
    for reason in about.reasons:
        yield f"  {reason}"
    moves = [change for change in store.changes() if change.student == record.student]
    if moves:
        yield MOVES
    for change in moves:
        yield MOVED.format(time=change.time, move=change.move)


def hand_ins_of(store: Store, submissions: Path | None = None) -> list[HandIn]:
    """Return what was handed in, as the last run would find it now.

    Args:
        store: The folder of results.
        submissions: Where it was handed in, None for where the last run found it.

    Raises:
        KitError: That is not known, or there is nothing any more.
    """
    if submissions is None:
        noted = store.note(SUBMISSIONS)
        if not noted:
            raise KitError(NEVER.format(folder=store.folder))
        submissions = Path(noted)
    chosen = read_overrides(store.folder, scheme_in(store)).files
    files = {student: override.file for student, override in chosen.items()}
    return find(submissions, store.exercise, files).hand_ins


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
