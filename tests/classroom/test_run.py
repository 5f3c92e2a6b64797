"""`gametree class`: everyone is graded once, and told why."""

from __future__ import annotations

import csv
import json
import os
import re
from pathlib import Path

import pytest

from graders.kit.catalog import named
from graders.kit.classroom.store import Kept
from graders.kit.classroom.task import Task
from graders.kit.classroom.versions import version_of
from graders.kit.classroom.wishes import Basis
from graders.kit.grading.run import Terms
from tests.classroom.helpers import (
    HANG,
    NAME,
    NOTEBOOK,
    RIGHT,
    SKELETON,
    Files,
    folder,
    grade,
    reports,
    rows,
)
from tests.conftest import ROOT, by_heart, change, copied, gametree, report, slip

# Seen by a single process, as what crashes in one function is not.
CRASH = f"import os\nos._exit(3)\n{RIGHT}"
RAISES = RIGHT.replace(
    "def minmax(self, node):",
    "def minmax(self, node):\n        raise ValueError('<script>alert(2)</script>')",
)
CLASS: Files = {
    "ada/minmax.py": RIGHT,
    "<script>alert(1)</script>/minmax.py": f"print('<script>alert(2)</script>')\n{RAISES}",
    "bob/minmax.py": slip(NAME, "immediate_wins_only").content,
    "cat/minmax.py": re.sub(r"\bchild\b", "successor", RIGHT) + "# mine\n",
    "crash/minmax.py": CRASH,
    "dan/minmax.py": SKELETON,
    "empty/minmax.py": "",
    "eve/minmax.py": "def f(:\n    <script>alert(3)</script>",
    "hang/minmax.py": HANG,
    "none/essay.txt": "I had no time.",
    "notebook/minmax.ipynb": NOTEBOOK,
    "öz/minmax.py": slip(NAME, "blind_two_26").content,
    "two/a.py": RIGHT,
    "two/b.py": RIGHT + "\n",
    "twin/minmax.ipynb": json.dumps(
        {
            "nbformat": 4,
            "nbformat_minor": 5,
            "metadata": {},
            "cells": [{"cell_type": "code", "source": RIGHT}],
        }
    ),
}


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, str]:
    """A class of all sorts, its results, and what was said."""
    root = tmp_path_factory.mktemp("class")
    path = folder(root / "submitted", CLASS)
    (path / "notes.txt").write_text("mine")
    return path, root / "out", grade(path, root / "out", "--gradescope", code=1)


def test_everyone_gets_what_gametree_grade_gives(graded: tuple[Path, Path, str]) -> None:
    path, out, _ = graded
    table = rows(out)
    for name in ("ada", "bob", "crash", "twin", "öz"):
        (file,) = (path / name).iterdir()
        expected = report(file, exercise=NAME)
        row = table[name]
        assert (int(row["score"]), int(row["max_score"])) == (
            expected["score"],
            expected["max_score"],
        )
        assert {c["name"]: int(row[c["name"]]) for c in expected["checks"]} == {
            c["name"]: c["score"] for c in expected["checks"]
        }
    statuses = {name: row["status"] for name, row in table.items() if row["status"] != "graded"}
    assert statuses == {
        "crash": "crashed", "empty": "empty", "hang": "timeout", "none": "other", "two": "unclear",
    }  # fmt: skip
    assert [table[name]["score"] for name in ("empty", "none", "two")] == ["", "", ""]
    assert list(table["ada"]) == [
        "student",
        "score",
        "max_score",
        *(c["name"] for c in expected["checks"]),
        "status",
    ]


def test_a_student_gets_a_page_with_nothing_of_another_and_no_script_of_theirs(
    graded: tuple[Path, Path, str],
) -> None:
    _, out, _ = graded
    pages = {path.stem: path.read_text("utf-8") for path in (out / "feedback").iterdir()}
    assert set(pages) == set(rows(out))
    templates = ROOT / "graders/kit/rendering/templates"
    moving = (templates / "tree.js").read_text("utf-8").strip()
    stepping = (templates / "trace.js").read_text("utf-8").strip()
    filtering = (templates / "everyone.js").read_text("utf-8").strip()
    to_pages = re.compile(r'<a href="feedback/[\w%.~-]+\.html">')
    overview = (out / "report.html").read_text("utf-8")
    assert len(to_pages.findall(overview)) == len(pages)
    for text in [*pages.values(), to_pages.sub("", overview)]:
        for ours in (f"{moving}\n{stepping}", moving, filtering):
            text = text.replace(f"<script>\n{ours}</script>", "", 1)
        assert "<script" not in text
        assert not re.search(r"""(src|href)\s*=|url\(|@import""", text)
    assert "There is no" not in pages["ada"]
    assert (
        "Nothing was handed in for minmax, no .py file and no notebook. Handed in: essay.txt."
        in pages["none"]
    )
    assert "a.py, b.py. Hand in one." in pages["two"]
    assert "still being imported after 5 s" in pages["hang"]


def test_the_report_says_what_the_class_did_not_understand(graded: tuple[Path, Path, str]) -> None:
    _, out, said = graded
    text = (out / "report.html").read_text("utf-8")
    scores = [int(row["score"]) for row in rows(out).values() if row["score"]]
    assert f"Mean {sum(scores) / len(scores):.2f}" in text
    assert "3 students without a mark, and left out of these figures" in text
    judged = [row for row in rows(out).values() if row["score"]]
    for row in ("isTerminal", "minmax: winning moves"):
        lost = sum(r[row] == "0" for r in judged)
        assert (
            f"{lost} ({100 * lost / len(judged):.0f} %)" in text[text.index(f"<td>{row}<") :][:600]
        )
    assert '<svg class="board"' in text
    assert re.search(r"Expected: x at \d.*\. Yours: ", text)
    for name in ("crash", "hang", "empty", "none", "two"):
        assert f"<li>{name}</li>" in text
    assert (
        "<li>ada, cat, twin</li>" in text
    )  # the same but for names and comments; the skeleton counts for nothing
    assert not re.search(
        r"<li>[^<]*\bdan\b", text[text.index("Identical but") : text.index("Not graded:")]
    )
    assert "notes.txt: it belongs to no student" in text
    assert re.search(r"gametree-kit \S+ \([0-9a-f]{12}\) · isolation: bubblewrap · Python 3", text)
    assert "14 students: mean" in said
    assert "1 empty, 1 other, 1 unclear" in said


def test_gradescope_gets_its_files(graded: tuple[Path, Path, str]) -> None:
    _, out, _ = graded
    table = rows(out)
    for path in (out / "gradescope").iterdir():
        assert json.loads(path.read_text("utf-8"))["score"] == int(table[path.stem]["score"])
    with_marks = {name for name, row in table.items() if row["score"]}
    assert {path.stem for path in (out / "gradescope").iterdir()} == with_marks


def test_what_is_unchanged_is_not_graded_again_and_what_is_changed_is(
    graded: tuple[Path, Path, str], tmp_path: Path
) -> None:
    path = folder(
        tmp_path / "class", {name: CLASS[name] for name in ("ada/minmax.py", "bob/minmax.py")}
    )
    out = tmp_path / "out"
    grade(path, out)
    first = reports(out)
    (path / "bob" / "minmax.py").write_text(RIGHT)
    (out / "feedback" / "ada.html").unlink()
    grade(path, out)
    second = reports(out)
    assert {name for name in second if second[name] != first[name]} == {"bob"}
    assert rows(out)["bob"]["score"] == "10"
    assert (out / "feedback" / "ada.html").read_bytes() == (
        graded[1] / "feedback" / "ada.html"
    ).read_bytes()
    (path / "bob" / "minmax.py").unlink()
    (path / "bob").rmdir()
    (out / "gradescope").mkdir()
    (out / "gradescope" / "bob.json").write_text("old")
    grade(path, out, "--seed", 77)
    assert json.loads(reports(out)["ada"])["seed"] == 77
    assert set(rows(out)) == {"ada"} == {page.stem for page in (out / "gradescope").iterdir()}
    assert set(rows(out)) == {page.stem for page in (out / "feedback").iterdir()}


@pytest.mark.whole
def test_the_final_mark_is_at_a_seed_that_nobody_knows(tmp_path: Path) -> None:
    """So a table of the answers to seed 0 does not pay; and the instructor is told how to repeat a verdict."""
    path, out = (
        folder(tmp_path / "class", {"ada.py": RIGHT, "eve.py": by_heart()}),
        tmp_path / "out",
    )
    command = ("class", path, "--exercise", NAME, "--out", out, "--gradescope")
    said = [gametree(*command).out for _ in range(2)]
    assert said[0] == said[1]
    repeat = said[0].splitlines()[-1].split("secret):  gametree ")[1].split()
    seed = repeat[-1]
    assert repeat == ["grade", "FILE", "--exercise", NAME, "--seed", seed]
    assert {json.loads(text)["seed"] for text in reports(out).values()} == {int(seed)}
    assert rows(out)["ada"]["score"] == "10"
    again = gametree("grade", path / "eve.py", *repeat[2:], "--json", "-")
    assert int(rows(out)["eve"]["score"]) == json.loads(again.out)["score"]
    told = {
        str(path.relative_to(out))
        for path in out.rglob("*")
        if path.is_file() and seed.encode() in path.read_bytes()
    }
    assert told == {".graded.sqlite", "report.html"}
    assert len(list((out / "gradescope").iterdir())) == len(list((out / "feedback").iterdir())) == 2
    folded = re.sub(
        r"<details>.*?</details>", "", (out / "report.html").read_text("utf-8"), flags=re.DOTALL
    )
    assert seed not in folded  # in a lecture it is seen by all
    assert (
        f"The seed of {out} is another from now on: everyone is graded anew.\n2 students"
        in grade(path, out)
    )
    assert {row["score"] for row in rows(out).values()} == {"10"}
    assert not any("seed" in page.read_text("utf-8") for page in (out / "feedback").iterdir())


def version(out: Path) -> str:
    """Return the version of the kit that a class was graded by."""
    return re.findall(
        r"gametree-kit \S+ \([0-9a-f]{12}\)", (out / "report.html").read_text("utf-8")
    )[0]


@pytest.mark.whole
def test_marks_of_another_version_of_the_checks_stay_until_that_is_wished(tmp_path: Path) -> None:
    path = folder(tmp_path / "class", {"ada.py": RIGHT, "bob.py": RIGHT + "# bob's\n"})
    out = tmp_path / "out"
    grade(path, out)
    first = reports(out)
    before = version(out)
    copy = copied(tmp_path / "kit")
    (copy / "graders/games/cases.py").open("a").write("# of another room\n")
    (copy / "graders/kit/rendering/page.py").open("a").write("# draws\n")
    assert "another version" not in grade(path, out, cwd=copy)
    assert (reports(out), version(out) == before) == (first, False)
    change(copy / "graders/minmax/test_minmax.py", "points=2", "points=3")
    folder(path, {"bob.py": RIGHT + "# bob's second\n"})
    said = grade(path, out, cwd=copy)
    assert (
        "Graded by another version of the checks, and kept: 1 student (ada). Add --regrade" in said
    )
    assert reports(out)["ada"] == first["ada"]
    assert {name: row["score"] for name, row in rows(out).items()} == {"ada": "10", "bob": "11"}
    assert changed(out) == [("bob", "10", "11", "hand-in, exercise")]
    said = grade(path, out, "--regrade", cwd=copy)
    assert "another version" not in said
    assert "  ada: 10 -> 11 (exercise)" in said
    assert changed(out)[1:] == [("ada", "10", "11", "exercise")]
    old = (out / "earlier" / "grades-1.csv").read_text("utf-8")
    assert '"ada",10,10' in old


@pytest.mark.parametrize(
    ("regrades", "causes_changed", "keeps"),
    [(False, False, True), (False, True, True), (True, False, True), (True, True, False)],
)
def test_who_was_told_by_older_causes_is_graded_anew_where_that_is_wished(
    regrades: bool, causes_changed: bool, keeps: bool
) -> None:
    terms = Terms(7)
    task = Task("minmax", "ada.py", RIGHT.encode(), "", terms, "kit", "file", "ada")
    version = version_of(named("minmax"))
    kept = Kept(task.digest, version, 7, "bubblewrap", "", 10)
    basis = Basis({"ada": kept}, version, 7, False, regrades, False, causes_changed)
    assert basis.keeps("ada", task) == keeps


def changed(out: Path) -> list[tuple[str, ...]]:
    """Return the rows of changes.csv, without the times."""
    with (out / "changes.csv").open(encoding="utf-8", newline="") as file:
        return [tuple(row[1:]) for row in list(csv.reader(file))[1:]]


@pytest.mark.whole
def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = folder(tmp_path / "class", {"ada.py": RIGHT})
    assert "holds something else" in grade(
        path, folder(tmp_path / "mine", {"grades.csv": "mine"}), code=2
    )
    assert (tmp_path / "mine" / "grades.csv").read_text() == "mine"
    assert "would be taken for a student's" in grade(path, path / "out", code=2)
    assert not (path / "out").exists()
    grade(path, tmp_path / "out")
    result = gametree("class", path, "--exercise", "games", "--out", tmp_path / "out", "--seed", 9)
    assert (result.code, "holds the grades of minmax" in result.err) == (2, True)
    assert "anew" not in grade(path, tmp_path / "out")  # its seed is left alone, too


def test_without_isolation_nothing_runs_unless_it_is_said(tmp_path: Path) -> None:
    hidden = tmp_path / "hidden"
    hidden.write_text("of another student")
    path = folder(tmp_path / "class", {"ada.py": f"open({str(hidden)!r})\n{RIGHT}"})
    shared = {"env": {**os.environ, "GAMETREE_ISOLATION": "none"}}
    assert "nothing isolates" in grade(path, tmp_path / "out", code=2, **shared)
    assert not (tmp_path / "out" / "grades.csv").exists()
    grade(path, tmp_path / "out", "--unprotected", **shared)
    assert rows(tmp_path / "out")["ada"]["score"] == "10"
    assert "isolation: none" in (tmp_path / "out" / "report.html").read_text("utf-8")
    grade(path, tmp_path / "out")  # what was graded so does not count where it need not be
    assert rows(tmp_path / "out")["ada"]["score"] == "0"
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
                s.student.id: (s.score, s.max_score, s.needs_manual_grade)
                for s in book.assignment_submissions(NAME)
            }
        assert found == {
            name: (float(row["score"]), 10.0, False) for name, row in rows(out).items()
        }
    for wrong in ("nonsense", f"sqlite:///{tmp_path}/no/such/folder.db"):
        assert "The gradebook can't be used" in grade(path, out, "--gradebook", wrong, code=2)
