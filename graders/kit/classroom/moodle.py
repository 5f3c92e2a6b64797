"""Back to Moodle: the grading worksheet of an assignment, and the archive of feedback files.

The worksheet is what Moodle exports under "Download grading worksheet" and takes back under "Upload
grading worksheet"; the archive is for "Upload multiple feedback files in a zip". The headings are
in the language of whoever exports, so columns are found by what stands in them.
"""

import html
import re
from collections.abc import Container, Mapping
from decimal import Decimal
from typing import NamedTuple

from graders.kit.classroom.lms import (
    Filled,
    Filling,
    Mark,
    Numbered,
    Target,
    name_in,
    number_of,
    rows_by_number,
)
from graders.kit.classroom.worksheets import Row, Worksheet, heading_in_words
from graders.kit.errors import KitError
from graders.kit.files import Files
from graders.kit.packing import archive_of
from graders.kit.rendering.in_words import some

LMS = "Moodle"
EXAMPLE = "Ada Lovelace_123456"  # a student, as Moodle's archive of submissions calls one
_IDENTIFIER = re.compile(r"(?P<word>[^0-9]+)(?P<number>[0-9]{1,18})")
# "Grade", "No" and "Feedback comments" in some languages of Moodle's, in small letters.
GRADE = {
    *("grade", "bewertung", "note", "calificación", "valutazione", "nota", "avaliação"),
    *("cijfer", "beoordeling", "qualificació", "ocena", "betyg", "karakter", "arvosana"),
}
NO = {"no", "nein", "non", "não", "nee", "nej", "nei", "ei", "nie", "ne", "нет", "いいえ", "否"}
COMMENTS = {
    *("feedback comments", "feedback als kommentar", "feedback par commentaires"),
    "comentarios de retroalimentación",
}
FOLDER = "{name}_{number}_assignsubmission_file_"  # as in Moodle's archive of submissions

NO_IDENTIFIER = (
    "{file} has no column with a number of each participant, such as Participant 123456, as the "
    "grading worksheet of an assignment has: download that from the assignment's submissions."
)
NO_GRADE = (
    "{file} has no column of grades before one with the maximum grade, a number: export it anew, "
    "and if the assignment is graded by a scale, let it be graded by points. Its columns: {columns}."
)
LOCKED = "Left, since Moodle says that the grade can't be changed: {names}."
ABOVE = "Above Moodle's maximum grade, so Moodle will not take it: {names}."
NO_MOST = "{file} does not say what full marks are: marks are written as they are."
NO_COMMENTS = "{file} has no column that is known for feedback comments: none are written."
PAGE_GONE = "{file} can't be read: {error}. Run the same again."


class _Columns(NamedTuple):
    """Where what stands in a grading worksheet."""

    identifier: int
    grade: int
    most: int | None  # that of the maximum grade
    comments: int | None


def for_moodle(worksheet: bytes, marks: Mapping[str, Mark], file: str = "The worksheet") -> Filled:
    """Fill in a grading worksheet of Moodle's.

    Args:
        worksheet: What Moodle has exported.
        marks: The marks by student, as `gametree class` calls them.
        file: What the worksheet is called in sentences.

    Returns:
        The same worksheet with the marks, and what an instructor is told.

    Raises:
        KitError: It is no grading worksheet, or that of others.
    """
    sheet = Worksheet(worksheet, file, LMS)
    columns = _columns(sheet)
    most = None
    if columns.most is not None:
        most = number_of(sheet.value(sheet.rows[0], columns.most))
    has_commas = _has_commas(sheet, columns)
    target = Target(sheet, _rows(sheet, columns), columns.grade, most, has_commas)
    filling = Filling(target, Numbered(marks, LMS, EXAMPLE), marks)

    def why_left(row: Row) -> str:
        if _is_locked(sheet, row, columns):
            return LOCKED
        return ""

    filling.fill_in(why_left)
    sentences = filling.sentences()
    if most is None:
        sentences.append(NO_MOST.format(file=file))
    sentences += _too_high(filling, marks, most)
    if not _write_comments(sheet, columns, filling, marks):
        sentences.append(NO_COMMENTS.format(file=file))
    return Filled(sheet.content(), sentences)


def _rows(sheet: Worksheet, columns: _Columns) -> dict[int, Row]:
    """Return the rows by the numbers of the participants."""
    identified = []
    for row in sheet.rows:
        found = _IDENTIFIER.fullmatch(sheet.value(row, columns.identifier))
        if found:
            identified.append((int(found["number"]), row))
    return rows_by_number(sheet, identified)


def _too_high(filling: Filling, marks: Mapping[str, Mark], most: Decimal | None) -> list[str]:
    """Return the sentence about marks above full marks, if there are any and Moodle minds."""
    above = []
    for label in filling.filled:
        points = marks[label].mark
        if points is not None and points > marks[label].most:
            above.append(label)
    if most is None or not above:
        return []
    return [ABOVE.format(names=some(above))]


def _columns(sheet: Worksheet) -> _Columns:
    """Find the columns that are needed; raise KitError if one is not there, or is there twice."""
    identifier = _identifier(sheet)
    most = _most(sheet, identifier)
    if most is None:
        grade = _named(sheet, GRADE)
    else:
        grade = most - 1
    if grade is None:
        columns = ", ".join(map(heading_in_words, sheet.headings))
        raise sheet.error(NO_GRADE, columns=columns)
    sheet.check_once(identifier)
    sheet.check_once(grade)
    return _Columns(identifier, grade, most, _named(sheet, COMMENTS))


def _named(sheet: Worksheet, names: Container[str]) -> int | None:
    """Return the first column with one of these headings, None if there is none."""
    for column, heading in enumerate(sheet.headings):
        if heading.casefold() in names:
            return column
    return None


def _identifier(sheet: Worksheet) -> int:
    """Return the first column in which each cell is the same word and a number."""
    for column in range(len(sheet.headings)):
        words = set(map(_word, sheet.column(column)))
        if len(words) == 1 and "" not in words:
            return column
    raise sheet.error(NO_IDENTIFIER)


def _word(text: str) -> str:
    """Return what stands before the number in a cell, "" if it is no identifier."""
    found = _IDENTIFIER.fullmatch(text)
    if found is None:
        return ""
    return found["word"]


def _most(sheet: Worksheet, identifier: int) -> int | None:
    """Return the column of the maximum grade, None if there is none.

    That is the last one with the same number in each row, behind one that has no other numbers
    than up to that, or nothing.
    """
    for column in range(len(sheet.headings) - 1, identifier + 1, -1):
        texts = set(sheet.column(column))
        most = number_of(min(texts))
        if len(texts) > 1 or not most:
            continue
        if all(_may_be_grade(text, most) for text in sheet.column(column - 1)):
            return column
    return None


def _may_be_grade(text: str, most: Decimal) -> bool:
    if not text:
        return True
    grade = number_of(text)
    return grade is not None and grade <= most


def _has_commas(sheet: Worksheet, columns: _Columns) -> bool:
    """Tell whether numbers have a comma for a decimal point."""
    texts = sheet.column(columns.grade)
    if columns.most is not None:
        texts += sheet.column(columns.most)
    return any("," in text for text in texts)


def _is_locked(sheet: Worksheet, row: Row, columns: _Columns) -> bool:
    """Tell whether Moodle says that a grade can't be changed.

    It does so behind the maximum grade, perhaps with the state of the marking in between.
    """
    if columns.most is None:
        return False
    behind = range(columns.most + 1, len(row.cells))[:2]
    return any(sheet.value(row, column).casefold() in NO for column in behind)


def _write_comments(
    sheet: Worksheet, columns: _Columns, filling: Filling, marks: Mapping[str, Mark]
) -> bool:
    """Write what each student is told where no comment stands; tell whether there is a place."""
    if columns.comments is None:
        return not any(mark.feedback for mark in marks.values())
    for label, row in filling.filled.items():
        feedback = marks[label].feedback
        if feedback and not sheet.value(row, columns.comments):
            # In the tags of HTML, which Moodle shows it as, no spreadsheet finds a formula either.
            sheet.put(row, columns.comments, f"<p>{html.escape(feedback, quote=False)}</p>")
    return True


def feedback_archive(marks: Mapping[str, Mark], file: str) -> bytes:
    """Return the archive of all students' pages, as Moodle takes it back.

    Args:
        marks: The marks by student; who has no page is left out.
        file: What a student finds the page as, such as minmax.html.

    Raises:
        KitError: No student has a number of Moodle's, or a page can't be read.
    """
    files: Files = {}
    for number, label in Numbered(marks, LMS, EXAMPLE).labels.items():
        page = marks[label].page
        if page is None:
            continue
        name = name_in(label).replace("_", " ")  # by which Moodle takes the folder's name apart
        folder = FOLDER.format(name=name, number=number)
        try:
            files[f"{folder}/{file}"] = page.read_bytes()
        except OSError as error:
            raise KitError(PAGE_GONE.format(file=page, error=error.strerror)) from None
    return archive_of(files)
