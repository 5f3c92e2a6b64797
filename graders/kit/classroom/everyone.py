"""The table of everyone on the page about a class: a row for each student."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar
from urllib.parse import quote

from graders.kit.classroom.marks import UNMARKED, Mark
from graders.kit.classroom.store import Record

MOST_ROWS = 3_000  # that a page shows and filters quickly
# What is read of an outcome and the sign for it, in the order in which a column is sorted.
OUTCOMES = {
    "failed": ("wrong", "\N{BALLOT X}"),
    "error": ("error", "!"),
    "timeout": ("too long", "\N{HORIZONTAL ELLIPSIS}"),
    "crashed": ("crashed", "\N{DAGGER}"),
    "unavailable": ("not written", "\N{EN DASH}"),
    "passed": ("passed", "\N{CHECK MARK}"),
}


@dataclass(frozen=True)
class Row:
    """One student, as plain data.

    Attributes:
        student: The label of the student.
        mark: What the student gets, "" for no mark.
        most: What full marks are.
        status: What became of the student.
        outcomes: What became of each check, by its name; empty where nothing was graded.
        cause: What went wrong, as far as it is known; "" if it is not.
        person: Who has to look at it, "" for nobody.
        page: The student's page as an address beside the page about the class, "" for none.
    """

    student: str
    mark: str
    most: str
    status: str
    outcomes: Mapping[str, str]
    cause: str = ""
    person: str = ""
    page: str = ""


@dataclass
class Everyone:
    """The rows of a class, with what they can be filtered by.

    Attributes:
        outcomes: Of each outcome what is read, and its sign.
        checks: The names of the exercise's checks.
        rows: The rows, none of them if there are too many for a page.
        count: How many students there are.
    """

    outcomes: ClassVar[Mapping[str, tuple[str, str]]] = OUTCOMES
    checks: Sequence[str]
    rows: list[Row] = field(default_factory=list)
    count: int = 0

    def add(self, row: Row) -> None:
        """Add a student, in the order of the page."""
        self.count += 1
        if self.count > MOST_ROWS:
            self.rows.clear()
        else:
            self.rows.append(row)

    @property
    def statuses(self) -> list[str]:
        return sorted({row.status for row in self.rows})

    @property
    def causes(self) -> list[str]:
        """The causes that are known, without "" for none."""
        return sorted({row.cause for row in self.rows} - {""})

    @property
    def people(self) -> list[str]:
        """Those who have to look at somebody's."""
        return sorted({row.person for row in self.rows} - {""})


def row_of(record: Record, mark: Mark) -> Row:
    """Return the row of a student, without who has to look at it."""
    report = record.report
    if report is None:
        return Row(record.student, "", "", record.status, {})
    outcomes = {}
    if record.status not in UNMARKED:
        outcomes = {check.name: check.outcome for check in report.checks}
    return Row(
        student=record.student,
        mark=mark.text,
        most=str(mark.total),
        status=record.status,
        outcomes=outcomes,
        cause=record.cause,
        page=address_of_page(record.student),
    )


def address_of_page(student: str) -> str:
    """Return where a student's page lies, as seen from the page about the class."""
    name = quote(f"{student}.html", safe="")
    return f"feedback/{name}"
