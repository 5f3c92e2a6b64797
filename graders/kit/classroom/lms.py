"""What goes back to an LMS, whichever it is: whose mark is whose, and how it is written there."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

from graders.kit.classroom.names import are_alike
from graders.kit.classroom.worksheets import Row, Worksheet, heading_in_words
from graders.kit.errors import KitError
from graders.kit.rendering.in_words import counted, some

# So many people with another name than their number's may be a slip; from the share on that is
# named below, more of them mean another list.
FEW = 2
SHARE_OF_MANY = Decimal("0.1")
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
OTHER_NAMES = (
    "{file} is of another assignment, or its rows got mixed up: {count} of {all} hand-ins have the "
    "number of somebody else there, such as {example}. No list is filled in. Export it anew from "
    "the assignment that was graded, and don't sort single columns."
)
MOST_ABSENT = (
    "{file} is of another course or assignment, or of some of the students only: {count} of {all} "
    "hand-ins are not in it, and it has no names to compare. No list is filled in. Export it for "
    "everyone, from the assignment that was graded."
)
TWICE = "{file} has two rows of {who}: export it anew from {lms}."
STRANGERS = (
    "Another name in {file} than at the hand-in with that number, so neither mark nor page goes "
    "back: {names}. Look whose it is; if it is one person, write the name in {file} as at the "
    "hand-in, and run the same again."
)
STRANGER = "{label} (there {listed})"
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
    """A worksheet that was filled in.

    Attributes:
        content: The worksheet.
        sentences: What an instructor is told of that.
        strangers: Students whose number has another name there: nothing goes back of them.
    """

    content: bytes
    sentences: list[str]
    strangers: list[str] = field(default_factory=list)


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


def _all_have_one_name(labels: Collection[str]) -> bool:
    """Tell whether several students have the same name, as where an LMS hides names."""
    names = {name_in(label) for label in labels}
    return len(labels) > 1 and len(names) == 1


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
        names: The names of students by the same number, as far as there are any.
        are_alike: Tells whether such a name fits the one at a hand-in, None for not known.
    """

    sheet: Worksheet
    rows: Mapping[int, Row]
    column: int
    most: Decimal | None
    comma: bool = False
    names: Mapping[int, str] = field(default_factory=dict)
    are_alike: Callable[[str, str], bool | None] = are_alike


class Filling:
    """The marks of a class on their way into a worksheet.

    Attributes:
        filled: The rows that have a mark now, by student.
        strangers: The names in the worksheet that don't fit, by student.
    """

    def __init__(self, target: Target, numbered: Numbered, marks: Mapping[str, Mark]) -> None:
        """Find the rows of a class.

        Raises:
            KitError: The rows are not of this class, by their numbers or by their names.
        """
        self.filled: dict[str, Row] = {}
        self.strangers: dict[str, str] = {}
        self._target = target
        self._numbered = numbered
        self._marks = marks
        self._replaced: list[str] = []  # students who had another mark before
        self._unmarked: list[str] = []  # students in the worksheet without a mark of ours
        self._left: dict[str, list[str]] = {}  # students whose rows are left, by the sentence why
        self._absent: list[str] = []  # students who are not in the worksheet
        for number, label in numbered.labels.items():
            if number not in target.rows:
                self._absent.append(label)
        if len(self._absent) == len(numbered.labels):
            theirs = min(target.rows)
            ours = min(numbered.labels)
            raise target.sheet.error(NOBODY, theirs=theirs, ours=ours)
        compared = self._compare_names()
        self._check_list(compared)

    def _compare_names(self) -> int:
        """Find the strangers; return of how many students both names are known."""
        compared = 0
        if _all_have_one_name(self._numbered.labels.values()):
            return compared  # the LMS has hidden them
        for number, label in self._numbered.labels.items():
            listed = self._target.names.get(number, "")
            fits = self._target.are_alike(listed, name_in(label))
            if fits is None:
                continue
            compared += 1
            if not fits:
                self.strangers[label] = listed
        return compared

    def _check_list(self, compared: int) -> None:
        """Raise KitError if the list is one of others.

        Args:
            compared: Of how many students both names are known.
        """
        sheet = self._target.sheet
        count = len(self.strangers)
        are_many = count > FEW and count > compared * SHARE_OF_MANY
        if count and (are_many or count == compared):
            example = min(self._strangers_in_words())
            raise sheet.error(OTHER_NAMES, count=count, all=compared, example=example)
        # The list of a group has few of the class. If names fit, they vouch for it.
        every = len(self._numbered.labels)
        absent = len(self._absent)
        if not compared and absent > every - absent:
            raise sheet.error(MOST_ABSENT, count=absent, all=every)

    def _strangers_in_words(self) -> list[str]:
        """Return each stranger with the name that the worksheet has."""
        said = []
        for label, listed in self.strangers.items():
            said.append(STRANGER.format(label=label, listed=heading_in_words(listed)))
        return said

    def fill_in(self, why_left: Callable[[Row], str]) -> None:
        """Write the marks that there are, and leave all else as it is.

        Args:
            why_left: Returns a sentence why a row is left with the mark that stands there, with a
                place for names; "" if it is not left.
        """
        sheet = self._target.sheet
        for number, row in self._target.rows.items():
            label = self._numbered.labels.get(number)
            if label is None or label in self.strangers:
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
        named = {REPLACED: self._replaced, NO_MARK: self._unmarked, **self._left}
        named |= {NOT_THERE: self._absent, UNNUMBERED: self._numbered.unnumbered}
        named[STRANGERS] = self._strangers_in_words()
        for sentence, labels in named.items():
            if labels:
                names = some(labels)
                told.append(sentence.format(names=names, lms=sheet.lms, file=sheet.file))
        return told
