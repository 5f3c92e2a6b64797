"""Who has handed in what: every layout, each student's one file, a label for everyone; strange folders stop nobody."""

from __future__ import annotations

import os
import random
import re
import unicodedata
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from graders.kit.classroom import archives, handins
from graders.kit.classroom.handins import LABEL_LIMIT, find
from tests.classroom.helpers import (
    BYTES,
    MINMAX,
    NAME,
    NOTEBOOK,
    OTHER,
    RIGHT,
    SKELETON,
    Files,
    archive,
    class_of,
    folder,
    found,
    told,
)
from tests.conftest import gametree, reference

# --- who has handed in what ---

LAYOUTS: dict[str, tuple[Files, dict[str, str]]] = {
    "nbgrader": (
        {
            "ada/minmax/minmax.ipynb": NOTEBOOK,
            "ada/minmax/timestamp.txt": "2026-11-21",
            "ada/alphabeta/alphabeta.ipynb": NOTEBOOK,
            "bob/minmax/minmax.ipynb": NOTEBOOK,
            "cyd/alphabeta/alphabeta.ipynb": NOTEBOOK,
        },
        {"ada": "minmax/minmax.ipynb", "bob": "minmax/minmax.ipynb", "cyd": "missing"},
    ),
    "a folder each": (
        {"ada/solution.py": RIGHT, "bob/week 3/work.py": RIGHT, "cyd/essay.pdf": "%PDF"},
        {"ada": "solution.py", "bob": "week 3/work.py", "cyd": "other"},
    ),
    "flat": ({"ada.py": RIGHT, "bob.ipynb": NOTEBOOK}, {"ada": "ada.py", "bob": "bob.ipynb"}),
    "Moodle": (
        {
            "Ada Byron_101_assignsubmission_file_/minmax.py": RIGHT,
            "Ada Byron_102_assignsubmission_file_/minmax (1).py": RIGHT,
            "Öz Gür_103_assignsubmission_file/deep/er/minmax.ipynb": NOTEBOOK,
            "Bob_104_assignsubmission_onlinetext_/onlinetext.html": "<p>see file</p>",
            "Bob_104_assignsubmission_file_/minmax.py": RIGHT,
            "Cyd_105_assignsubmission_onlinetext_/onlinetext.html": "<p>sorry</p>",
        },
        {
            "Ada Byron_101": "minmax.py",
            "Ada Byron_102": "minmax (1).py",
            "Öz Gür_103": "deep/er/minmax.ipynb",
            "Bob_104": "minmax.py",
            "Cyd_105": "other",
        },
    ),
    "Moodle without folders": (
        {
            "Ada_101_assignsubmission_file_minmax.py": RIGHT,
            "Bob B_102_assignsubmission_file_x.ipynb": NOTEBOOK,
        },
        {"Ada_101": "minmax.py", "Bob B_102": "x.ipynb"},
    ),
    "Canvas": (
        {
            "byronada_501_9001_minmax.py": RIGHT,
            "bobb_LATE_502_9002_minmax-1.py": RIGHT,
            "cydc_503_9003_notes.txt": "hello",
            "cydc_503_9004_minmax.ipynb": NOTEBOOK,
        },
        {"byronada_501": "minmax.py", "bobb_502": "minmax-1.py", "cydc_503": "minmax.ipynb"},
    ),
    "all in one more folder": (
        {"week3/ada/minmax.py": RIGHT, "week3/bob/minmax.py": RIGHT},
        {"ada": "minmax.py", "bob": "minmax.py"},
    ),
    "flat in one more folder": (
        {"w/ada.py": RIGHT, "w/bob.py": RIGHT},
        {"ada": "ada.py", "bob": "bob.py"},
    ),
    "one student": ({"ada/minmax.py": RIGHT}, {"ada": "minmax.py"}),
    "one student of nbgrader's": ({"ada/minmax/minmax.py": RIGHT}, {"ada": "minmax/minmax.py"}),
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("zipped", [False, True], ids=["folder", "zip"])
def test_everyone_is_found(layout: str, zipped: bool, tmp_path: Path) -> None:
    files, expected = LAYOUTS[layout]
    path = archive(tmp_path / "class.zip", files) if zipped else folder(tmp_path / "class", files)
    assert found(path) == expected


def test_an_nbgrader_course_is_looked_at_in_submitted(tmp_path: Path) -> None:
    folder(
        tmp_path,
        {
            "nbgrader_config.py": "",
            "source/minmax/minmax.py": "",
            "submitted/ada/minmax/minmax.py": RIGHT,
        },
    )
    assert found(tmp_path) == {"ada": "minmax/minmax.py"}


SEVERAL: dict[str, tuple[Files, str]] = {
    "the untouched file beside the notebook": (
        {"minmax.py": SKELETON, "minmax.ipynb": "{}"},
        "minmax.ipynb",
    ),
    "the untouched notebook beside the file": (
        {"minmax.py": RIGHT, "minmax.ipynb": NOTEBOOK},
        "minmax.py",
    ),
    "both untouched": ({"minmax.py": SKELETON, "minmax.ipynb": NOTEBOOK}, "minmax.py"),
    "the one that is named so": ({"minmax.py": "x = 1", "test.py": RIGHT}, "minmax.py"),
    "the one that defines it": (
        {"mine.py": RIGHT, "play.py": "import mine", "old.py": "class GameNode: pass"},
        "mine.py",
    ),
    "the one that is named just so": (
        {"minmax.py": RIGHT, "minmax2.py": RIGHT + "\n"},
        "minmax.py",
    ),
    "a copy": ({"minmax.py": RIGHT, "backup/minmax.py": RIGHT}, "backup/minmax.py"),
    "no telling": ({"a.py": RIGHT, "b.py": RIGHT + "\n"}, "unclear"),
    "no telling either": ({"one/minmax.py": RIGHT, "two/minmax.py": RIGHT + "\n"}, "unclear"),
    "another exercise's": ({"alphabeta.py": reference("alphabeta")}, "other"),
    "programs' own": (
        {".ipynb_checkpoints/minmax.ipynb": NOTEBOOK, "__pycache__/minmax.py": RIGHT},
        "missing",
    ),
}


@pytest.mark.parametrize("case", SEVERAL)
def test_of_several_files_the_one_that_is_meant_is_graded_or_none(
    case: str, tmp_path: Path
) -> None:
    files, expected = SEVERAL[case]
    path = folder(
        tmp_path, {"bob/minmax.py": RIGHT, **{f"ada/{name}": text for name, text in files.items()}}
    )
    assert found(path)["ada"] == expected
    others = [name for name, _ in find(path, MINMAX).not_graded]
    if expected in files:
        assert others == sorted(f"ada/{name}" for name in files if name != expected)


def test_an_archive_that_a_student_hands_in_is_looked_into(tmp_path: Path) -> None:
    inner = archive(
        tmp_path / "inner.zip", {"my work/minmax.py": RIGHT, "my work/notes.txt": "x"}
    ).read_bytes()
    path = folder(
        tmp_path / "class",
        {"ada/work.zip": inner, "bob.zip": inner, "cyd/work.zip": b"PK\3\4 no archive"},
    )
    assert found(path) == {"ada": "my work/minmax.py", "bob": "my work/minmax.py", "cyd": "other"}
    known = {one.student: one for one in find(path, MINMAX).hand_ins}
    assert known["ada"].read() == (BYTES, "")
    assert "is no zip archive" in known["cyd"].problem


def test_an_archive_of_an_lms_may_lie_in_a_folder(tmp_path: Path) -> None:
    moodle = {f"Ada B_{n}_assignsubmission_file_/minmax.py": f"{RIGHT}# {n}" for n in (7, 8)}
    canvas = {f"byron_{n}_900{n}_minmax.py": f"{RIGHT}# {n}" for n in (3, 4)}
    root = folder(tmp_path / "class", {"notes.txt": "mine", "cyd.py": RIGHT})
    archive(root / "download.zip", moodle)
    archive(root / "canvas.zip", {f"below/{name}": text for name, text in canvas.items()})
    folder(root / "unpacked", {"Eve_9_assignsubmission_file_/minmax.py": RIGHT})
    expected = {"Ada B_7", "Ada B_8", "byron_3", "byron_4", "cyd", "Eve_9"}
    assert set(found(root)) == expected
    # Files of one student may be named as by Canvas; and what can't be told is nobody's 0.
    archive(root / "dee.zip", {"v_1_2_minmax.py": RIGHT})
    archive(root / "who.zip", {"x/minmax.py": RIGHT, "y/minmax.py": RIGHT + "#"})
    known = found(root)
    assert set(known) == expected | {"dee", "who"}
    assert (known["dee"], known["who"]) == ("v_1_2_minmax.py", "unclear")


def test_it_is_known_when_something_was_handed_in(tmp_path: Path) -> None:
    at = datetime(2026, 12, 1, 12, 30, tzinfo=UTC)
    root = folder(tmp_path / "class", {"ada.py": RIGHT, "bob/minmax/minmax.py": RIGHT})
    os.utime(root / "ada.py", (at.timestamp(), at.timestamp()))
    folder(root, {"bob/minmax/timestamp.txt": "2026-12-01 12:30:00.000000 UTC\n"})
    packed_at = zipfile.ZipInfo("cyd/minmax.py", at.astimezone().timetuple()[:6])
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as packed:
        packed.writestr(packed_at, RIGHT)
        packed.writestr(zipfile.ZipInfo("dee/minmax.py"), RIGHT)  # of 1980, which is no time
        packed.writestr(zipfile.ZipInfo("eve/minmax.py", (2026, 13, 40, 0, 0, 0)), RIGHT)
    times = {}
    for path in (root, tmp_path / "class.zip"):
        for hand_in in find(path, MINMAX).hand_ins:
            times[hand_in.student] = hand_in.handed_in
    assert times == {"ada": at, "bob": at, "cyd": at, "dee": None, "eve": None}


def test_an_instructor_chooses_of_several_files(tmp_path: Path) -> None:
    files = {"ada/a.py": RIGHT, "ada/b.py": RIGHT + "# b", "bob/minmax.py": RIGHT}
    root = folder(tmp_path / "class", files)
    for wanted in ("b.py", "ada/b.py"):
        hand_in, _ = find(root, MINMAX, {"ada": wanted}).hand_ins
        assert (hand_in.kind, hand_in.file) == ("file", "b.py")
    hand_in, _ = find(root, MINMAX, {"ada": "c.py"}).hand_ins
    assert hand_in.kind == "unclear"
    assert hand_in.problem == "c.py was chosen by hand, and is not there: a.py, b.py."


def test_what_belongs_to_nobody_is_listed(tmp_path: Path) -> None:
    nobodys = {
        "minmax.py": SKELETON,
        "minmax (2).py": RIGHT,
        "grades.xlsx": "x",
        ".zoe/minmax.py": RIGHT,
    }
    path = folder(
        tmp_path / "class",
        {"ada.py": RIGHT, "bob/minmax.rar": "Rar!", "cyd_7_text.html": "<p>", **nobodys},
    )
    members = {
        str(file.relative_to(path)): file.read_bytes()
        for file in path.rglob("*.*")
        if file.is_file()
    }
    for same in (path, archive(tmp_path / "class.zip", members)):
        assert found(same) == {"ada": "ada.py", "bob": "other", "cyd_7": "other"}
        listed = [name for name, _ in find(same, MINMAX).not_graded]
        assert listed == [
            ".zoe",
            "bob/minmax.rar",
            "cyd_7/text.html",
            "grades.xlsx",
            "minmax (2).py",
            "minmax.py",
        ]


@pytest.mark.parametrize(
    "files", [{}, {"README.md": "x"}, {"ada/essay.pdf": "x"}, {"minmax.py": RIGHT}]
)
def test_a_folder_without_submissions_is_refused(files: Files, tmp_path: Path) -> None:
    (tmp_path / "class" / "empty").mkdir(parents=True)
    path = folder(tmp_path / "class", files)
    result = gametree("class", path, "--exercise", NAME, "--out", tmp_path / "out")
    assert result.code == 2
    assert "looks handed in for minmax" in result.err
    assert not (tmp_path / "out").exists()


def test_names_that_are_no_text_are_read(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"\xff\xfe.py")).write_text(RIGHT)
    (hand_in,) = find(tmp_path, MINMAX).hand_ins
    assert re.fullmatch(r"__-[0-9a-f]{6}", hand_in.student)
    assert hand_in.read() == (BYTES, "")


# --- folders ---

LIMIT = 60


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let fewer files be too many: to make thousands takes its time."""
    for module in (archives, handins):
        monkeypatch.setattr(module, "FILES_LIMIT", LIMIT)


@pytest.mark.parametrize("below", ["ada", "week3/ada", "ada/minmax", "ada/one/two/three"])
@pytest.mark.parametrize("hidden", [False, True])
def test_a_folder_with_too_many_files_is_one_students(
    below: str, hidden: bool, tmp_path: Path, few: None
) -> None:
    bob = tmp_path / ("week3/bob" if below.startswith("week3") else "bob")
    bob.mkdir(parents=True)
    (bob / "minmax.py").write_bytes(OTHER)
    folder = tmp_path / below
    folder.mkdir(parents=True)
    for number in range(LIMIT + 5):
        if hidden and number % 2:
            (folder / f".{number}").mkdir()
        else:
            (folder / f"{number}.py").touch()
    known = {one.student: one for one in told(find(tmp_path, MINMAX)).hand_ins}
    assert known["bob"].read() == (OTHER, "")
    assert (known["ada"].kind, "too many files to look through" in known["ada"].problem) == (
        "unclear",
        True,
    )
    assert known["ada"].read() == (b"", known["ada"].problem)


def test_many_folders_of_many_files_are_not_all_looked_at(
    tmp_path: Path, few: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bob.py").write_bytes(OTHER)
    for number in range(500):
        (tmp_path / "ada" / str(number // 20) / str(number)).mkdir(parents=True)
    scanned: list[object] = []
    real = os.scandir
    monkeypatch.setattr(os, "scandir", lambda path: scanned.append(path) or real(path))
    found = find(tmp_path, MINMAX)
    assert [one.kind for one in found.hand_ins] == ["unclear", "file"]
    assert ("ada/*", "too many files to look through") in found.not_graded
    assert len(scanned) <= LIMIT + 5


def test_a_large_class_in_one_folder_more_is_found_whole(tmp_path: Path, few: None) -> None:
    for number in range(LIMIT + 100):
        (tmp_path / "week3" / f"s{number}").mkdir(parents=True)
        (tmp_path / "week3" / f"s{number}" / "minmax.py").touch()
    assert len(find(tmp_path, MINMAX).hand_ins) == LIMIT + 100


@pytest.mark.parametrize(
    "name",
    [
        b"\xff\xfe",
        b"a\nb\r\x1b[31m",
        b"=cmd()",
        b"-rf",
        b"\x7f" * 200,
        b" ",
        b"~",
        "é".encode() * 120,
    ],
)
def test_strange_names_in_folders_do_no_harm(name: bytes, tmp_path: Path) -> None:
    (tmp_path / "bob.py").write_bytes(OTHER)
    folder = os.path.join(os.fsencode(tmp_path), name)
    os.makedirs(os.path.join(folder, *[name] * 12))
    for file in (b"1" + name, name + b".py", name + b".zip"):
        with open(os.path.join(folder, file), "wb") as target:
            target.write(BYTES)
    known = told(find(tmp_path, MINMAX)).hand_ins
    assert sorted(one.read()[0] for one in known) == sorted([OTHER, BYTES])


def test_more_than_can_be_compared_is_unclear(tmp_path: Path) -> None:
    (tmp_path / "bob.py").write_bytes(OTHER)
    (tmp_path / "ada").mkdir()
    for number in range(handins.COMPARED_LIMIT + 1):
        (tmp_path / "ada" / f"{number}.py").write_bytes(b"x" * number)
    known = find(tmp_path, MINMAX).hand_ins
    assert [one.kind for one in known] == ["unclear", "file"]
    assert "too many files to look through" in known[0].problem


def test_a_file_is_read_once_while_one_is_chosen_and_not_too_much(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    real = archives.read_bytes

    def counting(path: Path) -> bytes:
        read.append(path.name)
        return real(path)

    monkeypatch.setattr(archives, "read_bytes", counting)
    (tmp_path / "bob.py").write_bytes(OTHER)
    (tmp_path / "ada").mkdir()
    for number in range(9):
        (tmp_path / "ada" / f"{number}.py").write_bytes(b"x" * number)
    find(tmp_path, MINMAX)
    assert sorted(read) == [f"{number}.py" for number in range(9)]
    read.clear()
    for number in range(9):
        (tmp_path / "ada" / f"{number}.py").write_bytes(b"x" * 6_000_000)
    ada, _ = find(tmp_path, MINMAX).hand_ins
    assert (ada.kind, len(read)) == ("unclear", 4)


def test_a_long_name_keeps_its_ending(tmp_path: Path) -> None:
    name = "€" * 900 + ".ipynb"
    known = class_of(tmp_path / "class.zip", [(f"ada/{name}", b"{}")])
    assert known["ada"].file.endswith("€.ipynb")
    assert len(known["ada"].file) == 200


# --- labels ---


def same_somewhere(name: str) -> list[str]:
    """Return what a name is to several systems."""
    forms = [unicodedata.normalize(form, name) for form in ("NFC", "NFD", "NFKC", "NFKD")]
    names = [one for form in forms for one in (form, form.casefold(), form.upper(), form.lower())]
    return [
        unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", one).casefold()).rstrip(". ")
        for one in names
    ]


def check_labels(owners: list[str]) -> dict[str, str]:
    labels = handins._labels(owners)
    assert list(labels.keys() ^ set(owners)) == []
    for owner, label in labels.items():
        assert len(label.encode()) <= LABEL_LIMIT
        assert label.isprintable()
        assert not set(label) & set('/\\:*?"<>|')
        assert label == label.strip(". ") != ""
        assert not re.match(r"(con|prn|aux|nul|com\d|lpt\d) *(\.|$)", label, re.IGNORECASE)
        assert label == owner or re.search("-[0-9a-f]{6}$", label)
    whose: dict[str, str] = {}
    for owner, label in labels.items():
        for same in same_somewhere(label):
            assert whose.setdefault(same, owner) == owner, (owner, whose[same], label)
    assert handins._labels(owners[::-1]) == labels
    return labels


def digits(owner: str) -> str:
    return handins.sha256(owner.encode()).hexdigest()[:6]


def test_no_two_students_have_one_label() -> None:
    owners = ["bob", "BOB", f"bob-{digits('BOB')}", f"BOB-{digits('bob')}"]
    owners += [f"bob-{digits(name)}" for name in owners]
    labels = check_labels([*dict.fromkeys(owners), "ann"])
    assert labels["ann"] == "ann"
    assert labels[f"bob-{digits('BOB')}"] == f"bob-{digits('BOB')}"


@pytest.mark.parametrize(
    "names",
    [
        ("é", "e\u0301"), ("\u017f", "s"), ("ﬁ", "fi"), ("Straße", "STRASSE"), ("\u0131", "i"), ("Å", "\u212b"),
        ("Σ", "ς"), ("K", "\u212a"), ("2", "²"), ("Ὰͅ", "ᾺΙ"), ("a ", "a"), ("a.", "a"), ("a", "a\0"), ("a/b", "a_b"),
        ("\ud800", "\udcff"), ("", "_"), ("€" * 80, "€" * 81), (" ", "."), ("CON", "con"), ("aux.txt", "AUX"),
    ],
)  # fmt: skip
def test_what_some_system_takes_for_one_name_is_told_apart(names: tuple[str, str]) -> None:
    check_labels(list(names))


def test_a_name_that_can_be_a_files_is_kept() -> None:
    names = ["Ada Byron_101", "öz", "smith-123456", "bob-abcdef", "李 小龙_7", "O'Neil", "=cmd()", "x" * LABEL_LIMIT,
             "é" * (LABEL_LIMIT // 2), "conny", "com", "auxiliary.txt", "a.b.c", "50%"]  # fmt: skip
    assert check_labels(names) == {name: name for name in names}


def test_nobodys_label_changes_when_another_comes() -> None:
    owners = ["ada", "CON", "x:y", "é" * 200, "BOB"]
    before = check_labels(owners)
    after = check_labels([*owners, "cyd", "bob", "z/z", "NUL"])
    assert {owner for owner in owners if after[owner] != before[owner]} == {"BOB"}


def test_labels_of_nasty_classes_are_all_different(request: pytest.FixtureRequest) -> None:
    rng = random.Random(20)
    parts = [
        "\u017f",
        "\xdf",
        "\xe9",
        "e\u0301",
        "\ufb01",
        "I",
        "\u0131",
        "\u0130",
        "\u0345",
        "\u0345\u0391",
        "\u03a9",
    ]
    parts += ["\u2126", "\ufdfa", "\U0001f600", "com\xb9", "\n", "\0", "\ud800"]
    parts += [
        "bob",
        "BOB",
        ".",
        " ",
        "/",
        "\\",
        "con",
        "AUX",
        "com1",
        "-",
        "_",
        "?",
        "€" * 50,
        "x" * 90,
    ]
    for _ in range(1_000 if request.config.getoption("--whole") else 20):
        owners = {
            "".join(rng.choices(parts, k=rng.randint(1, 3))) for _ in range(rng.randint(1, 25))
        }
        for owner in [*owners]:
            owners |= {label for label in handins._labels(owners).values() if rng.random() < 0.2}
            owners |= {
                chr(rng.randrange(0x11_0000)),
                owner.swapcase(),
                unicodedata.normalize("NFKD", owner),
            }
        check_labels(sorted(owners))
