"""The report: one schema, the same bytes every time, and reasons."""

import json
import re
from hashlib import sha256
from pathlib import Path

import pytest

from graders.kit.grading.run import Terms, grade
from graders.kit.grading.submission import of_bytes
from tests.conftest import CORPORA, ROOT, asked_alone, gametree, outcomes, reference, report, slip

REFERENCE = ROOT / "solutions" / "minmax" / "minmax.py"


def test_the_schema() -> None:
    found = report(ROOT / "exercises/minmax/minmax.py", 3)
    assert list(found) == [
        "exercise",
        "score",
        "max_score",
        "seed",
        "isolation",
        "submission",
        "next",
        "checks",
    ]
    assert (found["exercise"], found["seed"], found["submission"]["file"]) == (
        "minmax",
        3,
        "minmax.py",
    )
    assert re.fullmatch("[0-9a-f]{64}", found["submission"]["sha256"])
    for check in found["checks"]:
        assert set(check) >= {
            "name",
            "title",
            "score",
            "max_score",
            "outcome",
            "message",
            "seconds",
        }
        assert check["title"]
    assert sum(check["max_score"] for check in found["checks"]) == found["max_score"]


@pytest.mark.parametrize(
    ("data", "problem", "digest"),
    [
        (b"x = 1\n", "", sha256(b"x = 1\n").hexdigest()),
        (b"", "", sha256(b"").hexdigest()),
        (b"", "It is a link.", ""),  # nobody has read what is there
    ],
)
@pytest.mark.by_turns
def test_the_digest_is_of_what_was_read(data: bytes, problem: str, digest: str) -> None:
    assert grade("minmax", of_bytes("a.py", data, problem), Terms()).sha256 == digest


def without_seconds(text: str) -> str:
    return re.sub(r'"seconds": [0-9.e-]+', "", text)


def test_the_same_submission_and_seed_give_the_same_bytes() -> None:
    """For the corpora see tests/test_verdicts.py."""
    texts = {without_seconds(gametree("grade", REFERENCE, "--json", "-").out) for _ in range(2)}
    assert len(texts) == 1


def test_chance_hash_order_and_addresses_do_not_show(tmp_path: Path) -> None:
    work = tmp_path / "minmax.py"
    work.write_text(
        reference("minmax").replace(
            "def minmax(self, node):",
            "def minmax(self, node):\n        return object(), {'a', 'b', 'c'}, id",
        )
    )
    texts = {without_seconds(gametree("grade", work, "--json", "-").out) for _ in range(2)}
    assert len(texts) == 1


@pytest.mark.whole
def test_another_seed_asks_about_other_positions() -> None:
    wrong, check = slip("alphabeta", "no_pruning").submission, "minmax_with_alphabeta: pruning"
    messages = {asked_alone("alphabeta", wrong, check, Terms(seed)).message for seed in range(4)}
    assert len(messages) > 1


def test_json_to_standard_output_is_nothing_else(tmp_path: Path) -> None:
    result = gametree("grade", REFERENCE, "--json", "-")
    assert json.loads(result.out)["score"] == 10
    assert result.err == ""
    gametree("grade", REFERENCE, "--json", tmp_path / "report.json")
    assert without_seconds((tmp_path / "report.json").read_text()) == without_seconds(result.out)


def explanation(path: str, check: str) -> str:
    found = report(CORPORA / path, exercise=path.split("/")[0])
    return next(str(c["message"]) for c in found["checks"] if c["name"] == check)


def test_a_missing_win_is_shown_as_a_line_of_play() -> None:
    message = explanation("minmax/wrong/immediate_wins_only.py", "minmax: winning moves")
    assert re.search(r"Expected: x at \d.*\. Yours: ", message)
    assert re.search(r"After x at \d, o must block at \d, then x wins at \d\.", message)


def test_a_leaf_that_was_read_in_vain_is_named_with_the_reason() -> None:
    message = explanation("alphabeta/wrong/no_pruning.py", "minmax_with_alphabeta: pruning")
    reason = r"although it was already decided: \w is worth at (most|least) -?\d+ by then, and [xo] has -?\d+"
    assert re.search(r"The leaf \w was read " + reason, message)
    assert "<- already decided" in message


def test_outcome_names_are_those_of_the_contract() -> None:
    found = outcomes(report(ROOT / "exercises/alphabeta/alphabeta.py"))
    assert set(found.values()) <= {"passed", "failed", "error", "timeout", "crashed", "unavailable"}
