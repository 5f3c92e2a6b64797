"""`pytest graders --submission FILE`: the same checks, with the same findings."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from graders.kit import catalog
from graders.kit.authoring.slips import Slip, write
from graders.kit.grading.run import Terms, checks_of, grade
from tests.conftest import EXERCISES, ROOT, slips_of


def pytest_on(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "graders", "-rA", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)


SAMPLE = [
    pytest.param(
        exercise,
        slip,
        marks=[] if number == 1 and exercise != "learning" else [pytest.mark.whole],
        id=f"{exercise}-{slip.name}",
    )
    for exercise in EXERCISES
    for number, slip in enumerate(slips_of(exercise)[::3])
]


@pytest.mark.by_turns
@pytest.mark.parametrize(("exercise", "slip"), SAMPLE)
def test_pytest_runs_the_same_checks_and_finds_the_same(
    exercise: str, slip: Slip, tmp_path: Path
) -> None:
    found = grade(exercise, slip.submission, Terms())
    write([slip], tmp_path)
    done = pytest_on("--submission", tmp_path / slip.submission.file, "--exercise", exercise)
    lost = {check.name: check.message for check in found.checks if check.outcome != "passed"}
    names = {
        f"::{check.function.__name__}": check.name for check in checks_of(catalog.named(exercise))
    }
    said = re.findall(r"^(PASSED|FAILED) graders\S+(::\w+)", done.stdout, re.MULTILINE)
    assert {names[name]: outcome for outcome, name in said} == {
        check.name: "FAILED" if check.name in lost else "PASSED" for check in found.checks
    }
    shown = " ".join(done.stdout.split())
    assert [message for message in lost.values() if " ".join(message.split()) not in shown] == []
    assert done.returncode == (1 if lost else 0)


def test_pytest_without_a_file_says_what_to_name() -> None:
    done = pytest_on()
    assert done.returncode == 4
    assert "name the file to grade" in done.stderr
