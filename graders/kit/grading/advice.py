"""What a student is told to do next."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from graders.kit.errors import Lost, Raised, Unwritten
from graders.kit.grading.calls import Calls
from graders.kit.grading.tracebacks import SYNTAX_ERRORS
from graders.kit.report import CheckResult, NextStep, fix, method_of


def next_step(
    results: Sequence[CheckResult],
    known: Mapping[str, Lost],
    calls: Calls,
    unwritten: Mapping[str, Unwritten],
) -> NextStep | None:
    """Return what to do next, None if no check is lost.

    It is about the first lost check, or about what the function of that one calls and is wrong
    itself, or not yet there.

    Args:
        results: What became of the checks.
        known: Why checks are lost, by name; there may be more than the results tell of.
        calls: Which functions of the file call which others.
        unwritten: Functions that are still to be written, by name.
    """
    lost = [result.name for result in results if result.outcome != "passed"]
    if not lost:
        return None
    suspects: dict[str, str] = {}  # functions, each with the first check that says it is wrong
    for name in [*lost, *known]:
        suspects.setdefault(method_of(name), name)

    # A stub of a function that got its points is in a branch that nobody has to reach.
    right = {method_of(result.name) for result in results} - suspects.keys()
    lacking = {name: stub for name, stub in unwritten.items() if name not in right}
    first = lost[0]
    begin = method_of(first)
    reason = known.get(first)
    if isinstance(reason, Unwritten):
        begin = reason.function
        lacking[begin] = reason

    circle = calls.deepest(begin, [*suspects, *lacking])
    for function in circle:
        if function in lacking:
            return write(lacking[function], suspects.get(function, first))
    function = min(circle, key=lambda name: _size(known.get(suspects[name])))
    return fix(suspects[function])


def _size(lost: Lost | None) -> float:
    """Return how large the smallest position is on which a check is known to be lost."""
    if lost is None or lost.case is None:
        return math.inf
    size: int = lost.case.size
    return size


def write(lost: Unwritten, check: str) -> NextStep:
    """Return that something is to be written.

    Args:
        lost: What is.
        check: The check to look at first.
    """
    return NextStep("write", check, f"write {lost.function or 'it'}", lost.line, lost.cell)


def to_be_usable(lost: Lost, check: str) -> NextStep:
    """Return what to do about a file that as a whole can't be asked anything.

    Args:
        lost: Why.
        check: The first check.
    """
    match lost:
        case Unwritten():
            return replace(write(lost, check), kind="whole")
        case Raised(kind=kind) if kind in SYNTAX_ERRORS:
            return NextStep("whole", check, "fix the syntax error", lost.line, lost.cell)
        case Raised():
            return NextStep("whole", check, "fix the file", lost.line, lost.cell)
    return NextStep("whole", check, "fix the file")
