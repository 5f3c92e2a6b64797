"""Back to Moodle: the grading worksheet of an assignment, and the archive of feedback files.

The worksheet is what Moodle exports under "Download grading worksheet" and takes back under "Upload
grading worksheet"; the archive is for "Upload multiple feedback files in a zip". The headings are
in the language of whoever exports, so columns are found by what stands in them.
"""

import html
import re
from collections.abc import Container, Mapping, Sequence
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
from graders.kit.classroom.names import are_alike, words_of
from graders.kit.classroom.worksheets import Row, Worksheet, heading_in_words
from graders.kit.errors import KitError
from graders.kit.files import Files
from graders.kit.packing import archive_of
from graders.kit.rendering.in_words import some

LMS = "Moodle"
EXAMPLE = "Ada Lovelace_123456"  # a student, as Moodle's archive of submissions calls one
_IDENTIFIER = re.compile(r"(?P<word>[^0-9]+)(?P<number>[0-9]{1,18})")
# Words and headings of Moodle's in some languages, in small letters: "Full name", "Grade", "Yes",
# "No" and "Feedback comments".
NAME = {
    *("full name", "vollständiger name", "nom complet", "nombre completo", "nome completo"),
    *("nome e cognome", "volledige naam", "nom i cognoms", "imię i nazwisko", "pełna nazwa"),
    *("fullständigt namn", "fullt navn", "fulde navn", "koko nimi", "celé jméno"),
}
GRADE = {
    *("grade", "bewertung", "note", "calificación", "valutazione", "nota", "avaliação"),
    *("cijfer", "beoordeling", "qualificació", "ocena", "betyg", "karakter", "arvosana"),
}
YES = {
    *("yes", "ja", "oui", "sí", "si", "sì", "sim", "tak", "ano", "áno", "kyllä", "igen"),
    *("jah", "da", "да", "так", "はい", "是"),
}
NO = {
    *("no", "nein", "non", "não", "nee", "nej", "nei", "ei", "nie", "ne", "nem", "nu", "нет"),
    *("ні", "いいえ", "否"),
}
COMMENTS = {
    *("feedback comments", "feedback als kommentar", "feedback par commentaires"),
    "comentarios de retroalimentación",
}
FEWEST_NAMES = 5  # rows in which a column of names is known without its heading
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
NO_MOST = (
    "{file} does not say what full marks are: marks are written as they are. If they are others "
    "in Moodle, export the worksheet anew."
)
TWO_MOST = (
    "{file} says different things about the maximum grade, such as {one} and {other}: export it "
    "anew from {lms}."
)
NO_LOCKS = (
    "{file} has no column that is known to say whose grade can be changed: marks are written for "
    "those, too, for whom Moodle will not take them."
)
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
        most = _same_number(sheet.column(columns.most))
    rows = _rows(sheet, columns)
    numbered = Numbered(marks, LMS, EXAMPLE)
    target = Target(
        sheet,
        rows,
        columns.grade,
        most,
        comma=_has_commas(sheet, columns),
        names=_names(sheet, columns, rows, numbered),
        are_alike=are_alike,
    )
    filling = Filling(target, numbered, marks)
    locks = _locks(sheet, columns)

    def why_left(row: Row) -> str:
        if any(sheet.value(row, column).casefold() in NO for column in locks):
            return LOCKED
        return ""

    filling.fill_in(why_left)
    sentences = filling.sentences()
    if most is None:
        sentences.append(NO_MOST.format(file=file))
    if not locks:
        sentences.append(NO_LOCKS.format(file=file))
    sentences += _too_high(filling, marks, most)
    if not _write_comments(sheet, columns, filling, marks):
        sentences.append(NO_COMMENTS.format(file=file))
    return Filled(sheet.content(), sentences, list(filling.strangers))


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


def _names(
    sheet: Worksheet, columns: _Columns, rows: Mapping[int, Row], numbered: Numbered
) -> dict[int, str]:
    """Return the names of participants by their numbers.

    Where the names at the hand-ins are hidden, as in blind marking, there are none to compare.
    """
    column = _named(sheet, NAME)
    if column is None:
        column = _looks_like_names(sheet, columns)
    if column is None:
        return {}
    hidden = set(words_of(_word(sheet.value(sheet.rows[0], columns.identifier))))
    names = {}
    for number, row in rows.items():
        at_hand_in = name_in(numbered.labels.get(number, ""))
        if not hidden or not hidden <= set(words_of(at_hand_in)):
            names[number] = sheet.value(row, column)
    return names


def _looks_like_names(sheet: Worksheet, columns: _Columns) -> int | None:
    """Return the column of names by what stands in it, None if there is none.

    That is the first one behind the identifier with words only, which are mostly different.
    """
    if len(sheet.rows) < FEWEST_NAMES:
        return None
    for column in range(columns.identifier + 1, columns.grade):
        texts = sheet.column(column)
        names = [text for text in texts if words_of(text) and not re.search(r"[@0-9]", text)]
        are_words = len(names) > len(texts) * 9 // 10
        are_different = len(set(names)) > len(texts) // 2
        if are_words and are_different:
            return column
    return None


def _columns(sheet: Worksheet) -> _Columns:
    """Find the columns that are needed; raise KitError if one is not there, or is there twice."""
    identifier = _identifier(sheet)
    most = _most(sheet, identifier)
    if most is None:
        grade = _named(sheet, GRADE)
    else:
        grade = most - 1
    if grade is None:
        raise _no_grade(sheet)
    sheet.check_once(identifier)
    sheet.check_once(grade)
    if most is None:
        _check_no_most(sheet, grade)
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

    It has the same number in each row, and stands behind the grades. One that is behind a known
    heading comes first, whatever somebody has written there for a grade; then one behind numbers
    up to that one; then one behind numbers of which few are above. Of several it is the last.
    """
    behind_heading = []
    behind_grades = []
    behind_most = []
    for column in range(identifier + 2, len(sheet.headings)):
        most = _same_number(sheet.column(column))
        if most is None:
            continue
        if sheet.headings[column - 1].casefold() in GRADE:
            behind_heading.append(column)
        above = _count_above(sheet.column(column - 1), most)
        if above == 0:
            behind_grades.append(column)
        elif above is not None and above * 10 <= len(sheet.rows):
            behind_most.append(column)
    for found in (behind_heading, behind_grades, behind_most):
        if found:
            return found[-1]
    return None


def _same_number(texts: Sequence[str]) -> Decimal | None:
    """Return the number that stands in each cell that is not empty; None for none, and for 0."""
    numbers = {number_of(text) for text in texts if text}
    if len(numbers) != 1:
        return None
    return numbers.pop() or None


def _count_above(texts: Sequence[str], most: Decimal) -> int | None:
    """Return how many grades are above the maximum; None if there is something else than grades."""
    above = 0
    for text in texts:
        if not text:
            continue
        grade = number_of(text)
        if grade is None:
            return None
        if grade > most:
            above += 1
    return above


def _check_no_most(sheet: Worksheet, grade: int) -> None:
    """Raise KitError if there are several maximum grades, or a scale with a step a line."""
    if grade + 1 >= len(sheet.headings):
        return
    texts = sorted(set(sheet.column(grade + 1)) - {""})
    if any("\n" in text for text in texts):
        raise _no_grade(sheet)
    numbers = [text for text in texts if number_of(text) is not None]
    if len(texts) > 1 and numbers:
        other = next(text for text in texts if text != numbers[0])
        raise sheet.error(TWO_MOST, one=numbers[0], other=heading_in_words(other))


def _no_grade(sheet: Worksheet) -> KitError:
    """Return what is said where no points can be written."""
    columns = ", ".join(map(heading_in_words, sheet.headings))
    return sheet.error(NO_GRADE, columns=columns)


def _has_commas(sheet: Worksheet, columns: _Columns) -> bool:
    """Tell whether numbers have a comma for a decimal point."""
    texts = sheet.column(columns.grade)
    if columns.most is not None:
        texts += sheet.column(columns.most)
    return any("," in text and number_of(text) is not None for text in texts)


def _locks(sheet: Worksheet, columns: _Columns) -> list[int]:
    """Return the columns in which Moodle says whether a grade can be changed.

    They are behind the grade. Whether there is a maximum grade makes no difference.
    """
    locks = []
    for column in range(columns.grade + 1, len(sheet.headings)):
        texts = [text.casefold() for text in sheet.column(column) if text]
        if len(texts) * 2 <= len(sheet.rows):
            continue  # Moodle says it in each row, and here is a comment or two
        known = [text for text in texts if text in YES or text in NO]
        are_mostly_known = len(known) * 2 > len(texts)
        is_one_known = bool(known) and len(set(texts)) == 2  # "yes" in another language
        if are_mostly_known or is_one_known:
            locks.append(column)
    return locks


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
