"""`gametree new`: an exercise of one's own is two folders, and no edit elsewhere, the kit's own tests included."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from graders.kit.catalog import named
from tests.conftest import EXERCISES, ROOT, copied, gametree, in_copy, toll

NAME = "quince"


def files(folder: Path) -> set[str]:
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if "__pycache__" not in path.parts
    }


def test_a_new_exercise_is_whole(copy: Path) -> None:
    """As it is written, every command knows it, and what is wrong is said."""
    before = files(copy)
    done = in_copy(copy, "new", NAME)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"gametree audit --structure {NAME}" in done.stdout
    parts = {"graders": "__init__.py driver.py positions.py cases.py test_quince.py",
             "solutions": "README.md quince.py", "exercises": "README.md quince.py quince.ipynb"}  # fmt: skip
    new = {f"{folder}/{NAME}/{file}" for folder, names in parts.items() for file in names.split()}
    assert files(copy) - before == new | {f"{folder}/{NAME}" for folder in parts}
    assert not [path for path in new if "NAME" in (copy / path).read_text("utf-8")]
    assert in_copy(copy, "release", "--check").returncode == 0
    assert re.search(
        rf"^{NAME}  +1 points  draft: Say what", in_copy(copy, "list").stdout, re.MULTILINE
    )
    assert in_copy(copy, "grade", f"solutions/{NAME}/{NAME}.py").returncode == 0
    assert "Survivors 0" in in_copy(copy, "audit", NAME).stdout
    assert in_copy(copy, "start", NAME, "mine").returncode == 0
    (copy / f"mine/{NAME}.py").write_text(
        "def moves(heap):\n    return [heap - 1, heap - 2, heap - 3]\n"
    )
    done = in_copy(copy, "grade", f"mine/{NAME}.py")
    assert done.returncode == 1
    assert "moves(0) must be [], in any order; yours is [-1, -2, -3]." in done.stdout


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("", "'' can't be the name of a module"), ("3x", "'3x' can't"), ("Heap", "'Heap' can't"),
        ("class", "'class' can't"), ("a-b", "'a-b' can't"), ("été", "'été' can't"), ("../heap", "'../heap' can't"),
        ("minmax", "taken by graders/minmax"), ("cli", "taken by graders/cli:"),
        ("kit", "taken by graders/kit"), ("json", "taken by a module"), ("pytest", "taken by a module"),
    ],
)  # fmt: skip
@pytest.mark.by_turns
def test_a_name_that_is_none_or_not_free_is_refused(name: str, told: str, copy: Path) -> None:
    before = files(copy)
    done = in_copy(copy, "new", name)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert told in done.stderr
    assert files(copy) == before


def test_what_is_there_is_never_overwritten(copy: Path) -> None:
    (copy / f"solutions/{NAME}").mkdir()
    assert f"taken by solutions/{NAME}" in in_copy(copy, "new", NAME).stderr
    shutil.rmtree(copy / "solutions")
    assert "--exercises DIR" in in_copy(copy, "new", NAME).stderr


def repository(folder: Path) -> Path:
    """Return a copy of the whole repository, in a folder, with an environment beside it."""
    ours = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\n")
    copy = copied(folder / "kit", *sorted({path.split("/")[0] for path in ours if path}))
    for command in (["init", "--quiet"], ["add", "--all"]):  # a test looks at what git knows
        subprocess.run(["git", *command], cwd=copy, check=True, capture_output=True)
    install(copy, folder / "venv")
    return copy


def install(copy: Path, folder: Path) -> None:
    """Make an environment that has what ours has, but the kit from a copy."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    (folder / "share").symlink_to(Path(sys.prefix, "share"))
    for script in Path(sys.executable).parent.iterdir():
        if script.name == "gametree":
            (folder / "bin/gametree").write_text(
                script.read_text().replace(sys.prefix, str(folder))
            )
            (folder / "bin/gametree").chmod(0o755)
        elif not (folder / "bin" / script.name).exists():
            (folder / "bin" / script.name).symlink_to(script)
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(folder)}))
    ours = sysconfig.get_path("purelib")
    (packages / "kit.pth").write_text(f"{copy}\nimport site; site.addsitedir({ours!r})\n")


def run(copy: Path, *command: str) -> str:
    """Run a module in the copy, with the environment beside it; fail if it fails."""
    python = [copy.parent / "venv/bin/python", "-m"]
    ours = {
        name: value for name, value in os.environ.items() if name != "PYTHONPATH"
    }  # that may lead to another kit
    done = subprocess.run(
        [*python, *command], cwd=copy, env=ours, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-5_000:] + done.stderr[-5_000:]
    return done.stdout


def promised(copy: Path, name: str, attacks: str = "") -> None:
    """Run the tests that go by the catalogue for one exercise: verdicts, attacks, notebooks ...

    Args:
        copy: The copy of the kit that has the exercise.
        name: The name of the exercise.
        attacks: The name of the only attacks that are made, "" for all.
    """
    chosen = f"{name} and ({attacks} or not test_attack)" if attacks else name
    said = run(
        copy,
        "pytest",
        "-n",
        "2",
        "-q",
        "-k",
        f"{chosen} or list_names or readme or release_is_fresh",
    )
    assert int(re.findall(r"(\d+) passed", said)[-1]) > 12
    run(copy, "ruff", "check", "graders", "solutions")
    run(copy, "ruff", "format", "--check", "graders", "solutions")


@pytest.mark.timeout(1_200)
@pytest.mark.whole
def test_what_is_promised_of_every_exercise_holds_for_a_new_one(tmp_path: Path) -> None:
    copy = repository(tmp_path)
    assert in_copy(copy, "new", NAME).returncode == 0
    promised(copy, NAME, attacks="theft")


@pytest.mark.whole
@pytest.mark.timeout(3_600)
def test_with_a_new_exercise_the_test_command_passes(tmp_path: Path) -> None:
    """The README's, as it stands there; without this file."""
    command = re.search(
        r"<!-- tests -->\n```sh\n.* -m (pytest .*)\n```", (ROOT / "README.md").read_text("utf-8")
    )
    assert command is not None
    copy = repository(tmp_path)
    assert in_copy(copy, "new", NAME).returncode == 0
    run(copy, *command[1].split(), "--deselect", "tests/test_new.py")


@pytest.mark.by_turns
@pytest.mark.parametrize(
    "exercise", [name for name in EXERCISES if toll(name) == 1 and named(name).home.is_kit]
)
@pytest.mark.whole
def test_a_variant_of_an_exercise_is_judged_alike(exercise: str, tmp_path: Path) -> None:
    """Its functions keep their names, also where one has that of the exercise."""
    own = tmp_path / "own"
    made = gametree("new", NAME, "--from", exercise, "--exercises", own)
    assert (made.code, made.err) == (0, "")
    file = own / f"solutions/{NAME}/{NAME}.py"
    assert file.read_text() == named(exercise).reference.read_text().replace(
        f"{exercise}.py", f"{NAME}.py"
    )
    report = gametree("grade", file, "--exercises", own)
    assert f"{NAME}.py  10/10" in report.out
    assert gametree("audit", "--calls", NAME, "--exercises", own).code == 0
