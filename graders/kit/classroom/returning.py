"""Back to an LMS after a run: its own list with the marks, and the students' pages."""

from collections.abc import Mapping
from pathlib import Path

from graders.kit.classroom import lms
from graders.kit.classroom.canvas import for_canvas
from graders.kit.classroom.marks import Mark
from graders.kit.classroom.moodle import feedback_archive, for_moodle
from graders.kit.classroom.store import Store
from graders.kit.classroom.wishes import Back
from graders.kit.errors import KitError
from graders.kit.files import write_whole

MARK = "{mark} of {total} points."
WRITTEN = "Back to {lms}: {folder}"
NOT_WRITTEN = "{file} can't be written: {error}. What was graded is kept; run the same again."


def read_worksheet(path: Path) -> bytes:
    """Return what an LMS has exported; raise KitError if there is no such file."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise KitError(f"{path} can't be read: {error.strerror}.") from None


def give_back(store: Store, marks: Mapping[str, Mark], back: Back) -> list[str]:
    """Write what goes back to an LMS into the folder of results.

    Args:
        store: The folder of results.
        marks: The mark of each student.
        back: Where it goes, and the list that the LMS has exported.

    Returns:
        What an instructor is told.

    Raises:
        KitError: The list is none, or that of others, or a file can't be written.
    """
    folder = store.folder / back.lms
    to_give = {student: _to_give(store, student, mark) for student, mark in marks.items()}
    exercise = store.exercise.name
    if back.lms == "moodle":
        filled = for_moodle(back.content, to_give, back.file)
        _write(folder / "feedback.zip", feedback_archive(to_give, f"{exercise}.html"))
    else:
        filled = for_canvas(back.content, to_give, exercise, back.assignment, back.file)
    _write(folder / "grades.csv", filled.content)
    return [*filled.sentences, WRITTEN.format(lms=back.lms.capitalize(), folder=folder)]


def _to_give(store: Store, student: str, mark: Mark) -> lms.Mark:
    """Return what goes back of one student."""
    page = store.page_of(student)
    if mark.value is None:
        return lms.Mark(None, mark.total, page=page if page.exists() else None)
    sentences = [MARK.format(mark=mark.text, total=mark.total), *mark.reasons]
    return lms.Mark(float(mark.value), mark.total, " ".join(sentences), page)


def _write(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(exist_ok=True)
        write_whole(path, content)
    except OSError as error:
        raise KitError(NOT_WRITTEN.format(file=path, error=error.strerror)) from None
