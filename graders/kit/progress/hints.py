"""Hints that unfold: three for each method, told one by one.

They stand in hints.toml, beside the statement.
"""

from graders.kit.catalog import Exercise
from graders.kit.errors import KitError
from graders.kit.progress.folder import Folder

FULL_MARKS = (
    "Your last run got full marks: there is nothing to hint at. Name a method to see a hint of it."
)
NAME_ONE = "Name a method. There are hints for: {methods}."
GRADE_OR_NAME_ONE = (
    "Grade your file first, or name a method that has failed. There are hints for: {methods}."
)
NO_HINTS = "There are no hints for {method}. There are for: {methods}."
NOT_FAILED = "{method} has not failed yet: grade your file first, and ask for a hint if it does."
HINT = "{method}, hint {number} of {count}: {hint}"


def hint(exercise: Exercise, folder: Folder | None, method: str = "") -> str:
    """Return the next hint for a method, in words.

    Args:
        exercise: which has the hints.
        folder: what remembers which hints were told; without one it is always the first hint.
        method: the name of the method; "" for the one to look at first by the last run.

    Raises:
        KitError: there is no hint, or none yet.
    """
    if not method:
        method = _method_of_last_run(exercise, folder)
    methods = ", ".join(exercise.hints)
    if method not in exercise.hints:
        raise KitError(NO_HINTS.format(method=method, methods=methods or "nothing"))
    hints = exercise.hints[method]
    number = 1
    if folder is not None:
        if method not in folder.failed:
            raise KitError(NOT_FAILED.format(method=method))
        number = min(folder.hints.get(method, 0) + 1, len(hints))
        folder.hints[method] = number
        folder.write()
    return HINT.format(method=method, number=number, count=len(hints), hint=hints[number - 1])


def _method_of_last_run(exercise: Exercise, folder: Folder | None) -> str:
    """Return the method to look at first by the last run; raise KitError if there is none."""
    methods = ", ".join(exercise.hints)
    if folder is None:
        raise KitError(NAME_ONE.format(methods=methods))
    if folder.next:
        return folder.next
    if folder.score is not None:
        raise KitError(FULL_MARKS)
    raise KitError(GRADE_OR_NAME_ONE.format(methods=methods))
