"""What every exercise must have: `gametree audit --structure`."""

import json
from pathlib import Path

import pytest

from graders.kit import catalog
from graders.kit.authoring.structure import demands
from tests.conftest import EXERCISES, change, copied, in_copy


@pytest.mark.parametrize("exercise", EXERCISES)
def test_every_exercise_has_what_is_demanded(exercise: str) -> None:
    assert [demand for demand in demands(catalog.named(exercise)) if demand.met is False] == []


@pytest.fixture
def heap(tmp_path: Path) -> Path:
    """A copy of the kit with an exercise that is new."""
    in_copy(copied(tmp_path, "graders", "solutions", "exercises", "README.md"), "new", "heap")
    return tmp_path


def structure(copy: Path) -> tuple[int, list[str]]:
    """Return the exit code, and what is said of heap."""
    done = in_copy(copy, "audit", "--structure", "heap")
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


def test_each_demand_says_what_is_missing(heap: Path) -> None:
    room, source = heap / "graders/heap", heap / "solutions/heap"
    change(source / "README.md", "\n\nSay what", "\nSay what")
    change(source / "README.md", "moves", "leaves")
    change(room / "driver.py", "ask_moves", "ask_leaves")
    change(room / "driver.py", "import plain", "import plain\nfrom graders.kit.report import Text")
    change(
        room / "positions.py", "import Random", "import Random\nfrom graders.minmax import driver"
    )
    more = '\n\n@check("moves", points=0)\ndef test_moves_again():\n    return []\n'
    more += (
        '\n\n@check("leave", points=1)\ndef test_leave():\n    """leave leaves"""\n    return []\n'
        * 2
    )
    change(room / "test_heap.py", "heaps(rng)]\n", "heaps(rng)]\n" + more + "\n" * 80)
    code, said = structure(heap)
    assert code == 1
    assert [line.partition("But ")[2] for line in said if "✗" in line] == [
        "README.md begins otherwise.",
        "moves is not in README.md.",
        "README.md is stale, heap.ipynb is stale.",
        "moves has no docstring, moves has no points.",
        "two are called moves, two functions have the same name, so that one never runs, "
        "leave names nothing that is to be written.",
        "MovesCase wants ask_moves.",
        "it imports graders.kit.report.Text.",
        "positions.py imports graders.minmax.driver.",
        f"there are {len((room / 'test_heap.py').read_text().splitlines())}.",
    ]


@pytest.mark.parametrize(
    ("was", "now", "told", "releases"),
    [("return [", "return [[", "'[' was never closed", True),
     pytest.param("def moves(heap)", "def moves(heap", "'(' was never closed", False, marks=pytest.mark.whole),
     ("** End **", "", "Begin and End don't come in pairs", False)],
)  # fmt: skip
@pytest.mark.whole
def test_a_reference_that_is_damaged_is_no_traceback(
    was: str, now: str, told: str, releases: bool, heap: Path
) -> None:
    """What is given to students can't be released either; a region is cleared all the same."""
    change(heap / "solutions/heap/heap.py", was, now)
    code, said = structure(heap)
    assert code == 1
    assert ["✗" in line and told in line for line in (said[2], said[4])] == [True, not releases]
    assert in_copy(heap, "release").returncode == (0 if releases else 2)


def test_size_is_demanded_of_what_is_no_draft(heap: Path) -> None:
    code, said = structure(heap)
    assert (code, said[0]) == (0, "heap, a draft")
    assert [line for line in said if "✗" in line] == []
    late = [line[4:].split(" (Not asked of a draft")[0] for line in said[-8:]]
    assert sum("– " in line for line in said) == 7  # noqa: RUF001
    change(heap / "graders/heap/__init__.py", "DRAFT = True", "")
    corpus = heap / "tests/submissions/heap"
    corpus.mkdir(parents=True)
    slip = '[[slip]]\nname = "{}"\nbase = "reference"\nwas = "(1, 2, 3)"\nnow = "(1, 2)"\n'
    slip += 'says = "-"\nfails = ["moves"]\n'
    (corpus / "slips.toml").write_text("".join(map(slip.format, "abc")))
    code, said = structure(heap)
    assert (code, said[0]) == (1, "heap")
    assert [line for line in said if "✗" in line] == [
        f"  ✗ {sentence} But {missing}."
        for sentence, missing in zip(
            late,
            ("they add up to 1", "there are 0", "there are 3", "reference has 3 of 3", "there are 0",
             "moves has 0", "it is not in docs/playing.md, it is not in README.md",
             "There is no graders/heap/calls.py, which says what a permitted call is"),
            strict=True,
        )
    ]  # fmt: skip


def test_the_findings_are_data_too(heap: Path) -> None:
    done = in_copy(heap, "audit", "--structure", "--json", "-", "heap")
    (found,) = json.loads(done.stdout).values()
    assert {demand["met"] for demand in found} == {True, None}
    assert done.returncode == 0


def test_it_is_for_a_clone(heap: Path) -> None:
    (heap / "solutions/heap/heap.py").unlink()
    done = in_copy(heap, "audit", "--structure", "heap")
    assert (done.returncode, done.stdout) == (2, "")
    assert "of the kit's own exercises only a clone has solutions/" in done.stderr
