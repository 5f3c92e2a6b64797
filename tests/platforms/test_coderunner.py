"""What a Jobe server runs: where its python3 is too old, a newer one beside it."""

import shutil
import sys
from pathlib import Path

import pytest

from graders.kit.catalog import named
from graders.kit.platforms.base import FAILED
from tests.conftest import change
from tests.platforms.layouts import coderunner, delivered

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Jobe runs Linux")


@pytest.mark.parametrize(("name", "fraction"), [("python3.12", 1), ("python3.9", None)])
def test_an_old_python_looks_for_a_newer_one(
    name: str, fraction: int | None, tmp_path: Path
) -> None:
    """One that does not run, as a shim of pyenv's, is passed over."""
    archive, programs = tmp_path / "archive", tmp_path / "bin"
    shutil.copytree(delivered("coderunner", "minmax"), archive)
    change(
        archive / "question.xml",
        "if sys.version_info >= (3, 11):",
        "if sys.version_info >= (3, 99):",
    )
    programs.mkdir()
    (programs / "python3.14").write_text("#!/bin/sh\nexit 127\n")
    (programs / "python3.14").chmod(0o755)
    (programs / name).symlink_to(sys.executable)
    data = named("minmax").reference.read_bytes()
    outcome = coderunner(archive, {"minmax.py": data}, tmp_path / "root", {"PATH": str(programs)})
    assert outcome.fraction == fraction
    assert (FAILED in outcome.shown) == (fraction is None)
    assert ("has no Python 3.11 or newer" in outcome.staff) == (fraction is None)
