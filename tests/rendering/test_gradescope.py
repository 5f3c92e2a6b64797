"""The file that Gradescope reads."""

import json
from pathlib import Path
from typing import Any

from tests.conftest import CORPORA, gametree


def test_gradescope_results(tmp_path: Path) -> None:
    path = CORPORA / "alphabeta/wrong/no_pruning.py"
    gametree("grade", path, "--exercise", "alphabeta", "--gradescope", tmp_path / "r.json")
    results: dict[str, Any] = json.loads((tmp_path / "r.json").read_text())
    assert results["score"] == 7
    assert [test["name"] for test in results["tests"] if test["status"] == "failed"] == [
        "minmax_with_alphabeta: pruning",
        "minmax_with_alphabeta: deep cut-offs",
    ]
    assert sum(test["max_score"] for test in results["tests"]) == 10
