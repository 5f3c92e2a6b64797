"""Grading a class: everyone is graded once, and whatever is graded is on disk before the next is waited for."""

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
from graders.kit.grading.workers import Cluster, Job, WorkerPool, dispatch, kit_version
from graders.kit.rendering.terminal import progress


def grade_everyone(
    exercise: Exercise, hand_ins: Sequence[HandIn], store: Store, pool: WorkerPool | Cluster, terms: Terms,
    show: Callable[[int, int, str], None],
) -> dict[str, str]:  # fmt: skip
    """Grade what is not graded yet; return for each student whom the kit failed the reason. Raises KitError."""
    known, kit, began = store.keys(), kit_version(), time.monotonic()
    seconds = longest(exercise)
    done = graded = 0
    notes: Counter[str] = Counter()
    failed: dict[str, str] = {}

    def jobs() -> Iterator[Job[tuple[str, str], Graded]]:
        """Yield what is not graded yet, as it is now and by this kit, by student and key."""
        nonlocal done
        for hand_in in hand_ins:
            content, problem = hand_in.read()
            basis = [
                exercise.name,
                astuple(terms),
                kit,
                hand_in.file,
                sha256(content).hexdigest(),
                problem,
            ]
            key = sha256(json.dumps(basis).encode()).hexdigest()
            if known.get(hand_in.student) == key:
                done += 1
            else:
                task = Task(exercise.name, hand_in.file, content, problem, terms, kit, hand_in.kind)
                yield Job((hand_in.student, key), grade_task, (task,), len(content), seconds)

    if store.unreadable:
        shown = ", ".join(store.unreadable[:SHOWN]) + (
            " and others" if len(store.unreadable) > SHOWN else ""
        )
        print(
            f"Reports in {store.folder} that the kit can't read, so these are graded anew: {shown}."
        )
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
        done, graded = done + len(results), graded + len(results)
        counts = [f"{count} {what}" for what, count in sorted(notes.items()) if count]
        show(
            done,
            len(hand_ins),
            ", ".join([f"{graded / max(time.monotonic() - began, 0.1):.1f}/s", *counts]),
        )
    return failed


def grade_class(
    submissions: Path, exercise: Exercise, out: Path, start_pool: Callable[[], WorkerPool | Cluster], seed: int | None,
    unprotected: bool, gradescope: bool, record: Callable[[Iterable[Record]], None] | None,
) -> bool:  # fmt: skip
    """Grade a class into a folder, or go on there; tell whether everyone is graded. record: writes a gradebook"""
    if out.resolve().is_relative_to(submissions.resolve()):
        raise KitError(f"{out} lies in {submissions}, where it would be taken for a student's.")
    cohort = find(submissions, exercise)
    if record:
        record([])  # better now than after an hour
    store = Store(out, exercise, seed)
    if store.reseeded:
        print(f"The seed of {out} is another from now on: everyone is graded anew.")
    try:
        with closing(start_pool()) as pool, progress() as bar:
            terms = Terms(store.seed, unprotected=unprotected)
            failed = grade_everyone(
                exercise, cohort.hand_ins, store, pool, terms, bar(exercise.name)
            )
    except KeyboardInterrupt:
        kept = len(store.students())
        raise KitError(
            f"interrupted; {kept} are graded and kept: run the same again, and it goes on."
        ) from None
    summary = write_results(store, cohort, failed, gradescope)
    if record:
        record(store.records(cohort.hand_ins, failed))
    print_class(summary, cohort, out)
    print(REPEAT.format(exercise.name, store.seed))
    store.close()
    return not failed
