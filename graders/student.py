"""The student's code, seen from the trusted side: it is asked, and answers, or is lost for a reason."""

from __future__ import annotations

import json
import os
import re
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from graders import KitError
from graders.report import Code, Outcome, Parts, Text
from graders.sandbox import Ended, Message, Process, Silent, numpy_folder
from graders.submission import Submission

TRACE_LIMIT = 20  # frames that are looked at; harness.py sends fewer
PATIENT_SECONDS = 60.0  # a check that may take this long is meant to
AGAIN_SECONDS = 3.0  # for asking once more in another way
LOAD_SECONDS = 5.0  # for what a submission does when it is imported
LOADS_SECONDS = 15.0  # for that again and again, where each check needs a fresh process
PIPE_SIZE = 32_000  # bytes of questions that may wait; a pipe holds 65,536 on Linux

HINTS = {
    "RecursionError": "The recursion never ends: which case stops it?",
    "EOFError": "There is no keyboard while your code is graded: take out input().",
    "SystemExit": "Your code calls exit() or quit(): take that out, it ends the whole program.",
    "MemoryError": "The limit is 2 GB. Does a loop or a recursion never end?",
    "ModuleNotFoundError": "The standard library and NumPy (where it is installed) can be imported, nothing else.",
    "TabError": "Use spaces only: most editors can convert the whole file.",
}


class Lost(Exception):
    """The check loses its points, for the reason that parts explain."""

    def __init__(self, outcome: Outcome, parts: Parts) -> None:
        super().__init__(outcome, parts)
        self.outcome = outcome
        self.parts = parts


class Unprotected(KitError):
    """Nothing isolates here, and whoever asks wants it so."""


@dataclass(frozen=True)
class Answer:
    """What came back for a question: a value, or the loss that an error means."""

    value: Any = None
    lost: Lost | None = None
    printed: str = ""


class Student:
    """A submission that can be asked. Starts an isolated process, and a fresh one after a hang or a crash.

    process: one that runs already, with the same driver
    seed: what all chance in the submission begins with
    unprotected: whether it is asked also where nothing isolates; else begin() raises Unprotected there
    """

    def __init__(
        self,
        submission: Submission,
        driver: Path,
        process: Process | None = None,
        seed: int = 0,
        unprotected: bool = True,
    ) -> None:
        self._submission = submission
        self._driver = driver
        self._seed = seed
        self._unprotected = unprotected
        self._process: Process | None = process or Process(driver)
        self._loaded = False
        self._limit = LOAD_SECONDS
        self._left_for_loads = LOADS_SECONDS
        self.timeouts = 0
        self.remark = ""  # how a check was passed, where that needs saying
        self.hangs_anyway = False  # or crashes, also when it is asked in another way: that takes too long to try again
        self.asked_afresh = False  # whether a wrong answer was tried once more in a fresh process
        self.unusable: Lost | None = None  # why the file as a whole can't be asked anything
        self.isolation = self._process.isolation
        self.warnings = self._process.warnings

    def begin(self, seconds: float) -> None:
        """Start the clock of a check. Starting the process and reading the submission are not on it.

        After two time-outs the others wait a second at most: a solution takes a tenth of that for any check.
        """
        self.remark = ""
        self.rest()
        if not self._loaded and self.unusable is None:
            self._load()
        self._limit = min(seconds, 1.0) if self.timeouts >= 2 and seconds < PATIENT_SECONDS else seconds
        if self._process is not None:
            self._process.watch(self._limit)

    def rest(self) -> None:
        """Stop the clock until the next begin."""
        if self._process is not None and not self._process.rest():
            self.close()  # the time ran out just after the last answer

    def again(self) -> None:
        """Start the clock anew, for a check that asks once more in another way."""
        self.begin(min(self._limit, AGAIN_SECONDS))

    def ask(
        self, questions: Sequence[tuple[str, list[Any]]], give: Callable[[int, Any], Any] | None = None
    ) -> Iterator[Answer]:
        """Ask questions, yield their answers in order; raise Lost if the process hangs or dies over one.

        give: returns what the process gets that needs something before it can answer a question, given by its number
        """
        if self.unusable is not None:
            raise self.unusable
        waiting: deque[tuple[str, int]] = deque()
        finished = False
        try:
            for count, (name, args) in enumerate(questions):
                number = os.urandom(8).hex()  # not to be known before it is asked
                line = json.dumps({"id": number, "ask": name, "args": args}).encode() + b"\n"
                # The next questions wait in the pipe while this one is answered, as many as surely fit.
                while waiting and sum(size for _, size in waiting) + len(line) > PIPE_SIZE:
                    yield self._answer(waiting.popleft()[0])
                self._running().send(line)
                if give is not None:
                    yield self._answer(number, partial(give, count))
                    continue
                if not waiting:
                    self._running().flush()  # it is idle, so it begins with this one; the next go together
                waiting.append((number, len(line)))
            while waiting:
                yield self._answer(waiting.popleft()[0])
            finished = True
        finally:
            if not finished:
                self.close()  # answers to these questions must not reach the next check

    def close(self) -> None:
        """End the process; the next check gets a fresh one."""
        if self._process is not None:
            self._process.close()
        self._process = None
        self._loaded = False

    def _running(self) -> Process:
        if self._process is None:
            # Never with less than before: the report names one isolation.
            self._process = Process(self._driver, only=self.isolation)
        return self._process

    def _load(self) -> None:
        """Hand the submission to the process."""
        process = self._running()
        process.ready()
        self.isolation, self.warnings = process.isolation, process.warnings
        if self.isolation == "none" and not self._unprotected:
            raise Unprotected(
                "nothing isolates students' code here, so nothing is graded; "
                "`gametree audit --isolation` says what to do"
            )
        if self._submission.problem:
            self.unusable = Lost("error", [Text(self._submission.problem)])
            return
        code = {"file": self._submission.file, "source": self._submission.source}
        message = {**code, "numpy": numpy_folder(), "seed": self._seed}
        self._limit = min(LOAD_SECONDS, self._left_for_loads)
        began = time.monotonic()
        process.watch(self._limit)
        process.send(json.dumps(message).encode() + b"\n")
        try:
            reply = self._receive()
        except Lost as lost:
            # What hangs or dies at import does so every time: no need to wait for it again.
            self.unusable = lost
            return
        self._left_for_loads = max(0.1, self._left_for_loads - (time.monotonic() - began))
        self._loaded = True
        if "error" in reply:
            self.unusable = explain_error(reply["error"], self._submission)

    def _receive(self) -> Message:
        loaded = self._loaded  # close() forgets it
        try:
            return self._running().receive()
        except Silent:
            self.timeouts += 1
            self.close()
            what = "Your code was still running" if loaded else "The file was still being imported"
            sentence = f"{what} after {self._limit:g} s. Does a loop never end?"
            raise Lost("timeout", [Text(sentence)]) from None
        except Ended as ended:
            self.close()
            when = "it answered" if loaded else "Python had imported the file"
            sentence = f"Your program was gone before {when}: {ended}. Does it exit, or need over 2 GB of memory?"
            raise Lost("crashed", [Text(sentence)]) from None

    def _answer(self, number: str, give: Callable[[Any], Any] | None = None) -> Answer:
        reply = self._receive()
        while give is not None and reply.get("id") == number and "need" in reply:
            self._running().send(json.dumps({"give": give(reply["need"])}).encode() + b"\n")
            reply = self._receive()
        if reply.get("id") != number or ("value" in reply) == ("error" in reply):
            self.close()
            raise Lost("crashed", [Text("Your program is gone: it sent something that is no answer.")])
        printed = visible(str(reply.get("printed", ""))[:4_000])
        if "error" in reply:
            return Answer(lost=explain_error(reply["error"], self._submission), printed=printed)
        return Answer(reply["value"], printed=printed)


def explain_error(error: Any, submission: Submission) -> Lost:
    """Return the loss that an exception in the student's code means. error is what harness.py says of it."""
    if not isinstance(error, dict):
        error = {}
    kind, message = one_line(str(error.get("type"))[:80]), one_line(str(error.get("message"))[:400])
    lines, function = _own_lines(error.get("trace"), submission.source)
    where = ""
    if lines:
        number, cell = submission.place(lines[-1][0])
        where = f" in line {number}{cell}"
        lines = [(submission.place(line)[0], text) for line, text in lines]
    if kind == "Missing":
        return Lost("unavailable", [Text(message)])
    if kind == "Unfit":
        return Lost("failed", [Text(message)])
    if kind == "NotImplementedError":
        return Lost("unavailable", [Text(f"{function or 'This'} is still to be written{where.replace(' in', ':')}.")])
    caret = 0
    if kind in {"SyntaxError", "IndentationError", "TabError"}:
        column = error.get("column")
        if isinstance(column, int) and lines and 0 < column <= len(lines[-1][1]) + 1:
            caret = column
        if "Missing parentheses in call to 'print'" in message:
            message += "\nThis is Python 2; since Python 3, print is a function."
    hint = f"\n{HINTS[kind]}" if kind in HINTS else ""
    parts: Parts = [Text(f"{kind}{where}: {message}{hint}")]
    return Lost("error", [*parts, Code(lines, caret)] if lines else parts)


def _own_lines(trace: Any, source: str) -> tuple[list[tuple[int, str]], str]:
    """Return the lines of the student's file that a traceback names, the innermost last, and its function."""
    text = re.split(r"\r\n|\r|\n", source)
    lines: list[tuple[int, str]] = []
    function = ""
    for frame in trace[-TRACE_LIMIT:] if isinstance(trace, list) else []:
        match frame:
            case [int(number), str(name)] if 0 < number <= len(text):
                line = (number, visible(text[number - 1][:200]))
                function = one_line(name[:80])
                if line not in lines:  # a recursion shows its lines once
                    lines.append(line)
    return lines[-5:], function


def visible(text: str) -> str:
    """Return text without control characters, and without addresses, which differ from run to run.

    A student's print must not paint a grader's terminal.
    """
    text = re.sub(r" at 0x[0-9a-fA-F]+", "", text)
    return "".join(char if char.isprintable() or char == "\n" else " " if char == "\t" else "?" for char in text)


def one_line(text: str) -> str:
    """Return visible text on a single line."""
    return " ".join(visible(text).split())
