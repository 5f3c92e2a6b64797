"""Back to Canvas: the CSV of its gradebook, which it takes back under "Import".

Canvas reads a row by the number of its student. An empty cell would take a mark away, so only rows
with a mark are in what goes back.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from graders.kit.catalog import present
from graders.kit.classroom.lms import (
    Filled,
    Filling,
    Mark,
    Numbered,
    Target,
    number_of,
    rows_by_number,
)
from graders.kit.classroom.names import are_alike_run_together
from graders.kit.classroom.worksheets import Row, Worksheet, heading_in_words

LMS = "Canvas"
EXAMPLE = "lovelaceada_12345"  # a student, as Canvas's archive of submissions calls one
# Canvas has these headings in English whatever its language, and finds them by their places.
ABOUT_STUDENT = (
    *("Student", "LastName", "FirstName", "ID", "SIS User ID", "SIS Login ID"),
    *("Integration ID", "Root Account", "Section"),
)
NAME = ("Student", "LastName", "FirstName")
POINTS = "Points Possible"  # in the row of full marks, not of a student
EXCUSED = "EX"
NOT_ASSIGNED = "N/A"
_ASSIGNMENT = re.compile(r"(?P<title>.+) \((?P<number>[0-9]+)\)", re.DOTALL)

NO_GRADEBOOK = (
    "{file} has no columns Student, ID and Section, as a gradebook of Canvas's has: export that "
    "under Grades, Export, Export Entire Gradebook."
)
NO_STUDENTS = "{file} has no row with a number in its column ID: export the gradebook anew."
WHICH = (
    "Of the assignments in {file} it is not clear which is meant by {wanted}: name one with "
    "--assignment. There are: {titles}."
)
NO_ASSIGNMENT = (
    "{file} has no assignment that fits {wanted}: name one with --assignment. There are: {titles}."
)
OF_ANOTHER = (
    "The assignment {title} is named as {other} is, and these are marks of {exercise}: name that of "
    "{exercise} with --assignment. If it is meant all the same, name its number: "
    "--assignment {number}"
)
NONE_AT_ALL = "{file} has no column of an assignment: make one in Canvas, and export it anew."
LEFT_EXCUSED = "Left, since they are excused in Canvas: {names}."
LEFT_UNASSIGNED = "Left, since Canvas has not assigned it to them: {names}."


@dataclass(frozen=True)
class _Assignment:
    """An assignment in a gradebook."""

    column: int
    heading: str
    title: str
    number: str


def for_canvas(
    gradebook: bytes,
    marks: Mapping[str, Mark],
    exercise: str,
    assignment: str = "",
    file: str = "The gradebook",
) -> Filled:
    """Return the part of a gradebook of Canvas's that has the marks of a class.

    Args:
        gradebook: What Canvas has exported.
        marks: The marks by student, as `gametree class` calls them.
        exercise: The name of the exercise.
        assignment: The title of the assignment, a piece of it, or its number; "" for the one whose
            title has the name of the exercise. One that is named as another exercise has to be
            meant by its number.
        file: What the gradebook is called in sentences.

    Returns:
        The columns about students and that of the assignment, the rows that have a mark; and what
        an instructor is told.

    Raises:
        KitError: It is no gradebook, or that of others, or it is not clear which assignment is
            meant.
    """
    sheet = Worksheet(gradebook, file, LMS)
    if not {"ID", "Section"} <= {*sheet.headings} or sheet.headings[0] not in ABOUT_STUDENT:
        raise sheet.error(NO_GRADEBOOK)
    sheet.check_once(sheet.headings.index("ID"))
    full_marks = _full_marks(sheet)
    column = _chosen(sheet, full_marks, assignment, exercise).column
    rows = _students(sheet)
    most = None
    if full_marks is not None:
        most = number_of(sheet.value(full_marks, column)) or None
    target = Target(
        sheet, rows, column, most, names=_names(sheet, rows), are_alike=are_alike_run_together
    )
    filling = Filling(target, Numbered(marks, LMS, EXAMPLE), marks)

    def why_left(row: Row) -> str:
        stands = sheet.value(row, column).upper()
        if stands == EXCUSED:
            return LEFT_EXCUSED
        if stands == NOT_ASSIGNED:
            return LEFT_UNASSIGNED
        return ""

    filling.fill_in(why_left)
    columns = []
    for number, heading in enumerate(sheet.headings[:column]):
        if heading in ABOUT_STUDENT:
            columns.append(number)
    content = sheet.part([*columns, column], list(filling.filled.values()))
    return Filled(content, filling.sentences(), list(filling.strangers))


def _students(sheet: Worksheet) -> dict[int, Row]:
    """Return the rows of students, by the number that Canvas has for each."""
    column = sheet.headings.index("ID")
    numbered = []
    for row in sheet.rows:
        number = sheet.value(row, column)
        if re.fullmatch("[0-9]{1,18}", number):
            numbered.append((int(number), row))
    if not numbered:
        raise sheet.error(NO_STUDENTS)
    return rows_by_number(sheet, numbered)


def _names(sheet: Worksheet, rows: Mapping[int, Row]) -> dict[int, str]:
    """Return the names of students by their numbers."""
    columns = [column for column, heading in enumerate(sheet.headings) if heading in NAME]
    names = {}
    for number, row in rows.items():
        names[number] = " ".join(sheet.value(row, column) for column in columns)
    return names


def _full_marks(sheet: Worksheet) -> Row | None:
    """Return the row that says what full marks are, None if there is none."""
    for row in sheet.rows:
        if sheet.value(row, 0).startswith(POINTS):
            return row
    return None


def _chosen(sheet: Worksheet, full_marks: Row | None, wanted: str, exercise: str) -> _Assignment:
    """Return the assignment that is meant; raise KitError unless that is one.

    Args:
        sheet: The gradebook.
        full_marks: The row that says what full marks are.
        wanted: What an instructor has named, "" for nothing.
        exercise: The name of the exercise.
    """
    every = _assignments(sheet, full_marks)
    if not every:
        raise sheet.error(NONE_AT_ALL)
    text = wanted or exercise
    found = [one for one in every if wanted in (one.heading, one.title, one.number)]
    if not found:
        found = [one for one in every if text.casefold() in one.title.casefold()]
    if found:
        sheet.check_once(found[0].column)
    if len(found) == 1:
        _check_exercise(sheet, found[0], wanted, exercise)
        return found[0]
    sentence = WHICH if found else NO_ASSIGNMENT
    titles = "; ".join(heading_in_words(one.heading) for one in found or every)
    raise sheet.error(sentence, wanted=heading_in_words(text), titles=titles)


def _check_exercise(sheet: Worksheet, chosen: _Assignment, wanted: str, exercise: str) -> None:
    """Raise KitError if an assignment is named as another exercise is, and not as this one."""
    title = _letters(chosen.title)
    if wanted == chosen.number or _letters(exercise) in title:
        return
    for other in present():
        if _letters(other.name) in title:
            raise sheet.error(
                OF_ANOTHER,
                title=heading_in_words(chosen.heading),
                other=other.name,
                exercise=exercise,
                number=chosen.number,
            )


def _letters(title: str) -> str:
    """Return the letters and digits of a title: "Alpha-Beta" is alphabeta."""
    return "".join(filter(str.isalnum, title.casefold()))


def _assignments(sheet: Worksheet, full_marks: Row | None) -> list[_Assignment]:
    """Return the assignments of a gradebook, without the columns that Canvas computes."""
    every = []
    for column, heading in enumerate(sheet.headings):
        found = _ASSIGNMENT.fullmatch(heading)
        if found is None:
            continue
        if full_marks is not None:
            text = sheet.value(full_marks, column)
            if text and number_of(text) is None:
                continue  # it says that this is read only
        every.append(_Assignment(column, heading, found["title"], found["number"]))
    return every
