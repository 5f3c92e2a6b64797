"""What a room's checks are written with: the decorator `check`, cases to ask about, and `settle`.

A check is a pytest function with a docstring (the line the student reads) that hands its cases to `settle`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import pytest

from graders.report import Code, Outcome, Parts, Printed, Text
from graders.sandbox import Ended, Message, Process, Silent, numpy_folder
from graders.submission import Submission

LOAD_SECONDS = 5.0  # for what a submission does when it is imported
F = TypeVar("F", bound=Callable[..., None])


def check(name: str, points: int, seconds: float = 5.0) -> Callable[[F], F]:
    """Mark a test function as a check: its name ("method" or "method: aspect"), points and time limit."""
    return pytest.mark.check(name=name, points=points, seconds=seconds)


class Lost(Exception):
    """The check loses its points, for the reason that parts explain."""

    def __init__(self, outcome: Outcome, parts: Parts) -> None:
        super().__init__(outcome, parts)
        self.outcome = outcome
        self.parts = parts


class Case:
    """One thing to ask of a submission. Rooms derive their own kinds.

    size: how much a person has to look at to understand it; the smallest counterexample is shown
    """

    size: int = 0

    def question(self) -> tuple[str, list[Any]]:
        """Return the name of one of the driver's questions and its arguments."""
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


@dataclass(frozen=True)
class Answer:
    """What came back for a question: a value, or the loss that an error means."""

    value: Any = None
    lost: Lost | None = None
    printed: str = ""


class Student:
    """A submission that can be asked. Starts an isolated process, and a fresh one after a hang or a crash."""

    def __init__(self, submission: Submission, driver: Path, process: Process | None = None) -> None:
        self.submission = submission
        self._driver = driver
        self._process: Process | None = process or Process(driver)
        self._load_lost: Lost | None = None
        self._loaded = False
        self._limit = LOAD_SECONDS
        self.isolation = self._process.isolation
        self.warnings = self._process.warnings

    def begin(self, seconds: float) -> None:
        """Start the clock of a check. Starting the process and reading the submission are not on it."""
        if not self._loaded:
            self._load()
        self._limit = seconds
        self._deadline = time.monotonic() + seconds

    def ask(self, question: str, args: list[Any]) -> Answer:
        """Ask one question; raise Lost if the process hangs or dies over it."""
        if self._load_lost is not None:
            raise self._load_lost
        number = os.urandom(8).hex()  # not to be known before it is asked
        reply = self._exchange({"id": number, "ask": question, "args": args}, self._deadline)
        printed = reply.get("printed")
        printed = visible(printed) if isinstance(printed, str) else ""
        if reply.get("id") != number or ("value" in reply) == ("error" in reply):
            self.close()
            raise Lost("crashed", [Text("Your program ended: it sent something that is no answer.")])
        if "error" in reply:
            return Answer(lost=self._error(reply["error"]), printed=printed)
        return Answer(reply["value"], printed=printed)

    def close(self) -> None:
        """End the process; the next check gets a fresh one."""
        if self._process is not None:
            self._process.close()
        self._process = None
        self._loaded = False

    def _load(self) -> None:
        if self._load_lost is not None:
            return
        if self.submission.problem:
            self._load_lost = Lost("error", [Text(self.submission.problem)])
            return
        if self._process is None:
            self._process = Process(self._driver)
        self._process.ready()
        self.isolation, self.warnings = self._process.isolation, self._process.warnings
        self._loaded = True
        self._limit = LOAD_SECONDS
        message = {"file": self.submission.file, "source": self.submission.source, "numpy": numpy_folder()}
        try:
            reply = self._exchange(message, time.monotonic() + LOAD_SECONDS)
        except Lost as lost:
            # Whoever hangs or dies at import does so every time: no need to wait for it again.
            self._load_lost = Lost(lost.outcome, [Text("While Python was reading your file:"), *lost.parts])
            return
        if "error" in reply:
            self._load_lost = self._error(reply["error"])

    def _exchange(self, message: Message, deadline: float) -> Message:
        assert self._process is not None
        try:
            return self._process.exchange(message, deadline)
        except Silent:
            self.close()
            raise Lost(
                "timeout",
                [Text(f"Your code was still running after {self._limit:g} seconds. Does a loop or a recursion never end?")],
            ) from None
        except Ended as ended:
            self.close()
            raise Lost(
                "crashed",
                [Text(f"Your program ended before it had answered: {ended}. Does it call exit(), or need too much memory?")],
            ) from None

    def _error(self, error: Any) -> Lost:
        """Return the loss that an exception in the student's code means. error is a stranger's JSON."""
        if not isinstance(error, dict):
            error = {}
        kind, message = visible(str(error.get("type"))), visible(str(error.get("message"))[:400])
        source = self.submission.source.splitlines()
        lines: list[tuple[int, str]] = []
        name = ""
        trace = error.get("trace")
        for frame in trace if isinstance(trace, list) else []:
            match frame:
                case [int(number), str(function)] if 0 < number <= len(source):
                    lines.append((number, source[number - 1].replace("\t", "    ")))
                    name = visible(function)
        lines = lines[-6:]
        where = f" in line {lines[-1][0]}" if lines else ""
        if kind == "Missing":
            return Lost("unavailable", [Text(message)])
        if kind == "Unfit":
            return Lost("failed", [Text(message)])
        if kind == "NotImplementedError":
            return Lost("unavailable", [Text(f"{name or 'This'} is still to be written{where and f' ({where[4:]})'}.")])
        if issubclass_by_name(kind, SyntaxError):
            column = error.get("column")
            caret = column if isinstance(column, int) and lines and 0 < column <= len(lines[-1][1]) + 1 else 0
            return Lost("error", [Text(f"Python can't read the file:{where[3:]}: {message}."), Code(lines[-1:], caret)])
        hint = HINTS.get(kind, "")
        parts: Parts = [Text(f"{kind}{where}: {message}" + (f"\n{hint}" if hint else ""))]
        return Lost("error", [*parts, Code(lines)] if lines else parts)


HINTS = {
    "RecursionError": "The recursion never ends: which case stops it?",
    "EOFError": "There is no keyboard while your code is graded: take out input().",
    "SystemExit": "Your code calls exit() or quit(): take that out, it ends the whole program.",
    "MemoryError": "The limit is 2 GB. Does a loop or a recursion never end?",
    "ModuleNotFoundError": "The standard library and NumPy (where it is installed) can be imported, nothing else.",
}


def issubclass_by_name(name: str, kind: type[BaseException]) -> bool:
    """Tell whether a built-in exception of that name is of a kind."""
    return name in {kind.__name__, *(sub.__name__ for sub in kind.__subclasses__())} | {
        below.__name__ for sub in kind.__subclasses__() for below in sub.__subclasses__()
    }


def visible(text: str) -> str:
    """Return text without control characters: a student's print must not paint the terminal of a grader."""
    return "".join(char if char.isprintable() or char == "\n" else " " if char == "\t" else "?" for char in text)


def same_number(value: Any, expected: float) -> bool:
    """Tell whether an answer is a number of that value; True counts as 1, NaN and strings as nothing."""
    return isinstance(value, (int, float)) and value == expected


def shown(value: Any) -> str:
    """Return an answer of a student's as they would know it."""
    if isinstance(value, dict) and set(value) == {"type", "repr"}:
        return visible(f"{value['repr']} (of type {value['type']})"[:120])
    return visible(repr(value)[:80])


def settle(student: Student, cases: Sequence[Case], noun: str) -> None:
    """Ask about every case; raise Lost with the smallest counterexample if an answer is wrong.

    noun: what the cases are, in the plural, for "wrong on 3 of 40 positions"
    """
    losses: list[tuple[bool, int, int]] = []
    answers: list[Answer] = []
    for number, case in enumerate(cases):
        try:
            answer = student.ask(*case.question())
        except Lost as lost:
            if lost is student._load_lost:
                raise
            raise Lost(lost.outcome, [*lost.parts, *case.show()]) from None
        answers.append(answer)
        if answer.lost is not None or not case.right(answer.value):
            missing = answer.lost is not None and answer.lost.outcome == "unavailable"
            losses.append((missing, case.size, number))
    if not losses:
        return
    number = min(losses)[2]
    case, answer = cases[number], answers[number]
    count = f"Wrong on {len(losses)} of {len(cases)} {noun}; this is the smallest."
    printed: Parts = [Printed(answer.printed)] if answer.printed.strip() else []
    if answer.lost is None:
        many: Parts = [Text(count)] if len(cases) > 1 else []
        raise Lost("failed", [*case.explain(answer.value), *many, *printed])
    if answer.lost.outcome == "unavailable":
        raise answer.lost
    raise Lost(answer.lost.outcome, [*answer.lost.parts, *case.show(), *printed])
