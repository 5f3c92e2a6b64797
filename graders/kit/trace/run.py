"""Which search of an exercise is stepped through, and its recording.

The command asks for one, and so do reports.
"""

from collections.abc import Callable
from contextlib import closing
from importlib import import_module
from typing import Any

from graders.kit.catalog import Exercise, exercises
from graders.kit.errors import KitError
from graders.kit.grading.reference import Reference
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
    if not (exercise.room / "trace.py").exists():
        return None
    return import_module(f"graders.{exercise.name}.trace")


def steps_of(exercise: Exercise, submission: Submission) -> Steps | None:
    """Return what a report asks for the steps of a search that has gone wrong.

    Returns:
        A function of the process and the case; None where no search of the exercise is followed.
    """
    room = followed(exercise)
    if room is None:
        return None

    def steps(student: Student, case: Any) -> Parts:
        search = room.of_case(case)
        if search is None:
            return []
        recording = record(student, search, EVENTS, SECONDS_IN_REPORT)
        _clear(exercise, recording, student.unprotected)
        if not recording.events:
            return []
        return [trace(recording, submission)]

    return steps


def recorded(
    exercise: Exercise,
    submission: Submission,
    terms: Terms,
    tree: str = "",
    board: str = "",
    only: str = "",
) -> Recording:
    """Record a search: on a given position, else on one that fails, else on the statement's.

    Args:
        exercise: Whose search it is.
        submission: The student's file.
        terms: How it is graded, which finds the smallest position that fails.
        tree: The position as a person typed it, "" for none.
        board: The same, for searches of boards.
        only: The name of the one check that may have failed, "" for any.

    Raises:
        KitError: The exercise has no search, the position is none, or the file can't be asked
            anything.
    """
    room = followed(exercise)
    if room is None:
        names = ", ".join(other.name for other in exercises() if followed(other))
        raise KitError(
            f"{exercise.name} has no search that can be followed. These have one: {names}."
        )
    search: Search
    if tree or board:
        search = room.of_text(tree, board)
    else:
        with closing(Grading(exercise, submission, terms, explains=False)) as grading:
            search = _failing(grading, room.of_case, only) or room.of_text("", "")
    with closing(Student(submission, exercise.driver, terms.unprotected)) as student:
        student.begin(SECONDS)
        recording = record(student, search)
    _clear(exercise, recording, terms.unprotected)
    if student.unusable is not None:
        raise KitError(f"There is no search to follow: {recording.told[0].removeprefix(ENDED)}")
    return recording


def _clear(exercise: Exercise, recording: Recording, unprotected: bool) -> None:
    """Clear an exercise of what was raised while a search was recorded.

    Raises:
        KitError: The same search of the reference can't be recorded either.
    """
    if recording.doubt:
        reference = Reference(exercise, unprotected)
        reference.clear_by(lambda student: record(student, recording.search).doubt, SECONDS)


def _failing(
    grading: Grading, search_of: Callable[[Any], Search | None], only: str
) -> Search | None:
    """Return the search of the check to look at first, or else of another one that is lost.

    Args:
        grading: Of the submission.
        search_of: Returns the search of a case, None if there is none.
        only: The name of the one check that may have failed, "" for any.

    Returns:
        The search; None if no lost check is about one.
    """
    checks = [check for check in grading.checks if only in ("", check.name)]
    report = grading.report([grading.result(check) for check in checks])
    lost = [check.name for check in report.lost]
    if report.next_step is not None:
        first = report.next_step.check
        lost.sort(key=lambda name: name != first)
    for name in lost:
        search = search_of(grading.case(name))
        if search is not None:
            return search
    return None
