"""A class that is graded once, for all who compare with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.classroom.helpers import STUDENTS, corpus, files, grade


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, bytes]]:
    root = tmp_path_factory.mktemp("undisturbed")
    path = corpus(root / "class", STUDENTS)
    grade(path, root / "out")
    return path, files(root / "out")
