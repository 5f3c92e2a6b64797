"""What a room's checks are written with: the decorator `check`, cases to ask about, and `settle`.

A check is a pytest function with a docstring (the line the student reads) that hands its cases to `settle`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import pytest

from graders.report import Parts, Printed, Text
from graders.student import Answer, Lost, Student, one_line

F = TypeVar("F", bound=Callable[..., None])
GONE = ("timeout", "crashed")  # outcomes after which a process is lost, and time
Way = tuple[str, Sequence["Case"]]  # how else a check can ask, in words, and its cases


def check(name: str, points: int, seconds: float = 3.0) -> Callable[[F], F]:
    """Mark a test function as a check: its name ("method" or "method: aspect"), points and time limit."""
    return pytest.mark.check(name=name, points=points, seconds=seconds)


class Case:
    """One thing to ask of a submission. Rooms derive their own kinds.

    size: how much a person has to look at to understand it; the smallest counterexample is shown
    steady: whether the answer may not hang on chance, nor on what was asked before
    """

    size: int = 0
    steady = False

    def question(self) -> tuple[str, list[Any]]:
        """Return the name of one of the driver's questions and its arguments."""
        raise NotImplementedError

    gives = False

    def give(self, wanted: Any) -> Any:
        """Return what the driver asks back for while it answers, if this kind of case gives anything."""
        raise NotImplementedError

    def right(self, value: Any) -> bool:
        """Tell whether an answer is right. It comes from a stranger: it may be any JSON value."""
        raise NotImplementedError

    def explain(self, value: Any) -> Parts:
        """Say what is wrong with an answer that isn't right."""
        raise NotImplementedError

    def show(self) -> Parts:
        """Show what is asked about, for an answer that never came."""
        raise NotImplementedError


class _Wrong(Lost):
    """The answer to a case is wrong."""

    def __init__(self, case: Case, parts: Parts) -> None:
        super().__init__("failed", parts)
        self.case = case


KEPT = (
    "Asked this first, in a fresh run, your code answers right. So it keeps something from one call to the next: "
    "a global, an attribute of a class, or a default argument that is changed."
)


def settle(
    student: Student, cases: Sequence[Case], noun: str, others: Callable[[], Iterable[Way]] | None = None
) -> None:
    """Ask about every case; raise Lost with the smallest counterexample if an answer is wrong.

    noun: what the cases are, in the plural, for "wrong on 3 of 40 positions"
    others: yields further ways to ask, wanted only when these cases go wrong. Where a fault elsewhere makes all
    answers wrong, one of them shows that what this check is about is right all the same: a slip costs only what it
    breaks.
    """
    try:
        _settle(student, cases, noun, others)
    except _Wrong as lost:
        if lost.case.steady and not student.asked_afresh:
            student.asked_afresh = True  # once a grading: it takes a process of its own
            if _right_afresh(student, lost.case):
                lost.parts.append(Text(KEPT))
        raise


def _right_afresh(student: Student, case: Case) -> bool:
    """Tell whether the answer is right when a fresh process is asked nothing else."""
    student.close()
    student.again()
    try:
        (answer,) = student.ask([case.question()], (lambda _, wanted: case.give(wanted)) if case.gives else None)
    except Lost:
        return False
    student.close()
    return answer.lost is None and case.right(answer.value)


def _settle(
    student: Student, cases: Sequence[Case], noun: str, others: Callable[[], Iterable[Way]] | None = None
) -> None:
    try:
        _ask(student, cases, noun)
    except Lost as lost:
        if others is None or student.unusable is not None or (lost.outcome in GONE and student.hangs_anyway):
            raise
        student.again()
        for remark, instead in others():
            try:
                _ask(student, instead, noun)
            except Lost as again:
                lost = again if lost.outcome == "unavailable" else lost
                if again.outcome in GONE:
                    student.hangs_anyway = True
                    break
                student.again()
            else:
                student.remark = remark
                return
        raise lost from None


def _ask(student: Student, cases: Sequence[Case], noun: str) -> None:
    answers: list[Answer] = []
    wrong: list[tuple[bool, int, int]] = []  # whether the answer is missing, size, number
    try:
        give = (lambda number, wanted: cases[number].give(wanted)) if any(case.gives for case in cases) else None
        for answer in student.ask([case.question() for case in cases], give):
            case = cases[len(answers)]
            if answer.lost is not None or not case.right(answer.value):
                missing = answer.lost is not None and answer.lost.outcome == "unavailable"
                wrong.append((missing, case.size, len(answers)))
            answers.append(answer)
    except Lost as lost:
        if lost is student.unusable:
            raise
        if not wrong:  # a wrong answer says more than the hang or crash that came after it
            raise Lost(lost.outcome, [*lost.parts, *cases[len(answers)].show()]) from None
    if not wrong:
        return
    number = min(wrong)[2]
    case, answer = cases[number], answers[number]
    told = Text(f"Wrong on {len(wrong)} of {len(answers)} {noun}; this is the smallest.")
    count: Parts = [told] if len(answers) > 1 else []
    printed: Parts = [Printed(answer.printed)] if answer.printed.strip() else []
    if answer.lost is None:
        raise _Wrong(case, [*case.explain(answer.value), *count, *printed])
    if answer.lost.outcome == "unavailable":
        raise answer.lost
    raise Lost(answer.lost.outcome, [*answer.lost.parts, *case.show(), *count, *printed])


def same_number(value: Any, expected: float) -> bool:
    """Tell whether an answer is a number of that value; True counts as 1, NaN and strings as nothing."""
    return isinstance(value, (int, float)) and value == expected


def plural(count: int, one: str, many: str = "") -> str:
    """Return a count with its noun: "1 child", "2 children"."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def shown(value: Any) -> str:
    """Return an answer as the student would know it."""
    match value:
        case {"type": kind, "repr": text}:
            return one_line(f"{text} (of type {kind})"[:120])
    text = repr(value)
    return one_line(text if len(text) <= 80 else f"{text[:76]} ...")
