"""Back to an LMS after a run: its own list with the marks, and the students' pages."""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from graders.kit.classroom import lms
from graders.kit.classroom.canvas import for_canvas
from graders.kit.classroom.marks import Mark
from graders.kit.classroom.moodle import feedback_archive, for_moodle
from graders.kit.classroom.store import Store
from graders.kit.classroom.wishes import Back
from graders.kit.errors import KitError
from graders.kit.files import write_whole

FOLDERS = ("moodle", "canvas")  # in the folder of results: what goes back
EARLIER = "earlier"  # there, too: where grades.csv is kept as it was before
GIVEN_BACK = "given back to {lms}"  # the note of what was written there last

MARK = "{mark} of {total} points."
WRITTEN = "Back to {lms}: {folder}"
NOT_WRITTEN = "{file} can't be written: {error}. What was graded is kept; run the same again."
SET_ASIDE = (
    "{folder} was of an earlier run, and is not what this one gives. It is in {place} now: to get "
    "a new one, run the same with --for {lms} --worksheet FILE"
)
REFUSED_SET_ASIDE = "What an earlier run had written into {folder} is in {place} now."
NOT_SET_ASIDE = "{folder} is of an earlier run, and can't be moved ({error}): don't upload it."


def read_worksheet(path: Path) -> bytes:
    """Return what an LMS has exported; raise KitError if there is no such file."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise KitError(f"{path} can't be read: {error.strerror}.") from None


def give_back(store: Store, marks: Mapping[str, Mark], back: Back) -> list[str]:
    """Write what goes back to an LMS into the folder of results.

    If that fails, nothing of an earlier run stays in its place.

    Args:
        store: The folder of results.
        marks: The mark of each student.
        back: Where it goes, and the list that the LMS has exported.

    Returns:
        What an instructor is told.

    Raises:
        KitError: The list is none, or that of others, or a file can't be written.
    """
    to_give = _all_to_give(store, marks)
    folder = store.folder / back.lms
    try:
        sentences = _write_all(store, to_give, back)
    except KitError as error:
        said = [str(error)]
        if folder.is_dir():
            said.append(_set_aside(store, back.lms, REFUSED_SET_ASIDE))
        raise KitError(" ".join(said)) from None
    store.keep_note(GIVEN_BACK.format(lms=back.lms), _digest(to_give))
    return [*sentences, WRITTEN.format(lms=back.lms.capitalize(), folder=folder)]


def set_aside_old(store: Store, marks: Mapping[str, Mark]) -> list[str]:
    """Move away what an earlier run has written for an LMS, unless it would be the same now.

    Args:
        store: The folder of results.
        marks: The mark of each student.

    Returns:
        What an instructor is told.
    """
    there = [name for name in FOLDERS if (store.folder / name).is_dir()]
    if not there:
        return []
    told = []
    digest = _digest(_all_to_give(store, marks))
    for name in there:
        if store.note(GIVEN_BACK.format(lms=name)) != digest:
            told.append(_set_aside(store, name, SET_ASIDE))
    return told


def _write_all(store: Store, to_give: Mapping[str, lms.Mark], back: Back) -> list[str]:
    """Write the list of an LMS with marks, and what else it takes; return what is told of it."""
    folder = store.folder / back.lms
    exercise = store.exercise.name
    if back.lms == "moodle":
        filled = for_moodle(back.content, to_give, back.file)
        with_pages = {}
        for student, mark in to_give.items():
            if student not in filled.strangers:
                with_pages[student] = mark
        _write(folder / "feedback.zip", feedback_archive(with_pages, f"{exercise}.html"))
    else:
        filled = for_canvas(back.content, to_give, exercise, back.assignment, back.file)
    _write(folder / "grades.csv", filled.content)
    return filled.sentences


def _set_aside(store: Store, name: str, sentence: str) -> str:
    """Move away what was written for an LMS.

    Args:
        store: The folder of results.
        name: The LMS.
        sentence: What is told of it, with places for both folders and the LMS.

    Returns:
        What an instructor is told.
    """
    folder = store.folder / name
    number = 1
    while (store.folder / EARLIER / f"{name}-{number}").exists():
        number += 1
    place = store.folder / EARLIER / f"{name}-{number}"
    try:
        place.parent.mkdir(exist_ok=True)
        folder.rename(place)
    except OSError as error:
        return NOT_SET_ASIDE.format(folder=folder, error=error.strerror)
    return sentence.format(folder=folder, place=place, lms=name)


def _digest(to_give: Mapping[str, lms.Mark]) -> str:
    """Return a digest of all that goes back, with the pages."""
    digest = sha256()
    for student, mark in sorted(to_give.items()):
        page = ""
        if mark.page is not None:
            page = _digest_of(mark.page)
        digest.update(repr((student, mark.mark, mark.most, mark.feedback, page)).encode())
    return digest.hexdigest()


def _digest_of(page: Path) -> str:
    """Return the digest of a page, "" if it can't be read."""
    try:
        return sha256(page.read_bytes()).hexdigest()
    except OSError:
        return ""


def _all_to_give(store: Store, marks: Mapping[str, Mark]) -> dict[str, lms.Mark]:
    """Return what goes back, by student."""
    return {student: _to_give(store, student, mark) for student, mark in marks.items()}


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
