"""Grading a class: everyone is graded once, and whatever is graded is on disk before the next is waited for."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple
from hashlib import sha256

from graders.kit.catalog import Exercise
from graders.kit.classroom.handins import HandIn
from graders.kit.classroom.store import Record, Store
from graders.kit.classroom.task import Graded, Task, grade_task
from graders.kit.errors import KitError
from graders.kit.grading.run import Terms
from graders.kit.grading.workers import Cluster, Job, WorkerPool, dispatch, kit_version


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
    known, kit = store.keys(), kit_version()
    done = 0
    notes: Counter[str] = Counter()
    failed: dict[str, str] = {}

    def jobs() -> Iterator[Job[tuple[str, str], Graded]]:
        """Yield what is not graded yet, as it is now and by this kit, by student and key."""
        nonlocal done
        for hand_in in hand_ins:
            content, problem = hand_in.read()
            basis = [exercise.name, astuple(terms), kit, hand_in.file, sha256(content).hexdigest(), problem]
            key = sha256(json.dumps(basis).encode()).hexdigest()
            if known.get(hand_in.student) == key:
                done += 1
                continue
            task = Task(exercise.name, hand_in.file, content, problem, terms, kit, hand_in.kind)
            yield Job((hand_in.student, key), grade_task, (task,), len(content))

    show(0, len(hand_ins), "")
    for results in dispatch(pool, jobs()):
        for (student, _), result in results:
            if isinstance(result, KitError):
                failed[student] = str(result)
                notes["failed"] += 1
                continue
            notes[result.status] += result.status != "graded"
            notes["below full marks"] += result.report.score < result.report.max_score
        store.add([(*key, result) for key, result in results if isinstance(result, Graded)])
        done += len(results)
        show(done, len(hand_ins), ", ".join(f"{count} {what}" for what, count in sorted(notes.items()) if count))
    return failed


def records(store: Store, hand_ins: Sequence[HandIn], failed: dict[str, str]) -> Iterator[Record]:
    """Yield what is known of each. failed: why there is no report, by student"""
    for hand_in in hand_ins:
        student = hand_in.student
        yield Record(student, "failed", problem=failed[student]) if student in failed else store.record(student)
