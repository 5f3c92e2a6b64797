"""Cases, asked: an answer that is wrong, one that can't be judged, too many, and none in time."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from graders.kit.grading import limits
from graders.kit.grading.checks import Case, Check, Fault
from graders.kit.grading.student import Question, Student
from graders.kit.grading.verdicts import Verdicts
from graders.kit.report import Text, text_of
from tests.conftest import ROOT
from tests.grading.conftest import CALL, DRIVER, HANG


def test_a_case_that_does_not_say_how_it_is_shown_shows_its_question() -> None:
    class Sum(Case):
        def question(self) -> Question:
            return "add", [2, "two"]

    class Called(Sum):
        call = "add(2, two)"

    assert Sum().show() == [Text("Asked for: add(2, 'two').")]
    assert Called().show() == [Text("Asked for: add(2, two).")]


class Call(Case):
    """Ask for the answer."""

    def question(self) -> Question:
        return CALL

    def judge(self, answer: Any) -> Fault | None:
        return None if answer == 1 else Fault([Text(f"It is {answer}.")])


class Broken(Call):
    def judge(self, answer: Any) -> Fault | None:
        return Fault([Text(str(1 // (answer - answer)))])


class Many(Call):
    """Ask for an answer of half a megabyte, which takes many in memory."""

    def question(self) -> Question:
        return "many", [120_000]


class Fine(Many):
    def judge(self, answer: Any) -> Fault | None:
        return None


class Back(Call):
    """Let the process ask back for ever."""

    gives = True

    def question(self) -> Question:
        return "back_for_ever", []

    def give(self, wanted: Any, notes: Any) -> Any:
        return "x" * 10_000


def result_of(cases: Sequence[Case], one: Student, seconds: float = 30) -> tuple[str, str]:
    """Return the outcome of a check that is made up, and what is said."""
    check = Check("made up", 1, seconds, "", lambda: cases, (), "calls")
    lost = Verdicts(one, [check], lambda check: check.seconds).of(check).lost
    return ("passed", "") if lost is None else (lost.outcome, text_of(lost.parts))


@pytest.mark.parametrize(
    "source", [HANG, "import os\ndef answer(): os._exit(0)\n", "def answer(): return 0\n"]
)
def test_who_hangs_dies_or_is_wrong_is_lost(source: str, asked: Callable[..., Student]) -> None:
    outcome, _ = result_of([Call()], asked(source), 0.3)
    assert outcome in ("timeout", "crashed", "failed")


def test_a_wrong_answer_is_told_also_when_the_time_is_up(asked: Callable[..., Student]) -> None:
    source = "calls = []\ndef answer():\n    calls.append(1)\n    while len(calls) > 1: pass\n    return 0\n"
    outcome, said = result_of([Call(), Call()], asked(source), 0.3)
    assert (outcome, said) == (
        "failed",
        "It is 0.\nNot all of the 2 calls could be asked; this is the smallest wrong one so far.",
    )


def test_an_answer_that_cant_be_judged_is_wrong_and_noted(
    asked: Callable[..., Student], caplog: pytest.LogCaptureFixture
) -> None:
    outcome, said = result_of([Broken()], asked("def answer(): return 7\n"))
    can_not = "Your answer is of a kind that can't be judged: is it what the statement asks for?"
    assert (outcome, said) == ("failed", f"{can_not}\nAsked for: call().")
    assert "ZeroDivisionError" in caplog.text
    caplog.clear()


@pytest.mark.parametrize("case", [Fine(), Back()])
@pytest.mark.whole
def test_what_a_check_receives_has_a_bound(
    case: Case, asked: Callable[..., Student], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "BYTES", 300_000)
    outcome, said = result_of([case] * 100, asked(""))
    assert (outcome, said[:42]) == ("crashed", "Your program's answers were far too large:")


MEMORY = """
from pathlib import Path
from graders.kit.grading.asking import ask
from graders.kit.grading.student import Student
from graders.kit.grading.submission import Submission
from tests.grading.test_checks import Many
student = Student(Submission("a.py", b"", ""), Path("driver.py"), unprotected=True)
student.begin(60)
student.clock.most = 10**9
for _ in range(2):
    answers = ask(student, dict(enumerate([Many()] * 40)), "calls")
print(answers.loss().parts[-1].text)
student.close()
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="it has no /proc")
def test_the_graders_memory_does_not_grow_with_the_replies(tmp_path: Path) -> None:
    """80 replies of half a megabyte each, of 10 in memory."""
    (tmp_path / "driver.py").write_text(DRIVER)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", MEMORY]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    said, peak = done.stdout.splitlines()
    assert said == "Wrong on 40 of 40 calls; this is the smallest."
    assert int(peak) < 200_000
