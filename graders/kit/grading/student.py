"""The student's code, seen from the trusted side: it is asked, and answers, or is lost."""

import math
import os
import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import InitVar, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graders.kit.errors import Ended, Exhausted, Lost, Raised, Silent, Unprotected, Unwritten
from graders.kit.grading.limits import ENDLESS, Clock
from graders.kit.grading.submission import Submission, visible
from graders.kit.grading.tracebacks import LINE_LENGTH, MISSING, doubt_of, explain_error
from graders.kit.isolation import messages
from graders.kit.isolation.messages import Reply, line_of
from graders.kit.isolation.process import start
from graders.kit.isolation.protocol import MEMORY, IsolatedProcess
from graders.kit.isolation.sampler import SAMPLES
from graders.kit.isolation.sandbox import numpy_folders
from graders.kit.report import Code, Parts, Text, text_of

if TYPE_CHECKING:
    from graders.kit.grading.debug import Debug

Question = tuple[str, list[Any]]  # what the driver calls it, and its arguments
LOAD_SECONDS = 5.0  # for what a submission does when it is imported
PIPE_SIZE = 32_000  # bytes of questions that may wait; a pipe holds 65,536 on Linux
PRINTED_LENGTH = 4_000  # characters of what the student's code prints at one question
PRINTED_IN_ALL = 20_000  # characters of it that are kept of one check

# What is told also of code that may know what right helpers return.
UNWRITTEN = re.compile(r"(\w+) is still to be written(?:: (?:line|cell) [\w, ]+)?\.")

# What is said of a process that gives no answer.
ALL_USED = f"This file has used up all of the time that it may take. {ENDLESS}"
ALL_USED_NOW = "{what} when all time was used up that this file may take. {endless}"
ANSWERING, IMPORTING = "Your code was still running", "The file was still being imported"
TOO_LONG = "Your code took too long: it was stopped {when}"
TOO_LARGE = "Your program's answers were far too large: {megabytes:.0f} MB in one check."
GONE = "Your program was gone before {then}: {why}. Does it exit, or need too much memory?"
NO_ANSWER = "Your program is gone: it sent something that is no answer."
RAISED = "Your code raised an exception."
IN_LOOP = "It was in the {kind} loop of line {line}{cell}, in {function}."
IN_LOOP_OUTSIDE = "It was in the {kind} loop of line {line}{cell}."
IN_RECURSION = "It was in the recursion of {function}, line {line}{cell}."
UNKNOWN_LINE = "In which line it was can't be told."
UNPROTECTED = (
    "nothing isolates students' code here, so nothing is graded; "
    "`gametree audit --isolation` says what to do"
)


@dataclass(frozen=True)
class Answer:
    """What came back for a question: a value, or the loss that an error means.

    Attributes:
        value: The value.
        lost: The loss.
        printed: What the student's code printed meanwhile.
        doubt: Where and how the error came about, if no line of the file had a part in it, as the
            process says; "" else. It may be a fault of the driver's.
    """

    value: Any = None
    lost: Lost | None = None
    printed: str = ""
    doubt: str = ""


@dataclass
class Student:
    """A submission that can be asked.

    It starts an isolated process, and a fresh one after a hang or a crash.

    Attributes:
        submission: The file.
        driver: The driver.py that knows how it is asked.
        unprotected: Whether it is asked also where nothing isolates; else `ask` raises Unprotected.
        seed: What all chance in the submission begins with.
        memory: Bytes that its process may have.
        until: When its time is up, by time.monotonic().
        clock: That of the check that is being asked.
        printed: What its code has printed for that check, as far as it is kept.
        printed_at_import: What the file printed when it was imported first.
        unwritten: The functions that were found unwritten so far, by name.
        lacking: Names that an exception said are not there.
        heard: Whether the process may know what a right helper returns; what it says is not told
            then.
        retries_end: Whether a further way to ask has ended in a hang or a crash; the checks that
            follow know that, too.
        unusable: Why the file as a whole can't be asked anything.
        debug: Writes what is asked and answered, if an author wants to see it.
        meanwhile: What is to be done once, as soon as the process has something to work on.
        isolation: The one that its process has.
        warnings: Why it has none that is better.
    """

    submission: Submission
    driver: Path
    unprotected: bool = False
    seed: int = 0
    memory: int = MEMORY
    until: float = math.inf
    only: InitVar[str] = ""  # the one isolation that will do; else the best that works here
    ready: InitVar[IsolatedProcess | None] = None  # one that was started for it beforehand

    def __post_init__(self, only: str, ready: IsolatedProcess | None) -> None:
        self._process: IsolatedProcess | None = ready or start(self.driver, only, self.memory)
        self._loaded = False
        self._limit = LOAD_SECONDS  # for what it does now
        self._timeouts = 0
        self.clock = Clock(0)
        self.printed = ""
        self.printed_at_import = ""
        self.unwritten: dict[str, Unwritten] = {}
        self.lacking: set[str] = set()
        self.heard = False
        self.retries_end = False
        self.unusable: Lost | None = None
        self.debug: Debug | None = None
        self.meanwhile: Callable[[], None] | None = None
        self._samples: list[Any] = []  # of what is answered now, as the process told them
        self.isolation = self._process.isolation
        self.warnings = self._process.warnings

    def begin(self, seconds: float) -> None:
        """Begin with a check. A process that was lent something does not live to see it.

        Args:
            seconds: How long its first way to ask may take; all further ways as long again.
        """
        if self.heard:
            self.close()
        self.clock = Clock(seconds, self._timeouts > 0, self.until)
        self.printed = ""
        self.clock.follow(self._process)

    def ask(
        self,
        questions: Sequence[Question],
        give: Callable[[int, Any], Any] | None = None,
        within: float = math.inf,
        events: int = 0,
        hear: Callable[[Any], None] | None = None,
        lends: Sequence[str] = (),
    ) -> Iterator[Answer]:
        """Ask questions, yield their answers in order.

        Args:
            questions: All that is to be asked.
            give: Returns what the process gets that needs something before it can answer a
                question, which is given by its number.
            within: Seconds for these questions, if that is less than the check has left.
            events: How many are wanted of a recording, see recorder.py.
            hear: Takes each event; it may raise.
            lends: The student's functions in whose place right ones are put, see the driver's
                `lending`.

        Raises:
            Lost: The process hangs, dies, or can be asked nothing.
            Exhausted: The check may go on no longer.
        """
        process = self._ready_process()
        self._limit, until = self.clock.attempt(within)
        now = self.clock.read()
        process.watch(lambda: self.clock.left(until))
        waits_in_turn = give is not None or hear is not None
        waiting: deque[tuple[str, int]] = deque()  # numbers of questions, and their sizes
        load = 0  # bytes that wait
        finished = False
        try:
            for count, question in enumerate(questions):
                number = os.urandom(8).hex()  # not to be known before it is asked
                line = _line(number, question, until - now, events, lends)
                # The next questions wait in the pipe while this one is answered, as many as
                # surely fit.
                while waiting and load + len(line) > PIPE_SIZE:
                    answered, size = waiting.popleft()
                    load -= size
                    yield self._answer(process, answered)
                    now = self._go_on()
                process.send(line)
                if waits_in_turn:
                    yield self._answer(process, number, give and partial(give, count), hear)
                    now = self._go_on()
                    continue
                if not waiting:
                    process.flush()  # it is idle, so it begins with this one; the next go together
                waiting.append((number, len(line)))
                load += len(line)
            while waiting:
                number, _ = waiting.popleft()
                yield self._answer(process, number)
                self._go_on()
            finished = process.rest()  # else the time ran out just after the last answer
        finally:
            if not finished and self._process is process:
                self.close()  # answers to these questions must not reach the next check

    def _ready_process(self) -> IsolatedProcess:
        """Return a process that has loaded the submission.

        Raises:
            Lost: The file can't be asked anything.
            Exhausted: The check may go on no longer.
        """
        self._go_on()
        if self.unusable is None and not self._loaded:
            self._load()
        if self.unusable is not None:
            raise self.unusable
        self._go_on()
        assert self._process is not None
        return self._process

    def begin_anew(self, seed: int) -> None:
        """Let the process run the file once more before the next question, with another seed.

        So what the file keeps in its globals is gone. What it has left elsewhere is not, such as in
        a module of Python's own, nor what the driver knows.
        """
        self.seed = seed
        self._loaded = False

    @property
    def is_fresh(self) -> bool:
        """Whether what is asked next gets a process that was asked nothing before."""
        return not self._loaded

    def lend(self, names: Sequence[str]) -> None:
        """Take note that right functions are put in the place of these from now on.

        What the student's code prints is not kept any more, for it may print what those return.
        """
        if names:
            self.heard = True

    def close(self) -> None:
        """End the process; whatever is asked next gets a fresh one."""
        self.heard = False
        if self._process is not None:
            self._process.rest()
            self.clock.follow(None)
            self._process.close()
        self._process = None
        self._loaded = False

    def _go_on(self) -> float:
        """Return the reading of the clock.

        Raises:
            Exhausted: The check has no time left, or has received too much.
        """
        clock = self.clock
        if clock.expired():
            raise Exhausted(Lost("timeout", [Text(ALL_USED)]))
        now = clock.read()
        if now >= clock.end:
            text = TOO_LONG.format(when=clock.telling(clock.end))
            raise Exhausted(Lost("timeout", [Text(text)]))
        if clock.received > clock.most:
            text = TOO_LARGE.format(megabytes=clock.received / 1e6)
            raise Exhausted(Lost("crashed", [Text(text)]))
        return now

    def _load(self) -> None:
        """Hand the submission to a process."""
        # Never with less than before: the report names one isolation.
        process = self._process or start(self.driver, self.isolation, self.memory)
        self._process = process
        clock = self.clock
        began = clock.read()
        clock.follow(process)
        process.ready()
        self.isolation = process.isolation
        self._take_warnings(process)
        if self.isolation == "none" and not self.unprotected:
            raise Unprotected(UNPROTECTED)
        if self.submission.problem:
            self.unusable = Lost("error", [Text(self.submission.problem)])
            return
        message: messages.SubmittedCode = {
            "file": self.submission.file,
            "source": self.submission.source,
            "numpy": "".join(numpy_folders()[:1]),
            "seed": self.seed,
            "seconds": LOAD_SECONDS,
        }
        self._limit = LOAD_SECONDS
        until = min(clock.read() + LOAD_SECONDS, clock.end)
        process.watch(lambda: clock.left(until))
        process.send(line_of(message))
        self._samples = []
        try:
            reply = self._receive(process)
            while "sample" in reply:
                self._note_sample(reply["sample"])
                reply = self._receive(process)
        except Lost as lost:
            if clock.read() < clock.end and not clock.expired():
                # What hangs or dies at import does so every time: no need to wait for it again.
                self.unusable = lost
            return
        process.rest()
        clock.allow(clock.read() - began)
        self._loaded = True
        if not self.printed_at_import:
            self.printed_at_import = _printed_in(reply)
        if "error" in reply:
            self.unusable = explain_error(reply["error"], self.submission, self.memory)

    def _take_warnings(self, process: IsolatedProcess) -> None:
        """Add the warnings of a process; only the first one tried what would be better."""
        for warning in process.warnings:
            if warning not in self.warnings:
                self.warnings.append(warning)

    def _receive(self, process: IsolatedProcess) -> Reply:
        """Return what the process says next; raise Lost if it says nothing any more."""
        loaded = self._loaded  # close() forgets it
        try:
            reply = process.receive()
        except Silent:
            text = self._why_silent(ANSWERING if loaded else IMPORTING)
            where = self._where_it_was()
            self._timeouts += 1
            self.clock.timed_out = True
            self.close()
            raise Lost("timeout", [Text(text), *where]) from None
        except Ended as ended:
            self.close()
            then = "it answered" if loaded else "Python had imported the file"
            raise Lost("crashed", [Text(GONE.format(then=then, why=ended))]) from None
        self.clock.received += process.size
        return reply

    def _note_sample(self, told: Any) -> None:
        """Take note of where the code was."""
        if len(self._samples) < SAMPLES:
            self._samples.append(told)

    def _where_it_was(self) -> Parts:
        """Say in which loop the code was when its time was up."""
        from graders.kit.grading.loops import loop_in, sample_in  # not above: few files need it

        samples = [sample_in(told) for told in self._samples]
        loop = loop_in(samples, self.submission.source)
        if loop is None:
            return [Text(UNKNOWN_LINE)]
        place, cell = self.submission.place(loop.line)
        if loop.kind == "recursion":
            text = IN_RECURSION.format(function=loop.function, line=place, cell=cell)
        elif loop.function:
            text = IN_LOOP.format(kind=loop.kind, line=place, cell=cell, function=loop.function)
        else:
            text = IN_LOOP_OUTSIDE.format(kind=loop.kind, line=place, cell=cell)
        shown = visible(self.submission.lines[loop.line - 1][:LINE_LENGTH])
        return [Text(text), Code([(place, shown)])]

    def _why_silent(self, what: str) -> str:
        clock = self.clock
        if clock.expired():
            return ALL_USED_NOW.format(what=what, endless=ENDLESS)
        return f"{what} {clock.telling(self._limit)}"

    def _answer(
        self,
        process: IsolatedProcess,
        number: str,
        give: Callable[[Any], Any] | None = None,
        hear: Callable[[Any], None] | None = None,
    ) -> Answer:
        """Return the answer to a question, once the process has got what it needs for it."""
        self._samples = []
        if self.meanwhile is not None:
            process.flush()
            work, self.meanwhile = self.meanwhile, None
            work()
        reply = self._receive(process)
        while reply.get("id") == number:
            if "sample" in reply:
                self._go_on()
                self._note_sample(reply["sample"])
            elif hear and "event" in reply:
                self._go_on()
                hear(reply["event"])
            elif give and "need" in reply:
                self._go_on()
                process.send(line_of({"give": give(reply["need"])}))
            else:
                break
            reply = self._receive(process)
        if reply.get("id") != number or ("value" in reply) == ("error" in reply):
            self.close()
            raise Lost("crashed", [Text(NO_ANSWER)])
        printed = ""
        if not self.heard:
            printed = _printed_in(reply)
            self._keep(printed)
        if "error" not in reply:
            return Answer(reply["value"], printed=printed)
        lost = explain_error(reply["error"], self.submission, self.memory)
        if self.heard and not self._is_harmless(lost):
            # The text of an exception may be what the code heard.
            lost = Lost(lost.outcome, [Text(RAISED)])
        self._note(lost)
        return Answer(lost=lost, printed=printed, doubt=doubt_of(reply["error"]))

    def _keep(self, printed: str) -> None:
        """Keep what was printed at a question, below what was printed at those before."""
        if printed and len(self.printed) < PRINTED_IN_ALL:
            self.printed += printed.removesuffix("\n") + "\n"

    def _note(self, lost: Lost) -> None:
        """Take note of a function that is still to be written, or not there."""
        if isinstance(lost, Unwritten):
            self.unwritten.setdefault(lost.function, lost)
        elif isinstance(lost, Raised) and lost.lacks:
            self.lacking.add(lost.lacks)

    def _is_harmless(self, lost: Lost) -> bool:
        """Tell whether a loss says no more than that a function is missing or unwritten.

        It must be one that everybody knows of: its name is in the file, or in the driver.
        """
        text = text_of(lost.parts)
        unwritten = UNWRITTEN.fullmatch(text)
        if unwritten is not None:
            return f"def {unwritten[1]}(" in self.submission.source
        missing = MISSING.fullmatch(text)
        return missing is not None and missing[1] in self.driver.read_text("utf-8")


def _printed_in(reply: Reply) -> str:
    """Return what the code has printed by what a reply says, as far as it is kept."""
    return visible(str(reply.get("printed", ""))[:PRINTED_LENGTH])


def _line(number: str, question: Question, left: float, events: int, lends: Sequence[str]) -> bytes:
    """Return a question as the process reads it.

    Args:
        number: Its own.
        question: What is asked.
        left: Seconds of the processor that it may take at most.
        events: How many are wanted of a recording.
        lends: See Student.ask.
    """
    name, arguments = question
    message: messages.Question = {
        "id": number,
        "ask": name,
        "args": arguments,
        "seconds": round(left, 3),
    }
    if lends:
        message["lends"] = list(lends)
    if events:
        message["events"] = events
    return line_of(message)
