"""Cases, settled: an answer that is wrong, one that can't be judged, too many, and none in time."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from graders.kit.errors import KitError
from graders.kit.grading.blame import Blame
from graders.kit.grading.checks import Case, Check, Fault, Retry, probe, settle
from graders.kit.grading.limits import IN_ALL
from graders.kit.grading.run import Grading, Terms
from graders.kit.grading.student import Question, Student
from graders.kit.report import Text
from tests.conftest import ROOT
from tests.grading.conftest import CALL, DRIVER, HANG


def test_a_case_that_does_not_say_how_it_is_shown_shows_its_question() -> None:
    class Sum(Case):
        def question(self) -> Question:
            return "add", [2, "two"]

    class Lent(Sum):
        lends = ("plus",)

        def question(self) -> Question:
            return "add", [2, "two", self.lends]

    class Called(Sum):
        call = "add(2, two)"

    assert Sum().show() == [Text("Asked for: add(2, 'two').")]
    assert Lent().show() == [
        Text("Asked for: add(2, 'two').")
    ]  # what is lent is no argument of the student's function
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


def stubborn(student: Student) -> str:
    """Do what a room must not: catch everything, and begin anew."""
    while True:
        try:
            settle(student, [Call()], "calls", lambda: [Retry("", [Call()])] * 9)
        except Exception:
            student.retries_end = False


@pytest.mark.parametrize(
    "source", [HANG, "import os\ndef answer(): os._exit(0)\n", "def answer(): return 0\n"]
)
def test_no_room_can_catch_the_end_of_its_time(source: str, asked: Callable[..., Student]) -> None:
    found = result_of(stubborn, asked(source, 0.3))
    assert found[0] in ("timeout", "crashed", "failed")


def result_of(function: Callable[[Student], str], one: Student) -> tuple[str, str]:
    """Return the outcome of a check that is made up, and what is said, as a grading run finds it."""
    grading = object.__new__(Grading)
    grading.terms, grading._student, grading._explains = Terms(unprotected=True), one, True
    grading.blame = Blame(["made up", "helper"])
    found = grading.result(Check("made up", 1, one.run.clock.end / IN_ALL, "", function))
    return found.outcome, found.message


def test_a_wrong_answer_is_told_also_when_the_time_is_up(asked: Callable[..., Student]) -> None:
    source = "calls = []\ndef answer():\n    calls.append(1)\n    while len(calls) > 1: pass\n    return 0\n"

    def function(student: Student) -> str:
        def others() -> Iterator[Retry]:
            while True:
                probe(student, [Call(), Call()])
                yield Retry("", [Call()])

        return settle(student, [Call()], "calls", others)

    assert result_of(function, asked(source, 0.3)) == ("failed", "It is 0.")


def test_an_answer_that_cant_be_judged_is_wrong_and_noted(
    asked: Callable[..., Student], caplog: pytest.LogCaptureFixture
) -> None:
    for function, asked_for in (
        (lambda student: settle(student, [Broken()], "calls"), "\nAsked for: call()."),
        (lambda student: str(1 // len(probe(student, [Call()])[1:])), ""),  # in the check itself
    ):
        outcome, said = result_of(function, asked("def answer(): return 7\n"))
        can_not = (
            "Your answer is of a kind that can't be judged: is it what the statement asks for?"
        )
        assert (outcome, said) == ("failed", can_not + asked_for)
        assert "ZeroDivisionError" in caplog.text
        caplog.clear()


def test_a_fault_before_any_answer_is_the_kits(asked: Callable[..., Student]) -> None:
    with pytest.raises(KitError, match="by a fault of its own"):
        result_of(lambda student: str(1 // 0), asked("def answer(): return 7\n"))


@pytest.mark.parametrize("case", [Fine(), Back()])
def test_what_a_check_receives_has_a_bound(case: Case, asked: Callable[..., Student]) -> None:
    def function(student: Student) -> str:
        student.run.clock.most = 300_000
        return settle(student, [case] * 100, "calls")

    outcome, said = result_of(function, asked("", 60))
    assert (outcome, said[:42]) == ("crashed", "Your program's answers were far too large:")


MEMORY = """
from pathlib import Path
from graders.kit.errors import Lost
from graders.kit.grading.checks import Retry, settle
from graders.kit.grading.student import Student
from graders.kit.grading.submission import Submission
from tests.grading.test_checks import Many
student = Student(Submission("a.py", b"", ""), Path("driver.py"), unprotected=True)
student.begin(60)
student.run.clock.most = 10**9
try:
    settle(student, [Many()] * 40, "calls", lambda: [Retry("", [Many()] * 40)])
except Lost as lost:
    print(lost.parts[-1].text)
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
