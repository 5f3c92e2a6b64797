"""What Gradescope runs while it builds a container: on a system with an old Python, with and without a newer one."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.platforms.layouts import delivered

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Gradescope runs Linux")
OLD = """#!/bin/sh
case "$*" in *version_info*) echo 3.10 ;; *) echo "Python 3.10.12" ;; esac
"""
# What stands for apt-get: it keeps a list of what it was asked for, and has what it is told to have.
APT = """#!/bin/sh
echo "$*" >>"$LISTED"
case "$*" in
  *update*) exit 0 ;;
  *"$HAS") ln -s "$REAL" "$(dirname "$0")/$HAS" ;;
  *) exit 100 ;;
esac
"""


def set_up(
    root: Path, has: str, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run setup.sh where python3 is 3.10.

    Args:
        root: The folder in which all is set up.
        has: The one package that can be installed.
        env: What the environment has besides.
    """
    source, programs = root / "autograder/source", root / "bin"
    shutil.copytree(delivered("gradescope", "minmax"), source)
    programs.mkdir()
    for name in ("bash", "sh", "dirname", "ln", "cat", "bwrap"):
        if path := shutil.which(name):
            (programs / name).symlink_to(path)
    for name, text in (("python3", OLD), ("apt-get", APT)):
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)
    known = {
        "PATH": str(programs),
        "HAS": has,
        "REAL": os.path.realpath(sys.executable),
        "LISTED": str(root / "listed"),
    }
    command = ["bash", source / "setup.sh"]
    return subprocess.run(
        command, env=known | (env or {}), capture_output=True, text=True, check=False
    )


def test_an_old_system_gets_a_newer_python(tmp_path: Path) -> None:
    done = set_up(tmp_path, "python3.12")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Python 3.10.12 here; the grader needs 3.11 or newer." in done.stdout
    assert f"Python: {tmp_path}/bin/python3.12" in done.stdout
    assert done.stdout.count("held") >= 15
    asked = (tmp_path / "listed").read_text()
    assert asked.index("python3.13") < asked.index("python3.12")


def test_where_there_is_none_a_sentence_says_what_to_do(tmp_path: Path) -> None:
    done = set_up(tmp_path, "nothing")
    assert done.returncode == 1
    assert "choose a newer base image" in done.stdout


def test_the_build_stops_where_nothing_isolates(tmp_path: Path) -> None:
    done = set_up(tmp_path, "python3.12", {"GAMETREE_ISOLATION": "none"})
    assert done.returncode == 1
    assert "deliver the exercise again with --unprotected" in done.stdout
    assert "The build stops." in done.stdout


@pytest.mark.parametrize("platform", ["gradescope", "prairielearn", "vpl"])
def test_scripts_pass_shellcheck(platform: str) -> None:
    folder = delivered(platform, "minmax")
    scripts = [
        path
        for path in folder.rglob("*")
        if path.is_file() and path.read_bytes()[:20].partition(b"\n")[0].endswith(b"sh")
    ]
    assert scripts
    shellcheck = Path(sysconfig.get_path("scripts"), "shellcheck")
    done = subprocess.run(
        [shellcheck, *scripts], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
