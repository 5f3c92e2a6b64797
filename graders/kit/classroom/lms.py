"""What goes back to an LMS, whichever it is: whose mark is whose, and how it is written there."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

from graders.kit.classroom.worksheets import Row, Worksheet
from graders.kit.errors import KitError
from graders.kit.rendering.in_words import counted, some

CENT = Decimal("0.01")  # an LMS shows two decimals
# What `gametree class` calls a student of an LMS: a name, the LMS's number, and a digest where the
# name had to be changed (see handins.py).
_LABEL = re.compile(r"(?P<name>.+)_(?P<number>[0-9]{1,18})(?:-[0-9a-f]{6})?", re.DOTALL)
_AMOUNT = re.compile(r"[0-9]{1,12}(?:[.,][0-9]{1,12})?")

NO_NUMBERS = (
    "No student of this class has a number of {lms}'s, such as in {example}: grade the archive "
    "that {lms} gives of all submissions, and not files that were renamed."
)
ONE_NUMBER = "{one} and {other} have the same number: remove one of the two hand-ins."
NOBODY = (
    "{file} is of another course or assignment: nobody's number in it, such as {theirs}, is one "
    "of this class, such as {ours}. Export it from the assignment that was graded."
)
TWICE = "{file} has two rows of {who}: export it anew from {lms}."
UNNUMBERED = "Without a number of {lms}'s, so not found in {file}: {names}."
FILLED = "{file}: a mark for {count} of {all}."
SCALED = "Full marks are {theirs} in {lms} and {ours} here: each mark is scaled to that."
REPLACED = "Another mark than before: {names}."
NO_MARK = "Without a mark, so what stands in {lms} stays: {names}."
NOT_THERE = "Not in {file}: {names}."


@dataclass(frozen=True)
class Mark:
    """What goes back of one student.

    Attributes:
        mark: The points, None for no mark.
        most: Full marks.
        feedback: A sentence for the student, "" for none.
        page: The student's page, None for none.
    """

    mark: Decimal | float | None
    most: Decimal | float
    feedback: str = ""
    page: Path | None = None


@dataclass(frozen=True)
class Filled:
    """A worksheet that was filled in, and what an instructor is told of that."""

    content: bytes
    sentences: list[str]


class Numbered:
    """The marks of a class by the numbers that an LMS has for its students.

    Attributes:
        labels: What `gametree class` calls each student, by number.
        unnumbered: The labels without a number.
    """

    def __init__(self, labels: Collection[str], lms: str, example: str) -> None:
        """Find the number in each label.

        Args:
            labels: What `gametree class` calls the students.
            lms: The LMS.
            example: Such a label with a number.

        Raises:
            KitError: There is no number in any label, or one number in two of them.
        """
        self.labels: dict[int, str] = {}
        self.unnumbered: list[str] = []
        for label in sorted(labels):
            found = _LABEL.fullmatch(label)
            if found is None:
                self.unnumbered.append(label)
                continue
            number = int(found["number"])
            other = self.labels.setdefault(number, label)
            if other != label:
                raise KitError(ONE_NUMBER.format(one=other, other=label))
        if not self.labels:
            raise KitError(NO_NUMBERS.format(lms=lms, example=example))


def rows_by_number(sheet: Worksheet, numbered: Sequence[tuple[int, Row]]) -> dict[int, Row]:
    """Return rows by their numbers; raise KitError if two have the same."""
    rows: dict[int, Row] = {}
    for number, row in numbered:
        if number in rows:
            raise sheet.error(TWICE, who=number)
        rows[number] = row
    return rows


def name_in(label: str) -> str:
    """Return a student's name, without the number of an LMS behind it."""
    found = _LABEL.fullmatch(label)
    if found is None:
        return label
    return found["name"]


def number_of(text: str) -> Decimal | None:
    """Return the number that a cell holds, with a decimal point or comma; None for none."""
    if not _AMOUNT.fullmatch(text):
        return None
    return Decimal(text.replace(",", "."))


def scaled(mark: Mark, most: Decimal | None) -> Decimal | None:
    """Return a mark as an LMS takes it, None for no mark.

    Args:
        mark: The mark.
        most: Full marks in the LMS; None if it doesn't say.
    """
    if mark.mark is None:
        return None
    points = Decimal(str(mark.mark))
    ours = Decimal(str(mark.most))
    if most is not None and ours:
        points = points * most / ours
    return points.quantize(CENT, ROUND_HALF_UP)


def in_digits(number: Decimal | float) -> str:
    """Return a number without zeros at its end: "7.5", "10"."""
    return format(Decimal(str(number)).normalize(), "f")


@dataclass(frozen=True)
class Target:
    """Where marks are written.

    Attributes:
        sheet: The worksheet.
        rows: Its rows of students, by the number that the LMS has for each.
        column: The one of the marks.
        most: Full marks there, None if the worksheet doesn't say.
        comma: Whether a number has a comma where others have a point.
    """

    sheet: Worksheet
    rows: Mapping[int, Row]
    column: int
    most: Decimal | None
    comma: bool = False


class Filling:
    """The marks of a class on their way into a worksheet.

    Attributes:
        filled: The rows that have a mark now, by student.
    """

    def __init__(self, target: Target, numbered: Numbered, marks: Mapping[str, Mark]) -> None:
        """Find the rows of a class.

        Raises:
            KitError: None of the rows is of this class.
        """
        self.filled: dict[str, Row] = {}
        self._target = target
        self._numbered = numbered
        self._marks = marks
        self._replaced: list[str] = []  # students who had another mark before
        self._unmarked: list[str] = []  # students in the worksheet without a mark of ours
        self._left: dict[str, list[str]] = {}  # students whose rows are left, by the sentence why
        if numbered.labels.keys().isdisjoint(target.rows):
            file = target.sheet.file
            theirs = min(target.rows)
            ours = min(numbered.labels)
            raise KitError(NOBODY.format(file=file, theirs=theirs, ours=ours))

    def fill_in(self, why_left: Callable[[Row], str]) -> None:
        """Write the marks that there are, and leave all else as it is.

        Args:
            why_left: Returns a sentence why a row is left with the mark that stands there, with a
                place for names; "" if it is not left.
        """
        sheet = self._target.sheet
        for number, row in self._target.rows.items():
            label = self._numbered.labels.get(number)
            if label is None:
                continue  # who handed in nothing keeps what stands there
            grade = scaled(self._marks[label], self._target.most)
            sentence = why_left(row)
            if grade is None:
                self._unmarked.append(label)
            elif sentence:
                self._left.setdefault(sentence, []).append(label)
            else:
                was = sheet.value(row, self._target.column)
                if was and number_of(was) != grade:
                    self._replaced.append(label)
                digits = in_digits(grade)
                if self._target.comma:
                    digits = digits.replace(".", ",")
                sheet.put(row, self._target.column, digits)
                self.filled[label] = row

    def sentences(self) -> list[str]:
        """Return what an instructor is told."""
        sheet = self._target.sheet
        every = counted(len(self._target.rows), "row")
        told = [FILLED.format(file=sheet.file, count=f"{len(self.filled):,}", all=every)]
        most = self._target.most
        ours = {Decimal(str(mark.most)) for mark in self._marks.values()} - {most}
        if most is not None and ours:
            in_words = " or ".join(map(in_digits, sorted(ours)))
            told.append(SCALED.format(theirs=in_digits(most), lms=sheet.lms, ours=in_words))
        absent = []
        for number, label in self._numbered.labels.items():
            if number not in self._target.rows:
                absent.append(label)
        named = {REPLACED: self._replaced, NO_MARK: self._unmarked, **self._left}
        named |= {NOT_THERE: absent, UNNUMBERED: self._numbered.unnumbered}
        for sentence, labels in named.items():
            if labels:
                names = some(labels)
                told.append(sentence.format(names=names, lms=sheet.lms, file=sheet.file))
        return told
