"""What a page gets of a recording: nothing that closes its frame, no more than it may hold, and all that is true."""

import html
import json
import re
from typing import Any

import pytest

from graders.kit.catalog import named
from graders.kit.grading.run import Terms
from graders.kit.grading.submission import of_bytes
from graders.kit.rendering.page import STEPS, affordable, cell, search_page
from graders.kit.report import CheckResult, Text, Trace
from graders.kit.trace.drawing import NODES_ALONE, trace
from graders.kit.trace.run import recorded
from tests.conftest import reference

TREE = "['<b>A</b>', ['\\'\"&', ('</script>', 3), ('<!--', 12)], ('\\x1b[31m', -2)]"


def shown(tree: str, source: str = "") -> Trace:
    submission = of_bytes("<i>.py", (source or reference("alphabeta")).encode())
    recording = recorded(named("alphabeta"), submission, Terms(unprotected=True), tree)
    return trace(recording, submission, alone=True)


def data_of(text: str) -> Any:
    (attribute,) = re.findall(r"data-trace='([^']*)'", text)
    return json.loads(html.unescape(attribute))


def test_names_are_text_on_the_page_whatever_is_in_them() -> None:
    steps = shown(
        TREE, reference("alphabeta").replace("best = None", "best = None  # '</details><script>'")
    )
    text = search_page("alphabeta", "<i>.py", steps, predict=False)
    assert data_of(text) == json.loads(json.dumps(steps.data))
    assert "<b>A" not in text
    assert "<i>" not in text
    assert text.count("<script") == text.count("</script") == 1
    assert "\x1b" not in json.dumps(steps.data, ensure_ascii=False)
    assert steps.data["nodes"][0][1] == "<b>A</b>"


@pytest.mark.whole
def test_a_tree_of_ten_thousand_leaves_is_drawn_in_part_and_it_says_so() -> None:
    def wide(plies: int) -> str:
        return f"['N', {', '.join([wide(plies - 1)] * 10)}]" if plies else "('L', 1)"

    steps = shown(
        wide(4),
        reference("alphabeta").replace("value >= beta", "False").replace("value <= alpha", "False"),
    )
    assert len(steps.data["nodes"]) == NODES_ALONE
    assert f"The first {NODES_ALONE:,} nodes are drawn." in steps.data["told"]
    assert "It goes on: these are the first 10,000 steps." in steps.data["told"]
    assert all(0 <= row[1] < NODES_ALONE for run in steps.data["runs"] for row in run)


def test_a_page_holds_no_more_than_it_may() -> None:
    part = Trace({"filling": "x" * (STEPS // 3)})
    checks = [CheckResult(f"{n}", "", 0, 1, "failed", [part], 0.0) for n in range(5)]
    kinds = [check.parts[0].kind for check in affordable(checks)]
    assert kinds == ["trace", "trace", "text", "text", "text"]
    assert isinstance(told := affordable(checks)[-1].parts[0], Text)
    assert "gametree trace shows it" in told.text


def test_one_cell_of_a_notebook_has_the_script_and_the_others_call_it() -> None:
    check = CheckResult("a", "", 0, 1, "failed", [shown("")], 0.0)
    first, second = cell([check]), cell([check], scripted=True)
    assert "window.gametreeSteps = " in first
    assert "window.gametreeSteps?.()" in second
    assert len(second) < len(first) - 10_000
    assert "gametreeSteps" not in cell([CheckResult("a", "", 1, 1, "passed", [], 0.0)])


def test_the_script_is_no_template() -> None:
    text = search_page("alphabeta", "a.py", shown(""), predict=True)
    script = (named("alphabeta").room.parent / "kit/rendering/templates/trace.js").read_text(
        "utf-8"
    )
    assert script.strip() in text
    assert "data-predict" in text
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)
