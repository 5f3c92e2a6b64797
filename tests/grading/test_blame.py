"""A wrong answer costs points: of the check that found it, or, where that one is passed all the same, of another."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from graders.kit.errors import KitError, Lost, Unwritten, WrongAnswer
from graders.kit.grading.blame import Blame
from graders.kit.grading.calls import Calls, calls_in
from graders.kit.grading.checks import Case, Retry, probe, settle
from graders.kit.grading.student import Student
from graders.kit.report import CheckResult, Outcome, Text, fix
from tests.grading.conftest import CALL
from tests.grading.test_checks import Call, result_of

ONCE = "calls = []\ndef answer():\n    calls.append(1)\n    return len(calls)\n"  # 1, which is right, and then 2 ...
LATE = "calls = []\ndef answer():\n    calls.append(1)\n    return 2 - len(calls[:2]) // 2\n"  # 2, and then 1


class Helped(Call):
    check = "helper"


def asked_again(
    before: Callable[[Student], object] = bool, allowed: bool = False
) -> Callable[[Student], str]:
    """Return a check that asks a second time, after it has looked at something else."""

    def function(student: Student) -> str:
        def retries() -> list[Retry]:
            before(student)
            return [Retry("in another way", [Call()], allowed)]

        return settle(student, [Call()], "calls", retries)

    return function


def test_a_check_is_not_passed_in_another_way_if_nothing_else_is_wrong(
    asked: Callable[..., Student],
) -> None:
    assert result_of(asked_again(), asked(LATE)) == ("failed", "It is 2.")


def test_it_is_if_the_statement_allows_that_way(asked: Callable[..., Student]) -> None:
    assert result_of(asked_again(allowed=True), asked(LATE)) == ("passed", "in another way")


THIRD = "calls = []\ndef answer():\n    calls.append(1)\n    return [2, 3, 1][len(calls) - 1]\n"


def test_it_is_if_something_else_is_wrong(asked: Callable[..., Student]) -> None:
    one = asked(THIRD)
    assert result_of(asked_again(lambda student: probe(student, [Helped()])), one) == (
        "passed",
        "in another way",
    )
    assert [lost.parts for lost in one.run.faults.values()] == [
        [Text("It is 3.")],
        [Text("It is 2.")],
    ]


def test_what_is_asked_only_to_see_how_a_fault_looks_is_none(asked: Callable[..., Student]) -> None:
    looks = asked_again(lambda student: probe(student, [Helped()], judged=False))
    assert result_of(looks, asked(THIRD)) == ("failed", "It is 2.")


def test_a_wrong_answer_outside_of_a_retry_counts_as_well(asked: Callable[..., Student]) -> None:
    def function(case: Case) -> Callable[[Student], str]:
        return lambda student: (
            settle(student, [Call()], "calls") + str(*map(bool, probe(student, [case])))
        )

    one = asked(ONCE)
    assert result_of(function(Call()), one) == ("failed", "It is 2.")
    one.close()
    assert result_of(function(Helped()), one) == ("passed", "False")
    assert [*one.run.faults] == ["helper"]


@pytest.mark.parametrize(
    "source", ["def answer():\n    while True: pass\n", "import os\ndef answer(): os._exit(1)\n"]
)
def test_who_hangs_or_dies_has_answered_wrong(source: str, asked: Callable[..., Student]) -> None:
    one = asked(source, 0.3)
    assert [probed.right for probed in probe(one, [Helped(), Helped()])] == [None, None]
    assert [*one.run.faults] == ["helper"]


def result(name: str, outcome: Outcome) -> CheckResult:
    return CheckResult(name, "", int(outcome == "passed"), 1, outcome, [], 0)


WRONG = Lost("failed", [Text("It is wrong here.")])


def test_what_others_found_wrong_loses_its_points_with_that_very_reason() -> None:
    blame = Blame(["one", "two", "three"])
    blame.passed("two", {"": WRONG, "one": WRONG, "three": Lost("error", [])})
    blame.passed("three", {"one": Lost("failed", [])})  # the first reason stays
    known = [result("one", "passed"), result("two", "passed"), result("three", "timeout")]
    settled = blame.settled(known)
    assert [(one.score, one.outcome, one.parts) for one in settled] == [
        (0, "failed", WRONG.parts),
        (1, "passed", []),
        (0, "timeout", []),
    ]
    assert blame.next_step(settled, Calls(), {}) == fix("one")


def test_a_room_that_names_a_check_that_there_is_not_is_told_so() -> None:
    with pytest.raises(
        KitError, match="The check one asks cases of tow, and there is no such check"
    ):
        Blame(["one", "two"]).passed("one", {"tow": WRONG})


def next_of(
    blame: Blame, names: str, calls: dict[str, set[str]], unwritten: dict[str, Unwritten]
) -> str:
    """Return the check to look at first, and what to do, where the checks of these names are lost."""
    lost = [result(name, "failed") for name in names.split()]
    step = blame.next_step([*lost, result("four", "passed")], Calls(calls), unwritten)
    return "" if step is None else f"{step.check}: {step.to_do}"


def test_next_comes_what_the_others_call() -> None:
    blame = Blame(["one", "two", "three", "four", "five"])
    for name in ("one", "two", "three"):
        blame.lost(name, WRONG, {"four": WRONG, "five": WRONG})
    stub = {"three": Unwritten("three", [], 7), "four": Unwritten("four", [], 9)}
    assert next_of(blame, "", {}, {}) == ""
    assert next_of(blame, "one two three", {}, stub) == "one: fix one"  # it calls none of them
    one_by_one = {"one": {"its own"}, "its own": {"two"}, "two": {"three"}}
    assert next_of(blame, "one two three", one_by_one, {}) == "three: fix three"
    assert next_of(blame, "one two three", one_by_one, stub) == "three: write three (line 7)"
    circle = {"one": {"three"}, "three": {"one", "four"}}
    assert next_of(blame, "one two three", circle, stub) == "three: write three (line 7)"
    assert next_of(blame, "one", {"one": {"four"}}, {}) == "one: fix one"  # four got its points
    # It is not in the report that two is lost, as where a report is about one check alone.
    assert next_of(blame, "one", {"one": {"two"}}, {}) == "two: fix two"


def test_of_two_that_call_each_other_the_one_comes_first_that_is_wrong_on_the_smaller_position() -> (
    None
):
    blame = Blame(["one", "two"])
    for name, size in (("one", 5), ("two", 3)):
        blame.lost(name, WrongAnswer(SimpleNamespace(size=size), []), {})
    circle = {"one": {"two"}, "two": {"one"}}
    assert next_of(blame, "one two", circle, {}) == "two: fix two"


def test_what_a_check_says_is_unwritten_is_to_be_written() -> None:
    blame = Blame(["one"])
    blame.lost("one", Unwritten("Node", []), {})
    assert next_of(blame, "one", {}, {}) == "one: write Node"


def test_calls_are_those_of_functions_and_methods_and_not_of_variables() -> None:
    source = """
def first(second, third=0):
    fourth = second(third)
    return fifth(fourth) + {}.update({}) + any(map(sixth, []))
def update(): pass
class Node:
    def __init__(self): self.seventh()
    async def seventh(self): return sorted([], key=self.eighth) and other.ninth()
"""
    calls = calls_in(source)
    assert calls.names["first"] == {"fifth", "sixth", "any", "map"}
    assert calls.reached("Node") >= {"Node", "seventh", "eighth", "ninth"}
    for text in ("def (", "(" * 500, "-" * 100_000 + "1", " " * 300_000, "\0"):
        assert calls_in(text).names == {}


COUNTS = "calls = []\ndef answer():\n    calls.append(1)\n    print('so far', len(calls))\n    return len(calls)\n"


class Lending(Call):
    """Ask with a right helper in the place of the student's."""

    lends = ("helper",)


def test_a_right_helper_is_not_lent_before_its_points_are_lost(
    asked: Callable[..., Student], caplog: pytest.LogCaptureFixture
) -> None:
    def function(student: Student) -> str:
        return settle(
            student, [Call()], "calls", lambda: [Retry("with a right one", [Lending()], True)]
        )

    assert result_of(function, asked(LATE)) == ("failed", "It is 2.")
    assert "a right helper was to be lent before the points of that are lost" in caplog.text
    caplog.clear()
    with pytest.raises(KitError, match="lends a right helper before"):
        probe(asked(ONCE), [Lending()])


def test_it_is_once_they_are(asked: Callable[..., Student]) -> None:
    def function(student: Student) -> str:
        student.lost.add("helper: an aspect")
        return settle(
            student, [Call()], "calls", lambda: [Retry("with a right one", [Lending()], True)]
        )

    assert result_of(function, asked(LATE)) == ("passed", "with a right one")


def test_a_process_that_was_lent_something_ends_with_the_check_and_its_prints_are_dropped(
    asked: Callable[..., Student],
) -> None:
    student = asked(COUNTS)
    student.begin(1.0)
    (first,) = student.ask([CALL])
    student.begin(1.0)
    (second,) = student.ask([CALL])
    assert (first.value, second.value, second.printed) == (1, 2, "so far 2\n")
    student.lend(["helper"])
    (third,) = student.ask([CALL])
    assert (third.value, third.printed) == (3, "")
    student.begin(1.0)
    (fourth,) = student.ask([CALL])
    assert (fourth.value, fourth.printed) == (1, "so far 1\n")


def test_what_is_wrong_with_a_helper_that_was_lent_costs_its_points_where_the_check_is_lost_too(
    asked: Callable[..., Student],
) -> None:
    for names, paid in (([], set()), (["helper"], {"helper"})):
        student = asked("def answer(): return 2")
        probe(student, [Helped()])
        student.lend(names)
        assert student.run.paid() == paid
        blame = Blame(["helper", "this"])
        blame.lost("this", Lost("failed", []), student.run.faults, student.run.paid())
        passed = CheckResult("helper", "", 1, 1, "passed", [], 0.0)
        assert blame.settled([passed])[0].outcome == ("failed" if paid else "passed")


def test_what_code_says_that_may_know_right_values_is_not_told(
    asked: Callable[..., Student],
) -> None:
    """Neither an exception's text or class, nor an answer: whoever hands in again would read them."""
    class_named = "def answer():\n    raise type('SECRET', (Exception,), {})('SECRET')\n"
    missing = "class Missing(Exception): pass\ndef answer():\n    raise Missing('SECRET')\n"
    for source in (class_named, missing, "def answer():\n    return 'SECRET'\n"):
        for names in ([], ["other"]):
            student = asked(source)
            student.lend(names)
            probe(student, [Helped()])
            told = repr(student.run.faults["helper"].parts)
            assert ("SECRET" in told) == (not names), (source, told)
