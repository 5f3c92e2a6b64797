"""`pytest graders --submission FILE`: the same run as `gametree grade`, for those who know pytest."""

from __future__ import annotations

from pathlib import Path

import pytest

from graders import catalog
from graders.grading import Grading
from graders.submission import CannotRead, read


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("gametree")
    group.addoption("--submission", type=Path, help="the file to grade")
    group.addoption("--exercise", help="the exercise it solves; found by file name and content if not given")
    group.addoption("--seed", type=int, default=0, help="chooses the random positions (default: 0)")
    group.addoption("--thorough", action="store_true", help="ask about all positions; takes minutes")


def pytest_configure(config: pytest.Config) -> None:
    path, name = config.getoption("--submission"), config.getoption("--exercise")
    if path is None:
        raise pytest.UsageError("name the file to grade: pytest graders --submission FILE")
    try:
        submission = read(path)
        exercise = catalog.named(name) if name else catalog.recognise(submission.file, submission.source)
    except (CannotRead, catalog.UnknownExercise) as problem:
        raise pytest.UsageError(str(problem)) from None
    seed, thorough = config.getoption("--seed"), config.getoption("--thorough")
    config.pluginmanager.register(Grading(exercise, submission, seed, thorough))
