"""The commands, as their users type them."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import EXERCISES, ROOT, copied, gametree, in_copy, reference, report


@pytest.mark.by_turns
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
    assert (
        subprocess.run([script, "list"], capture_output=True, text=True, check=True).stdout
        == gametree("list").out
    )


@pytest.mark.parametrize("command", [[], ["list"], ["start"], ["grade"], ["play"], ["release"]])
def test_help_teaches_by_example(command: list[str]) -> None:
    result = gametree(*command, "--help")
    assert result.code == 0
    assert f"gametree {command[0] if command else 'grade'}" in result.out.partition("examples:")[2]


def test_a_student_folder_cant_change_the_run(tmp_path: Path) -> None:
    """Configuration, plugins and modules that lie around in the working folder are not read."""
    for name in ("conftest.py", "json.py", "graders.py", "random.py"):
        (tmp_path / name).write_text("raise SystemExit('taken over')\n")
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --no-such-option\n")
    (tmp_path / "minmax.py").write_text(reference("minmax"))
    script = Path(sys.executable).with_name("gametree")
    environment = {
        **os.environ,
        "PYTEST_ADDOPTS": "--no-such-option",
        "PYTEST_PLUGINS": "no_such_plugin",
    }
    done = subprocess.run(
        [script, "grade", "minmax.py"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def check_installed(site: Path) -> None:
    """Check that the kit works without solutions, in a project that has a configuration for its own tests."""
    (site.parent / "pytest.ini").write_text("[pytest]\naddopts = --no-such-option\n")
    done = in_copy(site, "grade", str(ROOT / "solutions/minmax/minmax.py"))
    assert done.returncode == 0, done.stderr
    assert in_copy(site, "release").returncode == 2


def test_what_is_packed_is_enough_and_has_no_solutions(tmp_path: Path) -> None:
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"][
        "targets"
    ]["wheel"]
    assert wheel == {"packages": ["graders", "exercises"]}
    check_installed(copied(tmp_path / "site", *wheel["packages"]))


def build(kind: str, source: Path, to: Path) -> Path:
    """Build a "wheel" or an "sdist" as pip would, from what is in a folder; return the file."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", str(to)]
    done = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = to.iterdir()
    return built


def in_new_environment(wheel: Path, home: Path) -> Callable[..., str]:
    """Install a wheel into a new environment, beside what it depends on; return what runs its gametree."""
    venv.create(home / "env", with_pip=False)
    scripts = home / "env" / Path(sysconfig.get_path("scripts")).name
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--quiet",
        "--python",
        str(home / "env"),
        "install",
        "--no-deps",
        str(wheel),
    ]
    subprocess.run(pip, check=True, capture_output=True)
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": sysconfig.get_path("purelib")}

    def run(*arguments: str) -> str:
        command = [str(scripts / "gametree"), *arguments]
        done = subprocess.run(
            command, cwd=home, env=environment, capture_output=True, text=True, check=False
        )
        assert done.stderr == ""
        return done.stdout

    return run


def test_a_wheel_and_an_sdist_start_and_grade_outside_the_clone(tmp_path: Path) -> None:
    """The first command of the README, for who has no clone and so no solutions: on an exercise that was started."""
    for folder in ("wheel", "sdist", "of_sdist", "a", "b"):
        (tmp_path / folder).mkdir()
    wheel = build("wheel", ROOT, tmp_path / "wheel")
    sdist = build("sdist", ROOT, tmp_path / "sdist")
    shutil.unpack_archive(sdist, tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    wheel_of_sdist = build("wheel", unpacked, tmp_path / "of_sdist")
    names = zipfile.ZipFile(wheel).namelist()
    assert {"graders/kit/rendering/templates/page.html.j2", "exercises/minmax/minmax.py"} <= set(
        names
    )
    assert not [name for name in names if name.startswith(("solutions", "tests"))]
    assert sorted(names) == sorted(zipfile.ZipFile(wheel_of_sdist).namelist())
    said: list[str] = []
    for built, home in ((wheel, tmp_path / "a"), (wheel_of_sdist, tmp_path / "b")):
        run = in_new_environment(built, home)
        assert "read README.md" in run("start", "minmax")
        said.append(run("grade", "minmax/minmax.py"))
        assert "a small exercise that is whole" in run("new", "quince", "--exercises", "own")
        assert "1/1" in run("grade", "own/solutions/quince/quince.py", "--exercises", "own")
    assert "0/10" in said[0]
    assert said[0] == said[1] == gametree("grade", ROOT / "exercises/minmax/minmax.py").out


def test_a_closed_pipe_is_no_error() -> None:
    command = (
        f"{sys.executable} -m graders grade {ROOT}/solutions/minmax/minmax.py --json - | head -c 1"
    )
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("{", "")


@pytest.mark.parametrize(
    "arguments", [["list"], ["grade", str(ROOT / "solutions/minmax/minmax.py"), "--json", "-"]]
)
def test_grading_and_listing_import_no_pytest(arguments: list[str]) -> None:
    """It would take half of a student's half second."""
    program = f"import sys; from graders.cli import main; main({arguments}); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded = done.stderr.split()
    assert "graders.kit.grading.checks" in loaded
    assert not [name for name in loaded if "pytest" in name]


def test_an_isolated_process_is_started_before_all_that_judges_is_imported() -> None:
    program = "import sys, graders.cli, graders.kit.isolation.native; print(*sys.modules)"
    known = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "graders.kit.isolation.native" in known
    assert not {"dataclasses", "inspect", "graders.kit.report", "graders.kit.grading.checks"} & {
        *known
    }
