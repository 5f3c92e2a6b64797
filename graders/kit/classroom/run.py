"""Grading a class: everyone is graded once.

Whatever is graded is on disk before the next is waited for.
"""

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import astuple
from hashlib import sha256
from pathlib import Path

from graders.kit.catalog import Exercise
from graders.kit.classroom.handins import HandIn, find
from graders.kit.classroom.results import SHOWN, print_class, write_results
from graders.kit.classroom.store import REPEAT, Record, Store
from graders.kit.classroom.task import Graded, Task, grade_task
from graders.kit.errors import KitError
from graders.kit.grading.run import Terms, longest
from graders.kit.jobs.workers import Cluster, Job, WorkerPool, dispatch, kit_version
from graders.kit.rendering.terminal import progress

IN_ANOTHER = "{out} lies in {submissions}, where it would be taken for a student's."
RESEEDED = "The seed of {out} is another from now on: everyone is graded anew."
INTERRUPTED = "interrupted; {count} are graded and kept: run the same again, and it goes on."
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
) -> dict[str, str]:
    """Grade what is not graded yet.

    Args:
        exercise: What everyone handed in for.
        hand_ins: Everyone's hand-in.
        store: Where results are kept.
        pool: What grades.
        terms: How to grade.
        show: Shows how many are done, of how many, and a line about them.

    Returns:
        For each student whom the kit failed the reason.

    Raises:
        KitError: The kit can't grade anything, or can't keep the results.
    """
    keys = store.keys()
    kit = kit_version()
    tally = _Tally()
    seconds = longest(exercise)
    failed: dict[str, str] = {}

    def jobs() -> Iterator[Job[tuple[str, str], Graded]]:
        """Yield what is not graded yet, as it is now and by this kit, by student and key."""
        for hand_in in hand_ins:
            content, problem = hand_in.read()
            task = Task(exercise.name, hand_in.file, content, problem, terms, kit, hand_in.kind)
            key = _key(task)
            if keys.get(hand_in.student) == key:
                tally.done += 1
            else:
                yield Job((hand_in.student, key), grade_task, (task,), len(content), seconds)

    if store.unreadable:
        students = _some(store.unreadable)
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
        store.add(graded)
        show(tally.done, len(hand_ins), tally.line())
    return failed


def _key(task: Task) -> str:
    """Return a digest of all that a result depends on: at the same key nobody is graded again."""
    digest = sha256(task.content).hexdigest()
    basis = [task.exercise, astuple(task.terms), task.kit, task.file, digest, task.problem]
    return sha256(json.dumps(basis).encode()).hexdigest()


def _some(students: Sequence[str]) -> str:
    """Return the first of some students, and whether there are others."""
    names = ", ".join(students[:SHOWN])
    if len(students) > SHOWN:
        return f"{names} and others"
    return names


def grade_class(
    submissions: Path,
    exercise: Exercise,
    out: Path,
    start_pool: Callable[[], WorkerPool | Cluster],
    seed: int | None,
    unprotected: bool,
    gradescope: bool,
    record: Callable[[Iterable[Record]], None] | None,
) -> bool:
    """Grade a class into a folder, or go on there.

    Args:
        submissions: What the class handed in: a folder, or an archive.
        exercise: What it was handed in for.
        out: The folder of results.
        start_pool: Starts what grades.
        seed: What chance begins with; None for the seed that is kept in the folder, or a new one.
        unprotected: Whether to grade also where nothing isolates students' code.
        gradescope: Whether to write results for Gradescope, too.
        record: Writes into a gradebook, None if there is none.

    Returns:
        Whether everyone is graded.

    Raises:
        KitError: The class can't be graded, or not into this folder.
    """
    if out.resolve().is_relative_to(submissions.resolve()):
        raise KitError(IN_ANOTHER.format(out=out, submissions=submissions))
    cohort = find(submissions, exercise)
    if record:
        record([])  # what is wrong with a gradebook shows now, and not after an hour
    store = Store(out, exercise, seed)
    if store.reseeded:
        print(RESEEDED.format(out=out))
    terms = Terms(store.seed, unprotected=unprotected)
    try:
        with closing(start_pool()) as pool, progress() as bar:
            show = bar(exercise.name)
            failed = grade_everyone(exercise, cohort.hand_ins, store, pool, terms, show)
    except KeyboardInterrupt:
        count = len(store.students())
        raise KitError(INTERRUPTED.format(count=count)) from None
    summary = write_results(store, cohort, failed, gradescope)
    if record:
        record(store.records(cohort.hand_ins, failed))
    print_class(summary, cohort, out)
    print(REPEAT.format(exercise.name, store.seed))
    store.close()
    return not failed
