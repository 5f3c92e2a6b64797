"""`gametree class`: everyone is found, graded once, and told why, whatever happens meanwhile."""

from __future__ import annotations

import csv
import json
import os
import random
import re
import resource
import signal
import sqlite3
import stat
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from graders.kit import catalog
from graders.kit.classroom.handins import Cohort, find
from graders.kit.classroom.store import Record
from graders.kit.classroom.summary import Summary
from graders.kit.errors import NoSubmissions
from graders.kit.grading.submission import NOTEBOOK_LIMIT
from graders.kit.report import Board, Boards, CheckResult, Parts, Report, Text
from tests.conftest import ROOT, gametree, reference, report, slip, slips_of

NAME = "minmax"
MINMAX = catalog.named(NAME)
CORPUS = ROOT / "tests" / "submissions" / NAME
RIGHT = reference(NAME)
SKELETON = (ROOT / "exercises" / NAME / f"{NAME}.py").read_text("utf-8")
NOTEBOOK = (ROOT / "exercises" / NAME / f"{NAME}.ipynb").read_text("utf-8")
Files = dict[str, str | bytes]


def folder(root: Path, files: Files) -> Path:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def archive(path: Path, files: Files) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as target:
        for name, content in files.items():
            target.writestr(name, content)
    return path


def found(path: Path) -> dict[str, str]:
    """Return which file of whom is graded, or why none is."""
    known = find(path, MINMAX)
    return {one.student: str(one.entry.file) if one.entry else one.kind for one in known.hand_ins}


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
        {"ada": "solution.py", "bob": "week 3/work.py", "cyd": "missing"},
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
            "Cyd_105": "missing",
        },
    ),
    "Moodle without folders": (
        {"Ada_101_assignsubmission_file_minmax.py": RIGHT, "Bob B_102_assignsubmission_file_x.ipynb": NOTEBOOK},
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
    "flat in one more folder": ({"w/ada.py": RIGHT, "w/bob.py": RIGHT}, {"ada": "ada.py", "bob": "bob.py"}),
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
    folder(tmp_path, {"nbgrader_config.py": "", "source/minmax/minmax.py": "", "submitted/ada/minmax/minmax.py": RIGHT})
    assert found(tmp_path) == {"ada": "minmax/minmax.py"}


SEVERAL: dict[str, tuple[Files, str]] = {
    "the untouched file beside the notebook": ({"minmax.py": SKELETON, "minmax.ipynb": "{}"}, "minmax.ipynb"),
    "the untouched notebook beside the file": ({"minmax.py": RIGHT, "minmax.ipynb": NOTEBOOK}, "minmax.py"),
    "both untouched": ({"minmax.py": SKELETON, "minmax.ipynb": NOTEBOOK}, "minmax.py"),
    "the one that is named so": ({"minmax.py": "x = 1", "test.py": RIGHT}, "minmax.py"),
    "the one that defines it": (
        {"mine.py": RIGHT, "play.py": "import mine", "old.py": "class GameNode: pass"},
        "mine.py",
    ),
    "the one that is named just so": ({"minmax.py": RIGHT, "minmax2.py": RIGHT + "\n"}, "minmax.py"),
    "a copy": ({"minmax.py": RIGHT, "backup/minmax.py": RIGHT}, "backup/minmax.py"),
    "no telling": ({"a.py": RIGHT, "b.py": RIGHT + "\n"}, "unclear"),
    "no telling either": ({"one/minmax.py": RIGHT, "two/minmax.py": RIGHT + "\n"}, "unclear"),
    "another exercise's": ({"alphabeta.py": reference("alphabeta")}, "missing"),
    "programs' own": ({".ipynb_checkpoints/minmax.ipynb": NOTEBOOK, "__pycache__/minmax.py": RIGHT}, "missing"),
}


@pytest.mark.parametrize("case", SEVERAL)
def test_of_several_files_the_one_that_is_meant_is_graded_or_none(case: str, tmp_path: Path) -> None:
    files, expected = SEVERAL[case]
    path = folder(tmp_path, {"bob/minmax.py": RIGHT, **{f"ada/{name}": text for name, text in files.items()}})
    assert found(path)["ada"] == expected
    others = [name for name, _ in find(path, MINMAX).not_graded]
    if expected in files:
        assert others == sorted(f"ada/{name}" for name in files if name != expected)


def test_an_archive_that_a_student_hands_in_is_looked_into(tmp_path: Path) -> None:
    inner = archive(tmp_path / "inner.zip", {"my work/minmax.py": RIGHT, "my work/notes.txt": "x"}).read_bytes()
    path = folder(tmp_path / "class", {"ada/work.zip": inner, "bob.zip": inner, "cyd/work.zip": b"PK\3\4 no archive"})
    assert found(path) == {"ada": "my work/minmax.py", "bob": "my work/minmax.py", "cyd": "missing"}
    known = {one.student: one for one in find(path, MINMAX).hand_ins}
    assert known["ada"].read() == (RIGHT.encode(), "")
    assert "is no zip archive" in known["cyd"].problem


def test_what_belongs_to_nobody_is_listed(tmp_path: Path) -> None:
    nobodys = {"minmax.py": SKELETON, "minmax (2).py": RIGHT, "grades.xlsx": "x", ".zoe/minmax.py": RIGHT}
    path = folder(tmp_path / "class", {"ada.py": RIGHT, "bob/minmax.rar": "Rar!", "cyd_7_text.html": "<p>", **nobodys})
    members = {str(file.relative_to(path)): file.read_bytes() for file in path.rglob("*.*") if file.is_file()}
    for same in (path, archive(tmp_path / "class.zip", members)):
        assert found(same) == {"ada": "ada.py", "bob": "missing", "cyd_7": "missing"}
        listed = [name for name, _ in find(same, MINMAX).not_graded]
        assert listed == [".zoe", "bob/minmax.rar", "cyd_7/text.html", "grades.xlsx", "minmax (2).py", "minmax.py"]


@pytest.mark.parametrize("files", [{}, {"README.md": "x"}, {"ada/essay.pdf": "x"}, {"minmax.py": RIGHT}])
def test_a_folder_without_submissions_is_refused(files: Files, tmp_path: Path) -> None:
    (tmp_path / "class" / "empty").mkdir(parents=True)
    path = folder(tmp_path / "class", files)
    result = gametree("class", path, "--exercise", NAME, "--out", tmp_path / "out")
    assert result.code == 2
    assert "looks handed in for minmax" in result.err
    assert not (tmp_path / "out").exists()


# --- strangers' archives ---


def raw(name: str, content: bytes = RIGHT.encode(), **attributes: int) -> tuple[zipfile.ZipInfo, bytes]:
    info = zipfile.ZipInfo(name)
    for attribute, value in attributes.items():
        setattr(info, attribute, value)
    return info, content


def hostile(path: Path, members: list[tuple[zipfile.ZipInfo, bytes]]) -> Path:
    with zipfile.ZipFile(path, "w") as target:
        for info, content in members:
            target.writestr(info, content, info.compress_type)
    return path


def read_all(path: Path) -> tuple[Cohort, dict[str, tuple[int, str]]]:
    """Return what is found, and of whom how much was read or why not."""
    known = find(path, MINMAX)
    return known, {one.student: (len(content), problem) for one in known.hand_ins for content, problem in [one.read()]}


def test_an_archive_harms_nothing(tmp_path: Path) -> None:
    link = (stat.S_IFLNK | 0o777) << 16
    members = [
        raw("good.py"),
        raw("../../outside.py"),
        raw("/absolute.py"),
        raw("C:\\windows.py"),
        raw("ada/../../bob.py"),
        raw("link.py", b"/etc/passwd", external_attr=link),
        raw("folder/minmax.py", b"/etc/passwd", external_attr=link),
        raw("bomb.py", b"0" * 300_000_000, compress_type=zipfile.ZIP_DEFLATED),
        raw("unusual.py", b"0" * 1_000_000, compress_type=zipfile.ZIP_BZIP2),
        raw("new\nline.py"),
        raw("<b>bold.py"),
        raw("=1+1.py"),
        raw("a" * 300 + ".py"),
        raw("Case.py"),
        raw("case.py"),
        raw("..py"),
        raw("back\\slash.py"),
        raw("__MACOSX/", b""),
        raw("__MACOSX/._good.py"),
    ]
    path = hostile(tmp_path / "class.zip", members)
    before = sorted(tmp_path.rglob("*"))
    known, read = read_all(path)
    assert sorted(tmp_path.rglob("*")) == before
    assert read["good"] == (len(RIGHT.encode()), "")
    assert read["bomb"] == (NOTEBOOK_LIMIT + 1, "")
    assert read["link"] == (0, "link.py can't be read: it is a symbolic link, perhaps to another's file.")
    assert read["folder"] == (0, "minmax.py can't be read: it is a symbolic link, perhaps to another's file.")
    assert "unusual way" in read["unusual"][1]
    astray = {"../../outside.py", "/absolute.py", "C:/windows.py", "ada/../../bob.py"}
    assert {name for name, reason in known.not_graded if "leads out" in reason} == astray
    names = [one.student for one in known.hand_ins]
    hidden = 3  # "..py", and what a Mac adds
    assert len({name.casefold() for name in names}) == len(names) == len(members) - len(astray) - hidden
    assert all(name.isprintable() and not set(name) & set('/\\:*?"<>|') and len(name) < 100 for name in names)


def test_an_encrypted_or_damaged_member_is_said_to_be_so(tmp_path: Path) -> None:
    path = hostile(tmp_path / "class.zip", [raw("good.py"), raw("secret.py"), raw("broken.py", RIGHT.encode() * 9)])
    data = bytearray(path.read_bytes())
    for header, offset in ((b"PK\1\2", 8), (b"PK\3\4", 6)):
        at = [match.start() for match in re.finditer(re.escape(header), bytes(data))][1]
        data[at + offset] |= 1
    place = bytes(data).rindex(RIGHT.encode()[:200])
    data[place : place + 3] = b"XXX"
    path.write_bytes(data)
    _, read = read_all(path)
    assert read["good"][1] == ""
    assert read["secret"] == (0, "secret.py can't be read: it is encrypted.")
    assert "broken.py is damaged" in read["broken"][1]


def test_names_in_old_encodings_are_read(tmp_path: Path) -> None:
    path = archive(tmp_path / "class.zip", {"J_rg.py": RIGHT, "M__.py": RIGHT})
    data = path.read_bytes().replace(b"J_rg.py", b"J\x94rg.py").replace(b"M__.py", "Mé.py".encode())
    path.write_bytes(data)
    assert found(path) == {"Jörg": "Jörg.py", "Mé": "Mé.py"}


def test_names_that_are_no_text_are_read(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"\xff\xfe.py")).write_text(RIGHT)
    (hand_in,) = find(tmp_path, MINMAX).hand_ins
    assert re.fullmatch(r"__-[0-9a-f]{6}", hand_in.student)
    assert hand_in.read() == (RIGHT.encode(), "")


@pytest.mark.parametrize("content", [b"", b"PK", b"PK\5\6" + b"\0" * 18, b"PK\5\6" + b"\xff" * 18, os.urandom(5_000)])
def test_what_is_no_archive_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "class.zip"
    path.write_bytes(content)
    with pytest.raises(NoSubmissions):
        find(path, MINMAX)


# --- a whole class ---

HANG = "while True: pass"
CRASH = RIGHT.replace("def get_value(self, node):", "def get_value(self, node):\n        import os; os._exit(3)")
CLASS: Files = {
    "ada/minmax.py": RIGHT,
    "<script>alert(1)</script>/minmax.py": f"print('<script>alert(2)</script>')\n{SKELETON}",
    "bob/minmax.py": slip(NAME, "immediate_wins_only").content,
    "cat/minmax.py": re.sub(r"\bchild\b", "successor", RIGHT) + "# mine\n",
    "crash/minmax.py": CRASH,
    "dan/minmax.py": SKELETON,
    "empty/minmax.py": "",
    "eve/minmax.py": "def f(:\n    <script>alert(3)</script>",
    "hang/minmax.py": HANG,
    "none/essay.txt": "I had no time.",
    "notebook/minmax.ipynb": NOTEBOOK,
    "öz/minmax.py": slip(NAME, "main_diagonal_forgotten").content,
    "two/a.py": RIGHT,
    "two/b.py": RIGHT + "\n",
    "twin/minmax.ipynb": json.dumps(
        {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [{"cell_type": "code", "source": RIGHT}]}
    ),
}


def grade(path: Path, out: Path, *arguments: object, code: int = 0, **options: Any) -> str:
    result = gametree("class", path, "--exercise", NAME, "--out", out, "--jobs", 2, *arguments, **options)
    assert result.code == code, result.err
    return result.out if code == 0 else result.err


def rows(out: Path) -> dict[str, dict[str, str]]:
    with (out / "grades.csv").open(encoding="utf-8", newline="") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def files(out: Path) -> dict[str, bytes]:
    """Return what an instructor gets: all but the database, in which seconds are."""
    found = {str(path.relative_to(out)): path for path in out.rglob("*") if path.is_file()}
    return {name: path.read_bytes() for name, path in found.items() if not name.startswith(".graded")}


def reports(out: Path) -> dict[str, str]:
    with sqlite3.connect(out / ".graded.sqlite") as database:
        return dict(database.execute("SELECT student, report FROM graded"))


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, str]:
    """A class of all sorts, its results, and what was said."""
    root = tmp_path_factory.mktemp("class")
    path = folder(root / "submitted", CLASS)
    (path / "notes.txt").write_text("mine")
    return path, root / "out", grade(path, root / "out", "--gradescope")


def test_everyone_gets_what_gametree_grade_gives(graded: tuple[Path, Path, str]) -> None:
    path, out, _ = graded
    table = rows(out)
    for name in ("ada", "bob", "cat", "crash", "dan", "empty", "eve", "notebook", "öz"):
        (file,) = (path / name).iterdir()
        expected = report(file, exercise=NAME)
        row = table[name]
        assert (int(row["score"]), int(row["max_score"])) == (expected["score"], expected["max_score"])
        assert {c["name"]: int(row[c["name"]]) for c in expected["checks"]} == {
            c["name"]: c["score"] for c in expected["checks"]
        }
    statuses = {name: row["status"] for name, row in table.items() if row["status"] != "graded"}
    assert statuses == {
        "crash": "crashed", "empty": "unreadable", "hang": "timeout", "none": "missing", "two": "unclear",
    }  # fmt: skip
    assert (table["none"]["score"], table["two"]["score"]) == ("0", "0")
    assert list(table["ada"]) == ["student", "score", "max_score", *(c["name"] for c in expected["checks"]), "status"]


def test_each_student_gets_a_page_with_nothing_of_another_and_no_script(graded: tuple[Path, Path, str]) -> None:
    _, out, _ = graded
    pages = {path.stem: path.read_text("utf-8") for path in (out / "feedback").iterdir()}
    assert set(pages) == set(rows(out))
    for text in [*pages.values(), (out / "report.html").read_text("utf-8")]:
        assert "<script" not in text
        assert not re.search(r"""(src|href)\s*=|url\(|@import""", text)
    assert "There is no" not in pages["ada"]
    assert "Nothing was handed in for minmax, no .py file and no notebook. Handed in: essay.txt." in pages["none"]
    assert "a.py, b.py. Hand in one." in pages["two"]
    assert "still being imported after 5 s" in pages["hang"]


def test_the_report_says_what_the_class_did_not_understand(graded: tuple[Path, Path, str]) -> None:
    _, out, said = graded
    text = (out / "report.html").read_text("utf-8")
    scores = [int(row["score"]) for row in rows(out).values()]
    assert f"Mean {sum(scores) / len(scores):.2f}" in text
    assert "2 handed in nothing that can be graded" in text
    judged = [row for row in rows(out).values() if row["status"] not in ("missing", "unclear")]
    for row in ("isTerminal", "minmax: winning moves"):
        lost = sum(r[row] == "0" for r in judged)
        assert f"{lost} ({100 * lost / len(judged):.0f} %)" in text[text.index(f"<td>{row}<") :][:600]
    assert '<svg class="board"' in text
    assert "Expected: x at 5. Yours: [], no board." in text
    for name in ("crash", "hang", "empty", "none", "two"):
        assert f"<li>{name}</li>" in text
    assert "<li>ada, cat, twin</li>" in text  # the same but for names and comments; the skeleton counts for nothing
    assert "dan" not in re.findall(r"<li>(.*?)</li>", text)
    assert "notes.txt: it belongs to no student" in text
    assert re.search(r"gametree-kit \S+ \([0-9a-f]{12}\) · seed 0 · isolation: bubblewrap · Python 3", text)
    assert "14 students: mean" in said
    assert "1 crashed, 1 missing, 1 timeout, 1 unclear, 1 unreadable" in said


def test_what_two_checks_told_alike_is_drawn_for_each() -> None:
    told: Parts = [Text("no"), Boards([Board("x to move", [["x", "2"], ["3", "4"]])])]

    def of(*lost: str) -> Report:
        checks = [
            CheckResult(
                name, "", name not in lost, 1, "failed" if name in lost else "passed", told * (name in lost), 0.0
            )
            for name in ("one", "other")
        ]
        return Report(NAME, 0, "", "", "", checks)

    reports = {"ada": of("one"), "bob": of("other")}
    summary = Summary()
    for student, found in reports.items():
        summary.add(Record(student, "graded", found))
    assert [(p.check, p.parts) for p in summary.positions(reports.__getitem__)] == [("one", told), ("other", told)]


def test_gradescope_gets_its_files(graded: tuple[Path, Path, str]) -> None:
    _, out, _ = graded
    table = rows(out)
    for path in (out / "gradescope").iterdir():
        assert json.loads(path.read_text("utf-8"))["score"] == int(table[path.stem]["score"])
    assert len(list((out / "gradescope").iterdir())) == len(table)


def test_what_is_unchanged_is_not_graded_again_and_what_is_changed_is(
    graded: tuple[Path, Path, str], tmp_path: Path
) -> None:
    path = folder(
        tmp_path / "class", {name: CLASS[name] for name in ("ada/minmax.py", "bob/minmax.py", "öz/minmax.py")}
    )
    out = tmp_path / "out"
    grade(path, out)
    first = reports(out)
    grade(path, out)
    assert reports(out) == first
    (path / "bob" / "minmax.py").write_text(RIGHT)
    (out / "feedback" / "ada.html").unlink()
    grade(path, out)
    second = reports(out)
    assert {name for name in second if second[name] != first[name]} == {"bob"}
    assert rows(out)["bob"]["score"] == "10"
    assert (out / "feedback" / "ada.html").read_bytes() == (graded[1] / "feedback" / "ada.html").read_bytes()
    grade(path, out, "--seed", 77)
    third = reports(out)
    assert all(json.loads(text)["seed"] == 77 for text in third.values())
    assert "77" in (out / "report.html").read_text("utf-8").split("seed")[-1]
    assert "seed" not in (out / "feedback" / "bob.html").read_text("utf-8")  # it may be secret
    (path / "bob" / "minmax.py").unlink()
    (path / "bob").rmdir()
    (out / "gradescope").mkdir()
    (out / "gradescope" / "bob.json").write_text("old")
    grade(path, out, "--seed", 77)
    assert set(rows(out)) == {"ada", "öz"} == {page.stem for page in (out / "gradescope").iterdir()}
    assert set(rows(out)) == {page.stem for page in (out / "feedback").iterdir()}


def test_a_new_version_of_the_kit_grades_anew(tmp_path: Path) -> None:
    path = folder(tmp_path / "class", {"ada.py": RIGHT})
    grade(path, tmp_path / "out")
    first = reports(tmp_path / "out")
    (tmp_path / "sitecustomize.py").write_text(
        "import graders.kit.grading.workers as c\nc.kit_version = lambda: 'newer'\n"
    )
    grade(path, tmp_path / "out", env={**os.environ, "PYTHONPATH": str(tmp_path)})
    assert reports(tmp_path / "out") != first
    assert "gametree-kit newer" in (tmp_path / "out" / "report.html").read_text("utf-8")


# --- whatever happens ---


def corpus(root: Path, count: int) -> Path:
    """Make a class of that many, of all kinds, all different."""
    texts = [path.read_text("utf-8") for path in sorted((CORPUS / "right").glob("*.py"))[:6]]
    texts += [slip.submission.source for slip in slips_of(NAME)[:9]]
    texts.append(SKELETON)
    return folder(root, {f"s{n:03}.py": f"{texts[n % len(texts)]}\n# {n}\n" for n in range(count)})


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, bytes]]:
    root = tmp_path_factory.mktemp("undisturbed")
    path = corpus(root / "class", 24)
    grade(path, root / "out")
    return path, files(root / "out")


def started(path: Path, out: Path, *arguments: str, **options: Any) -> subprocess.Popen[str]:
    command = [
        sys.executable,
        "-m",
        "graders",
        "class",
        str(path),
        "--exercise",
        NAME,
        "--out",
        str(out),
        "--jobs",
        "2",
    ]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen([*command, *arguments], **{**pipes, **options})


def kept(out: Path) -> int:
    """Return how many are graded and on disk: their pages are there before they count."""
    return len(list((out / "feedback").glob("*.html"))) if (out / "feedback").is_dir() else 0


def until(happens: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < end
        time.sleep(0.01)


def processes_of(marker: str) -> list[int]:
    """Return the processes that have a variable in their environment."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if marker.encode() in path.read_bytes():
                found.append(int(path.parent.name))
        except OSError:
            pass  # it is gone
    return found


@pytest.mark.parametrize("kills", [2, pytest.param(100, marks=pytest.mark.whole)])
@pytest.mark.timeout(3_600)
def test_killed_at_any_moment_it_goes_on_and_nobody_is_graded_twice(
    kills: int, undisturbed: tuple[Path, dict[str, bytes]], tmp_path: Path
) -> None:
    path, expected = undisturbed
    rng = random.Random(kills)
    done = 0
    while done < kills:
        out = tmp_path / f"out{done}"
        before: dict[str, str] = {}
        while done < kills:
            marker = f"GAMETREE_TEST={os.getpid()}-{done}"
            process = started(path, out, env={**os.environ, **dict([marker.split("=")])})
            try:
                process.wait(rng.uniform(0.1, 5.0))
                assert process.returncode == 0, process.communicate()[1]
                break
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                done += 1
            until(lambda marker=marker: not processes_of(marker))  # type: ignore[misc]
            if (out / ".graded.sqlite").exists():
                now = reports(out) if kept(out) else {}
                assert {name: now.get(name) for name in before} == before  # none lost, none graded twice
                before = now
        grade(path, out)
        assert files(out) == expected
        now = reports(out)
        assert {name: now.get(name) for name in before} == before


def test_ctrl_c_ends_it_at_once_and_says_how_to_go_on(
    undisturbed: tuple[Path, dict[str, bytes]], tmp_path: Path
) -> None:
    path, expected = undisturbed
    out = tmp_path / "out"
    folder(
        tmp_path / "class", {"s000.py": HANG, **{f.name: f.read_bytes() for f in path.iterdir() if f.name != "s000.py"}}
    )
    process = started(tmp_path / "class", out, start_new_session=True)
    until(lambda: kept(out) > 2)
    os.killpg(process.pid, signal.SIGINT)
    began = time.monotonic()
    said = process.communicate()[1]
    assert process.returncode == 2
    assert re.fullmatch(r"gametree: interrupted; \d+ are graded and kept: run the same again, and it goes on.\n", said)
    assert time.monotonic() - began < 10
    grade(path, out)
    assert files(out) == expected


def test_a_full_disk_is_said_and_loses_nothing(undisturbed: tuple[Path, dict[str, bytes]], tmp_path: Path) -> None:
    path, expected = undisturbed
    limit = (36_000, 36_000)
    said = grade(path, tmp_path / "out", code=2, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit))
    assert "What was graded before is kept" in said
    assert 0 < kept(tmp_path / "out") < 24
    before = reports(tmp_path / "out")
    assert before
    grade(path, tmp_path / "out")
    now = reports(tmp_path / "out")
    assert {name: now[name] for name in before} == before
    assert files(tmp_path / "out") == expected


def test_a_grader_process_that_dies_costs_nobody_anything(
    undisturbed: tuple[Path, dict[str, bytes]], tmp_path: Path
) -> None:
    path, expected = undisturbed
    out = tmp_path / "out"
    process = started(path, out)
    for count in (3, 12):
        until(lambda count=count: kept(out) >= count)  # type: ignore[misc]
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        commands = {pid: Path(f"/proc/{pid}/cmdline").read_bytes() for pid in children}
        os.kill(int(next(pid for pid, line in commands.items() if b"spawn_main" in line)), signal.SIGKILL)
    assert process.communicate()[1] == ""
    assert process.returncode == 0
    assert files(out) == expected


def test_one_that_ends_its_grader_each_time_fails_alone(tmp_path: Path) -> None:
    """No submission is known to do that; this one is made to, by its name."""
    path = folder(tmp_path / "class", {**{f"s{n}.py": RIGHT for n in range(6)}, "deadly.py": RIGHT})
    (tmp_path / "sitecustomize.py").write_text(
        "import os, graders.kit.classroom.task as c\nreal = c.of_bytes\n"
        "c.of_bytes = lambda file, *rest: os._exit(1) if file == 'deadly.py' else real(file, *rest)\n"
    )
    said = gametree("class", path, "--exercise", NAME, "--out", tmp_path / "out", "--jobs", 2,
                    env={**os.environ, "PYTHONPATH": str(tmp_path)})  # fmt: skip
    assert said.code == 2
    assert "deadly: It ended the grader's process, also when it was graded alone." in said.out
    table = rows(tmp_path / "out")
    assert {name: row["score"] for name, row in table.items()} == {"deadly": "", **{f"s{n}": "10" for n in range(6)}}
    assert table["deadly"]["status"] == "failed"
    grade(path, tmp_path / "out")
    assert rows(tmp_path / "out")["deadly"]["score"] == "10"


ORPHANS = """
import ctypes, os, multiprocessing, pathlib
from graders.kit.classroom.task import Task, grade_task
from graders.kit.grading import workers
from graders.kit.grading.run import Terms

parent, open_end = multiprocessing.Pipe(duplex=False)
workers.start_worker(parent)
mine = ctypes.c_int()
ctypes.CDLL(None).prctl(37, ctypes.byref(mine), 0, 0, 0)  # PR_GET_CHILD_SUBREAPER
for _ in range(5):
    workers.run_job(grade_task, Task("minmax", "a.py", b"x = 1", "", Terms(), workers.kit_version()))
dead = 0
for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
    try:
        dead += path.read_text().rsplit(")", 1)[1].split()[:2] == ["Z", str(os.getpid())]
    except OSError:
        pass  # it is gone
print(mine.value, dead)
"""


def test_nothing_dead_piles_up_where_nobody_collects_it() -> None:
    """bubblewrap leaves a child to whoever collects orphans; in a container that is often nobody."""
    done = subprocess.run([sys.executable, "-c", ORPHANS], cwd=ROOT, capture_output=True, text=True, check=True)
    adopts, dead = done.stdout.split()
    assert adopts == "1"
    assert int(dead) <= 1  # the last one's may still be ending


def test_two_at_once_in_one_folder_are_refused(tmp_path: Path) -> None:
    path = folder(tmp_path / "class", {"a.py": HANG, "b.py": RIGHT})
    process = started(path, tmp_path / "out")
    until(lambda: kept(tmp_path / "out") > 0)
    assert "Another `gametree class` is at work" in grade(path, tmp_path / "out", code=2)
    process.communicate()
    assert process.returncode == 0


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = folder(tmp_path / "class", {"ada.py": RIGHT})
    assert "holds something else" in grade(path, folder(tmp_path / "mine", {"grades.csv": "mine"}), code=2)
    assert (tmp_path / "mine" / "grades.csv").read_text() == "mine"
    assert "would be taken for a student's" in grade(path, path / "out", code=2)
    assert not (path / "out").exists()
    grade(path, tmp_path / "out")
    result = gametree("class", path, "--exercise", "games", "--out", tmp_path / "out")
    assert (result.code, "holds the grades of minmax" in result.err) == (2, True)


PLAIN = "import graders.kit.isolation.sandbox as s\nfound = s.ways()\ns.ways = lambda: found[-1:]\n"


def test_without_isolation_nothing_runs_unless_it_is_said(tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    path = folder(tmp_path / "class", {"ada.py": f"open({str(proof)!r}, 'w')\n{RIGHT}"})
    (tmp_path / "sitecustomize.py").write_text(PLAIN)
    shared = {"env": {**os.environ, "PYTHONPATH": str(tmp_path)}}
    assert "nothing isolates" in grade(path, tmp_path / "out", code=2, **shared)
    assert not proof.exists()
    grade(path, tmp_path / "out", "--unprotected", **shared)
    assert proof.exists()
    assert "isolation: none" in (tmp_path / "out" / "report.html").read_text("utf-8")
    grade(path, tmp_path / "out")  # what was graded so does not count where it need not be
    assert "isolation: bubblewrap" in (tmp_path / "out" / "report.html").read_text("utf-8")


@pytest.mark.whole  # test_course.py goes through nbgrader's database
def test_scores_reach_a_gradebook(graded: tuple[Path, Path, str], tmp_path: Path) -> None:
    from nbgrader.api import Gradebook

    path, out, _ = graded
    url = f"sqlite:///{tmp_path / 'gradebook.db'}"
    for _ in range(2):
        grade(path, out, "--gradebook", url)
        with Gradebook(url) as book:
            found = {
                s.student.id: (s.score, s.max_score, s.needs_manual_grade) for s in book.assignment_submissions(NAME)
            }
        assert found == {name: (float(row["score"]), 10.0, False) for name, row in rows(out).items()}
    for wrong in ("nonsense", f"sqlite:///{tmp_path}/no/such/folder.db"):
        assert "The gradebook can't be used" in grade(path, out, "--gradebook", wrong, code=2)


# --- a cluster ---


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Start a scheduler; yield what starts workers of it, and has the address."""
    running: list[subprocess.Popen[bytes]] = []
    address = tmp_path / "scheduler.json"

    def dask(*arguments: str, path: Sequence[Path] = ()) -> subprocess.Popen[bytes]:
        # The kit is this tree's, wherever the one that is installed lies.
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, [*path, ROOT]))}
        with (tmp_path / "dask.log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:]],
                stdout=log, stderr=log, env=environment, start_new_session=True, cwd=tmp_path,
            )  # fmt: skip
        running.append(process)
        return process

    dask("scheduler", "--scheduler-file", str(address), "--port", "0", "--host", "127.0.0.1", "--no-dashboard")
    until(lambda: address.exists() and "address" in json.loads(address.read_text() or "{}"))

    def worker(*path: Path) -> subprocess.Popen[bytes]:
        return dask("worker", "--scheduler-file", str(address), "--nthreads", "1", "--no-dashboard", path=path)

    worker.address = json.loads(address.read_text())["address"]  # type: ignore[attr-defined]
    worker.end = running[0].kill  # type: ignore[attr-defined]
    yield worker
    for process in running:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass  # killed before
        process.wait()


def on_cluster(path: Path, out: Path, address: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "graders", "class", str(path), "--exercise", NAME, "--out", str(out)]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen([*command, "--dask", address], **pipes)


def test_a_cluster_that_loses_a_worker_gives_the_same(
    cluster: Any, undisturbed: tuple[Path, dict[str, bytes]], tmp_path: Path
) -> None:
    path, expected = undisturbed
    out = tmp_path / "out"
    lost, _ = cluster(), cluster()
    process = on_cluster(path, out, cluster.address)
    until(lambda: kept(out) >= 8)
    os.killpg(lost.pid, signal.SIGKILL)
    said, error = process.communicate(timeout=120)
    assert process.returncode == 0, error
    assert "24 students" in said
    assert files(out) == expected


@pytest.mark.whole
def test_a_cluster_that_is_gone_is_said_to_be(cluster: Any, tmp_path: Path) -> None:
    path = folder(tmp_path / "class", {"a.py": RIGHT, **{f"hang{n}.py": HANG for n in range(9)}})
    cluster()
    process = on_cluster(path, tmp_path / "out", cluster.address)
    until(lambda: kept(tmp_path / "out") > 0)
    cluster.end()
    said = process.communicate(timeout=120)[1]
    assert said == (
        "gametree: The cluster has let go of submissions: is its scheduler still there? Run the same again.\n"
    )
    grade(folder(tmp_path / "class", {f"hang{n}.py": RIGHT for n in range(9)}), tmp_path / "out")


def test_a_worker_without_isolation_or_of_another_version_refuses(cluster: Any, tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    path = folder(tmp_path / "class", {"ada.py": f"open({str(proof)!r}, 'w')\n{RIGHT}"})
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain" / "sitecustomize.py").write_text(PLAIN)
    worker = cluster(tmp_path / "plain")
    said = on_cluster(path, tmp_path / "out", cluster.address).communicate(timeout=120)[1]
    assert "nothing isolates students' code here" in said
    assert not proof.exists()
    os.killpg(worker.pid, signal.SIGKILL)
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "sitecustomize.py").write_text(
        "import graders.kit.grading.workers as c\nc.kit_version = lambda: 'older'\n"
    )
    cluster(tmp_path / "old")
    said = on_cluster(path, tmp_path / "out", cluster.address).communicate(timeout=120)[1]
    assert "has gametree-kit older, the class is to be graded by" in said


@pytest.mark.whole
def test_without_a_scheduler_or_without_workers_it_says_so(cluster: Any, tmp_path: Path) -> None:
    path = folder(tmp_path / "class", {"ada.py": RIGHT})
    said = on_cluster(path, tmp_path / "out", cluster.address).communicate(timeout=60)[1]
    assert "The Dask scheduler has no workers: start some with" in said
    assert "There is no Dask scheduler at" in gametree(
        "class", path, "--exercise", NAME, "--out", tmp_path / "out", "--dask", "tcp://127.0.0.1:9"
    ).err  # fmt: skip
