"""Which search is followed, in every exercise that has one, and what a report shows of one that is wrong."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from graders.kit.catalog import named
from graders.kit.errors import KitError
from graders.kit.grading.run import Terms, grade
from graders.kit.grading.submission import of_bytes, read
from graders.kit.rendering.page import page
from graders.kit.report import Trace
from graders.kit.trace.drawing import EVENTS, as_json, summary, trace
from graders.kit.trace.run import followed, recorded, steps_of
from graders.kit.trace.terminal import lines
from tests.conftest import EXERCISES, reference, slips_of

FOLLOWED = [name for name in EXERCISES if followed(named(name))]
TERMS = Terms(unprotected=True)
MORE = 60_000  # bytes that a page may have for searches


def test_most_exercises_are_followed() -> None:
    assert {"alphabeta", "minmax", "player", "connect4", "mcts"} <= {*FOLLOWED}


@pytest.mark.parametrize("name", FOLLOWED)
def test_a_reference_is_followed_on_the_statements_example(name: str) -> None:
    submission = of_bytes(f"{name}.py", reference(name).encode())
    recording = recorded(named(name), submission, TERMS)
    assert recording.told == []
    assert len(recording.events) > 10
    assert len([*lines(recording)]) > 5
    shown = trace(recording, submission, alone=True).data
    assert len(shown["runs"][0]) == len(recording.events)
    used = {event.line for event in recording.events} - {0}
    assert used <= {number for number, *_ in shown["code"]}
    if recording.search.prunes:
        assert summary(recording)[0].endswith("as the textbook does and in its order.")
        assert not recording.needless
    assert as_json(recording)["reads"]["yours"] == [[*key] for key in recording.reads]


@pytest.mark.parametrize("name", FOLLOWED)
def test_a_search_that_is_wrong_can_be_stepped_through_in_its_report(name: str) -> None:
    """Verdicts stay as they are, and a page grows by no more than it may."""
    found = 0
    for slip in slips_of(name)[::12]:
        submission = slip.submission
        plain = grade(name, submission, TERMS)
        report = grade(name, submission, TERMS, steps=steps_of(named(name), submission))
        without = [
            replace(check, parts=[p for p in check.parts if not isinstance(p, Trace)]) for check in report.checks
        ]
        assert [replace(check, seconds=0) for check in without] == [replace(check, seconds=0) for check in plain.checks]
        more = len(page(report)) - len(page(plain))
        stepped = [check.name for check in report.checks if without[report.checks.index(check)] != check]
        assert more <= MORE
        assert (more > 10_000) == bool(stepped)
        assert not [check for check in report.checks if check.name in stepped and check.outcome == "passed"]
        found += len(stepped)
    assert found > 0


@pytest.mark.parametrize("name", FOLLOWED)
def test_the_smallest_position_that_fails_comes_first(name: str) -> None:
    """What the command shows is what the report shows, and it can be asked for again by what it is called."""
    steps = {}
    for slip in slips_of(name)[::6]:
        report = grade(name, slip.submission, TERMS, steps=steps_of(named(name), slip.submission))
        steps = {check.name: part for check in report.checks for part in check.parts if isinstance(part, Trace)}
        if report.next_step[0] in steps:
            break
    shown = steps[report.next_step[0]].data
    recording = recorded(named(name), slip.submission, TERMS)
    assert (recording.search.title, recording.search.position) == (shown["title"], shown["position"])
    assert 0 < len(shown["runs"][0]) <= min(len(recording.events), EVENTS)
    assert shown["runs"][0][0][:2] == ["c", 0] or recording.events[0].node


NO_TREES = ("3", "['A'", "{}", "['A', 3, 4]", "[" * 500, "['A', ('B', True)]", "['A']", "x" * 2_000_000)
NO_NODES = ("[1]", "('max', [])", "('min', 3)", "('chance', [1])", "(" * 500, "('x', [1])", "True", "'a'")
BAD: dict[str, dict[str, Any]] = {
    "alphabeta": {"tree": NO_TREES},
    "expectiminimax": {"tree": NO_NODES},
    "minmax": {"board": ("xo", "xoxoxoxoxo", "         ")},
    "player": {"board": ("abcdefghi",)},
    "connect4": {"board": ("xooxx___o", "99x4:", "4x4:xo|x")},
    "mcts": {"board": ("xxx______", "12")},
}


@pytest.mark.parametrize("name", FOLLOWED)
def test_a_position_that_is_none_gets_a_sentence(name: str) -> None:
    submission = read(named(name).source / f"{name}.py")
    for option, texts in BAD.get(name, {}).items():
        for text in texts:
            with pytest.raises(KitError, match=r"^(--|On the board|connect4 searches boards)"):
                recorded(named(name), submission, TERMS, **{option: text})
    with pytest.raises(KitError, match=f"{name} searches (boards|trees)"):
        recorded(
            named(name), submission, TERMS, **({"board": "_" * 9} if "tree" in BAD.get(name, {}) else {"tree": "[]"})
        )


def test_who_has_no_search_is_told_who_has() -> None:
    with pytest.raises(KitError, match="learning has no search that can be followed"):
        recorded(named("learning"), read(named("learning").source / "learning.py"), TERMS)


def test_a_file_that_can_be_asked_nothing_gets_a_sentence(tmp_path: Path) -> None:
    for source, sentence in (
        ("def f(:", "SyntaxError"),
        ("while 1: pass", "still being imported"),
        ("1/0", "ZeroDivis"),
    ):
        with pytest.raises(KitError, match=f"There is no search to follow: .*{sentence}"):
            recorded(named("alphabeta"), of_bytes("alphabeta.py", source.encode()), TERMS)
