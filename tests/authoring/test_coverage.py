"""In every exercise each two kinds of calls are asked together, at each seed."""

import re

import pytest

from graders.kit.authoring.coverage import coverage
from graders.kit.catalog import Exercise, exercises
from graders.kit.grading.run import checks_of
from tests.conftest import ROOT

EXERCISES = [exercise for exercise in exercises() if not exercise.draft]


@pytest.mark.parametrize("seed", [0, 977])
@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.name)
def test_each_two_kinds_of_calls_are_asked_together(exercise: Exercise, seed: int) -> None:
    of_functions = coverage(exercise, seed)
    assert len(of_functions) >= 3
    for of_function in of_functions:
        assert len(of_function.calls.wanted) >= len(of_function.calls.rows) > 0
        assert list(of_function.faults()) == []


def test_the_checks_that_judge_by_chance_are_named_in_the_documents() -> None:
    """What a file loses in any other check is the same at home and in class."""
    by_chance = set()
    for exercise in EXERCISES:
        names = [check.name for check in checks_of(exercise) if check.chance]
        if names:
            by_chance.add((exercise.name, "; ".join(names)))
    text = (ROOT / "docs/audit.md").read_text("utf-8")
    table = text.partition("| exercise | checks that judge by chance |")[2].partition("\n\n")[0]
    assert set(re.findall(r"^\| (\w+) \| (.+) \|$", table, re.MULTILINE)) == by_chance
