"""What a student is told to do next: it is the cause, and not what only suffers from it."""

import re

import pytest

from graders.kit.authoring.release import regions, skeleton
from graders.kit.grading.run import Terms, grade
from graders.kit.grading.submission import of_bytes
from graders.kit.rendering.cell import RUN
from graders.kit.rendering.page import cell
from graders.kit.rendering.terminal import screen
from graders.kit.report import HAND_IN, NextStep, Report, method_of, report_of
from graders.kit.watch.screen import text_of_line
from tests.conftest import EXERCISES, reference


def functions_of(exercise: str) -> list[str]:
    """Return the functions that are to be written, in the order of the file."""
    return list(dict.fromkeys(name for name, _, _ in regions(reference(exercise))))


def without(exercise: str, function: str) -> str:
    """Return the reference with the skeleton's stub in place of one function."""
    right = reference(exercise)
    stubs = skeleton(right)
    lines, stub_lines = right.splitlines(True), stubs.splitlines(True)
    both = list(zip(regions(right), regions(stubs), strict=True))
    for (name, first, last), (_, stub_first, stub_last) in reversed(both):
        if name == function:
            lines[first - 1 : last] = stub_lines[stub_first - 1 : stub_last]
    return "".join(lines)


def graded(exercise: str, source: str) -> Report:
    return grade(exercise, of_bytes(f"{exercise}.py", source.encode()), Terms())


def changed(was: str, now: str, source: str = "") -> str:
    """Return the reference of minmax, or another source, with one text in place of another."""
    source = source or reference("minmax")
    assert source.count(was) == 1
    return source.replace(was, now)


@pytest.mark.by_turns
@pytest.mark.parametrize(
    ("exercise", "function"),
    [
        pytest.param(exercise, function, marks=[pytest.mark.whole] if number % 2 else [])
        for exercise in EXERCISES
        for number, function in enumerate(functions_of(exercise))
    ],
)
def test_the_one_function_that_is_still_to_be_written_is_named(
    exercise: str, function: str
) -> None:
    report = graded(exercise, without(exercise, function))
    step = report.next_step
    assert step is not None
    # Where there is only one function, every check waits for it.
    is_alone = len(functions_of(exercise)) == 1
    assert (step.kind, step.action) == ("whole" if is_alone else "write", f"write {function}")
    assert step.line > 0
    assert method_of(step.check) == function
    assert report.what_next().startswith(f"Next: write {function} (line {step.line}), then grade")


WRONG = {
    "what isTerminal calls": ("a == e == i", "a == e == h", "get_value"),
    "one of two that call each other": ("return min([", "return max([", "min_value"),
    "the other of them": ("return max([", "return min([", "max_value"),
    "a misspelt name": ("self.max_value(child)", "self.max_vlaue(child)", "min_value"),
}


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.by_turns
def test_what_is_wrong_itself_is_named_and_not_what_calls_it(wrong: str) -> None:
    was, now, function = WRONG[wrong]
    report = graded("minmax", changed(was, now))
    assert report.lost
    assert report.next_step is not None
    assert report.next_step.to_do == f"fix {function}"


def test_a_function_that_is_not_there_is_named_and_not_what_calls_it() -> None:
    gone = re.sub(r"(?s)    def min_value\(.*?End \*+#\n", "", reference("minmax"))
    report = graded("minmax", gone)
    assert [check.name for check in report.lost] == ["min_value"]
    assert report.next_step == NextStep("write", "min_value", "write min_value")


@pytest.mark.whole
def test_what_a_wrong_function_does_not_call_does_not_come_before_it() -> None:
    shallow = """
        for row in range(3):
            for column in range(3):
                board = root.map[:]
                board[row][column] = "x"
                root.children.append(GameNode(board, 0, root.deepID + 1, root, []))
"""
    stub = '        raise NotImplementedError("buildTree is still to be written")\n'
    report = graded("minmax", changed(stub, shallow, skeleton(reference("minmax"))))
    assert report.next_step is not None
    assert report.next_step.to_do == "fix buildTree"
    wrong = changed("a == e == i", "a == e == h", without("minmax", "minmax"))
    report = graded("minmax", wrong)
    assert report.next_step is not None
    assert report.next_step.to_do == "fix get_value"
    (message,) = [check.message for check in report.checks if check.name == "get_value"]
    assert message.startswith("get_value must be ")


ALL_WAIT = {
    "a syntax error": ("def buildTree(self, root):", "def buildTree(self, root)", "fix the syntax error (line 32)"),
    "an import": ('"""MinMax on', 'import nothing_there\n"""MinMax on', "fix the file (line 1)"),
    "no class": ("class GameNode:", "class Node:", "write GameNode"),
}  # fmt: skip


@pytest.mark.parametrize("wrong", ALL_WAIT)
@pytest.mark.whole
def test_what_every_check_waits_for_is_said_so(wrong: str) -> None:
    was, now, to_do = ALL_WAIT[wrong]
    report = graded("minmax", changed(was, now))
    assert report.what_next() == f"Next: {to_do}, then grade again; every check waits for it."
    assert report.advice == (
        f"Graded: minmax.py. Next: {to_do}, then hand in again; every check waits for it."
    )


@pytest.mark.whole
def test_one_check_alone_names_the_cause_as_well() -> None:
    """As in the cell of a notebook, which shows no other check."""
    wrong = changed("return max([", "return min([")
    stub = without("minmax", "min_value")
    for source, check, to_do in (
        (changed("return max([", "return min([", stub), "max_value", "write min_value"),
        (changed("a == e == i", "a == e == h", wrong), "max_value", "fix get_value"),
    ):
        submission = of_bytes("minmax.py", source.encode())
        report = grade("minmax", submission, Terms(), only=check)
        assert report.next_step is not None
        assert report.next_step.action == to_do
        told = [text_of_line(line) for line in screen(report)]
        assert report.checks[0].title in told
        assert told[-1].startswith(f"Next: {to_do}")
        shown = cell(report.checks, what_next=report.what_next(RUN))
        assert re.search(rf'<p class="next">Next: {to_do}.*, then run this cell again\.</p>', shown)


def test_it_is_worded_once_and_comes_back_from_json() -> None:
    step = NextStep("write", "min_value", "write min_value", 3, " of cell 2")
    told = "Next: write min_value (line 3 of cell 2), then hand in again (1 more to go after that)."
    assert step.sentence(1, HAND_IN) == told
    report = graded("minmax", without("minmax", "min_value"))
    again = report_of(report.as_json())
    assert again.what_next() == report.what_next()
    assert again.as_json() == report.as_json()
