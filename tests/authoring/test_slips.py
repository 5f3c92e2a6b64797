"""Slips: what slips.toml may say, what is graded then, and what `gametree audit NAME --write DIR` writes."""

import difflib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graders.kit import catalog
from graders.kit.authoring import slips as module
from graders.kit.authoring.slips import Slip, slips
from graders.kit.errors import KitError
from graders.kit.grading.run import checks_of
from tests.conftest import EXERCISES

EXERCISE = catalog.named(EXERCISES[0])
FIRST, SECOND, *OTHERS = (check.name for check in checks_of(EXERCISE))
RIGHT = '"""Short."""\n\ndef count():\n    left, right = 1, 2\n    return left + right\n'
ENTRY = {
    "name": "minus", "base": "right/short.py", "was": "left + right", "now": "left - right", "says": "subtracts",
    "fails": [FIRST],
}  # fmt: skip
Write = Callable[..., list[Slip]]


def table(entry: dict[str, Any]) -> str:
    return "[[slip]]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in entry.items())


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Return a function that reads the slips of a corpus with this slips.toml and one correct solution."""

    def written(text: str) -> list[Slip]:
        (tmp_path / "right").mkdir()
        (tmp_path / "wrong").mkdir()
        (tmp_path / "right/short.py").write_text(RIGHT)
        (tmp_path / "wrong/taken.py").write_text(f"# slip: none\n# fails: {FIRST}\n# passes: -\n")
        (tmp_path / "slips.toml").write_text(text)
        monkeypatch.setattr(catalog.Exercise, "corpus", tmp_path)
        monkeypatch.setattr(module, "place_of", lambda path: f"tests/submissions/{EXERCISE.name}")
        return slips(EXERCISE)

    return written


def test_a_patch_is_graded_with_what_it_must_fail_and_pass_in_its_first_lines(
    written: Write,
) -> None:
    texts = [
        "1, 2",
        "left + right",
    ]  # exchanged: each is looked for in the base, not in what was put in
    entry = ENTRY | {"fails": [SECOND, FIRST], "may": OTHERS[:1], "was": texts, "now": texts[::-1]}
    found = next(slip for slip in written(table(entry)) if slip.name == "minus")
    assert found.content.decode().split("\n") == [
        "# slip: subtracts",
        f"# fails: {FIRST}; {SECOND}",
        f"# passes: {'; '.join(OTHERS[1:])}",
        "def count():",
        "    left, right = left + right",
        "    return 1, 2",
        "",
    ]
    assert (found.fails, found.passes) == ({FIRST, SECOND}, set(OTHERS[1:]))
    assert (found.base, found.submission.file) == ("right/short.py", "minus.py")


FAULTS: dict[str, tuple[dict[str, Any], str]] = {
    "unknown key": (
        {"why": "so"},
        "must have the keys name, base, was, now, says, fails, perhaps may and cause, and no other",
    ),
    "no text": ({"was": 3}, "must say 'was' as text or as a list of texts"),
    "no texts": ({"fails": [3]}, "must say 'fails' as text or as a list of texts"),
    "nothing fails": ({"fails": []}, "must say 'fails' as text or as a list of texts"),
    "two bases": ({"base": ["reference", "right/short.py"]}, "must say 'base' as one line of text"),
    "two lines": ({"says": "sub\ntracts"}, "must say 'says' as one line of text"),
    "unknown base": ({"base": "right/long.py"}, "has no base right/long.py"),
    "base elsewhere": ({"base": "wrong/taken.py"}, "has no base wrong/taken.py"),
    "unknown check": ({"fails": ["nothing"]}, "names a check that there isn't: nothing"),
    "unknown check in may": ({"may": ["nothing"]}, "names a check that there isn't: nothing"),
    "fewer now": (
        {"was": ["left,", "left +"]},
        "must have as many texts in 'was' as in 'now', not 2 and 1",
    ),
    "nowhere": (
        {"was": "left * right"},
        "must fit its base: 'left * right' stands there 0 times, not once",
    ),
    "in two places": ({"was": "left"}, "must fit its base: 'left' stands there 2 times, not once"),
    "in what is left out": (
        {"was": "Short."},
        "must fit its base: 'Short.' stands there 0 times, not once",
    ),
    "overlapping": (
        {"was": ["return left", "left + right"], "now": ["1", "2"]},
        "must have texts in 'was' that do not overlap",
    ),
    "said twice": (
        {"was": ["left +", "left +"], "now": ["1", "2"]},
        "must have texts in 'was' that do not overlap",
    ),
    "no change": ({"now": "left + right"}, "must change its base"),
    "no Python": ({"now": "left right"}, "must be valid Python"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_no_patch_is_refused_in_a_sentence_that_names_it(
    fault: str, written: Write
) -> None:
    change, sentence = FAULTS[fault]
    with pytest.raises(KitError) as refusal:
        written(table(ENTRY | change))
    assert str(refusal.value).startswith(
        f"tests/submissions/{EXERCISE.name}/slips.toml: minus {sentence}"
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        *[
            (table({key: ENTRY[key] for key in ENTRY if key != missing}), "must have the keys")
            for missing in ENTRY
        ],
        (
            table(ENTRY | {"name": "../minus"}),
            "../minus must have a name of letters, digits and _ alone",
        ),
        (table(ENTRY) * 2, "2 slips of the name minus"),
        (table(ENTRY | {"name": "taken"}), "2 slips of the name taken, in slips.toml and wrong/"),
        ("[[slip]\n", "can't be read"),
        ("", "must hold tables [[slip]], and nothing else"),
        ("slip = 3\n", "must hold tables [[slip]], and nothing else"),
        ("slip = [3]\n", "must hold tables [[slip]], and nothing else"),
        (table(ENTRY).replace("slip", "slips", 1), "must hold tables [[slip]], and nothing else"),
        (table(ENTRY) + "[more]\n", "must hold tables [[slip]], and nothing else"),
    ],
)
def test_so_is_a_file_that_holds_something_else(text: str, sentence: str, written: Write) -> None:
    with pytest.raises(KitError) as refusal:
        written(text)
    assert sentence in str(refusal.value)


QUOTED = {"minmax": ["main_diagonal_forgotten"]}  # documents grade it by its path
FEW = 15  # lines


@pytest.mark.parametrize("exercise", EXERCISES)
def test_a_slip_that_resembles_a_correct_solution_is_a_patch_of_it(exercise: str) -> None:
    folder = catalog.named(exercise).corpus
    bases = [catalog.named(exercise).reference, *folder.glob("right/*.py")]
    near = []
    for path in folder.glob("wrong/*.py"):
        if min(changed_lines(base, path) for base in bases) <= FEW:
            near.append(path.stem)
    assert near == QUOTED.get(exercise, [])


def changed_lines(base: Path, slip: Path) -> int:
    """Return how many lines are taken from a base, or added to it; the three that a slip begins with are none."""
    before = base.read_text("utf-8").splitlines()
    after = slip.read_text("utf-8").splitlines()[3:]
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    same = sum(block.size for block in matcher.get_matching_blocks())
    return len(before) + len(after) - 2 * same
