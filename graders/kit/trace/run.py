"""Which search of an exercise is stepped through, and its recording: for the command, and for reports."""

from collections.abc import Callable
from contextlib import closing
from importlib import import_module
from typing import Any

from graders.kit.catalog import Exercise, exercises
from graders.kit.errors import KitError
from graders.kit.grading.run import Grading, Steps, Terms
from graders.kit.grading.student import Student
from graders.kit.grading.submission import Submission
from graders.kit.report import Parts
from graders.kit.trace.drawing import EVENTS, trace
from graders.kit.trace.record import ENDED, Recording, record
from graders.kit.trace.search import Search

SECONDS = 5.0  # for the search that the command follows
SECONDS_IN_REPORT = 0.5  # for each of a report's


def followed(exercise: Exercise) -> Any | None:
    """Return the room's module trace, None if it has none."""
    return (
        import_module(f"graders.{exercise.name}.trace")
        if (exercise.room / "trace.py").exists()
        else None
    )


def steps_of(exercise: Exercise, submission: Submission) -> Steps | None:
    """Return what a report asks for the steps of a search that has gone wrong; None where no search is followed."""
    room = followed(exercise)
    if room is None:
        return None

    def steps(student: Student, case: Any) -> Parts:
        search = room.of_case(case)
        if search is None:
            return []
        recording = record(student, search, EVENTS, SECONDS_IN_REPORT)
        return [trace(recording, submission)] if recording.events else []

    return steps


def recorded(
    exercise: Exercise,
    submission: Submission,
    terms: Terms,
    tree: str = "",
    board: str = "",
    only: str = "",
) -> Recording:
    """Record a search: on a position that is given, else on the smallest that fails, else on the statement's.

    only: the name of the one check that may have failed

    Raises KitError if the exercise has no search, the position is none, or the file can't be asked anything.
    """
    room = followed(exercise)
    if room is None:
        names = ", ".join(other.name for other in exercises() if followed(other))
        raise KitError(
            f"{exercise.name} has no search that can be followed. These have one: {names}."
        )
    search: Search | None = room.of_text(tree, board) if tree or board else None
    if search is None:
        with closing(Grading(exercise, submission, terms, explains=False)) as grading:
            search = _failing(grading, room.of_case, only) or room.of_text("", "")
    with closing(Student(submission, exercise.driver, terms.unprotected)) as student:
        student.begin(SECONDS)
        recording = record(student, search)
    if student.unusable is not None:
        raise KitError(f"There is no search to follow: {recording.told[0].removeprefix(ENDED)}")
    return recording


def _failing(
    grading: Grading, search_of: Callable[[Any], Search | None], only: str
) -> Search | None:
    """Return the search of the check to look at first, or the first other one that is lost and has one."""
    report = grading.report(
        [grading.result(check) for check in grading.checks if only in ("", check.name)]
    )
    lost = [check.name for check in report.checks if check.outcome != "passed"]
    cases = map(grading.blame.case, sorted(lost, key=lambda name: name != report.next_step[0]))
    return next(filter(None, map(search_of, cases)), None)
