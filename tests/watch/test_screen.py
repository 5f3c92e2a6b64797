"""What is shown of a report, and what has changed since the one before."""

from dataclasses import replace

import pytest

from graders.kit.catalog import Exercise
from graders.kit.grading.run import Terms, grade
from graders.kit.grading.submission import of_bytes, read
from graders.kit.report import CheckResult, Code, NextStep, Outcome, Report, Text, fix
from graders.kit.watch.screen import View, plain, screen, signed
from tests.conftest import EXERCISES, slips_of

SOURCE = b"class A:\n    def first(self):\n        pass\n\ndef second():\n    return 1 / 0\n"


def report(first: int, second: int) -> Report:
    """Return a report of two checks, of one point each."""
    outcome: dict[int, Outcome] = {0: "failed", 1: "passed"}
    traced = (
        []
        if second
        else [Text("ZeroDivisionError in line 6: division by zero"), Code([(6, "return 1 / 0")])]
    )
    checks = [
        CheckResult("first: of all", "first is first", first, 1, outcome[first], [], 0.1),
        CheckResult("second", "second is next", second, 1, outcome[second], [*traced], 0.1),
    ]
    lost = [check.name for check in checks if not check.score]
    step = fix(lost[0]) if lost else None
    return Report("minmax", 0, "bubblewrap", "minmax.py", "", checks, next_step=step)


def view(now: Report, before: Report | None = None) -> View:
    return View("week 1/minmax.py", now, of_bytes("minmax.py", SOURCE), before)


def text(shown: View) -> str:
    return "\n".join(
        "".join(part for part, _ in line).rstrip() for line in screen(shown, keys=False)
    )


def test_what_has_changed_is_said_with_its_sign() -> None:
    shown = text(view(report(0, 1), report(1, 0)))
    assert "✗ 0/1  \N{MINUS SIGN}1 first: of all" in shown
    assert "✓ 1/1  +1 second" in shown
    assert "Since the last run: \N{MINUS SIGN}1 first: of all, +1 second." in shown
    assert "Since the last run" not in text(view(report(0, 1), report(0, 1)))
    assert signed(2) == "+2"


def test_the_one_thing_to_do_next_has_a_file_and_a_line() -> None:
    shown = view(report(0, 0))
    told = "Next: fix first: of all (week 1/minmax.py:2), then save (1 more to go after that)."
    assert told in text(shown)
    shown.shown = 1  # the exception's line, and not where the method begins
    assert "Next: fix second (week 1/minmax.py:6), then save" in text(shown)
    step = NextStep("write", "first: of all", "write other", 33)
    now = replace(report(0, 1), next_step=step)
    assert text(view(now)).endswith("Next: write other (week 1/minmax.py:33), then save.")
    now = replace(now, next_step=replace(step, kind="whole"))
    assert text(view(now)).endswith(":33), then save; every check waits for it.")
    cells = view(report(0, 1))
    assert cells.submission is not None
    cells.submission = cells.submission._replace(cells=((1, 0),))
    assert text(cells).endswith("Next: fix first: of all (week 1/minmax.py), then save.")


@pytest.mark.by_turns
@pytest.mark.parametrize("exercise", EXERCISES)
@pytest.mark.whole
def test_no_explanation_of_any_exercise_is_drawn_for_a_screen_reader(exercise: str) -> None:
    kinds = set()
    skeleton = read(Exercise(exercise).handout / f"{exercise}.py")
    for submission in [skeleton, *(slip.submission for slip in slips_of(exercise)[:1])]:
        report = grade(exercise, submission, Terms(unprotected=True))
        shown = View("here.py", report, submission)
        for number in range(len(shown.lost)):
            shown.shown = number
            told = "\n".join(plain(shown))
            assert not {*"✓✗│─├└"} & {*told}
            assert f"{report.score} of {report.max_score} points." in told
            assert "Next: " in told
            assert shown.check is not None
            kinds |= {part.kind for part in shown.check.parts}
    assert kinds


def test_what_a_person_has_to_know_beside_the_verdict_is_shown() -> None:
    now = replace(
        report(0, 1), left_out=("%timeit in cell 3",), isolation="none", warnings=("no bwrap",)
    )
    for told in (text(view(now)), "\n".join(plain(view(now)))):
        assert "Left out of the notebook: %timeit in cell 3." in told
        assert "Isolation: none (no bwrap). Grade only files that you trust here." in told


def test_words_for_a_screen_reader_hold_no_signs() -> None:
    told = "\n".join(plain(view(report(0, 1), report(1, 0))))
    assert told.startswith(
        "minmax, week 1/minmax.py: 1 of 2 points.\nLost since the last run: first: of all.\n"
    )
    assert "Won since the last run: second." in told
    assert not {*"✓✗│─├└"} & {*told}
    assert "Full marks. Well done!" in "\n".join(plain(view(report(1, 1))))
