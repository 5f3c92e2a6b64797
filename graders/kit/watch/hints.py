"""Hints that unfold: three for each method, from hints.toml beside the statement, told one by one."""

from graders.kit.catalog import Exercise
from graders.kit.errors import KitError
from graders.kit.watch.folder import Folder


def hint(exercise: Exercise, folder: Folder | None, method: str = "") -> str:
    """Return the next hint for a method, in words; raise KitError if there is none yet.

    folder: what remembers what was told; without one it is always the first hint
    method: "" for the one to look at first by the last run
    """
    every = exercise.hints
    method = method or (folder.next if folder is not None else "")
    if not method and folder is not None and folder.score is not None:
        raise KitError(
            "Your last run got full marks: there is nothing to hint at. Name a method to see a hint of it."
        )
    if not method:
        started = (
            "Name a method"
            if folder is None
            else "Grade your file first, or name a method that has failed"
        )
        raise KitError(f"{started}. There are hints for: {', '.join(every)}.")
    if method not in every:
        raise KitError(
            f"There are no hints for {method}. There are for: {', '.join(every) or 'nothing'}."
        )
    if folder is None:
        return f"{method}, hint 1 of {len(every[method])}: {every[method][0]}"
    if method not in folder.failed:
        raise KitError(
            f"{method} has not failed yet: grade your file first, and ask for a hint if it does."
        )
    told = min(folder.hints.get(method, 0) + 1, len(every[method]))
    folder.hints[method] = told
    folder.write()
    return f"{method}, hint {told} of {len(every[method])}: {every[method][told - 1]}"
