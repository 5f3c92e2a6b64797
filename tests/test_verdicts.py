"""The verdicts on submissions that are known to be right, and on slips that are known to be wrong."""

from pathlib import Path

import pytest

from tests.conftest import EXERCISES, ROOT, outcomes, reference, report

CORPUS = ROOT / "tests" / "submissions"
RIGHT = sorted(CORPUS.glob("*/right/*.py"))
WRONG = sorted(CORPUS.glob("*/wrong/*.py"))


def name(path: Path) -> str:
    return f"{path.parts[-3]}-{path.stem}"


@pytest.mark.parametrize("exercise", EXERCISES)
@pytest.mark.parametrize("seed", [0, 1, 12345])
def test_the_reference_gets_full_marks(exercise: str, seed: int) -> None:
    found = report(ROOT / "solutions" / exercise / f"{exercise}.py", "--seed", seed)
    assert (found["score"], found["max_score"]) == (10, 10)
    assert found["seed"] == seed


@pytest.mark.parametrize("exercise", EXERCISES)
def test_the_skeleton_gets_nothing_and_is_told_what_to_write(exercise: str) -> None:
    found = report(ROOT / "exercises" / exercise / f"{exercise}.py")
    assert found["score"] == 0
    assert set(outcomes(found).values()) == {"unavailable"}
    assert "buildTree is still to be written" in found["checks"][0]["message"]


@pytest.mark.parametrize("path", RIGHT, ids=name)
def test_a_correct_solution_in_another_style_gets_full_marks(path: Path) -> None:
    found = report(path, exercise=path.parts[-3])
    assert found["score"] == 10, [check for check in found["checks"] if check["outcome"] != "passed"]


@pytest.mark.parametrize("path", WRONG, ids=name)
def test_a_slip_loses_points_in_a_check_of_a_faulty_method(path: Path) -> None:
    slip, faulty = path.read_text("utf-8").splitlines()[:2]
    assert slip.startswith("# slip: ")
    methods = {method.strip() for method in faulty.removeprefix("# faulty:").split(",")}
    found = report(path, exercise=path.parts[-3])
    lost = [check for check in found["checks"] if check["outcome"] != "passed"]
    named = {part for check in lost for part in check["name"].split(": ")}
    assert named & methods, (methods, outcomes(found))
    assert all(check["message"] for check in lost)


@pytest.mark.parametrize("seed", [0, 7])
@pytest.mark.parametrize("exercise", EXERCISES)
def test_one_method_missing_loses_the_points_that_need_it(exercise: str, seed: int, tmp_path: Path) -> None:
    """Partial credit: who has not written the search yet keeps the points of the methods that work."""
    source = reference(exercise)
    last = {"minmax": "def minmax(self, node):", "alphabeta": "def minmax_with_alphabeta(self, node):"}[exercise]
    (tmp_path / "work.py").write_text(source.replace(last, f"{last}\n        raise NotImplementedError\n"))
    found = outcomes(report(tmp_path / "work.py", "--seed", seed, exercise=exercise))
    method = last.split()[1].split("(")[0]
    assert {check: outcome for check, outcome in found.items() if outcome != "passed"} == {
        check: "unavailable" for check in found if check.split(":")[0] == method
    }
