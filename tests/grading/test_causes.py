"""What went wrong is named of files that answer exactly as a known slip does, and of nobody else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from graders.kit.catalog import named
from graders.kit.grading import causes
from graders.kit.grading.causes import cause_of, read_causes
from graders.kit.grading.run import Terms, grade
from graders.kit.grading.submission import Submission, of_bytes
from graders.kit.report import CheckResult, Outcome, Report
from tests.conftest import CORPORA, EXERCISES, reference, slip
from tests.platforms.layouts import delivered

MINMAX = named("minmax")
FIRST_ONLY = ("if child.val == 1]", "if child.val == 1][:1]")
DIAGONAL = ("or a == e == i", "")
FIRST_ONLY_CAUSE = "minmax returns only one best move where there are several"


def submission(source: str) -> Submission:
    return of_bytes("minmax.py", source.encode())


def changed(source: str, *changes: tuple[str, str]) -> str:
    for was, now in changes:
        assert source.count(was) > 0
        source = source.replace(was, now)
    return source


def lost(*outcomes: Outcome) -> Report:
    """Return a report in which checks have these outcomes."""
    report = grade("minmax", submission("x = 1"), Terms(unprotected=True), only="buildTree")
    one = report.checks[0]
    checks = [CheckResult(one.name, one.title, 0, 1, outcome, [], 0.0) for outcome in outcomes]
    return replace(report, checks=checks)


@pytest.fixture(scope="module")
def failed() -> Report:
    """A report of a file that lost points, and answers."""
    return lost("failed", "passed")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """What processes were started for, while a test runs."""
    every: list[Any] = []
    ask = causes.ask_probes

    def noting(*args: Any) -> Any:
        every.append(args)
        return ask(*args)

    monkeypatch.setattr(causes, "ask_probes", noting)
    return every


def test_a_slip_in_another_style_is_named() -> None:
    """The slip of the corpus is a patch of another solution, which searches without val."""
    source = changed(reference("minmax"), FIRST_ONLY)
    assert slip("minmax", "first_best_only").base != "reference"
    report = grade("minmax", submission(source), Terms(seed=7, unprotected=True))
    assert cause_of(MINMAX, submission(source), report, unprotected=True) == FIRST_ONLY_CAUSE


def test_a_file_with_two_slips_is_not_named(failed: Report) -> None:
    source = changed(reference("minmax"), FIRST_ONLY, DIAGONAL)
    assert cause_of(MINMAX, submission(source), failed, unprotected=True) == ""


def test_a_right_file_is_not_named(failed: Report) -> None:
    """Not even if its report says that it lost points."""
    for path in sorted((CORPORA / "minmax/right").glob("*.py"))[:2]:
        right = submission(path.read_text("utf-8"))
        assert cause_of(MINMAX, right, failed, unprotected=True) == ""


@pytest.mark.parametrize(
    "outcomes",
    [
        ("passed", "passed"),
        ("failed", "timeout"),
        ("failed", "crashed"),
        ("failed", "unavailable"),
        ("error", "error"),
    ],
)
def test_who_needs_no_cause_or_can_have_none_is_not_asked(
    outcomes: tuple[Outcome, ...], asked: list[Any]
) -> None:
    source = submission(changed(reference("minmax"), FIRST_ONLY))
    assert cause_of(MINMAX, source, lost(*outcomes), unprotected=True) == ""
    assert asked == []


@pytest.mark.parametrize(
    "ends", ["while True: pass", "__import__('os')._exit(1)", "raise KeyboardInterrupt", "1 / 0"]
)
def test_what_ends_or_hangs_while_it_is_asked_has_no_cause(
    ends: str, failed: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(causes, "SECONDS", 0.1)
    source = f"{reference('minmax')}\ndef ends(*args):\n    {ends}\nGameTree.buildTree = ends\n"
    assert cause_of(MINMAX, submission(source), failed, unprotected=True) == ""


def test_nothing_is_named_where_no_process_can_be_had(
    failed: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The marks are given by then; the next file may have more luck."""

    def refuse(*args: Any) -> Any:
        raise causes.KitError("no process")

    monkeypatch.setattr(causes, "Student", refuse)
    source = submission(changed(reference("minmax"), FIRST_ONLY))
    assert cause_of(MINMAX, source, failed, unprotected=True) == ""


def test_who_answers_like_a_slip_by_chance_is_not_named(failed: Report) -> None:
    source = changed(reference("minmax"), FIRST_ONLY) + (
        "\nimport random\nif random.Random(random.random()).random() < {limit}:\n"
        "    MinMax.max_value = lambda self, node: 5\n"
    )
    # With chance in it that decides nothing it is named.
    never = submission(source.format(limit=-1))
    assert cause_of(MINMAX, never, failed, unprotected=True) == FIRST_ONLY_CAUSE
    names = {
        cause_of(MINMAX, submission(source.format(limit=tenth / 10)), failed, unprotected=True)
        for tenth in range(2, 9, 2)
    }
    assert names <= {FIRST_ONLY_CAUSE, ""}


def test_nothing_is_named_where_other_questions_are_asked_by_now(
    failed: Report, asked: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = read_causes(MINMAX)
    assert kept is not None
    monkeypatch.setattr(causes, "read_causes", lambda _: replace(kept, questions="others"))
    causes._begin.cache_clear()
    try:
        source = submission(changed(reference("minmax"), FIRST_ONLY))
        assert cause_of(MINMAX, source, failed, unprotected=True) == ""
    finally:
        causes._begin.cache_clear()


def test_slips_of_two_sentences_that_answer_alike_name_nothing(
    failed: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = read_causes(MINMAX)
    assert kept is not None
    first = next(known for known in kept.slips if known.name == "first_best_only")
    twin = replace(first, name="twin", cause="it says something else")
    monkeypatch.setattr(causes, "read_causes", lambda _: replace(kept, slips=[*kept.slips, twin]))
    causes._begin.cache_clear()
    try:
        source = submission(changed(reference("minmax"), FIRST_ONLY))
        assert cause_of(MINMAX, source, failed, unprotected=True) == ""
    finally:
        causes._begin.cache_clear()


def test_a_damaged_file_of_causes_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    for text in ("{", "[]", '{"probes": {}, "questions": "", "room": "", "slips": [{}]}', "\udcff"):
        monkeypatch.setattr(type(MINMAX.causes), "read_text", lambda *_, text=text: text)
        with pytest.raises(causes.KitError, match=r"run `gametree audit minmax --causes`"):
            read_causes(MINMAX)


@pytest.mark.parametrize("exercise", EXERCISES)
def test_causes_are_for_who_grades_a_class_alone(exercise: str) -> None:
    """Students, browsers and platforms do not get them."""
    it = named(exercise)
    assert it.causes.exists()
    assert it.causes not in [*it.data, *it.received]


def test_an_archive_for_a_platform_has_no_causes() -> None:
    folder = delivered("gradescope", "minmax")
    files = [path.name for path in folder.rglob("*")]
    assert "calls.json" in files
    assert "causes.json" not in files


@pytest.mark.parametrize("exercise", EXERCISES)
def test_a_file_of_causes_tells_no_answers(exercise: str) -> None:
    """All but the sentences, names and numbers are digests."""
    told = json.loads(named(exercise).causes.read_text("utf-8"))
    assert told.keys() == {"probes", "questions", "room", "slips"}
    for known in told["slips"]:
        for digest in [known["file"], *(known["answers"] or {}).values()]:
            assert len(digest) == causes.DIGITS
            assert set(digest) <= set("0123456789abcdef")
