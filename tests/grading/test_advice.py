"""What comes next: the first lost check, or what its function calls and is wrong itself, or not yet there."""

from __future__ import annotations

from types import SimpleNamespace

from graders.kit.errors import Lost, Unwritten, WrongAnswer
from graders.kit.grading.advice import next_step
from graders.kit.grading.calls import Calls, calls_in
from graders.kit.report import CheckResult, Outcome, Text


def result(name: str, outcome: Outcome) -> CheckResult:
    return CheckResult(name, "", int(outcome == "passed"), 1, outcome, [], 0)


WRONG = Lost("failed", [Text("It is wrong here.")])


def next_of(
    known: dict[str, Lost], names: str, calls: dict[str, set[str]], unwritten: dict[str, Unwritten]
) -> str:
    """Return the check to look at first, and what to do, where the checks of these names are lost."""
    lost = [result(name, "failed") for name in names.split()]
    step = next_step([*lost, result("four", "passed")], known, Calls(calls), unwritten)
    return "" if step is None else f"{step.check}: {step.to_do}"


def test_next_comes_what_the_others_call() -> None:
    known: dict[str, Lost] = dict.fromkeys(("one", "two", "three"), WRONG)
    stub = {"three": Unwritten("three", [], 7), "four": Unwritten("four", [], 9)}
    assert next_of(known, "", {}, {}) == ""
    assert next_of(known, "one two three", {}, stub) == "one: fix one"  # it calls none of them
    one_by_one = {"one": {"its own"}, "its own": {"two"}, "two": {"three"}}
    assert next_of(known, "one two three", one_by_one, {}) == "three: fix three"
    assert next_of(known, "one two three", one_by_one, stub) == "three: write three (line 7)"
    circle = {"one": {"three"}, "three": {"one", "four"}}
    assert next_of(known, "one two three", circle, stub) == "three: write three (line 7)"
    assert next_of(known, "one", {"one": {"four"}}, {}) == "one: fix one"  # four got its points
    # It is not in the report that two is lost, as where a report is about one check alone.
    assert next_of(known, "one", {"one": {"two"}}, {}) == "two: fix two"


def test_of_two_that_call_each_other_the_one_comes_first_that_is_wrong_on_the_smaller_position() -> (
    None
):
    known: dict[str, Lost] = {}
    for name, size in (("one", 5), ("two", 3)):
        known[name] = WrongAnswer(SimpleNamespace(size=size), [])
    circle = {"one": {"two"}, "two": {"one"}}
    assert next_of(known, "one two", circle, {}) == "two: fix two"


def test_what_a_check_says_is_unwritten_is_to_be_written() -> None:
    assert next_of({"one": Unwritten("Node", [])}, "one", {}, {}) == "one: write Node"


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
