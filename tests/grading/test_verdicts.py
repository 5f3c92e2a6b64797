"""A check is asked as it is, else once more with right functions in the place of needed ones that are lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest

from graders.kit.errors import KitError
from graders.kit.grading.checks import Case, Check, Fault
from graders.kit.grading.student import Question, Student
from graders.kit.grading.verdicts import Verdicts
from graders.kit.report import Text, text_of

# Each function of a made-up exercise adds so much to its argument.
RIGHT = {"one": 1, "two": 2, "three": 3, "four": 4}

ALL_RIGHT = """
def one(x): return x + 1
def two(x): return one(x) + 1
def three(x): return two(x) + 1
def four(x): return one(three(x))
"""


@dataclass(frozen=True)
class Sum(Case):
    """Call a function with a number."""

    name: str
    number: int

    @property
    def check(self) -> str:
        return self.name

    @property
    def size(self) -> int:
        return self.number

    def question(self) -> Question:
        return "named", [self.name, self.number]

    def lend(self, name: str, argument: str) -> Any:
        return int(argument) + RIGHT[name]

    def judge(self, answer: Any) -> Fault | None:
        if answer == self.number + RIGHT[self.name]:
            return None
        return Fault([Text(f"{self.name}({self.number}) is {answer}.")])

    def show(self) -> list[Any]:
        return [Text(f"The number is {self.number}.")]


@dataclass(frozen=True)
class Otherwise(Sum):
    """The same, but the statement allows that `prepare` is called before."""

    @property
    def otherwise(self) -> Case:
        return Prepared(self.name, self.number)


class Prepared(Sum):
    def question(self) -> Question:
        return "prepared", [self.name, self.number]


def made(name: str, needs: Sequence[str] = (), cases: Sequence[Case] = ()) -> Check:
    asked = cases or [Sum(name, number) for number in (3, 1, 2)]
    return Check(name, 1, 1.0, "", lambda: asked, needs, "numbers")


CHECKS = (made("one"), made("two", ["one"]), made("three", ["two"]), made("four", ["one", "three"]))


@pytest.fixture
def verdicts(asked: Callable[..., Student]) -> Callable[..., Verdicts]:
    """Return a function that makes the verdicts of a file's text."""

    def make(source: str, checks: Sequence[Check] = CHECKS) -> Verdicts:
        return Verdicts(asked(source), checks, lambda check: check.seconds)

    return make


def lost(verdicts: Verdicts) -> list[str]:
    """Return the names of the checks that are lost."""
    return [check.name for check in verdicts.checks if verdicts.of(check).lost is not None]


def told(verdicts: Verdicts) -> dict[str, str]:
    """Return what is said of each check."""
    texts: dict[str, str] = {}
    for check in verdicts.checks:
        loss = verdicts.of(check).lost
        texts[check.name] = verdicts.remark(check) if loss is None else text_of(loss.parts)
    return texts


def test_who_is_right_is_asked_once_and_nothing_is_lent(verdicts: Callable[..., Verdicts]) -> None:
    found = verdicts(ALL_RIGHT)
    assert found.of(CHECKS[3]).lost is None
    assert [*found.known] == ["four"]  # what it needs has not been asked
    assert lost(found) == []
    assert not found.student.heard


class Noted(Sum):
    """Notes when it is judged."""

    def judge(self, answer: Any) -> Fault | None:
        events.append(f"judge {self.name}")
        return super().judge(answer)


events: list[str] = []


@pytest.mark.parametrize("in_turn", [True, False])
def test_cases_are_made_while_those_before_are_worked_on(
    verdicts: Callable[..., Verdicts], in_turn: bool
) -> None:
    events.clear()

    def cases(name: str) -> list[Case]:
        events.append(f"make {name}")
        return [Noted(name, 1)]

    checks = [Check(name, 1, 1.0, "", partial(cases, name), (), "numbers") for name in RIGHT]
    found = verdicts(ALL_RIGHT, checks)
    found.all_in_turn = in_turn
    assert lost(found) == []
    made_ahead = ["make one", "make two", "judge one", "make three", "judge two", "make four"]
    if in_turn:
        assert events == [*made_ahead, "judge three", "judge four"]
    else:
        assert events == [f"{what} {name}" for name in RIGHT for what in ("make", "judge")]


def test_what_is_wrong_with_making_cases_is_told_where_they_are_asked(
    verdicts: Callable[..., Verdicts],
) -> None:
    def fails() -> list[Case]:
        raise KitError("These can't be made.")

    found = verdicts(ALL_RIGHT, [CHECKS[0], Check("two", 1, 1.0, "", fails, (), "numbers")])
    found.all_in_turn = True
    assert found.of(found.checks[0]).lost is None
    with pytest.raises(KitError, match="can't be made"):
        found.of(found.checks[1])


def test_a_slip_costs_what_it_breaks(verdicts: Callable[..., Verdicts]) -> None:
    found = verdicts(ALL_RIGHT.replace("one(x) + 1", "one(x) + 2"))
    assert told(found) == {
        "one": "",
        "two": "two(1) is 4.\nWrong on 3 of 3 numbers; this is the smallest.",
        "three": "Passed with a right two in place of yours.",
        "four": "Passed with a right two in place of yours.",  # three needs it
    }


def test_an_exception_that_right_helpers_mend_does_not_hide_what_else_is_wrong(
    verdicts: Callable[..., Verdicts],
) -> None:
    source = ALL_RIGHT.replace("x + 1\n", "x.missing\n").replace("one(x) + 1", "one(x) + 2")
    found = told(verdicts(source))
    assert "AttributeError" in found["one"]
    assert "AttributeError" not in found["two"]
    assert found["two"].startswith("This goes wrong with a right one in place of yours.")


def test_the_order_in_which_checks_are_asked_changes_nothing(
    verdicts: Callable[..., Verdicts],
) -> None:
    source = ALL_RIGHT.replace("one(x) + 1", "one(x) + 2").replace("x + 1\n", "x + 5\n")
    found, other = verdicts(source), verdicts(source)
    for check in reversed(CHECKS):
        other.of(check)
    assert told(found) == told(other)
    assert lost(found) == ["one", "two"]


def test_who_is_wrong_with_right_helpers_too_is_lost_for_the_smallest_case_that_is_wrong_in_both_ways(
    verdicts: Callable[..., Verdicts],
) -> None:
    """With its own helper 1 goes wrong as well, but not with a right one."""
    source = ALL_RIGHT.replace("x + 1\n", "x + 1 + (x == 1)\n")
    source = source.replace("one(x) + 1", "one(x) + 1 + (x > 1)")
    found = told(verdicts(source))
    assert found["one"] == "one(1) is 3.\nWrong on 1 of 3 numbers; this is the smallest."
    assert found["two"] == "two(2) is 5.\nWrong on 2 of 3 numbers; this is the smallest."


def test_what_goes_wrong_with_right_helpers_alone_is_said_without_the_answer(
    verdicts: Callable[..., Verdicts],
) -> None:
    """The code knows right values then, and might tell them."""
    source = ALL_RIGHT.replace("x + 1\n", "x + 1 + (x == 3)\n").replace(
        "def two(x): return one(x) + 1",
        "def two(x):\n    wrong = 1 if one(3) == 4 else 3\n    return 0 if x == wrong else x + 2",
    )
    found = told(verdicts(source))
    assert found["two"] == (
        "This goes wrong with a right one in place of yours.\nThe number is 1.\n"
        "Wrong on 1 of 3 numbers; this is the smallest."
    )


def test_a_right_helper_is_not_lent_so_the_check_is_lost_itself(
    verdicts: Callable[..., Verdicts],
) -> None:
    found = verdicts(ALL_RIGHT.replace("one(three(x))", "three(x)"))
    assert lost(found) == ["four"]
    assert not found.student.heard


CIRCLE = """
def even(x): return True if x == 0 else odd(x - 1)
def odd(x): return False if x == 0 else even(x - 1)
"""


@dataclass(frozen=True)
class Parity(Sum):
    """Ask even or odd, which call each other."""

    def lend(self, name: str, argument: str) -> Any:
        return (int(argument) % 2 == 0) == (name == "even")

    def judge(self, answer: Any) -> Fault | None:
        wanted = (self.number % 2 == 0) == (self.name == "even")
        return None if answer is wanted else Fault([Text(f"{self.name}({self.number})")])


PARITIES = (
    made("even", ["odd"], [Parity("even", number) for number in (0, 2, 3, 4)]),
    made("odd", ["even"], [Parity("odd", number) for number in (0, 2, 3, 4)]),
)


@pytest.mark.parametrize(
    ("was", "now", "wrong"),
    [
        ("True if", "False if", ["even"]),
        ("False if", "True if", ["odd"]),
        ("even(x - 1)", "even(x - 2)", ["odd"]),
        ("", "", []),
    ],
)
def test_of_two_that_call_each_other_only_the_wrong_one_is_lost(
    was: str, now: str, wrong: list[str], verdicts: Callable[..., Verdicts]
) -> None:
    source = CIRCLE.replace(was, now) if was else CIRCLE
    assert lost(verdicts(source, PARITIES)) == wrong
    assert lost(verdicts(source, PARITIES[::-1])) == wrong
    right = [text for text in told(verdicts(source, PARITIES)).values() if "Passed" in text]
    assert all(f"with a right {wrong[0]} in" in text for text in right)


def test_of_two_that_may_both_be_meant_the_first_is_lost_whoever_is_asked_for_first(
    verdicts: Callable[..., Verdicts],
) -> None:
    """Neither is asked about 0, so each is right with a right one in the place of the other."""
    checks = (
        made("even", ["odd"], [Parity("even", number) for number in (2, 3)]),
        made("odd", ["even"], [Parity("odd", number) for number in (2, 3)]),
    )
    source = CIRCLE.replace("True if", "False if")
    for first in checks:
        found = verdicts(source, checks)
        found.of(first)
        assert lost(found) == ["even"]


def test_a_right_function_is_lent_for_an_unwritten_one(verdicts: Callable[..., Verdicts]) -> None:
    found = told(verdicts(ALL_RIGHT.replace("def one(x): return x + 1", "")))
    assert [found[name] for name in ("two", "four")] == [
        "Passed with a right one in place of yours."
    ] * 2
    assert "defines no function one" in found["one"]


def test_cases_about_what_is_lent_are_not_asked(verdicts: Callable[..., Verdicts]) -> None:
    about_both = made("two", ["one"], [Sum("one", 1), Sum("two", 1)])
    source = ALL_RIGHT.replace("x + 1\n", "x + 7\n")
    assert told(verdicts(source, [CHECKS[0], about_both]))["two"].startswith("Passed")
    only_about_it = made("two", ["one"], [Sum("one", 1)])
    found = verdicts(source, [CHECKS[0], only_about_it])
    assert lost(found) == ["one", "two"]  # nobody passes by answering nothing


def test_who_passes_with_something_lent_has_lost_something(
    verdicts: Callable[..., Verdicts],
) -> None:
    for name in RIGHT:
        source = ALL_RIGHT + f"right = {name}\ndef {name}(x): return right(x) + (x == 2)\n"
        found = verdicts(source)
        assert lost(found) == [name], name


PREPARES = (
    ALL_RIGHT
    + "ready = []\ndef prepare(): ready.append(1)\ndef one(x): return x + len(ready[:1])\n"
)


def test_another_order_of_work_will_do_where_the_case_says_so(
    verdicts: Callable[..., Verdicts],
) -> None:
    allowed = made("one", (), [Otherwise("one", 1), Sum("one", 2)])
    assert lost(verdicts(PREPARES, [allowed])) == ["one"]  # 2 was asked before it was ready
    allowed = made("one", (), [Otherwise("one", 1), Otherwise("one", 2)])
    assert lost(verdicts(PREPARES, [allowed])) == []
    unprepared = PREPARES.replace("ready.append(1)", "pass")
    assert told(verdicts(unprepared, [allowed]))["one"].startswith("one(1) is 1.")


def test_after_a_hang_in_the_second_way_nobody_who_hangs_is_asked_again(
    verdicts: Callable[..., Verdicts],
) -> None:
    source = "def one(x): return 0\ndef two(x):\n    while True: pass\nthree = four = two\n"
    found = verdicts(source)
    assert lost(found) == [*RIGHT]
    assert found.student.retries_end
    assert found.known["four"].lost.outcome == "timeout"  # type: ignore[union-attr]


def test_what_meets_its_own_stub_with_right_helpers_is_not_asked_in_a_fresh_process_too(
    verdicts: Callable[..., Verdicts], monkeypatch: pytest.MonkeyPatch
) -> None:
    loads: list[str] = []
    load = Student._load

    def counted(student: Student) -> None:
        loads.append(student.submission.file)
        load(student)

    monkeypatch.setattr(Student, "_load", counted)
    stub = "raise NotImplementedError()"
    skeleton = f"""
def one(x): {stub}
def two(x):
    one(x)
    {stub}
def three(x):
    two(x)
    {stub}
"""
    found = verdicts(skeleton, CHECKS[:3])
    assert lost(found) == ["one", "two", "three"]
    assert told(found)["three"].startswith("three is still to be written")
    assert len(loads) == 2  # the first one has heard what a right function returns


def test_a_process_that_was_lent_something_ends_with_the_check(
    verdicts: Callable[..., Verdicts],
) -> None:
    kept = "seen = []\n" + ALL_RIGHT.replace("x + 1\n", "x\n").replace(
        "def two(x): return one(x) + 1",
        "def two(x):\n    seen.append(one(x))\n    return one(x) + 1",
    )
    found = verdicts(kept + "def peek(x): return len(seen) if one(1) == 1 else 99\n")
    assert found.of(CHECKS[1]).lends == ["one"]
    assert found.student.heard
    found.student.begin(1.0)
    (answer,) = found.student.ask([("named", ["peek", 0])])
    assert answer.value == 0


def test_what_code_says_that_may_know_right_values_is_not_told(
    verdicts: Callable[..., Verdicts],
) -> None:
    """Neither an exception's text or class, nor an answer, nor prints: whoever hands in again would read them."""
    tells = (
        "raise type('SECRET', (Exception,), {})('SECRET')",
        "return 'SECRET'",
        "print('SECRET')",
    )
    for telling in tells:
        source = f"""
def one(x): return 0
def two(x):
    if one(x) == 0:
        return x + 2 if x < 3 else 0
    if x < 3:
        {telling}
    else:
        return x + 2
"""
        found = verdicts(source, CHECKS[:2])
        text = repr(found.of(CHECKS[1]).lost)
        assert "SECRET" not in text, text
        assert "with a right one in place of yours" in text, text


def test_a_lender_that_fails_is_noted_and_costs_the_check_alone(
    verdicts: Callable[..., Verdicts], caplog: pytest.LogCaptureFixture
) -> None:
    source = ALL_RIGHT.replace("x + 1\n", "x + 7\n").replace("one(x) + 1", "one('x') + 1")
    found = verdicts(source, CHECKS[:2])
    assert lost(found) == ["one", "two"]
    assert "ValueError" in caplog.text
    caplog.clear()


def given(cases: Any) -> Any:
    return cases


def test_a_check_that_returns_no_cases_is_the_rooms_fault(
    verdicts: Callable[..., Verdicts],
) -> None:
    for cases, told in (([], "asks nothing"), (None, "must return a list of cases"), ([1], "must")):
        check = Check("one", 1, 1.0, "", partial(given, cases))
        with pytest.raises(KitError, match=told):
            verdicts(ALL_RIGHT, [check]).of(check)
