"""From a verdict to a mark: settings, what is decided by hand, lateness, and marks that move."""

from __future__ import annotations

import csv
import os
import zipfile
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from fractions import Fraction
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest

from graders.kit.classroom import settings
from graders.kit.classroom.handins import find
from graders.kit.classroom.marks import Mark, in_digits, mark_of, weights_of
from graders.kit.classroom.overrides import (
    SHORT,
    Override,
    add_override,
    new_override,
    read_overrides,
    typed,
)
from graders.kit.classroom.settings import Scheme, plain, scheme_of
from graders.kit.classroom.store import Record, results_in
from graders.kit.errors import KitError
from graders.kit.report import CheckResult, Report
from tests.classroom.helpers import MINMAX, NAME, RIGHT, SKELETON, folder, grade, rows
from tests.conftest import gametree

NOON = datetime(2025, 12, 1, 12).astimezone()
LATE = Scheme(
    plain(MINMAX).points, 20, deadline=NOON, grace=15, percent=10, days=5, missing=0, is_own=True
)


def record(*lost: str, status: str = "graded") -> Record:
    """Return what is known of ada, who has lost these checks."""
    checks = []
    for name, points in plain(MINMAX).points.items():
        is_lost = name in lost
        outcome: Any = "failed" if is_lost else "passed"
        checks.append(CheckResult(name, "", 0 if is_lost else points, points, outcome, [], 0.0))
    return Record("ada", status, Report(NAME, 0, "bubblewrap", "minmax.py", "", checks))


def mark(
    known: Record, scheme: Scheme, *by_hand: Override, at: datetime | None = NOON, digest: str = ""
) -> Mark:
    return mark_of(known, scheme, by_hand, at, digest)


def test_without_settings_the_mark_is_the_score() -> None:
    found = mark(record("buildTree"), plain(MINMAX), at=None)
    assert (found.text, found.total, found.reasons, found.look) == ("8", 10, (), ())


@pytest.mark.parametrize(
    ("late", "expected", "said"),
    [
        (timedelta(days=-3), "16", "The checks gave 8 of 10, which is 16 of 20."),
        (timedelta(minutes=15), "16", "16 of 20."),
        (
            timedelta(minutes=16),
            "14.4",
            f"1 day after the deadline (2025-12-01 12:00 {NOON:%Z}): 10 % less.",
        ),
        (timedelta(days=1, seconds=1), "12.8", "2 days after the deadline"),
        (timedelta(days=5), "8", "50 % less"),
        (timedelta(days=5, seconds=1), "0", "later than 5 days after"),
    ],
)
def test_lateness_costs_what_the_settings_say(late: timedelta, expected: str, said: str) -> None:
    found = mark(record("buildTree"), LATE, at=NOON + late)
    assert found.text == expected
    assert said in " ".join(found.reasons)


def test_an_extension_is_for_one_student() -> None:
    extended = Scheme(
        LATE.points, 20, NOON, {"ada": NOON + timedelta(days=3)}, percent=10, is_own=True
    )
    assert mark(record(), extended, at=NOON + timedelta(days=2)).text == "20"
    other = Record("bob", "graded", record().report)
    assert mark(other, extended, at=NOON + timedelta(days=2)).text == "16"


def test_nobody_without_a_verdict_gets_0() -> None:
    for status in ("missing", "unclear", "unreadable", "empty", "failed"):
        found = mark(record(status=status), plain(MINMAX))
        assert (found.value, found.points) == (None, {})
    assert mark(record(status="missing"), LATE).text == "0"
    assert mark(record(status="unclear"), LATE).value is None


def test_what_is_decided_by_hand_counts_and_is_said() -> None:
    one = Override("ada", "buildTree", Fraction(3, 2), reason="a typo", who="dr")
    found = mark(record("buildTree"), plain(MINMAX), one)
    assert (found.text, found.points["buildTree"]) == ("9.5", Fraction(3, 2))
    assert found.reasons == ("buildTree: 1.5 in place of 0 by hand: a typo (dr).",)
    whole = Override("ada", "", Fraction(7), hand_in="abc")
    found = mark(record(status="missing"), plain(MINMAX), whole, digest="abcdef")
    assert (found.text, found.look) == ("7", ())
    found = mark(record(), plain(MINMAX), whole, digest="xyz")
    assert found.text == "7"
    assert found.look == ("the hand-in has changed since the mark was decided by hand",)
    assert mark(record(status="missing"), plain(MINMAX), one).value is None


def test_a_report_by_checks_that_there_are_no_more_has_their_points() -> None:
    old = Report(NAME, 0, "", "", "", [CheckResult("gone", "", 3, 4, "passed", [], 0.0)])
    for scheme in (plain(MINMAX), LATE):
        assert weights_of(old, scheme) == {"gone": 4}
    report = record().report
    assert report is not None
    assert weights_of(report, LATE) == LATE.points


def test_a_time_that_is_not_known_is_said_and_costs_nothing() -> None:
    found = mark(record(), LATE, at=None)
    assert found.text == "20"
    assert "no time is known" in found.look[0]


def test_points_that_are_not_whole_have_two_decimals() -> None:
    numbers = (Fraction(2, 3), Fraction(5), Fraction(1, 8), Fraction(1, 200), Fraction(10))
    assert list(map(in_digits, numbers)) == ["0.67", "5", "0.13", "0.01", "10"]


def test_the_example_of_settings_is_one(tmp_path: Path) -> None:
    printed = gametree("class", "--settings")
    assert (printed.code, printed.out) == (0, settings.EXAMPLE)
    file = tmp_path / "course.toml"
    file.write_text(printed.out)
    scheme = scheme_of(file, MINMAX)
    assert (scheme.total, scheme.points["max_value"], scheme.percent) == (20, 2, 10)
    assert "minmax: Windows line ends" not in scheme.points
    assert {ends.day for ends in scheme.extensions.values()} == {4, 6}


def test_the_example_of_marks_is_one(tmp_path: Path) -> None:
    (tmp_path / "marks.csv").write_text(gametree("class", "mark", "--example").out)
    found = read_overrides(tmp_path, MINMAX)
    assert found.of("ada")[0].reason == "ill, handed in on paper"
    assert found.files["cyd"] == "second/minmax.py"
    assert found.of("bob")[0].points == Fraction(1, 2)


WRONG = [
    ("[minmax]\ntotal = 0", "line 2: total must be a whole number from 1"),
    ("[minmax]\n\n[minmax.points]\nnone = 2", "line 4: minmax has no check 'none'; its checks are"),
    ("[minmax]\nleft_out = ['x']", "line 2: minmax has no check 'x'"),
    ("[chess]\ntotal = 3", "line 1: there is no exercise chess; there are "),
    ("minmax = 3", "line 1: minmax must be a table"),
    ("[minmax]\ndeadline = 2026-01-01", "line 2: deadline must be a date with a time"),
    ("[minmax]\ntotal = 3\ntotal = 4\n", "is no TOML: .*line 3"),
    ("[minmax]\nbonus = 3", r"line 2: there is no setting bonus in \[minmax\]"),
    ("[late]\npercent = 101", "line 2: percent must be a whole number from 0 to 100"),
    ("[minmax.extensions]\nada = 3", "there are extensions, and no deadline"),
    (
        "[minmax]\ndeadline = 2026-01-02T00:00:00\n[minmax.extensions]\nada = -3",
        "line 4: an extension is a number of days",
    ),
    (
        "[minmax]\ndeadline = 2026-01-02T00:00:00\n[minmax.extensions]\nada = 2026-01-01T00:00:00",
        "line 4: the extension of ada ends before the deadline",
    ),
]


@pytest.mark.parametrize(("text", "said"), WRONG)
def test_settings_that_cant_be_are_told_with_the_line(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "course.toml"
    file.write_text(text)
    with pytest.raises(KitError, match=said):
        scheme_of(file, MINMAX)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("name,points\nada,3", "line 1: the first line must name the columns: student, check"),
        ("student,check,points\nada,none,3", "line 2: there is no check 'none'"),
        ("student,points,of\nada,1,10\nada,-1,10", "line 3: points must be a number from 0 to 10"),
        ("student,points,of\nada,1,zehn", "line 2: of must be what full points are"),
        ("student,points\nada,1e9", "line 2: points must be a number"),
        ("student,points\n,1", "line 2: there is no student"),
        ("student,reason\nada,why", "line 2: a line needs points, or a file"),
        ("student,points,file\nada,1,a.py", "line 2: a line has points or a file, not both"),
    ],
)
def test_marks_that_cant_be_are_told_with_the_line(lines: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "marks.csv").write_text(lines)
    with pytest.raises(KitError, match=said):
        read_overrides(tmp_path, MINMAX)


def test_marks_are_read_as_spreadsheets_write_them(tmp_path: Path) -> None:
    text = "\ufeffstudent;check;points;reason;mine\nöz;buildTree;1,5;späte Abgabe;x\n;;;\n"
    file = tmp_path / "marks.csv"
    file.write_text(text, "utf-8")
    row = {"student": "ada", "points": "3", "who": "dr", "reason": "=1+1"}
    add_override(tmp_path, new_override(row, MINMAX, plain(MINMAX)))
    found = read_overrides(tmp_path, MINMAX)
    assert found.of("öz")[0].points == Fraction(3, 2)
    (own,) = found.of("ada")
    assert (own.points, own.of, own.who, own.reason, own.line) == (3, 10, "dr", "=1+1", 4)
    # What somebody wrote stays: the mark by which a spreadsheet knows UTF-8, and a column of hers.
    lines = file.read_text("utf-8").splitlines()
    assert lines[0] == "\ufeffstudent;check;points;reason;mine;of;file;who;hand_in"
    assert lines[1:] == ["öz;buildTree;1,5;späte Abgabe;x", ";;;", "ada;;3;'=1+1;;10;;dr;"]
    file.write_bytes("student,points\nöz,3".encode("cp1252"))
    with pytest.raises(KitError, match="Save it as CSV in UTF-8"):
        read_overrides(tmp_path, MINMAX)


def test_points_are_of_what_full_points_were(tmp_path: Path) -> None:
    """When the total changes afterwards, nothing moves without a word."""
    whole = Override("ada", points=Fraction(8), of=Fraction(20), line=2)
    known = record("buildTree")
    assert mark(known, LATE, whole).look == ()
    found = mark(known, replace(LATE, total=100), whole)
    assert found.text == "8"
    assert "set to 8 by hand when full marks were 20, and they are 100 now" in found.look[0]
    for status in ("graded", "missing"):
        found = mark(record(status=status), replace(LATE, total=5), whole)
        assert (found.value, len(found.look)) == (None, 1)
        assert "marks.csv, line 2 sets the mark to 8, and full marks are 5" in found.look[0]
        assert found.reasons == ("Your instructor has to look at this mark, and has been told.",)
    one = Override("ada", "buildTree", Fraction(3, 2), of=Fraction(2), line=3)
    halved = replace(LATE, points={**LATE.points, "buildTree": 1})
    assert "line 3 sets buildTree to 1.5, and it gives 1" in mark(known, halved, one).look[0]
    assert mark(known, halved, one).value is None
    assert mark(known, halved, one, whole).text == "8"  # the whole mark stands
    doubled = replace(LATE, points={**LATE.points, "buildTree": 4})
    assert "buildTree was set to 1.5 by hand when it gave 2" in mark(known, doubled, one).look[0]
    left_out = replace(LATE, points={"max_value": 1})
    assert "it gives no points here" in mark(known, left_out, one).look[0]
    assert mark(known, left_out, one).text == "20"


def test_a_line_by_hand_is_held_against_what_the_first_run_found(tmp_path: Path) -> None:
    (tmp_path / "marks.csv").write_text("student,points,file\nada,8,\nbob,,b.py\n")
    lines = read_overrides(tmp_path, MINMAX)
    first = lines.completed({}, LATE, {"ada": "a" * 64})
    assert [(one.of, one.hand_in) for one in first.lines] == [(20, "a" * SHORT), (None, "")]
    later = replace(LATE, total=100)
    second = lines.completed(first.found, later, {"ada": "x" * 64, "bob": "b" * 64})
    assert [(one.of, one.hand_in) for one in second.lines] == [
        (20, "a" * SHORT),
        (None, "b" * SHORT),
    ]


def test_the_later_of_two_lines_counts_and_is_said(tmp_path: Path) -> None:
    text = "student,check,points\nada,,3\nada,buildTree,1\nbob,,4\nada,,5\n"
    (tmp_path / "marks.csv").write_text(text)
    found = read_overrides(tmp_path, MINMAX)
    assert [typed(one.points or 0) for one in found.of("ada")] == ["1", "5"]
    assert found.replaced == [
        "marks.csv, line 2 (ada, the mark: 3) does not count: line 5 says it anew."
    ]


def test_a_student_is_found_however_the_name_is_written(tmp_path: Path) -> None:
    """Accents are encoded in two ways, and grades.csv has a mark before what looks like a formula."""
    typed_name = normalize("NFC", "Émile")
    students = {normalize("NFD", typed_name), "=HYPERLINK", "bob"}
    (tmp_path / "marks.csv").write_text(f"student,points\n{typed_name},3\n'=HYPERLINK,4\n", "utf-8")
    found = read_overrides(tmp_path, MINMAX).of_class(students)
    assert found.by_student.keys() == students - {"bob"}
    path = folder(
        tmp_path / "class",
        {
            "bob.py": RIGHT,
            normalize("NFD", f"{typed_name}/ä.py"): RIGHT,
            normalize("NFD", f"{typed_name}/b.py"): RIGHT + "#",
        },
    )
    cohort = find(path, MINMAX, {typed_name: normalize("NFC", "ä.py")})
    assert [hand_in.kind for hand_in in cohort.hand_ins] == ["file", "file"]


COURSE = """
[late]
percent = 10
[minmax]
total = 20
deadline = 2025-12-01T12:00:00
left_out = ["minmax: Windows line ends"]
"""


def test_a_term(tmp_path: Path) -> None:
    """First week, overrides, settings with a deadline, a complaint: each mark that moves is said."""
    path = folder(
        tmp_path / "class",
        {"ada.py": RIGHT, "bob.py": SKELETON, "two/a.py": RIGHT, "two/b.py": SKELETON + "#"},
    )
    out = tmp_path / "out"
    said = grade(path, out, "--assign", "Ann,Bob", code=1)
    assert "Without a mark, and left out of the mean: two." in said
    assert (rows(out)["two"]["score"], rows(out)["two"]["status"]) == ("", "unclear")
    assert ',"Ann"\n' in (out / "to_look.csv").read_text()

    decisions = [
        ("two", "--file", "a.py"),
        ("bob", "--check", "isTerminal", "--points", "1", "--reason", "<b>on paper</b>"),
    ]
    for decision in decisions:
        assert gametree("class", "mark", *decision, "--out", out, "--who", "dr").code == 0
    said = grade(path, out)
    assert "Marks that have moved: 2" in said
    assert "  bob: 0 -> 1 (by hand)" in said
    assert "  two: no mark -> 10 (hand-in, by hand)" in said
    page = (out / "feedback" / "bob.html").read_text("utf-8")
    assert "isTerminal: 1 in place of 0 by hand: &lt;b&gt;on paper&lt;/b&gt; (dr)." in page
    assert "bob · bob.py" in page
    overview = (out / "report.html").read_text("utf-8")
    assert "<li>bob: isTerminal: 1 of 1: &lt;b&gt;on paper&lt;/b&gt; (dr)</li>" in overview
    assert "<li>bob: 0 → 1 (by hand)</li>" in overview

    (tmp_path / "course.toml").write_text(COURSE)
    for name, day in (("ada.py", 1), ("bob.py", -1), ("two/a.py", -1)):
        at = (NOON + timedelta(days=day)).timestamp()
        os.utime(path / name, (at, at))
    said = grade(path, out, "--settings", tmp_path / "course.toml", "--anonymous")
    assert "  ada: 10 -> 18 (time of the hand-in, settings)" in said
    assert rows(out)["ada"]["score"] == "18"
    assert float(rows(out)["bob"]["score"]) == pytest.approx(20 / 9, abs=0.005)
    assert rows(out)["ada"]["minmax: Windows line ends"] == ""
    assert "Mark: 18 of 20." in (out / "feedback" / "ada.html").read_text("utf-8")
    assert "ada ·" not in (out / "feedback" / "ada.html").read_text("utf-8")

    grades = (out / "grades.csv").read_text("utf-8").replace(",18,", ",20,")
    (out / "grades.csv").write_text(grades)
    said = grade(path, out, "--settings", tmp_path / "course.toml", "--anonymous")
    assert "grades.csv had been changed by something else. It is kept as " in said
    assert rows(out)["ada"]["score"] == "18"
    kept = sorted((out / "earlier").iterdir())
    assert ",20," in kept[-1].read_text("utf-8")

    shown = gametree("class", "show", "ada", "--out", out)
    assert "Graded once more with the same seed: the same verdict." in shown.out
    assert ": 10 -> 18 (time of the hand-in, settings)" in shown.out
    assert "perhaps you mean ada" in gametree("class", "show", "adda", "--out", out).err
    said = gametree("class", "similar", out)
    assert said.out == f"Worth a look: 1 pair of students, see {out / 'similar.html'}.\n"
    assert '"ada","two",' in (out / "similar.csv").read_text("utf-8")
    with closing(results_in(out)) as store:
        assert len(store.changes()) == 5


@pytest.mark.whole
def test_decisions_are_held_against_what_there_is(tmp_path: Path) -> None:
    """Files that are chosen, points that are given, and who looks: each change is said."""
    zoe = normalize("NFD", "zoé")
    path = folder(
        tmp_path / "class",
        {"ada.py": RIGHT, "two/a.py": RIGHT, "two/b.py": f"{RIGHT}#", "x.py": "", f"{zoe}.py": " "},
    )
    course = tmp_path / "course.toml"
    course.write_text("[minmax]\ntotal = 20\n[minmax.points]\nmax_value = 2\n")
    own = ("--settings", course)
    out = tmp_path / "out"
    grade(path, out, *own, "--assign", "Ann,Bob,Cy", code=1)
    assert to_look(out)[zoe][1] == "Cy"

    def decide(*decision: object, code: int = 0) -> str:
        done = gametree("class", "mark", *decision, "--out", out, "--who", "dr")
        assert done.code == code
        return done.err or done.out

    said = decide("two", "--file", "nothere.py", code=2)
    assert "nothere.py was chosen by hand, and is not there (there are: a.py, b.py)." in said
    said = decide(normalize("NFC", zoe), "--check", "none", "--points", "1", code=2)
    assert said.startswith("gametree: There is no check 'none'")
    assert "Points must be a number from 0 to 20, not '21'." in decide(
        "ada", "--points", "21", code=2
    )
    assert not (out / "marks.csv").exists()
    decide("two", "--file", "b.py", "--reason", "the later one")
    said = decide("ada", "--check", "max_value", "--points", "1")
    assert "max_value: 1 of 2 in place of 2.\nThe mark goes down by that.\n" in said
    said = decide("ada", "--check", "max_value", "--points", "2")
    assert (
        "max_value: 2 of 2 in place of 1.\nIt takes the place of line 3: max_value: 1 of 2" in said
    )
    said = decide("ada", "--points", "19")
    assert "the mark: 19 of 20 in place of 20.\nThe mark goes down by that.\n" in said
    assert "does not move by that" in decide("ada", "--check", "max_value", "--points", "0")
    decide("two", "--check", "max_value", "--points", "1")  # of the file that was just chosen
    with (out / "marks.csv").open("a", encoding="utf-8") as file:
        file.write(f"{normalize('NFC', zoe)},,3\n")

    said = grade(path, out, *own, code=1)
    assert "marks.csv, line 3 (ada, max_value: 1 of 2) does not count: line 6 says it anew." in said
    sentence = "b.py was chosen by hand: the later one (dr)."
    assert sentence in (out / "feedback" / "two.html").read_text("utf-8")
    assert sentence in rows(out)["two"]["how"]
    assert to_look(out).keys() == {"x"}
    assert rows(out)[zoe]["score"] == "3"
    shown = gametree("class", "show", "two", "--out", out).out
    assert "b.py  11/11" in shown
    assert "The checks gave 10 of 11, which is 18.18 of 20." in shown

    # The chosen file is another one now, and then gone. Who looked once looks again.
    folder(path, {"two/b.py": f"{RIGHT}##", "two/c.py": SKELETON, f"{zoe}.py": "\n\n", "y.py": ""})
    grade(path, out, *own, code=1)
    assert "b.py has changed since it was chosen by hand;" in to_look(out)["two"][0]
    assert to_look(out)[zoe] == ("the hand-in has changed since the mark was decided by hand", "Cy")
    (path / "two" / "b.py").unlink()
    grade(path, out, *own, code=1)
    gone = "b.py was chosen by hand, and is not there (there are: a.py, c.py);"
    assert to_look(out)["two"][0].startswith(gone)
    course.write_text("[minmax]\ntotal = 5\n")
    said = grade(path, out, *own, code=1)
    assert rows(out)["ada"]["score"] == ""
    assert "marks.csv, line 5 sets the mark to 19, and full marks are 5" in to_look(out)["ada"][0]
    shown = gametree("class", "show", "ada", "--out", out).out
    assert "No mark: what was decided by hand has to be decided again." in shown


def to_look(out: Path) -> dict[str, tuple[str, str]]:
    """Return why somebody has to look, and who, by student."""
    with (out / "to_look.csv").open(encoding="utf-8", newline="") as file:
        return {row["student"]: (row["why"], row["person"]) for row in csv.DictReader(file)}


def test_marks_go_back_to_moodle(tmp_path: Path) -> None:
    names = {"Ada B_7": RIGHT, "Cy D_8": "\n"}
    files = {f"{name}_assignsubmission_file_/minmax.py": text for name, text in names.items()}
    path = folder(tmp_path / "class", {**files, "course.toml": "[minmax]\ntotal = 20"})
    sheet = tmp_path / "Grades.csv"
    head = "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed\n"
    sheet.write_text(
        f"{head}Participant 7,Ada B,a@x,Submitted,,20.00,Yes\n"
        "Participant 8,Cy D,c@x,Submitted,3.00,20.00,Yes\n"
        "Participant 9,Eve F,e@x,No submission,,20.00,Yes\n"
    )
    back = ("--for", "moodle", "--worksheet", sheet)
    out = tmp_path / "out"
    said = grade(path, out, *back, "--settings", path / "course.toml", code=1)
    assert "Without a mark, so what stands in Moodle stays: Cy D_8." in said
    filled = (out / "moodle" / "grades.csv").read_text()
    assert "Participant 7,Ada B,a@x,Submitted,20,20.00,Yes" in filled
    assert "Participant 8,Cy D,c@x,Submitted,3.00,20.00,Yes" in filled
    with zipfile.ZipFile(out / "moodle" / "feedback.zip") as pages:
        names_within = set(pages.namelist())
    assert "Ada B_7_assignsubmission_file_/minmax.html" in names_within
    refused = grade(path, out, "--for", "canvas", code=2)
    assert "Marks go back with both" in refused
    refused = grade(path, out, "--for", "moodle", "--worksheet", tmp_path / "none.csv", code=2)
    assert "none.csv can't be read" in refused


def test_a_folder_of_an_older_version_keeps_its_marks(tmp_path: Path) -> None:
    """As it was before marks were kept: a table of reports and no more."""
    import sqlite3

    path = folder(tmp_path / "class", {"ada.py": RIGHT, "cy/essay.txt": "none"})
    out = tmp_path / "out"
    grade(path, out, code=1)
    with closing(sqlite3.connect(out / ".graded.sqlite")) as database, database:
        for table in ("shown", "given", "changes", "assigned", "notes"):
            database.execute(f"DROP TABLE {table}")
        for column in ("kit", "exercise", "kit_name", "time", "cause"):
            database.execute(f"ALTER TABLE graded DROP COLUMN {column}")
    said = grade(path, out, code=1)
    assert "Graded by another version of the checks, and kept: 1 student (ada)." in said
    assert "  cy: 0 -> no mark (kit)" in said
    assert rows(out)["ada"]["score"] == "10"
    with (out / "changes.csv").open(encoding="utf-8", newline="") as file:
        assert len(list(csv.reader(file))) == 2


def test_what_the_last_run_wished_holds_until_something_else_is_wished(tmp_path: Path) -> None:
    """Without --settings a deadline would be undone, and without --anonymous the names come back."""
    path = folder(tmp_path / "class", {"ada.py": RIGHT, "bob.py": SKELETON})
    out = tmp_path / "out"
    course = tmp_path / "course.toml"
    course.write_text("[minmax]\ntotal = 20\n")
    grade(path, out, "--settings", course, "--anonymous")
    said = grade(path, out)
    assert f"As in the last run: --settings {course} --anonymous." in said
    assert "Marks that have moved" not in said
    assert rows(out)["ada"]["score"] == "20"
    assert "ada ·" not in (out / "feedback" / "ada.html").read_text("utf-8")
    said = grade(path, out, "--no-settings", "--no-anonymous")
    assert "  ada: 20 -> 10 (settings)" in said
    assert "ada ·" in (out / "feedback" / "ada.html").read_text("utf-8")
    assert "As in the last run" not in grade(path, out)
    grade(path, out, "--settings", course)
    course.unlink()
    result = gametree("class", path, "--exercise", "minmax", "--out", out, "--seed", "0")
    assert result.code == 2
    assert "The last run marked by " in result.err
    assert rows(out)["ada"]["score"] == "20"


def test_who_handed_in_something_else_does_not_get_the_mark_of_nothing(tmp_path: Path) -> None:
    files = {"ada.py": RIGHT, "bob/essay.pdf": "%PDF", "cyd/alphabeta/alphabeta.py": RIGHT}
    path = folder(tmp_path / "class", files)
    course = tmp_path / "course.toml"
    course.write_text("[minmax]\nmissing = 0\n")
    out = tmp_path / "out"
    grade(path, out, "--settings", course, code=1)
    table = rows(out)
    assert {name: (row["score"], row["status"]) for name, row in table.items()} == {
        "ada": ("10", "graded"),
        "bob": ("", "other"),
        "cyd": ("0", "missing"),
    }
    assert '"bob","something was handed in, and' in (out / "to_look.csv").read_text("utf-8")


def test_an_extension_is_found_however_an_accent_is_encoded(tmp_path: Path) -> None:
    apart, together = "Zoe\u0308 B_17", "Zo\u00eb B_17"
    path = folder(tmp_path / "class", {f"{apart}/minmax.py": RIGHT, "Bo_3/minmax.py": RIGHT})
    late = (NOON + timedelta(days=1)).timestamp()
    os.utime(path / apart / "minmax.py", (late, late))
    os.utime(path / "Bo_3/minmax.py", (late, late))
    course = tmp_path / "course.toml"
    course.write_text(
        f"[late]\npercent = 10\n[minmax]\ndeadline = {NOON.isoformat()}\n"
        f'[minmax.extensions]\n"{together}" = 3\n"Bo_30" = 3\n'
    )
    said = grade(path, tmp_path / "out", "--settings", course)
    assert "An extension is for students of whom nothing is handed in: Bo_30 (perhaps Bo_3" in said
    scores = {name: row["score"] for name, row in rows(tmp_path / "out").items()}
    assert scores == {apart: "10", "Bo_3": "9"}


def test_a_copy_that_lost_its_times_is_spoken_of(tmp_path: Path) -> None:
    path = folder(tmp_path / "class", {f"s{n}.py": RIGHT for n in range(3)})
    course = tmp_path / "course.toml"
    course.write_text(f"[late]\npercent = 10\n[minmax]\ndeadline = {NOON.isoformat()}\n")
    early = (NOON - timedelta(days=1)).timestamp()
    for file in path.iterdir():
        os.utime(file, (early, early))
    out = tmp_path / "out"
    grade(path, out, "--settings", course)
    for file in path.iterdir():
        os.utime(file)
    assert "3 of these only because hand-ins that are unchanged have another time" in grade(
        path, out
    )
    for file in path.iterdir():
        os.utime(file, (2**32, 2**32))
    grade(path, out, code=1)
    assert "lies in the future" in (out / "to_look.csv").read_text("utf-8")


def test_a_time_is_told_in_the_zone_of_the_deadline() -> None:
    berlin = timezone(timedelta(hours=1))
    deadline = datetime(2025, 12, 1, 23, 59, tzinfo=berlin)
    scheme = replace(plain(MINMAX), deadline=deadline, percent=10, is_own=True)
    (late,) = mark(record(), scheme, at=deadline + timedelta(hours=1)).reasons
    assert late.startswith(
        "Handed in on 2025-12-02 00:59 UTC+01:00, 1 day after the deadline (2025"
    )


def test_a_folder_that_holds_results_is_no_folder_of_hand_ins(tmp_path: Path) -> None:
    path = folder(tmp_path / "class", {"ada.py": RIGHT})
    grade(path, tmp_path / "out")
    result = gametree("class", tmp_path, "--exercise", "minmax", "--out", tmp_path.parent / "more")
    assert result.code == 2
    assert "holds results of gametree class" in result.err
