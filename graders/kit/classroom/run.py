"""Grading a class: everyone is graded once.

Whatever is graded is on disk before the next is waited for.
"""

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from graders.kit.catalog import Exercise
from graders.kit.classroom.handins import Cohort, HandIn, find
from graders.kit.classroom.overrides import FOUND, read_overrides
from graders.kit.classroom.results import (
    Marking,
    Results,
    print_class,
    records_with_marks,
    write_results,
)
from graders.kit.classroom.settings import scheme_of
from graders.kit.classroom.store import (
    ANONYMOUS,
    CAUSES,
    DATABASE,
    REPEAT,
    SETTINGS,
    SUBMISSIONS,
    Record,
    Store,
    notes_in,
)
from graders.kit.classroom.task import Graded, Task, grade_task
from graders.kit.classroom.versions import causes_of, version_of
from graders.kit.classroom.wishes import Basis, Wishes
from graders.kit.errors import KitError
from graders.kit.grading.run import Terms, longest
from graders.kit.jobs.workers import Cluster, Job, WorkerPool, dispatch, kit_version
from graders.kit.rendering.in_words import counted, some
from graders.kit.rendering.terminal import progress

IN_ANOTHER = "{out} lies in {submissions}, where it would be taken for a student's."
RESEEDED = "The seed of {out} is another from now on: everyone is graded anew."
INTERRUPTED = "interrupted; {count} are graded and kept: run the same again, and it goes on."
RESULTS_WITHIN = (
    "{submissions} holds results of gametree class ({folder}): name the folder of hand-ins alone."
)
AS_BEFORE = "As in the last run: {what}."
SETTINGS_GONE = (
    "The last run marked by {file}, which is gone: add --settings FILE, or --no-settings for none."
)
GRADE_ANEW = (
    "Graded by another version of the checks so far: {students}. "
    "Grade them anew? Some marks may move; each is said. [y/N] "
)
GRADED_ANEW = "Reports in {folder} that the kit can't read, so these are graded anew: {students}."


class _Tally:
    """What a class has got so far, for the progress bar."""

    def __init__(self) -> None:
        self.done = 0  # students whose results are there, from now or from an earlier run
        self._graded = 0  # those of them that were graded by this run
        self._began = time.monotonic()
        self._notes: Counter[str] = Counter()

    def add(self, result: Graded | KitError) -> None:
        self.done += 1
        self._graded += 1
        if isinstance(result, KitError):
            self._notes["failed"] += 1
            return
        if result.status != "graded":
            self._notes[result.status] += 1
        if result.report.score < result.report.max_score:
            self._notes["below full marks"] += 1

    def line(self) -> str:
        """Return how fast it goes, and how many of each kind there were."""
        seconds = max(time.monotonic() - self._began, 0.1)
        parts = [f"{self._graded / seconds:.1f}/s"]
        for what, count in sorted(self._notes.items()):
            parts.append(f"{count} {what}")
        return ", ".join(parts)


def grade_everyone(
    exercise: Exercise,
    hand_ins: Sequence[HandIn],
    store: Store,
    pool: WorkerPool | Cluster,
    terms: Terms,
    show: Callable[[int, int, str], None],
    basis: Basis,
) -> dict[str, str]:
    """Grade what is not graded yet.

    Args:
        exercise: What everyone handed in for.
        hand_ins: Everyone's hand-in.
        store: Where results are kept.
        pool: What grades.
        terms: How to grade.
        show: Shows how many are done, of how many, and a line about them.
        basis: What is kept already, and what of it is to be graded anew.

    Returns:
        For each student whom the kit failed the reason.

    Raises:
        KitError: The kit can't grade anything, or can't keep the results.
    """
    kit = kit_version()
    tally = _Tally()
    seconds = longest(exercise)
    failed: dict[str, str] = {}

    def jobs() -> Iterator[Job[tuple[str, str], Graded]]:
        """Yield what is not graded yet, as it is now, by student and digest."""
        for hand_in in hand_ins:
            content, problem = hand_in.read()
            student = "" if basis.anonymous else hand_in.student
            task = Task(
                exercise.name, hand_in.file, content, problem, terms, kit, hand_in.kind, student
            )
            basis.digests[hand_in.student] = task.digest
            if basis.keeps(hand_in.student, task):
                tally.done += 1
            else:
                key = (hand_in.student, task.digest)
                yield Job(key, grade_task, (task,), len(content), seconds)

    if store.unreadable:
        students = some(store.unreadable)
        print(GRADED_ANEW.format(folder=store.folder, students=students))
    show(0, len(hand_ins), "")
    for results in dispatch(pool, jobs()):
        graded = []
        for (student, key), result in results:
            tally.add(result)
            if isinstance(result, KitError):
                failed[student] = str(result)
            else:
                graded.append((student, key, result))
        store.add(graded, basis.version)
        show(tally.done, len(hand_ins), tally.line())
    return failed


def grade_class(
    submissions: Path,
    exercise: Exercise,
    out: Path,
    start_pool: Callable[[], WorkerPool | Cluster],
    wishes: Wishes,
    ask: Callable[[str], bool] | None,
    record: Callable[[Iterable[Record]], None] | None,
) -> Results:
    """Grade a class into a folder, or go on there.

    Args:
        submissions: What the class handed in: a folder, or an archive.
        exercise: What it was handed in for.
        out: The folder of results.
        start_pool: Starts what grades.
        wishes: How it is done.
        ask: Asks the instructor a question to say yes or no to; None if nobody can answer.
        record: Writes into a gradebook, None if there is none.

    Returns:
        What it came to, with who is left to look at.

    Raises:
        KitError: The class can't be graded, or not into this folder.
    """
    if out.resolve().is_relative_to(submissions.resolve()):
        raise KitError(IN_ANOTHER.format(out=out, submissions=submissions))
    for database in sorted(submissions.glob(f"*/{DATABASE}")):
        folder = database.parent
        raise KitError(RESULTS_WITHIN.format(submissions=submissions, folder=folder))
    wishes = _as_before(notes_in(out), wishes)
    scheme = scheme_of(wishes.settings, exercise)
    overrides = read_overrides(out, exercise)
    cohort = find(submissions, exercise, overrides.files)
    overrides = overrides.of_class([hand_in.student for hand_in in cohort.hand_ins])
    if record:
        record([])  # what is wrong with a gradebook shows now, and not after an hour
    store = Store(out, exercise, wishes.seed)
    if store.reseeded:
        print(RESEEDED.format(out=out))
    store.keep_note(SUBMISSIONS, str(submissions.resolve()))
    store.keep_note(SETTINGS, str(wishes.settings.resolve()) if wishes.settings else "")
    store.keep_note(ANONYMOUS, "yes" if wishes.anonymous else "")
    terms = Terms(store.seed, unprotected=wishes.unprotected)
    version = version_of(exercise)
    basis = Basis(
        kept=store.kept(version),
        version=version,
        seed=store.seed,
        unprotected=wishes.unprotected,
        regrades=False,
        anonymous=bool(wishes.anonymous),
        causes_changed=store.note(CAUSES) not in ("", causes_of(exercise)),
    )
    basis.regrades = _decide(wishes, basis, ask)
    try:
        with closing(start_pool()) as pool, progress() as bar:
            show = bar(exercise.name)
            failed = grade_everyone(exercise, cohort.hand_ins, store, pool, terms, show, basis)
    except KeyboardInterrupt:
        count = len(store.students())
        raise KitError(INTERRUPTED.format(count=count)) from None
    if basis.regrades or not store.note(CAUSES):
        store.keep_note(CAUSES, causes_of(exercise))
    noted = json.loads(store.note(FOUND) or "{}")
    overrides = overrides.completed(noted, scheme, _digests(cohort, basis))
    store.keep_note(FOUND, json.dumps(overrides.found))
    marking = Marking(store, cohort, scheme, overrides, failed, basis, wishes)
    results = write_results(marking)
    if record:
        record(records_with_marks(marking))
    print_class(results, marking)
    print(REPEAT.format(exercise.name, store.seed))
    store.close()
    if results.refused is not None:
        raise results.refused
    return results


def _as_before(notes: Mapping[str, str], wishes: Wishes) -> Wishes:
    """Return wishes with what was wished in the last run, where nothing else is wished now.

    Raises:
        KitError: That was a course.toml which is gone.
    """
    kept = []
    settings = wishes.settings
    before = notes.get(SETTINGS, "")
    if settings is None and before and not wishes.no_settings:
        settings = Path(before)
        if not settings.is_file():
            raise KitError(SETTINGS_GONE.format(file=settings))
        kept.append(f"--settings {settings}")
    anonymous = wishes.anonymous
    if anonymous is None:
        anonymous = notes.get(ANONYMOUS, "") == "yes"
        if anonymous:
            kept.append("--anonymous")
    if kept:
        print(AS_BEFORE.format(what=" ".join(kept)))
    return replace(wishes, settings=settings, anonymous=anonymous)


def _digests(cohort: Cohort, basis: Basis) -> dict[str, str]:
    """Return the digests of what is handed in, but of those whose chosen file is not there."""
    digests = {}
    for hand_in in cohort.hand_ins:
        if not hand_in.look:
            digests[hand_in.student] = basis.digests.get(hand_in.student, "")
    return digests


def _decide(wishes: Wishes, basis: Basis, ask: Callable[[str], bool] | None) -> bool:
    """Return whether what another version of the checks has graded is graded anew."""
    if wishes.regrades is not None:
        return wishes.regrades
    old = [student for student, kept in basis.kept.items() if basis.is_old(kept.version)]
    if not old or ask is None:
        return False
    return ask(GRADE_ANEW.format(students=counted(len(old), "student")))
