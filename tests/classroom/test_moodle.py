"""Back to Moodle and round again: a stand-in exports a worksheet, and takes it back by Moodle's documented rules."""

from __future__ import annotations

import csv
import io
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from graders.kit.classroom.handins import find
from graders.kit.classroom.lms import Mark
from graders.kit.classroom.moodle import feedback_archive, for_moodle
from graders.kit.errors import KitError
from tests.classroom.helpers import BYTES, MINMAX, packed

ENGLISH = [
    *("Identifier", "Full name", "Email address", "Status", "Grade", "Maximum grade"),
    *("Grade can be changed", "Last modified (submission)", "Last modified (grade)"),
    "Feedback comments",
]
GERMAN = [
    *("ID", "Vollständiger Name", "E-Mail-Adresse", "Status", "Bewertung", "Bestwertung"),
    *("Bewertung kann geändert werden", "Zuletzt geändert (Abgabe)"),
    *("Zuletzt geändert (Bewertung)", "Feedback als Kommentar"),
]
NAMES = [
    "Ada Lovelace", "Zoë Müller", "O'Neil, Bob", 'Eve "the" Hacker', "名 前", "=cmd|x", "-2+3",
    "Jean-Luc 2", "under_score", "Ada Lovelace", "<b>x</b>", "A" * 150, "a: b", "semi;colon",
]  # fmt: skip


@dataclass
class Moodle:
    """A stand-in for an assignment of Moodle's.

    Attributes:
        names: Everyone's name, by the number of the participant.
        grades: By the same.
        most: The maximum grade.
        locked: Whose grade can't be changed.
    """

    names: dict[int, str]
    most: str = "10.00"
    headings: list[str] = field(default_factory=lambda: ENGLISH)
    word: str = "Participant "
    no: str = "No"
    grades: dict[int, str] = field(default_factory=dict)
    comments: dict[int, str] = field(default_factory=dict)
    locked: set[int] = field(default_factory=set)

    def worksheet(self, separator: str = ",", encoding: str = "utf-8") -> bytes:
        """Export the grading worksheet."""
        text = io.StringIO()
        writer = csv.writer(text, delimiter=separator, lineterminator="\n")
        writer.writerow(self.headings)
        for number, name in self.names.items():
            row = [f"{self.word}{number}", name, f"{number}@example.org", "Submitted for grading"]
            row += [self.grades.get(number, ""), self.most]
            row += [self.no if number in self.locked else "Yes", "Monday, 3 May 2027", "-"]
            writer.writerow([*row, self.comments.get(number, "")])
        return text.getvalue().encode(encoding, "replace")

    def submissions(self) -> bytes:
        """Export all submissions, in folders: no name has an underscore there."""
        files = {}
        for number, name in self.names.items():
            clean = "".join(letter for letter in name.replace("_", " ") if letter not in '<>:"|/')
            files[f"{clean}_{number}_assignsubmission_file_/minmax.py"] = BYTES + b"#%d" % number
        return packed(files.items())

    def take(self, worksheet: bytes, separator: str = ",", encoding: str = "utf-8") -> list[int]:
        """Import a worksheet; return whose grade is taken."""
        text = worksheet.decode(encoding)
        head, *rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
        identifier, grade, comments = (head.index(self.headings[n]) for n in (0, 4, 9))
        assert self.headings[8] in head  # or Moodle refuses it
        taken = []
        for row in rows:
            number = int(row[identifier][len(self.word) :])
            value = row[grade].replace(" ", "").replace("," if "," in self.most else ".", ".")
            self.comments[number] = row[comments]
            if not value or number not in self.names or number in self.locked:
                continue
            if float(value) > float(self.most.replace(",", ".")) or value == self.grades.get(
                number
            ):
                continue
            self.grades[number] = value
            taken.append(number)
        return taken

    def take_files(self, archive: bytes) -> dict[int, dict[str, bytes]]:
        """Import feedback files; return them by participant, as the folders' names are taken apart."""
        files: dict[int, dict[str, bytes]] = {}
        with zipfile.ZipFile(io.BytesIO(archive)) as opened:
            for path in opened.namelist():
                folder, name = path.split("/")
                _, number, kind, plugin, *_ = folder.split("_", 4)
                assert (kind, plugin) == ("assignsubmission", "file")
                files.setdefault(int(number), {})[name] = opened.read(path)
        return files


def moodle(count: int = len(NAMES), **values: Any) -> Moodle:
    return Moodle({7_000 + 11 * n: NAMES[n % len(NAMES)] for n in range(count)}, **values)


def marked(site: Moodle, folder: Path, most: int = 10) -> dict[str, Mark]:
    """Return marks for all that are found in the archive of submissions."""
    path = folder / "submissions.zip"
    path.write_bytes(site.submissions())
    marks = {}
    for number, hand_in in enumerate(find(path, MINMAX).hand_ins):
        page = folder / f"{number}.html"
        page.write_text(f"page of {hand_in.student}")
        marks[hand_in.student] = Mark(number % (most + 1), most, "Next: fix <x>.", page)
    return marks


def label(site: Moodle, number: int) -> str:
    return f"{site.names[number]}_{number}"


def plain(site: Moodle, **values: Any) -> dict[str, Mark]:
    return {label(site, number): Mark(7.5, 10, **values) for number in site.names}


def test_everyone_gets_the_own_mark_and_page_back_whatever_the_name(tmp_path: Path) -> None:
    site = moodle()
    marks = marked(site, tmp_path)
    assert len(marks) == len(NAMES)
    filled = for_moodle(site.worksheet(), marks)
    taken = site.take(filled.content)
    files = site.take_files(feedback_archive(marks, "minmax.html"))
    numbered = {}
    for student, mark in marks.items():
        number = next(n for n in site.names if f"_{n}" in student or f"_{n}-" in student)
        numbered[number] = (student, mark)
    assert numbered.keys() == site.names.keys()
    assert sorted(taken) == sorted(numbered)
    for number, (student, mark) in numbered.items():
        assert float(site.grades[number]) == mark.mark
        assert files[number] == {"minmax.html": f"page of {student}".encode()}
        assert site.comments[number] == "<p>Next: fix &lt;x&gt;.</p>"
    assert site.take(filled.content) == []


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_other_languages_encodings_and_separators(separator: str, encoding: str) -> None:
    site = moodle(4, most="20,00", headings=GERMAN, word="Teilnehmer/in", no="Nein")
    site.locked.add(7_000)
    worksheet = site.worksheet(separator, encoding)
    filled = for_moodle(worksheet, plain(site))
    assert site.take(filled.content, separator, encoding) == [7_011, 7_022, 7_033]
    assert site.grades[7_011] == "15"
    told = "\n".join(filled.sentences)
    assert "Full marks are 20 in Moodle and 10 here: each mark is scaled to that." in told
    assert "Left, since Moodle says that the grade can't be changed: Ada Lovelace_7000." in told
    half = for_moodle(worksheet, {label(site, 7_011): Mark(3.33, 10)})
    assert site.take(half.content, separator, encoding) == [7_011]
    assert site.grades[7_011] == "6.66"  # with a comma in the worksheet


def test_who_has_no_mark_keeps_what_stands_there_and_nobody_gets_0() -> None:
    site = moodle(5, grades={7_022: "4.00", 7_033: "5.00"})
    worksheet = site.worksheet()
    marks = {
        label(site, 7_000): Mark(None, 10),
        label(site, 7_022): Mark(None, 10),
        label(site, 7_033): Mark(6, 10),
        "Somebody Else_9": Mark(1, 10),
        "by hand": Mark(2, 10),
    }
    filled = for_moodle(worksheet, marks, "w.csv")
    before, after = (csv.reader(io.StringIO(data.decode())) for data in (worksheet, filled.content))
    changed = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    assert [(new[0], old[4], new[4]) for old, new in changed] == [("Participant 7033", "5.00", "6")]
    assert filled.sentences[0] == "w.csv: a mark for 1 of 5 rows."
    told = "\n".join(filled.sentences[1:])
    assert f"stands in Moodle stays: Ada Lovelace_7000, {NAMES[2]}_7022." in told
    assert "Not in w.csv: Somebody Else_9." in told
    assert "Without a number of Moodle's, so not found in w.csv: by hand." in told
    assert f"Another mark than before: {NAMES[3]}_7033." in told


def test_a_class_of_3000_in_cp1252_of_another_course_is_told_so() -> None:
    site = moodle(3_000)
    data = site.worksheet(";", "cp1252")
    assert len(for_moodle(data, plain(site)).sentences) == 1
    with pytest.raises(
        KitError, match="is of another course or assignment: nobody's number in it, such as 7000"
    ):
        for_moodle(data, {"Ada_5": Mark(1, 10)})


def test_what_moodle_would_leave_out_without_a_word_is_said() -> None:
    site = moodle(1)
    above = for_moodle(site.worksheet(), {label(site, 7_000): Mark(11, 10)})
    assert (
        above.sentences[-1]
        == "Above Moodle's maximum grade, so Moodle will not take it: Ada Lovelace_7000."
    )
    assert site.take(above.content) == []


def without(worksheet: bytes, *columns: int) -> bytes:
    text = io.StringIO()
    rows = csv.reader(io.StringIO(worksheet.decode()))
    csv.writer(text).writerows(
        [[cell for n, cell in enumerate(row) if n not in columns] for row in rows]
    )
    return text.getvalue().encode()


def test_columns_that_a_worksheet_may_lack() -> None:
    """Names in blind marking, the maximum, whether a grade can be changed, comments."""
    site = moodle(3)
    marks = plain(site, feedback="Well done.")
    for columns in ((1, 2), (5,), (6,), (9,), (1, 2, 5, 6, 7, 9)):
        filled = for_moodle(without(site.worksheet(), *columns), marks)
        rows = list(csv.DictReader(io.StringIO(filled.content.decode())))
        assert {row["Grade"] for row in rows} == {"7.5"}, columns
        told = "\n".join(filled.sentences)
        assert ("does not say what full marks are" in told) == (5 in columns)
        assert ("no column that is known for feedback comments" in told) == (9 in columns)


def test_who_is_locked_is_known_whatever_is_the_matter_with_the_maximum() -> None:
    """Without that column, with an empty one, with a grade above it, or no grade at all."""
    site = moodle(12, locked={7_000}, grades={7_011: "15.00", 7_022: "n/a, ill"})
    marks = plain(site, feedback="Well done.")
    sheet = site.worksheet()
    unknown = sheet.replace(b"Grade,", b"Mark,").replace(b'"n/a, ill"', b"")
    cases = {
        "removed": without(sheet, 5),
        "empty": sheet.replace(b",10.00,", b",,"),
        "odd grades": sheet,
        "unknown heading": unknown,
    }
    for case, data in cases.items():
        filled = for_moodle(data, marks)
        told = "\n".join(filled.sentences)
        assert "the grade can't be changed: Ada Lovelace_7000." in told, case
        first = next(csv.DictReader(io.StringIO(filled.content.decode())))
        assert (first.get("Grade", first.get("Mark")), first["Feedback comments"]) == ("", "")
        has_lost = case in ("removed", "empty")
        assert ("does not say what full marks are" in told) == has_lost, case
    scaled = for_moodle(sheet.replace(b"10.00", b"20.00"), marks)
    assert (
        b"7011,Zo\xc3\xab M\xc3\xbcller,7011@example.org,Submitted for grading,15,20.00"
        in scaled.content
    )
    with pytest.raises(
        KitError, match=r"different things about the maximum grade, such as 10\.00 and 1O"
    ):
        for_moodle(sheet.replace(b"10.00", b"1O.00", 1), marks)


def test_a_language_in_which_nobody_is_known_to_be_locked_is_said() -> None:
    site = moodle(4, locked={7_000}, no="Ez")
    told = for_moodle(site.worksheet().replace(b"Yes", b"Bai"), plain(site)).sentences
    assert "The worksheet has no column that is known to say whose grade can be changed" in told[-1]
    site.no = "Nei"
    told = for_moodle(site.worksheet().replace(b"Yes", b"Bai"), plain(site)).sentences
    assert "can't be changed: Ada Lovelace_7000." in told[-1]


PEOPLE = [
    f"{first} {last}" for first in ("Ada", "Bob", "Cy", "Dee") for last in ("Ay", "Bee", "See")
]


def people(**values: Any) -> Moodle:
    return Moodle({100 + n: name for n, name in enumerate(PEOPLE)}, **values)


@pytest.mark.parametrize("heading", ["Full name", "Izen osoa"])
def test_whoever_has_another_name_in_the_list_gets_no_mark_and_is_named(heading: str) -> None:
    site = people()
    marks = plain(site)
    site.names[100], site.names[101] = "Ay, Äda Mary", "Eve Other"
    filled = for_moodle(site.worksheet().replace(b"Full name", heading.encode()), marks, "w.csv")
    assert filled.strangers == ["Ada Bee_101"]
    assert filled.sentences[0] == "w.csv: a mark for 11 of 12 rows."
    assert (
        "neither mark nor page goes back: Ada Bee_101 (there Eve Other). Look"
        in filled.sentences[1]
    )
    assert 101 not in site.take(filled.content)


def test_a_list_whose_numbers_are_other_peoples_is_refused() -> None:
    site = people()
    marks = plain(site)
    later = Moodle({number + 1: name for number, name in site.names.items()})
    turned = Moodle(dict(zip(site.names, reversed(PEOPLE), strict=True)))
    for other, count in ((later, "11 of 11"), (turned, "12 of 12")):
        with pytest.raises(
            KitError, match=f"{count} hand-ins have the number of somebody else there"
        ):
            for_moodle(other.worksheet(), marks)


def test_a_list_of_few_is_believed_if_its_names_fit() -> None:
    """One of a group. Without names, one of another assignment may have some of the numbers."""
    marks = plain(people())
    group = Moodle({100 + n: PEOPLE[n] for n in range(4)})
    filled = for_moodle(group.worksheet(), marks)
    assert filled.sentences[0] == "The worksheet: a mark for 4 of 4 rows."
    with pytest.raises(KitError, match="8 of 12 hand-ins are not in it, and it has no names"):
        for_moodle(without(group.worksheet(), 1), marks)


def test_names_that_moodle_hides_at_hand_ins_are_not_compared() -> None:
    site = people()
    for name in ("Participant", "Group A-Participant"):
        marks = {f"{name}_{number}": Mark(1, 10) for number in site.names}
        assert len(for_moodle(site.worksheet(), marks).sentences) == 1
    assert len(for_moodle(site.worksheet(), {"Participant_100": Mark(1, 10)}).sentences) == 1


SHEET = moodle(2).worksheet()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (without(SHEET, 0), "has no column with a number of each participant, such as Participant 123456"),
        (without(SHEET, 4), "has no column of grades before one with the maximum grade, a number"),
        (SHEET.replace(b"10.00", b'"bad\ngood"').replace(b"Grade,", b"Mark,"), "is graded by a scale"),
        (SHEET.replace(b"Status", b"Grade"), "has two columns Grade: export it anew from Moodle"),
        (SHEET.replace(b"7011", b"7000"), "has two rows of 7000: export it anew from Moodle"),
        (b"PK\x03\x04", "is a spreadsheet or an archive"),
    ],
)  # fmt: skip
def test_what_is_no_grading_worksheet_is_told_in_a_sentence(data: bytes, reason: str) -> None:
    with pytest.raises(KitError, match=reason):
        for_moodle(data, plain(moodle(2)))


def test_a_class_that_is_not_from_moodle_is_told_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(KitError, match="grade the archive that Moodle gives of all submissions"):
        for_moodle(SHEET, {"ada": Mark(1, 10)})
    with pytest.raises(KitError, match="Ada_5 and Bob_5 have the same number"):
        for_moodle(SHEET, {"Bob_5": Mark(1, 10), "Ada_5": Mark(1, 10)})
    with pytest.raises(KitError, match="can't be read"):
        feedback_archive({"Ada_5": Mark(1, 10, page=tmp_path / "none.html")}, "minmax.html")


def test_an_archive_of_feedback_is_the_same_each_time_and_leaves_out_who_has_no_page(
    tmp_path: Path,
) -> None:
    (tmp_path / "ada.html").write_text("page")
    marks = {"Ada_5": Mark(None, 10, page=tmp_path / "ada.html"), "Bob_6": Mark(1, 10)}
    archive = feedback_archive(marks, "minmax.html")
    assert archive == feedback_archive(dict(reversed(marks.items())), "minmax.html")
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        assert opened.namelist() == ["Ada_5_assignsubmission_file_/minmax.html"]
