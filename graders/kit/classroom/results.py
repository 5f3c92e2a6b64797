"""What an instructor gets of a class: a folder of results, and a few lines on a terminal."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

from graders.kit.classroom.everyone import Everyone, Row, row_of
from graders.kit.classroom.handins import Cohort, HandIn, known_as
from graders.kit.classroom.marks import UNMARKED, Mark, in_digits, mark_of, weights_of
from graders.kit.classroom.overrides import Overrides
from graders.kit.classroom.returning import give_back, set_aside_old
from graders.kit.classroom.settings import Scheme
from graders.kit.classroom.store import Change, Given, Record, Store, now
from graders.kit.classroom.summary import Summary
from graders.kit.classroom.wishes import Basis, Wishes
from graders.kit.errors import KitError
from graders.kit.grading.run import checks_of
from graders.kit.jobs.workers import kit_version
from graders.kit.rendering.gradescope import results_json
from graders.kit.rendering.in_words import counted, some
from graders.kit.rendering.page import About, page, render
from graders.kit.rendering.table import table
from graders.kit.report import weighed

SHOWN = 5  # of a list, on a terminal
GRADES = "grades.csv"
EARLIER = "earlier"  # the folder of what grades.csv was before
GRADES_DIGEST = "grades.csv"  # the note of what was written into it last
PEOPLE = "people"  # the note of who looks at what needs a person

NOTHING = "Nothing could be graded. {problem}"
MEAN = "{students}: mean {mean:.1f} of {total}, full marks {full_marks:,}."
NO_MARK = "Without a mark, and left out of the mean: {students}."
LOOK = "Of them need a look: {counts}."
CUT_OFF = "Graded, and not to the end: {counts}."
RUN_AGAIN = "The kit failed, run the same again: {student}: {problem}"
NOT_GRADED = "Files that are not graded: {count}, see {file}. The first:"
MOVED = "Marks that have moved: {count}, see {file}. What grades.csv was before is in {earlier}."
OLD = (
    "Graded by another version of the checks, and kept: {students} ({names}). "
    "Add --regrade to grade them anew."
)
FOR_NOBODY = "marks.csv has a line for this student, of whom nothing is here"
EXTENDED_FOR_NOBODY = "An extension is for students of whom nothing is handed in: {names}."
PERHAPS = "{name} (perhaps {other} is meant)"
OTHER_TIMES = (
    "{count} of these only because hand-ins that are unchanged have another time than in the last "
    "run. Were they copied? Unpack the archive once more, or copy with the times (cp -p)."
)
MANY_TIMES = 3  # marks that move by the time alone, from which on it is said
EDITED = (
    "grades.csv had been changed by something else. It is kept as {file}; what is to stay "
    "belongs into marks.csv: gametree class mark"
)
MORE_REPLACED = "Lines of marks.csv that do not count either, as later ones say it anew: {count}."
TO_LOOK = "Somebody has to look at {students}: see {file}."
WRITTEN = "{folder}: grades.csv, feedback/, and report.html to look at"
MEANINGS = {
    "missing": "nothing was handed in",
    "other": "something was handed in, and nothing of it can be graded for this exercise",
    "unclear": "several files could be meant: gametree class mark STUDENT --file FILE",
    "unreadable": "the file can't be read",
    "empty": "the file is empty",
    "failed": "the kit failed: run the same again",
}
# What a mark depends on, as it is told when a mark has moved.
HAND_IN, TIME, SEED, KIT, EXERCISE, SETTINGS, BY_HAND = (
    "hand-in",
    "time of the hand-in",
    "seed",
    "kit",
    "exercise",
    "settings",
    "by hand",
)
GRADED_ONCE_MORE = "graded once more"
GONE = "nothing is handed in any more"


@dataclass(frozen=True)
class Marking:
    """All from which marks come about.

    Attributes:
        store: The folder of results, with a report of everyone who is graded.
        cohort: Everyone's hand-in, and the files that are not graded.
        scheme: How the exercise is marked.
        overrides: What was decided by hand.
        failed: Why there is no report, by student.
        basis: By what it was decided who is graded anew.
        wishes: What else the instructor wishes.
    """

    store: Store
    cohort: Cohort
    scheme: Scheme
    overrides: Overrides
    failed: dict[str, str]
    basis: Basis
    wishes: Wishes

    def mark_of(self, record: Record, hand_in: HandIn) -> Mark:
        """Return what a student gets."""
        return mark_of(
            record,
            self.scheme,
            self.overrides.of(record.student),
            hand_in.handed_in,
            self.basis.digests.get(record.student, ""),
        )

    def records(self) -> Iterator[tuple[HandIn, Record]]:
        """Yield each hand-in with what is known of it."""
        hand_ins = self.cohort.hand_ins
        records = self.store.records(hand_ins, self.failed)
        yield from zip(hand_ins, records, strict=True)

    def given(self, record: Record, mark: Mark) -> Given:
        """Return a mark with all that it depends on."""
        version = record.version
        scheme = self.scheme
        settings = ""
        if scheme.is_own:
            deadline = scheme.deadline_of(record.student)
            late = (scheme.grace, scheme.percent, scheme.days)
            settings = repr((dict(scheme.points), scheme.total, deadline, late, scheme.missing))
        decisions = self.overrides.of(record.student)
        by_hand = sorted(one.in_words for one in decisions)
        basis = {
            HAND_IN: self.basis.digests.get(record.student, ""),
            TIME: str(mark.late),
            SEED: str(self.store.seed),
            KIT: version.kit if version else "",
            EXERCISE: version.exercise if version else "",
            SETTINGS: settings,
            BY_HAND: "\n".join(by_hand),
        }
        return Given(mark.text, basis)


@dataclass
class Results:
    """What a run has come to.

    Attributes:
        summary: The class at a glance.
        moved: Marks that are others than before.
        to_look: Why a person has to look, by student.
        old: Students whom an earlier version of the checks has graded.
        marks: What each student gets.
        back: What is told of what goes back to an LMS.
        edited: Where grades.csv is kept if something else had changed it, "" if not.
        failed: Whether the kit has failed for anybody.
        refused: Why nothing goes back to an LMS that should.
    """

    summary: Summary
    moved: list[Change] = field(default_factory=list)
    to_look: dict[str, str] = field(default_factory=dict)
    old: list[str] = field(default_factory=list)
    marks: dict[str, Mark] = field(default_factory=dict)
    back: list[str] = field(default_factory=list)
    edited: str = ""
    failed: bool = False
    refused: KitError | None = None


def write_results(marking: Marking) -> Results:
    """Write all results, with a page for each student who is graded and for nobody else.

    Raises:
        KitError: Nobody could be graded, or a file can't be written.
    """
    store = marking.store
    results = Results(Summary(marking.scheme.total), failed=bool(marking.failed))
    _remove_pages(marking)
    folder = _gradescope_folder(marking)
    shown = store.shown()
    given: dict[str, Given] = {}
    rows: list[list[object]] = [_head(marking)]
    students: list[Row] = []
    for hand_in, record in marking.records():
        mark = marking.mark_of(record, hand_in)
        results.marks[record.student] = mark
        results.summary.add(record, mark)
        rows.append(_row(marking, record, mark))
        students.append(row_of(record, mark))
        given[record.student] = marking.given(record, mark)
        _note_look(results, marking, record, mark, hand_in)
        _write_page(marking, record, mark, shown.get(record.student, ""))
        if folder is not None and record.report is not None and mark.value is not None:
            store.write(folder / f"{record.student}.json", _for_gradescope(marking, record, mark))
    if len(results.summary.problems) == results.summary.count:
        problem = next(iter(results.summary.problems.values()))
        raise KitError(NOTHING.format(problem=problem))
    for student in sorted(marking.overrides.by_student.keys() - given.keys()):
        results.to_look[student] = FOR_NOBODY
    results.moved = _moved(marking, given)
    store.give(given, results.moved)
    people = _people(marking, results)
    everyone = Everyone([check.name for check in checks_of(store.exercise)])
    for row in students:
        everyone.add(replace(row, person=people.get(row.student, "")))
    overview = _overview(marking, results, people, everyone)
    store.write(store.folder / "report.html", overview)
    not_graded = table([("file", "reason"), *marking.cohort.not_graded])
    store.write(store.folder / "not_graded.csv", not_graded)
    to_look: list[tuple[str, ...]] = [("student", "why", "person")]
    for student, why in results.to_look.items():
        to_look.append((student, why, people.get(student, "")))
    store.write(store.folder / "to_look.csv", table(to_look))
    changes = [("time", "student", "before", "after", "why"), *store.changes()]
    store.write(store.folder / "changes.csv", table(changes))
    results.edited = _write_grades(store, table(rows))
    if marking.wishes.back is not None:
        try:
            results.back = give_back(store, results.marks, marking.wishes.back)
        except KitError as problem:  # it is raised once all else is told
            results.refused = problem
    results.back += set_aside_old(store, results.marks)
    return results


def records_with_marks(marking: Marking) -> Iterator[Record]:
    """Yield what is known of each student who has a verdict: nobody else gets a score by it."""
    for _, record in marking.records():
        if record.status not in UNMARKED:
            yield record


def _remove_pages(marking: Marking) -> None:
    """Remove the pages of students who handed in nothing any more, and of whom the kit failed."""
    students = {hand_in.student for hand_in in marking.cohort.hand_ins}
    for student in marking.store.students() - students | marking.failed.keys():
        marking.store.page_of(student).unlink(missing_ok=True)


def _gradescope_folder(marking: Marking) -> Path | None:
    """Return the folder for Gradescope, emptied; None if nobody wants it."""
    folder = marking.store.folder / "gradescope"
    # Once written, it is kept as the rest is.
    if not marking.wishes.gradescope and not folder.is_dir():
        return None
    folder.mkdir(exist_ok=True)
    for path in folder.glob("*.json"):
        path.unlink()
    return folder


def _for_gradescope(marking: Marking, record: Record, mark: Mark) -> str:
    """Return a student's results.json, with the mark as the score."""
    if record.report is None or mark.value is None:
        return ""
    report = weighed(record.report, weights_of(record.report, marking.scheme))
    result = results_json(report, mark.total)
    result["score"] = _number(mark.value)
    return json.dumps(result, indent=1) + "\n"


def _head(marking: Marking) -> list[object]:
    """Return the first row of grades.csv."""
    names = [check.name for check in checks_of(marking.store.exercise)]
    head = ["student", "score", "max_score", *names, "status"]
    if _says_how(marking):
        head += ["days_late", "how"]
    return [*head]


def _row(marking: Marking, record: Record, mark: Mark) -> list[object]:
    """Return a student's row of grades.csv, without points where there is no verdict."""
    points: list[object] = []
    for check in checks_of(marking.store.exercise):
        reached = mark.points.get(check.name)
        points.append("" if reached is None else _number(reached))
    score: object = ""
    if mark.value is not None:
        score = _number(mark.value)
    row = [record.student, score, mark.total, *points, record.status]
    if _says_how(marking):
        row += [mark.late, " ".join(mark.reasons)]
    return row


def _number(value: Fraction) -> float:
    """Return a number as a spreadsheet reads it, a whole one without a point."""
    text = in_digits(value)
    if "." in text:
        return float(text)
    return int(text)


def _says_how(marking: Marking) -> bool:
    """Tell whether a mark may be another than the sum of the checks."""
    return marking.scheme.is_own or bool(marking.overrides.lines)


def _note_look(
    results: Results, marking: Marking, record: Record, mark: Mark, hand_in: HandIn
) -> None:
    """Note why a person has to look at a student's work, and whether old checks have graded it."""
    reasons = list(mark.look)
    if hand_in.look:
        reasons.insert(0, hand_in.look)
    elif mark.value is None and record.status in MEANINGS:
        reasons.insert(0, MEANINGS[record.status])
    if reasons:
        results.to_look[record.student] = "; ".join(reasons)
    if record.report is not None and marking.basis.is_old(record.version):
        results.old.append(record.student)


def _write_page(marking: Marking, record: Record, mark: Mark, shown: str) -> None:
    """Write a student's page, unless it is there and says what it must.

    Args:
        marking: From what the mark comes about.
        record: What is known of the student.
        mark: What the student gets.
        shown: What the page says besides the report.
    """
    if record.report is None:
        return
    student = "" if marking.wishes.anonymous else record.student
    weights: dict[str, int] = {}
    if marking.scheme.is_own:
        weights = dict(weights_of(record.report, marking.scheme))
    cause = record.cause if marking.wishes.names_slips else ""
    about = About(student, weights=weights, cause=cause)
    if mark.reasons:
        about = About(student, mark.text, mark.total, mark.reasons, weights, cause)
    said = about.as_json()
    if said != shown or not marking.store.page_of(record.student).exists():
        marking.store.show(record.student, said, page(record.report, about=about))


def _moved(marking: Marking, given: dict[str, Given]) -> list[Change]:
    """Return the marks that are others than when grades.csv was written last."""
    before = marking.store.given()
    for student, kept in marking.basis.kept.items():
        if kept.version is None:  # by a version of the kit that kept no marks
            before.setdefault(student, Given(str(kept.score), {}))
    time = now()
    moved = []
    for student, was in sorted(before.items()):
        if student not in given:
            if was.mark:
                moved.append(Change(time, student, was.mark, "", GONE))
        elif was.mark != given[student].mark:
            why = _why(was, given[student])
            moved.append(Change(time, student, was.mark, given[student].mark, why))
    return moved


def _why(was: Given, now_is: Given) -> str:
    """Return what has changed of all that a mark depends on."""
    if not was.basis:
        return KIT
    reasons = []
    for reason, value in now_is.basis.items():
        if was.basis.get(reason) != value:
            reasons.append(reason)
    return ", ".join(reasons) or GRADED_ONCE_MORE


def _people(marking: Marking, results: Results) -> dict[str, str]:
    """Return who looks at whom of those that need it.

    Each student stays with a person, who is kept also while nobody has to look. New students go to
    who has fewest.
    """
    store = marking.store
    people = list(marking.wishes.people) or json.loads(store.note(PEOPLE) or "[]")
    kept = store.assigned()
    assigned = {}
    for student in results.to_look:
        if kept.get(student) in people:
            assigned[student] = kept[student]
    counts = dict.fromkeys(people, 0)
    for person in assigned.values():
        counts[person] += 1
    for student in results.to_look:
        if people and student not in assigned:
            person = min(people, key=lambda one: counts[one])
            assigned[student] = person
            counts[person] += 1
    store.keep_note(PEOPLE, json.dumps(people))
    store.assign({**kept, **assigned})
    return assigned


def _overview(
    marking: Marking, results: Results, people: dict[str, str], everyone: Everyone
) -> str:
    """Return the page that shows the class at a glance."""
    store = marking.store
    return render(
        "class.html.j2",
        exercise=store.exercise.name,
        summary=results.summary,
        everyone=everyone,
        seed=store.seed,
        positions=results.summary.positions(store.report),
        not_graded=marking.cohort.not_graded,
        to_look=results.to_look,
        people=people,
        by_hand=marking.overrides.all,
        moved=results.moved,
        old=results.old,
        kit=kit_version(),
    )


def _write_grades(store: Store, text: str) -> str:
    """Write grades.csv, and keep what it was before.

    Returns:
        Where it is kept if something else had changed it, "" if not.
    """
    path = store.folder / GRADES
    digest = sha256(text.encode()).hexdigest()
    kept = ""
    edited = ""
    before = _bytes_of(path)
    if before is not None and before != text.encode():
        folder = store.folder / EARLIER
        folder.mkdir(exist_ok=True)
        number = 1 + len(list(folder.glob("grades-*.csv")))
        kept = f"{EARLIER}/grades-{number}.csv"
        store.write(store.folder / kept, before.decode("utf-8", "replace"))
        known = store.note(GRADES_DIGEST)
        if known and sha256(before).hexdigest() != known:
            edited = kept
    store.write(path, text)
    store.keep_note(GRADES_DIGEST, digest)
    return edited


def _bytes_of(path: Path) -> bytes | None:
    """Return what a file holds, None if there is none."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def print_class(results: Results, marking: Marking) -> None:
    """Print what a class got, what has changed, and what needs a look."""
    folder = marking.store.folder
    summary = results.summary
    students = f"{summary.count:,} students"
    print(
        MEAN.format(
            students=students, mean=summary.mean, total=summary.total, full_marks=summary.full_marks
        )
    )
    if summary.unmarked:
        print(NO_MARK.format(students=some(summary.unmarked)))
    _print_statuses(results)
    for student, problem in list(summary.problems.items())[:SHOWN]:
        print(RUN_AGAIN.format(student=student, problem=problem))
    _print_changes(results, folder)
    _print_nobodies(marking)
    replaced = marking.overrides.replaced
    for sentence in replaced[:SHOWN]:
        print(sentence)
    if len(replaced) > SHOWN:
        print(MORE_REPLACED.format(count=len(replaced) - SHOWN))
    not_graded = marking.cohort.not_graded
    if not_graded:
        print(NOT_GRADED.format(count=len(not_graded), file=folder / "not_graded.csv"))
        for path, reason in not_graded[:SHOWN]:
            print(f"  {path}: {reason}")
    if results.to_look:
        students = counted(len(results.to_look), "student")
        print(TO_LOOK.format(students=students, file=folder / "to_look.csv"))
    print(WRITTEN.format(folder=folder))
    for sentence in results.back:
        print(sentence)


def _print_statuses(results: Results) -> None:
    """Print how many need a look, and how many were cut off, by what became of them."""
    counts = []
    cut_off = []
    for status, names in sorted(results.summary.names.items()):
        looked_at = [name for name in names if name in results.to_look]
        if looked_at:
            counts.append(f"{len(looked_at)} {status}")
        if status not in UNMARKED:
            cut_off.append(f"{len(names)} {status}")
    if counts:
        print(LOOK.format(counts=", ".join(counts)))
    if cut_off:
        print(CUT_OFF.format(counts=", ".join(cut_off)))


def _print_changes(results: Results, folder: Path) -> None:
    """Print which marks have moved, and which are old."""
    if results.edited:
        print(EDITED.format(file=folder / results.edited))
    if results.moved:
        earlier = folder / EARLIER
        print(MOVED.format(count=len(results.moved), file=folder / "changes.csv", earlier=earlier))
    for change in results.moved[:SHOWN]:
        print(f"  {change.student}: {change.move}")
    by_time = [change for change in results.moved if change.why == TIME]
    if len(by_time) >= MANY_TIMES:
        print(OTHER_TIMES.format(count=len(by_time)))
    if results.old:
        students = counted(len(results.old), "student")
        print(OLD.format(students=students, names=some(results.old)))


def _print_nobodies(marking: Marking) -> None:
    """Print who has an extension, and has handed in nothing at all."""
    students = {known_as(hand_in.student) for hand_in in marking.cohort.hand_ins}
    nobodies = []
    for name in sorted(marking.scheme.extensions.keys() - students):
        alike = get_close_matches(name, students, n=1)
        nobodies.append(PERHAPS.format(name=name, other=alike[0]) if alike else name)
    if nobodies:
        print(EXTENDED_FOR_NOBODY.format(names=some(nobodies)))
