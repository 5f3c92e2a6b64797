"""Which search is followed, in every exercise that has one, and what a report shows of one that is wrong."""

import re
from dataclasses import replace
from typing import Any

import pytest

from graders.kit.catalog import named
from graders.kit.errors import KitError
from graders.kit.grading.run import Terms, grade
from graders.kit.grading.submission import Submission, of_bytes, read
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
@pytest.mark.by_turns
def test_a_reference_is_followed_on_the_statements_example(name: str) -> None:
    submission = of_bytes(f"{name}.py", reference(name).encode())
    recording = recorded(named(name), submission, TERMS)
    assert recording.told == []
    assert len(recording.events) > 5
    assert len([*lines(recording)]) > 3
    shown = trace(recording, submission, alone=True).data
    assert len(shown["runs"][0]) == len(recording.events)
    used = {event.line for event in recording.events} - {0}
    assert used <= {number for number, *_ in shown["code"]}
    if recording.search.prunes:
        assert summary(recording)[0].endswith("as the textbook does and in its order.")
        assert not recording.needless
    assert as_json(recording)["reads"]["yours"] == [[*key] for key in recording.reads]


def searching(exercise: str) -> list[tuple[str, Submission]]:
    """Return slips of a search that fail one check alone, with its name."""
    search = re.compile(
        "minmax|negamax: alpha|max_value|min_value|alpha_beta|determine_move: best|^value|best_|select|mcts"
    )
    alone = [(*slip.fails, slip.submission) for slip in slips_of(exercise) if len(slip.fails) == 1]
    return [(check, submission) for check, submission in alone if search.match(check)]


@pytest.mark.parametrize("exercise", FOLLOWED)
@pytest.mark.by_turns
def test_a_search_that_is_wrong_can_be_stepped_through_in_its_report(
    exercise: str, request: pytest.FixtureRequest
) -> None:
    """Verdicts stay as they are, and what the command shows is what the report shows."""
    wrong = searching(exercise)
    assert wrong
    for only, submission in wrong[: 3 if request.config.getoption("--whole") else 1]:
        (plain,) = grade(exercise, submission, TERMS, only=only).checks
        (check,) = grade(
            exercise, submission, TERMS, only=only, steps=steps_of(named(exercise), submission)
        ).checks
        assert replace(check, parts=check.parts[:-1], seconds=0) == replace(plain, seconds=0)
        assert plain.outcome != "passed"
        shown = check.parts[-1]
        assert isinstance(shown, Trace)
        recording = recorded(named(exercise), submission, TERMS, only=only)
        assert (recording.search.title, recording.search.position) == (
            shown.data["title"],
            shown.data["position"],
        )
        assert 0 < len(shown.data["runs"][0]) <= min(len(recording.events), EVENTS)


@pytest.mark.by_turns
@pytest.mark.parametrize("exercise", FOLLOWED)
def test_a_page_grows_by_no_more_than_it_may(exercise: str) -> None:
    slip = max(slips_of(exercise), key=lambda slip: len(slip.fails))
    steps = steps_of(named(exercise), slip.submission)
    report = grade(exercise, slip.submission, TERMS, steps=steps)
    parts = {
        check.name: [p for p in check.parts if not isinstance(p, Trace)] for check in report.checks
    }
    plain = replace(
        report, checks=[replace(check, parts=parts[check.name]) for check in report.checks]
    )
    assert len(page(report)) - len(page(plain)) <= MORE
    assert not [
        check
        for check in report.checks
        if check.outcome == "passed" and check.parts != parts[check.name]
    ]


NO_TREES = (
    "3",
    "['A'",
    "{}",
    "['A', 3, 4]",
    "[" * 500,
    "['A', ('B', True)]",
    "['A']",
    "x" * 2_000_000,
)
NO_NODES = (
    "[1]",
    "('max', [])",
    "('min', 3)",
    "('chance', [1])",
    "(" * 500,
    "('x', [1])",
    "True",
    "'a'",
)
BAD: dict[str, dict[str, Any]] = {
    "alphabeta": {"tree": NO_TREES},
    "expectiminimax": {"tree": NO_NODES},
    "minmax": {"board": ("xo", "xoxoxoxoxo", "         ")},
    "player": {"board": ("abcdefghi",)},
    "connect4": {"board": ("xooxx___o", "99x4:", "4x4:xo|x")},
    "mcts": {"board": ("xxx______", "12")},
    "deepening": {
        "tree": ("3", "{'Ax'", "[]", "{'Ax': (1, {1: 'B'})}", "{'Ax': 3}", "[" * 500),
        "board": ("abcdefghi", "xo", "_________"),
    },
}


@pytest.mark.parametrize("name", FOLLOWED)
def test_a_position_that_is_none_gets_a_sentence(name: str) -> None:
    submission = read(named(name).source / f"{name}.py")
    for option, texts in BAD.get(name, {}).items():
        for text in texts:
            with pytest.raises(KitError, match=r"^(An? |Th|On the board|connect4 searches)"):
                recorded(named(name), submission, TERMS, **{option: text})
    if len(BAD.get(name, {})) > 1:
        return  # it takes either
    with pytest.raises(KitError, match=f"{name} searches (boards|trees)"):
        recorded(
            named(name),
            submission,
            TERMS,
            **({"board": "_" * 9} if "tree" in BAD.get(name, {}) else {"tree": "[]"}),
        )


def test_who_has_no_search_is_told_who_has() -> None:
    with pytest.raises(KitError, match="learning has no search that can be followed"):
        recorded(named("learning"), read(named("learning").source / "learning.py"), TERMS)


@pytest.mark.whole
def test_a_file_that_can_be_asked_nothing_gets_a_sentence(impatient: None) -> None:
    for source, sentence in (
        ("def f(:", "SyntaxError"),
        ("while 1: pass", "still being imported"),
        ("1/0", "ZeroDivis"),
    ):
        with pytest.raises(KitError, match=f"There is no search to follow: .*{sentence}"):
            recorded(named("alphabeta"), of_bytes("alphabeta.py", source.encode()), TERMS)
