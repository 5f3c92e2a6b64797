"""Grading a class: everyone is graded once, and whatever is graded is on disk before the next is waited for."""

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, dataclass, field
from hashlib import sha256

from graders.kit.catalog import Exercise
from graders.kit.classroom.handins import HandIn
from graders.kit.classroom.store import Record, Store
from graders.kit.classroom.task import Graded, Task, grade_task
from graders.kit.errors import KitError
from graders.kit.grading.run import Terms
from graders.kit.grading.workers import Cluster, Job, WorkerPool, dispatch, kit_version


@dataclass
class Progress:
    """How far a class is. before: graded by an earlier run; below: now, without full marks; statuses: but "graded" """

    before: int = 0
    done: int = 0
    below: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    began: float = field(default_factory=time.monotonic)

    def count(self, result: Graded | KitError) -> None:
        self.done += 1
        status = "failed"
        if isinstance(result, Graded):
            status = result.status
            self.below += result.report.score < result.report.max_score
        if status != "graded":
            self.statuses[status] += 1

    def note(self) -> str:
        """Return what is said beside the bar."""
        below = [f"{self.below} below full marks"] if self.below else []
        trouble = [f"{count} {status}" for status, count in sorted(self.statuses.items())]
        return ", ".join([f"{self.done / max(time.monotonic() - self.began, 0.1):.1f}/s", *below, *trouble])


def grade_everyone(
    exercise: Exercise,
    hand_ins: Sequence[HandIn],
    store: Store,
    pool: WorkerPool | Cluster,
    terms: Terms,
    show: Callable[[int, int, str], None],
) -> dict[str, str]:
    """Grade what is not graded yet; return for each student whom the kit failed the reason.

    show: called with how many are graded, of how many, and a note
    Raises KitError if nothing can be graded like this, or if results can't be kept.
    """
    progress = Progress()
    failed: dict[str, str] = {}
    show(0, len(hand_ins), "")
    for results in dispatch(pool, _jobs(exercise, hand_ins, store.keys(), terms, progress)):
        for (student, _), result in results:
            progress.count(result)
            if isinstance(result, KitError):
                failed[student] = str(result)
        store.add([(*key, result) for key, result in results if isinstance(result, Graded)])
        show(progress.before + progress.done, len(hand_ins), progress.note())
    return failed


def _jobs(
    exercise: Exercise, hand_ins: Sequence[HandIn], known: dict[str, str], terms: Terms, progress: Progress
) -> Iterator[Job[tuple[str, str], Graded]]:
    """Yield what is not graded yet, as it is now and by this kit, by student and key."""
    kit = kit_version()
    for hand_in in hand_ins:
        content, problem = hand_in.read()
        basis = [exercise.name, astuple(terms), kit, hand_in.file, sha256(content).hexdigest(), problem]
        key = sha256(json.dumps(basis).encode()).hexdigest()
        if known.get(hand_in.student) == key:
            progress.before += 1
            continue
        task = Task(exercise.name, hand_in.file, content, problem, terms, kit, hand_in.kind)
        yield Job((hand_in.student, key), grade_task, (task,), len(content))


def records(store: Store, hand_ins: Sequence[HandIn], failed: dict[str, str]) -> Iterator[Record]:
    """Yield what is known of each. failed: why there is no report, by student"""
    for hand_in in hand_ins:
        student = hand_in.student
        yield Record(student, "failed", problem=failed[student]) if student in failed else store.record(student)
