"""Exercises in a folder of one's own, with a kit that has no solutions: as with an installed wheel."""

from __future__ import annotations

import csv
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import change, copied
from tests.platforms.layouts import LAYOUTS

NAME = "quince"
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a wheel holds."""
    return copied(tmp_path_factory.mktemp("site"), "graders", "exercises")


@pytest.fixture
def run(installed: Path, tmp_path: Path) -> Run:
    """Run a command of the kit in an empty folder; the folder of one's own is `own` in it."""

    def command(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        variables = {**os.environ, "PYTHONPATH": str(installed), **environment}
        done = subprocess.run(
            [sys.executable, "-m", "graders", *arguments],
            cwd=tmp_path,
            env=variables,
            capture_output=True,
            text=True,
            check=False,
        )
        assert "Traceback" not in done.stderr, done.stderr
        return done

    return command


@pytest.fixture(scope="module")
def begun(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of one's own, as a command has begun it."""
    folder = tmp_path_factory.mktemp("begun") / "own"
    done = subprocess.run(
        [sys.executable, "-m", "graders", "new", NAME, "--exercises", str(folder)],
        cwd=folder.parent,
        env={**os.environ, "PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return folder


@pytest.fixture
def own(begun: Path, tmp_path: Path) -> Path:
    """A folder of one's own, with an exercise."""
    shutil.copytree(begun, tmp_path / "own")
    return tmp_path / "own"


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.mark.whole
def test_every_command_knows_it_and_none_changes_the_folder(
    run: Run, own: Path, installed: Path, tmp_path: Path
) -> None:
    before, kit = contents(own), contents(installed)
    folder = ("--exercises", "own")
    solution = f"own/solutions/{NAME}/{NAME}.py"
    assert f"\n{NAME}  " in run("list", *folder).stdout
    assert NAME not in run("list").stdout
    assert run("start", NAME, *folder).returncode == 0
    assert f"{NAME}.py  1/1" in run("grade", solution, *folder).stdout
    assert "  0/1\n" in run("grade", f"{NAME}/{NAME}.py", *folder).stdout
    for what in ((), ("--structure",)):
        done = run("audit", *what, NAME, *folder)
        assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert run("release", "--check", *folder).returncode == 0
    assert run("grade", solution, GAMETREE_EXERCISES=str(own)).returncode == 0
    assert contents(own) == before
    assert contents(installed) == kit


def test_a_class_is_graded_by_several_processes(run: Run, own: Path, tmp_path: Path) -> None:
    (tmp_path / "class").mkdir()
    (tmp_path / "class/ann.py").write_bytes((own / f"solutions/{NAME}/{NAME}.py").read_bytes())
    (tmp_path / "class/bob.py").write_bytes((own / f"exercises/{NAME}/{NAME}.py").read_bytes())
    exercise = ("--exercise", NAME, "--exercises", "own")
    done = run("class", "class", *exercise, "--out", "out", "--jobs", "2")
    assert done.returncode == 0, done.stderr
    with (tmp_path / "out/grades.csv").open() as file:
        scores = {row["student"]: row["score"] for row in csv.DictReader(file)}
    assert scores == {"ann": "1", "bob": "0"}


@pytest.mark.parametrize(
    "platform",
    [
        pytest.param(name, marks=[] if name == "gradescope" else pytest.mark.whole)
        for name in sorted(LAYOUTS)
    ],
)
def test_an_archive_for_a_platform_holds_it(
    platform: str, run: Run, own: Path, tmp_path: Path
) -> None:
    done = run("deliver", platform, NAME, "--exercises", "own", "--out", "it.zip")
    assert done.returncode == 0, done.stderr
    names = zipfile.ZipFile(tmp_path / "it.zip").namelist()
    assert not [name for name in names if "own" in Path(name).parts or "minmax" in name]


def test_a_students_code_can_not_read_the_folder(run: Run, own: Path, tmp_path: Path) -> None:
    thief = f"def moves(heap):\n    return open({str(own / 'gametree.toml')!r}).read()\n"
    (tmp_path / "thief.py").write_text(thief)
    said = run("grade", "thief.py", "--exercise", NAME, "--exercises", "own").stdout
    assert "Error" in said
    assert "interface" not in said


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("interface = 0\n", "were written for version 0 of the kit's interface, and this kit has"),
        ("", "gametree.toml must say  interface = 1  and nothing else: it does not say interface."),
        ("interface =", "gametree.toml must say  interface = 1  and nothing else: "),
        (None, "is no folder of exercises: it has no gametree.toml. gametree new NAME"),
    ],
)
def test_a_folder_that_does_not_go_with_this_kit_is_left_alone(
    text: str | None, told: str, run: Run, own: Path
) -> None:
    mark = own / "gametree.toml"
    mark.unlink()
    if text is not None:
        mark.write_text(text)
    before = contents(own)
    for arguments in (("list",), ("grade", f"own/solutions/{NAME}/{NAME}.py"), ("release",)):
        done = run(*arguments, "--exercises", "own")
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert told in done.stderr
    assert contents(own) == before


def test_a_name_that_the_kit_has_by_now_is_said(run: Run, own: Path) -> None:
    for folder in ("graders", "solutions", "exercises"):
        (own / folder / NAME).rename(own / folder / "minmax")
    (own / f"graders/minmax/test_{NAME}.py").rename(own / "graders/minmax/test_minmax.py")
    done = run("list", "--exercises", "own")
    assert (done.returncode, done.stdout) == (2, "")
    assert "own has an exercise minmax, and so has the kit: rename" in done.stderr


def test_without_solutions_and_a_folder_nothing_can_be_begun(run: Run) -> None:
    for arguments in (("new", NAME), ("release",)):
        done = run(*arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert "--exercises DIR" in done.stderr


def test_a_fault_in_it_is_told_with_its_place(run: Run, own: Path) -> None:
    change(own / f"graders/{NAME}/driver.py", "return plain(", "return plane(")
    done = run("grade", f"own/solutions/{NAME}/{NAME}.py", "--exercises", "own")
    assert done.returncode == 2
    assert "a fault of its own: driver.py, line 9: NameError: name 'plane'" in done.stderr


@pytest.mark.whole
def test_a_quick_audit_names_a_survivor_and_what_shows_it(run: Run, own: Path) -> None:
    positions = own / f"graders/{NAME}/positions.py"
    change(positions, "[0, 1, 2, 3, *rng.sample(range(4, 100), 8)]", "[rng.randint(0, 9)]")
    done = run("audit", NAME, "--fast", "--exercises", "own")
    assert done.returncode == 1, done.stdout
    assert f"{NAME}: a mutant survives at seed 0" in done.stdout
    assert "it is caught: moves: moves(" in done.stdout
    assert "declare it in calls.toml" in done.stdout
    change(positions, "[rng.randint(0, 9)]", "[9]")
    done = run("audit", NAME, "--fast", "--exercises", "own", "--jobs", "1")
    assert "no call asks what it changes" in done.stdout


def test_a_variant_begins_as_a_copy_that_is_as_right(run: Run, own: Path, tmp_path: Path) -> None:
    corpus = own / "submissions" / NAME / "right"
    corpus.mkdir(parents=True)
    (corpus / "other.py").write_text(
        "def moves(heap):\n    return [*range(max(0, heap - 3), heap)]\n"
    )
    done = run("new", "variant", "--from", NAME, "--exercises", "own")
    assert (done.returncode, done.stderr) == (0, "")
    audit = run("audit", "variant", "--exercises", "own").stdout
    assert "1/1       0/1   1 of 1" in audit
    assert "Survivors 0, correct solutions refused 0" in audit
    texts = "".join(
        path.read_text() for path in own.rglob("*variant*/**/*") if path.suffix in (".py", ".md")
    )
    assert "variant.py" in texts
    assert "graders.quince" not in texts
    assert run("new", "other", "--from", "minmax", "--exercises", "own").returncode == 2
