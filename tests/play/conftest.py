"""A computer to play against, and two rooms with games of their own."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import graders
from graders.kit import homes
from graders.kit.homes import Home
from graders.kit.play.game import Computer
from tests.play.helpers import ROOMS, computer_of


@pytest.fixture
def minmax() -> Iterator[Computer]:
    computer = computer_of("minmax")
    yield computer
    computer.close()


@pytest.fixture
def rooms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let this process know these exercises, and no other."""
    for name in ("columns", "coins"):
        shutil.copytree(ROOMS / name, tmp_path / "graders" / name)
        (tmp_path / f"graders/{name}/test_{name}.py").touch()
    monkeypatch.setattr(homes, "KIT", Home(tmp_path, is_kit=True))
    monkeypatch.setattr(graders, "__path__", [*graders.__path__, str(tmp_path / "graders")])
    yield
    for module in [
        name for name in sys.modules if name.startswith(("graders.columns", "graders.coins"))
    ]:
        del sys.modules[module]
