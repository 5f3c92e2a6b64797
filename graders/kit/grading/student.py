"""The student's code, seen from the trusted side: it is asked, and answers, or is lost for a reason."""

import json
import math
import os
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import InitVar, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from graders.kit.errors import Ended, Exhausted, Lost, Silent, Unprotected, Unwritten
from graders.kit.grading.check_run import CheckRun
from graders.kit.grading.limits import ENDLESS, Clock
from graders.kit.grading.submission import Submission, visible
from graders.kit.isolation.process import MEMORY, Message, Process
from graders.kit.isolation.sandbox import numpy_folders
from graders.kit.isolation.worker import start
from graders.kit.report import Code, Parts, Text, method_of, text_of

TRACE_LIMIT = 20  # frames that are looked at; harness.py sends fewer
ENOUGH_TIMEOUTS = 2  # after which checks are hurried
LOAD_SECONDS = 5.0  # for what a submission does when it is imported
Question = tuple[str, list[Any]]  # what the driver calls it, and its arguments
PIPE_SIZE = 32_000  # bytes of questions that may wait; a pipe holds 65,536 on Linux
ALL_USED = f"This file has used up all of the time that it may take. {ENDLESS}"

MODULE = re.compile(r" \([^()]*\)$")  # where a module is: a path of this machine
# What is told also of code that may know what right helpers return.
UNWRITTEN = re.compile(r"(\w+) is still to be written(?:: (?:line|cell) [\w, ]+)?\.")
MISSING = re.compile(r"The file defines no (?:class|function) (\w+)\.")
# How Pythons say that a recursion is too deep, and by chance in the midst of what.
DEEP = re.compile(r"^(?:Stack overflow \(used \d+ kB\)|maximum recursion depth exceeded).*")
HINTS = {
    "RecursionError": "The recursion never ends: which case stops it?",
    "EOFError": "There is no keyboard while your code is graded: take out input().",
    "SystemExit": "Your code calls exit() or quit(): take that out, it ends the whole program.",
    "MemoryError": "The limit is MEMORY. Does a loop or a recursion never end?",
    "ModuleNotFoundError": "The standard library and NumPy (where it is installed) can be imported, nothing else.",
    "TabError": "Use spaces only: most editors can convert the whole file.",
}


@dataclass(frozen=True)
class Answer:
    """What came back for a question: a value, or the loss that an error means."""

    value: Any = None
    lost: Lost | None = None
    printed: str = ""


@dataclass
class Student:
    """A submission that can be asked. Starts an isolated process, and a fresh one after a hang or a crash."""

    submission: Submission
    driver: Path
    unprotected: bool = (
        False  # whether it is asked also where nothing isolates; else ask raises Unprotected there
    )
    seed: int = 0  # what all chance in the submission begins with
    memory: int = MEMORY  # bytes that its process may have
    until: float = math.inf  # when its time is up, by time.monotonic()
    only: InitVar[str] = ""  # the one isolation that will do; else the best that works here
    ready: InitVar[Process | None] = None  # one that was started for it beforehand

    def __post_init__(self, only: str, ready: Process | None) -> None:
        self._process: Process | None = ready or start(self.driver, only, self.memory)
        self._loaded, self._limit = False, LOAD_SECONDS
        self._timeouts = 0
        self.run = CheckRun(Clock(0))
        self.lost: set[str] = set()  # the checks that are lost so far
        # Whether the process may know what a right helper returns; what it says is not told then.
        self.heard = False
        # Whether a further way to ask has ended in a hang or a crash: in later checks, too.
        self.retries_end = False
        self.unusable: Lost | None = None  # why the file as a whole can't be asked anything
        self.isolation = self._process.isolation
        self.warnings = self._process.warnings

    def begin(self, seconds: float) -> None:
        """Begin with a check. A process that was lent something does not live to see it.

        Args:
            seconds: How long its first way to ask may take; all further ways as long again.
        """
        if self.heard:
            self.close()
        hurried = self._timeouts >= ENOUGH_TIMEOUTS
        self.run = CheckRun(Clock(seconds, hurried, self.until))
        self.run.clock.follow(self._process)

    def ask(
        self, questions: Sequence[Question], give: Callable[[int, Any], Any] | None = None,
        within: float = math.inf, events: int = 0, hear: Callable[[Any], None] | None = None,
    ) -> Iterator[Answer]:  # fmt: skip
        """Ask questions, yield their answers in order.

        give: returns what the process gets that needs something before it can answer a question, given by its number
        within: seconds for these questions, if that is less than the check has left
        events: how many are wanted of a recording, see recorder.py; each is given to hear, which may raise
        Raises Lost if the process hangs, dies, or can be asked nothing; Exhausted if the check may go on no longer.
        """
        self._go_on()
        if self.unusable is None and not self._loaded:
            self._load()
        if self.unusable is not None:
            raise self.unusable
        self._go_on()
        process = self._process
        assert process is not None
        self._limit, until = self.run.clock.attempt(within)
        process.watch(lambda: self.run.clock.left(until))
        waiting: deque[tuple[str, int]] = deque()
        load = 0  # bytes that wait
        finished = False
        try:
            for count, (name, args) in enumerate(questions):
                number = os.urandom(8).hex()  # not to be known before it is asked
                asked = {"id": number, "ask": name, "args": args} | (
                    {"events": events} if events else {}
                )
                line = json.dumps(asked).encode() + b"\n"
                # The next questions wait in the pipe while this one is answered, as many as surely fit.
                while waiting and load + len(line) > PIPE_SIZE:
                    answered, size = waiting.popleft()
                    load -= size
                    yield self._answer(process, answered)
                    self._go_on()
                process.send(line)
                if give is not None or hear is not None:
                    yield self._answer(process, number, give and partial(give, count), hear)
                    self._go_on()
                    continue
                if not waiting:
                    process.flush()  # it is idle, so it begins with this one; the next go together
                waiting.append((number, len(line)))
                load += len(line)
            while waiting:
                yield self._answer(process, waiting.popleft()[0])
                self._go_on()
            finished = process.rest()  # else the time ran out just after the last answer
        finally:
            if not finished and self._process is process:
                self.close()  # answers to these questions must not reach the next check

    def may_lend(self, names: Iterable[str]) -> bool:
        """Tell whether each function has lost points, so that a right one may take its place."""
        lost = {method_of(check) for check in self.lost}
        return lost.union(self.run.blamed()).issuperset(names)

    def lend(self, names: Iterable[str]) -> None:
        """Take note that right functions are put in the place of these from now on.

        What the student's code prints is not kept any more, for it may print what those return.
        """
        self.run.lend(names)
        if self.run.lent:
            self.heard = True

    def close(self) -> None:
        """End the process; whatever is asked next gets a fresh one."""
        self.heard = False
        if self._process is not None:
            self._process.rest()
            self.run.clock.follow(None)
            self._process.close()
        self._process, self._loaded = None, False

    def _go_on(self) -> None:
        """Raise Exhausted if the check has no time left, or has received too much."""
        if self.run.clock.expired():
            raise Exhausted(Lost("timeout", [Text(ALL_USED)]))
        if self.run.clock.read() >= self.run.clock.end:
            why = f"it was stopped {self.run.clock.telling(self.run.clock.end)}"
            raise Exhausted(Lost("timeout", [Text(f"Your code took too long: {why}")]))
        if self.run.clock.received > self.run.clock.most:
            size = f"{self.run.clock.received / 1e6:.0f} MB"
            raise Exhausted(
                Lost(
                    "crashed",
                    [Text(f"Your program's answers were far too large: {size} in one check.")],
                )
            )

    def _load(self) -> None:
        """Hand the submission to a process."""
        # Never with less than before: the report names one isolation.
        process = self._process = self._process or start(self.driver, self.isolation, self.memory)
        clock = self.run.clock
        began = clock.read()
        clock.follow(process)
        process.ready()
        self.isolation, self.warnings = process.isolation, process.warnings
        if self.isolation == "none" and not self.unprotected:
            what_to_do = "`gametree audit --isolation` says what to do"
            raise Unprotected(
                f"nothing isolates students' code here, so nothing is graded; {what_to_do}"
            )
        if self.submission.problem:
            self.unusable = Lost("error", [Text(self.submission.problem)])
            return
        code = {"file": self.submission.file, "source": self.submission.source}
        message = {**code, "numpy": "".join(numpy_folders()[:1]), "seed": self.seed}
        self._limit = LOAD_SECONDS
        until = min(clock.read() + LOAD_SECONDS, clock.end)
        process.watch(lambda: clock.left(until))
        process.send(json.dumps(message).encode() + b"\n")
        try:
            reply = self._receive(process)
        except Lost as lost:
            if clock.read() < clock.end and not clock.expired():
                self.unusable = lost  # what hangs or dies at import does so every time: no need to wait for it again
            return
        process.rest()
        clock.allow(clock.read() - began)
        self._loaded = True
        if "error" in reply:
            self.unusable = explain_error(reply["error"], self.submission, self.memory)

    def _receive(self, process: Process) -> Message:
        loaded = self._loaded  # close() forgets it
        try:
            reply = process.receive()
        except Silent:
            why = self.run.clock.telling(self._limit)
            self._timeouts += 1
            self.run.clock.timed_out = True
            self.close()
            what = "Your code was still running" if loaded else "The file was still being imported"
            if self.run.clock.expired():
                raise Lost(
                    "timeout",
                    [Text(f"{what} when all time was used up that this file may take. {ENDLESS}")],
                ) from None
            raise Lost("timeout", [Text(f"{what} {why}")]) from None
        except Ended as ended:
            self.close()
            when = "it answered" if loaded else "Python had imported the file"
            why = "Does it exit, or need too much memory?"
            sentence = f"Your program was gone before {when}: {ended}. {why}"
            raise Lost("crashed", [Text(sentence)]) from None
        self.run.clock.received += process.size
        return reply

    def _answer(
        self, process: Process, number: str, give: Callable[[Any], Any] | None = None,
        hear: Callable[[Any], None] | None = None,
    ) -> Answer:  # fmt: skip
        reply = self._receive(process)
        while reply.get("id") == number and (
            (give and "need" in reply) or (hear and "event" in reply)
        ):
            self._go_on()
            if hear and "event" in reply:
                hear(reply["event"])
            elif give:
                process.send(json.dumps({"give": give(reply["need"])}).encode() + b"\n")
            reply = self._receive(process)
        if reply.get("id") != number or ("value" in reply) == ("error" in reply):
            self.close()
            raise Lost(
                "crashed", [Text("Your program is gone: it sent something that is no answer.")]
            )
        printed = "" if self.heard else visible(str(reply.get("printed", ""))[:4_000])
        if "error" in reply:
            lost = explain_error(reply["error"], self.submission, self.memory)
            if self.heard and not self._harmless(lost):
                lost = Lost(
                    lost.outcome, [Text("Your code raised an exception.")]
                )  # whose text may be what it heard
            return Answer(lost=lost, printed=printed)
        return Answer(reply["value"], printed=printed)

    def _harmless(self, lost: Lost) -> bool:
        """Tell whether a loss says no more than that a function which everybody knows of is missing or unwritten."""
        text = text_of(lost.parts)
        if written := UNWRITTEN.fullmatch(text):
            return f"def {written[1]}(" in self.submission.source
        missing = MISSING.fullmatch(text)
        return missing is not None and missing[1] in self.driver.read_text("utf-8")


def explain_error(error: Any, submission: Submission, memory: int = MEMORY) -> Lost:
    """Return the loss that an exception in the student's code means. error: what harness.py says of it

    memory: bytes that the process might have
    """
    if not isinstance(error, dict):
        error = {}
    kind, message = one_line(str(error.get("type"))[:80]), one_line(str(error.get("message"))[:400])
    lines, function = _own_lines(error.get("trace"), submission.lines)
    if kind == "RecursionError":
        message = DEEP.sub("maximum recursion depth exceeded", message)
        lines.sort()  # which of them was the last is chance
    if kind == "ImportError":
        message = MODULE.sub("", message)
    function = function if function.isidentifier() else ""  # a student can call a function anything
    where = " in line {}{}".format(*submission.place(lines[-1][0])) if lines else ""
    lines = [(submission.place(line)[0], text) for line, text in lines]
    if kind in ("Missing", "Unfit"):
        return Lost("unavailable" if kind == "Missing" else "failed", [Text(message)])
    if kind == "NotImplementedError":
        place = where.removeprefix(" in ")
        to_do = f"write {function or 'it'}{f' ({place})' if place else ''}"
        text = f"{function or 'This'} is still to be written{f': {place}' if place else ''}."
        return Unwritten(to_do, [Text(text)])
    caret = 0
    if kind in {"SyntaxError", "IndentationError", "TabError"}:
        column = error.get("column")
        if isinstance(column, int) and lines and 0 < column <= len(lines[-1][1]) + 1:
            caret = column
        if "Missing parentheses in call to 'print'" in message:
            message += "\nThis is Python 2; since Python 3, print is a function."
    hint = f"\n{HINTS[kind]}".replace("MEMORY", _size(memory)) if kind in HINTS else ""
    parts: Parts = [Text(f"{kind}{where}: {message}{hint}")]
    return Lost("error", [*parts, Code(lines, caret)] if lines else parts)


def _size(memory: int) -> str:
    return f"{memory / 2**30:.2g} GB" if memory >= 2**30 else f"{memory >> 20} MB"


def _own_lines(trace: Any, text: Sequence[str]) -> tuple[list[tuple[int, str]], str]:
    """Return the lines of the student's file that a traceback names, the innermost last, and its function."""
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


def one_line(text: str) -> str:
    """Return visible text on a single line."""
    return " ".join(visible(text).split())
