"""Back to Canvas and round again: a stand-in exports a gradebook, and takes it back by Canvas's documented rules."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from graders.kit.classroom.canvas import for_canvas
from graders.kit.classroom.handins import find
from graders.kit.classroom.lms import Mark
from graders.kit.errors import KitError
from tests.classroom.helpers import BYTES, MINMAX, packed

NAMES = ["Lovelace, Ada", "Müller, Zoë", "O'Neil, Bob", "=cmd, x", "名, 前", "Student, Test"]
HEADINGS = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Notes"]
TOTALS = ["Homework Current Score", "Final Score", "Final Score (2027)"]


@dataclass
class Canvas:
    """A stand-in for a course of Canvas's.

    Attributes:
        students: Everyone's name, by number.
        assignments: Full marks, by the assignment's title with its number.
        grades: By number and title.
        first: The headings before the assignments.
    """

    students: dict[int, str]
    assignments: dict[str, str] = field(
        default_factory=lambda: {"Warm-up (46)": "5.00", "Homework 2: Minmax (4711)": "10.00"}
    )
    grades: dict[tuple[int, str], str] = field(default_factory=dict)
    first: list[str] = field(default_factory=lambda: HEADINGS)

    def gradebook(self, separator: str = ",", encoding: str = "utf-8-sig") -> bytes:
        """Export the gradebook."""
        titles = list(self.assignments)
        blank = [""] * (len(self.first) - 1)
        text = io.StringIO()
        writer = csv.writer(text, delimiter=separator, lineterminator="\n")
        writer.writerow([*self.first, *titles, *TOTALS])
        writer.writerow(
            ["", *blank, "Manual Posting", *[""] * (len(titles) - 1), *[""] * len(TOTALS)]
        )
        writer.writerow(
            [
                "    Points Possible",
                *blank,
                *self.assignments.values(),
                *["(read only)"] * len(TOTALS),
            ]
        )
        for number, name in self.students.items():
            about = {
                "Student": name,
                "LastName": name,
                "ID": number,
                "SIS Login ID": f"s{number}",
                "Section": "One",
            }
            grades = [self.grades.get((number, title), "") for title in titles]
            writer.writerow(
                [*(about.get(head, "") for head in self.first), *grades, "91", "80", "80"]
            )
        return text.getvalue().encode(encoding)

    def submissions(self) -> bytes:
        """Export all submissions: names are letters alone."""
        files = {}
        for number, name in self.students.items():
            letters = "".join(filter(str.isalpha, name)).lower()
            late = "_LATE" if number % 2 else ""
            files[f"{letters}{late}_{number}_{number}99_minmax.py"] = BYTES + b"#%d" % number
        return packed(files.items())

    def take(self, gradebook: bytes, separator: str = ",", encoding: str = "utf-8-sig") -> None:
        """Import a gradebook, empty cells too."""
        head, *rows = csv.reader(io.StringIO(gradebook.decode(encoding)), delimiter=separator)
        place = head.index("ID")
        assert head[0] in ("Student", "LastName")
        assert place in (1, 2)
        titles = [title for title in head if title in self.assignments]
        about = [one for one in self.first if one != "Notes"]
        assert head == [*about, *titles]  # anything else would be a new assignment
        for row in rows:
            assert int(row[place]) in self.students
            for title in titles:
                self.grades[int(row[place]), title] = row[head.index(title)].replace(",", ".")


MINE = "Homework 2: Minmax (4711)"


def canvas(count: int = len(NAMES), **values: Any) -> Canvas:
    return Canvas({500 + 7 * n: NAMES[n % len(NAMES)] for n in range(count)}, **values)


def marks_of(course: Canvas, mark: float | None = 7.5) -> dict[str, Mark]:
    return {f"name_{number}": Mark(mark, 10) for number in course.students}


def test_everyone_gets_the_own_mark_back_whatever_the_name(tmp_path: Path) -> None:
    course = canvas()
    path = tmp_path / "submissions.zip"
    path.write_bytes(course.submissions())
    students = [hand_in.student for hand_in in find(path, MINMAX).hand_ins]
    marks = {student: Mark(number, 10) for number, student in enumerate(students)}
    assert len(marks) == len(NAMES)
    course.grades[500, "Warm-up (46)"] = "3"
    course.take(for_canvas(course.gradebook(), marks, "minmax").content)
    for student, mark in marks.items():
        number = int(student.rpartition("_")[2])
        assert float(course.grades[number, MINE]) == mark.mark
    assert course.grades[500, "Warm-up (46)"] == "3"


@pytest.mark.parametrize(
    ("separator", "encoding"), [(";", "utf-8-sig"), (",", "utf-16"), (",", "utf-8")]
)
def test_other_forms_of_the_gradebook(separator: str, encoding: str) -> None:
    first = [
        "LastName",
        "FirstName",
        "ID",
        "SIS Login ID",
        "Integration ID",
        "Root Account",
        "Section",
    ]
    course = canvas(first=first, assignments={"minmax (1)": "25,00"})
    filled = for_canvas(course.gradebook(separator, encoding), marks_of(course), "minmax")
    course.take(filled.content, separator, encoding)
    assert {course.grades[number, "minmax (1)"] for number in course.students} == {"18.75"}
    assert "Full marks are 25 in Canvas and 10 here" in filled.sentences[1]


def test_only_rows_with_a_mark_go_back() -> None:
    """An empty cell would take a mark away; who is excused, or has not got it, is left."""
    grades = {(500, MINE): "4", (507, MINE): "EX", (514, MINE): "N/A", (521, MINE): "7.50"}
    course = canvas(grades=dict(grades))
    marks = marks_of(course)
    marks["name_500"] = Mark(None, 10)
    del marks["name_528"]
    marks["name_9"] = Mark(1, 10)
    filled = for_canvas(course.gradebook(), marks, "minmax", file="g.csv")
    course.take(filled.content)
    assert course.grades == grades | {(521, MINE): "7.5", (535, MINE): "7.5"}
    assert filled.sentences == [
        "g.csv: a mark for 2 of 6 rows.",
        "Without a mark, so what stands in Canvas stays: name_500.",
        "Left, since they are excused in Canvas: name_507.",
        "Left, since Canvas has not assigned it to them: name_514.",
        "Not in g.csv: name_9.",
    ]


@pytest.mark.parametrize("wanted", ["4711", MINE, "Homework 2: Minmax", "minmax", "homework 2"])
def test_an_assignment_is_named_by_its_title_a_piece_of_it_or_its_number(wanted: str) -> None:
    course = canvas()
    course.take(for_canvas(course.gradebook(), marks_of(course), "minmax", wanted).content)
    assert course.grades[500, MINE] == "7.5"


def test_an_assignment_named_as_another_exercise_is_meant_by_its_number_alone() -> None:
    alphabeta = "Alpha-Beta pruning (5)"
    course = canvas(assignments={MINE: "10", alphabeta: "10", "Two-player Minmax (6)": "10"})
    book = course.gradebook()
    for wanted in ("Alpha", alphabeta, "alpha-beta pruning"):
        with pytest.raises(
            KitError, match=r"is named as alphabeta is, .* marks of minmax: name"
        ) as said:
            for_canvas(book, marks_of(course), "minmax", wanted)
        assert str(said.value).endswith("name its number: --assignment 5")
    for_canvas(book, marks_of(course), "minmax", "Two-player")  # named as two, of which it is one
    course.take(for_canvas(book, marks_of(course), "minmax", "5").content)
    assert course.grades[500, alphabeta] == "7.5"


def test_whoever_has_another_name_in_the_gradebook_gets_no_mark() -> None:
    course = canvas(5)
    marks = {}
    for number, name in course.students.items():
        letters = "".join(filter(str.isalnum, name)).lower()
        marks[f"{letters}_{number}"] = Mark(7.5, 10)
    assert for_canvas(course.gradebook(), marks, "minmax").strangers == []
    course.students[500] = "Turing, Alan"
    filled = for_canvas(course.gradebook(), marks, "minmax", file="g.csv")
    assert filled.strangers == ["lovelaceada_500"]
    assert (
        "neither mark nor page goes back: lovelaceada_500 (there Turing, Alan)."
        in filled.sentences[1]
    )
    course.take(filled.content)
    assert (500, MINE) not in course.grades
    course.students = dict(zip(course.students, [*NAMES[1:], NAMES[0]], strict=False))
    with pytest.raises(KitError, match="4 of 4 hand-ins have the number of somebody else"):
        for_canvas(course.gradebook(), dict(list(marks.items())[:4]), "minmax")


@pytest.mark.parametrize(
    ("change", "arguments", "reason"),
    [
        (("", ""), ("player",), r"no assignment that fits player: name one.* There are: Warm-up \(46\); Homework"),
        (("Warm-up", "minmax again"), ("minmax",), r"meant by minmax: .*There are: minmax again \(46\); Homework"),
        (("Warm-up (46)", MINE), ("minmax",), "has two columns Homework 2: Minmax"),
        (("Section", "Group"), ("minmax",), "has no columns Student, ID and Section"),
        (("Notes", "ID"), ("minmax",), "has two columns ID"),
        ((",507,", ",500,"), ("minmax",), "has two rows of 500"),
        ((",500,", ",501,"), ("minmax",), "is of another course or assignment"),
        ((" (4711)", ""), ("minmax", "Final"), "no assignment that fits Final"),
    ],
)  # fmt: skip
def test_what_is_no_gradebook_for_this_is_told_in_a_sentence(
    change: tuple[str, str], arguments: tuple[str, ...], reason: str
) -> None:
    data = canvas(2).gradebook().replace(change[0].encode(), change[1].encode())
    marks = {"name_500": Mark(1, 10)}
    with pytest.raises(KitError, match=reason):
        for_canvas(data, marks, *arguments)


def test_a_gradebook_without_students_or_assignments() -> None:
    marks = {"name_500": Mark(1, 10)}
    with pytest.raises(KitError, match="has no row with a number in its column ID"):
        for_canvas(canvas(0).gradebook(), marks, "minmax")
    with pytest.raises(KitError, match="has no column of an assignment"):
        for_canvas(
            canvas(1, assignments={}).gradebook().replace(b"Manual Posting", b""), marks, "minmax"
        )
