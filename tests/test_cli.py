"""The commands, as their users type them."""

import json
import os
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from graders.kit.authoring.release import skeleton
from graders.kit.catalog import in_order
from graders.kit.errors import BadSolution
from tests.conftest import EXERCISES, ROOT, copied, gametree, in_copy, outcomes, reference, report


def test_list_names_every_exercise_with_points_and_lesson() -> None:
    result = gametree("list")
    assert result.code == 0
    lines = result.out.splitlines()
    assert [line.split()[0] for line in lines] == list(EXERCISES)
    assert sorted(EXERCISES) == sorted(folder.name for folder in (ROOT / "solutions").iterdir())
    assert all(" points  " in line and len(line) > 40 for line in lines)


def test_the_order_is_that_of_a_course() -> None:
    """Each comes after those that it builds on, as soon after them as can be."""
    given = ("games", "minmax", "alphabeta", "player", "learning")
    assert [name for name in EXERCISES if name in given] == list(given)
    chain = ["games", "minmax", "alphabeta", "player", "connect4", "expectiminimax", "mcts"]
    course = {name: (before,) for before, name in pairwise(chain)} | {"games": (), "learning": ("player",)}
    for names in (sorted(course), sorted(course, reverse=True)):
        assert in_order({name: course[name] for name in names}) == [*chain, "learning"]
    assert in_order({"both": ("b", "a"), "c": (), "b": (), "a": (), "on_a": ("a",)}) == ["a", "on_a", "b", "both", "c"]


@pytest.mark.parametrize(
    ("room", "builds_on", "reason"),
    [
        ("games", "chess", "games builds on chess, but there is no such exercise: see its BUILDS_ON."),
        ("minmax", "player", "in a circle: alphabeta, minmax, player, alphabeta. Change a BUILDS_ON."),
    ],
)
def test_a_course_that_has_no_order_is_refused(copy: Path, room: str, builds_on: str, reason: str) -> None:
    (copy / f"graders/{room}/__init__.py").write_text(f"BUILDS_ON = ({builds_on!r},)\n")
    done = in_copy(copy, "list")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("gametree: ")
    assert done.stderr.endswith(f"{reason}\n")


@pytest.mark.parametrize("exercise", EXERCISES)
def test_start_then_grade_is_all_a_student_needs(exercise: str, tmp_path: Path) -> None:
    result = gametree("start", exercise, cwd=tmp_path)
    assert result.code == 0
    assert f"gametree grade {exercise}/{exercise}.py" in result.out
    assert (tmp_path / exercise / "README.md").exists()
    assert report(tmp_path / exercise / f"{exercise}.py")["score"] == 0


def test_start_never_overwrites_work(tmp_path: Path) -> None:
    gametree("start", "minmax", "work", cwd=tmp_path)
    mine = tmp_path / "work" / "minmax.py"
    mine.write_text("my work")
    result = gametree("start", "minmax", "work", cwd=tmp_path)
    assert (result.code, mine.read_text()) == (2, "my work")
    assert "name another folder" in result.err


def test_both_names_of_the_command_are_one() -> None:
    script = Path(sys.executable).with_name("gametree")
    assert subprocess.run([script, "list"], capture_output=True, text=True, check=True).stdout == gametree("list").out


@pytest.mark.parametrize("command", [[], ["list"], ["start"], ["grade"], ["play"], ["release"]])
def test_help_teaches_by_example(command: list[str]) -> None:
    result = gametree(*command, "--help")
    assert result.code == 0
    assert f"gametree {command[0] if command else 'grade'}" in result.out.partition("examples:")[2]


@pytest.mark.parametrize(
    ("file", "exercise"),
    [
        ("minmax.py", "minmax"),
        ("alphabeta_zhang.py", "alphabeta"),
        ("homework3.py", "alphabeta"),
        ("MINMAX.PY", "minmax"),
    ],
)
def test_the_exercise_is_found_by_file_name_then_by_content(file: str, exercise: str, tmp_path: Path) -> None:
    (tmp_path / file).write_text(reference(exercise))
    assert report(tmp_path / file)["exercise"] == exercise


def test_a_student_folder_cant_change_the_run(tmp_path: Path) -> None:
    """Configuration, plugins and modules that lie around in the working folder are not read."""
    for name in ("conftest.py", "json.py", "graders.py", "random.py"):
        (tmp_path / name).write_text("raise SystemExit('taken over')\n")
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --no-such-option\n")
    (tmp_path / "minmax.py").write_text(reference("minmax"))
    script = Path(sys.executable).with_name("gametree")
    environment = {**os.environ, "PYTEST_ADDOPTS": "--no-such-option", "PYTEST_PLUGINS": "no_such_plugin"}
    done = subprocess.run(
        [script, "grade", "minmax.py"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_release_is_fresh() -> None:
    result = gametree("release", "--check")
    assert (result.code, result.out) == (0, "")


@pytest.mark.parametrize("exercise", EXERCISES)
def test_no_line_of_a_region_reaches_students(exercise: str) -> None:
    handout = ROOT / "exercises" / exercise
    given = (handout / f"{exercise}.py").read_text().splitlines()
    cells = json.loads((handout / f"{exercise}.ipynb").read_text())["cells"]
    given += [line.rstrip("\n") for cell in cells if cell["cell_type"] == "code" for line in cell["source"]]
    inside, region, outside = False, [], []
    for line in reference(exercise).splitlines():
        marker = "*" in line and ("Begin" in line or "End" in line)
        inside = "Begin" in line if marker else inside
        if not marker:
            (region if inside else outside).append(line)
    assert region
    assert not (set(region) - set(outside)) & set(given)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the kit in which a test may change what it likes."""
    return copied(tmp_path)


def test_release_check_fails_when_stale_and_release_mends_it(copy: Path) -> None:
    (copy / "exercises/minmax/minmax.py").write_text("edited by hand")
    (copy / "exercises/minmax/extra.txt").write_text("from nowhere")
    done = in_copy(copy, "release", "--check")
    assert done.returncode == 1
    assert "stale: exercises/minmax/extra.txt\nstale: exercises/minmax/minmax.py\n" in done.stdout
    assert in_copy(copy, "release").returncode == 0
    assert in_copy(copy, "release", "--check").returncode == 0
    assert not (copy / "exercises/minmax/extra.txt").exists()


def test_a_solution_with_damaged_markers_is_never_released(copy: Path) -> None:
    source = copy / "solutions/minmax/minmax.py"
    source.write_text(source.read_text().replace("#********** End **********#", "# ********** End **********#", 1))
    before = (copy / "exercises/minmax/minmax.py").read_text()
    done = in_copy(copy, "release")
    assert done.returncode == 2
    assert "solutions/minmax/minmax.py: Begin and End don't come in pairs" in done.stderr
    assert (copy / "exercises/minmax/minmax.py").read_text() == before


def test_a_skeleton_needs_regions() -> None:
    with pytest.raises(BadSolution):
        skeleton("def f():\n    return 1\n")


def test_a_wheel_holds_what_students_need_and_no_solutions(tmp_path: Path) -> None:
    import zipfile

    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(tmp_path), str(ROOT)]
    subprocess.run(pip, check=True, capture_output=True)
    names = zipfile.ZipFile(next(tmp_path.glob("*.whl"))).namelist()
    assert {"graders/kit/rendering/templates/page.html.j2", "exercises/minmax/minmax.py"} <= set(names)
    assert not [name for name in names if name.startswith(("solutions", "tests"))]
    shutil.unpack_archive(next(tmp_path.glob("*.whl")), tmp_path / "site", "zip")
    # As in a virtual environment inside a project that has a configuration for its own tests.
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --no-such-option\n")
    done = in_copy(tmp_path / "site", "grade", str(ROOT / "solutions/minmax/minmax.py"))
    assert done.returncode == 0, done.stderr
    assert in_copy(tmp_path / "site", "release").returncode == 2


def test_a_fault_of_the_kit_is_not_blamed_on_the_student(copy: Path) -> None:
    checks = copy / "graders/kit/grading/checks.py"
    checks.write_text(checks.read_text().replace("    asked = wrong = 0", "    asked = wrong = 1 // 0"))
    done = in_copy(copy, "grade", "solutions/minmax/minmax.py")
    assert (done.returncode, done.stdout) == (2, "")
    assert "The check buildTree failed by a fault of its own (checks.py:" in done.stderr
    assert "ZeroDivisionError" in done.stderr


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m graders grade {ROOT}/solutions/minmax/minmax.py --json - | head -c 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("{", "")


def test_outcome_names_are_those_of_the_contract() -> None:
    found = outcomes(report(ROOT / "exercises/alphabeta/alphabeta.py"))
    assert set(found.values()) <= {"passed", "failed", "error", "timeout", "crashed", "unavailable"}


@pytest.mark.parametrize("arguments", [["list"], ["grade", str(ROOT / "solutions/minmax/minmax.py"), "--json", "-"]])
def test_grading_and_listing_import_no_pytest(arguments: list[str]) -> None:
    """It would take half of a student's half second."""
    program = f"import sys; from graders.cli import main; main({arguments}); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = done.stderr.split()
    assert "graders.kit.grading.checks" in loaded
    assert not [name for name in loaded if "pytest" in name]
