"""The untrusted side: what begin.py runs in the isolated process, beside the student's code.

It reads one JSON object a line from standard input and answers each with one on standard output:

    how to confine it {"filter", "landlock", "memory"}  ->  {"hello": true, "filtered"}
    the submission    {"file", "source", "numpy", "seed"}
                        ->  {"loaded": true} or {"error"}, and "printed"
    the same, later: it is run anew, as in a new process, but for what it has left elsewhere
    a question        {"id", "ask", "args"}  ->  {"id", "value"} or {"id", "error"}, and "printed"
    an answer to      {"id", "need"}, which a driver may send before its reply:  {"give"}
    if a question has "events", the most that are wanted of its recording:
                      {"id", "event"} for each, before the reply
    if it has "lends": the driver's `lending` puts right functions in the place of those

The questions are the functions `ask_...` of the exercise's driver.py, whose path is the first
argument. The second is the number of the process that it belongs to; a browser's has none.
Nothing here or there knows an answer. Whoever holds the other end trusts nothing that this file
says; there messages.py lists the same names.
"""

import contextlib
import gc
import io
import json
import os
import sys
import types
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from typing import Any

from graders.kit.isolation.confine import (
    OnlyNumpy,
    belong_to,
    confine,
    lend_null,
    limit_resources,
    make_predictable,
    take_pipes,
)
from graders.kit.isolation.recorder import Recorder
from graders.kit.isolation.sampler import Sampler
from graders.kit.isolation.tools import Missing, StudentModule, Unfit

PRINTED_LIMIT = 2_000  # bytes of the student's prints that are kept for one question
TRACE_LIMIT = 6  # frames of a traceback that are shown
MESSAGE_LIMIT = 300  # characters of an exception's message
WITHOUT_MESSAGE = "an exception that has no message"
# A game tree is half a million objects that live long. With the default threshold the collector
# takes more than half of the time of building it: 3.1 s instead of 1.5 s for the reference on the
# empty board.
GARBAGE_THRESHOLDS = (500_000, 10, 10)


class Printed(io.RawIOBase):
    """Standard output of the student's code: keeps the beginning, counts the rest."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.kept = b""
        self.size = 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.size += len(data)
        if len(self.kept) < PRINTED_LIMIT:
            room = PRINTED_LIMIT - len(self.kept)
            self.kept += bytes(data[:room])
        return len(data)

    def text(self) -> str:
        text = self.kept.decode("utf-8", "replace")
        if self.size > len(self.kept):
            return f"{text}\n... ({self.size:,} bytes in all)"
        return text


class Grader:
    """Whoever asks the questions, at the other ends of two pipes."""

    def __init__(self, questions: Any, replies: int) -> None:
        """Take the two pipes.

        Args:
            questions: A file, open for reading bytes.
            replies: The number of a descriptor, open for writing.
        """
        self.question: dict[str, Any] = {}  # the one that is being answered
        self.recorder: Any = None  # of that question
        self._is_writing = False  # a reply, between whose parts nothing else may go
        self._questions = questions
        self._replies = replies

    def reply(self, message: dict[str, Any]) -> None:
        self._is_writing = True
        data = json.dumps(message).encode() + b"\n"
        while data:
            written = os.write(self._replies, data)
            data = data[written:]
        self._is_writing = False

    def tell_sample(self, stack: list[list[Any]]) -> None:
        """Pass on where the student's code is, unless a signal came in the midst of a reply."""
        if not self._is_writing:
            self.reply({"id": self.question.get("id", ""), "sample": stack})

    # Called in the middle of a student's recursion: no frame more than it needs.
    def ask_back(self, what: Any) -> Any:
        """Ask for something that a driver wants to know, and return what is given for it."""
        self.recorder.needed(what)
        self.reply({"id": self.question["id"], "need": what})
        return json.loads(self._questions.readline())["give"]

    def tell(self, event: list[Any]) -> None:
        """Pass on what the recorder has seen."""
        self.reply({"id": self.question["id"], "event": event})


def describe(error: BaseException, file: str) -> dict[str, Any]:
    """Return what a student needs to know of an exception.

    Args:
        error: The exception.
        file: The name of the student's file; no line of another is told of.

    Returns:
        Its "type", its "message" and its "trace": a line and the name of a function for each of
        the innermost frames. Of a SyntaxError also its "column". Where no line of the student's
        file has a part in it, also the "place" where it was raised: it may be the driver's fault.
    """
    if isinstance(error, (Missing, Unfit)):
        return {"type": type(error).__name__, "message": str(error), "trace": []}
    frames = frames_of(error, file)
    try:
        message = str(error)[:MESSAGE_LIMIT]
    except BaseException:  # the student's own exception, which can't even say what it is
        message = WITHOUT_MESSAGE
    shown: dict[str, Any] = {
        "type": type(error).__name__,
        "message": message,
        "trace": frames[-TRACE_LIMIT:],
    }
    if not frames:
        shown["place"] = place_of(error)
    if isinstance(error, SyntaxError):
        shown["message"] = str(error.msg)
        shown["column"] = error.offset or 0
    return shown


def frames_of(error: BaseException, file: str) -> list[list[Any]]:
    """Return a line and the name of a function for each frame of a file, the outermost first."""
    frames: list[list[Any]] = []
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename == file:
            frames.append([trace.tb_lineno, code.co_name])
        trace = trace.tb_next
    if isinstance(error, SyntaxError) and error.filename == file:
        return [[error.lineno or 1, ""]]
    return frames


def place_of(error: BaseException) -> str:
    """Return the innermost line of the driver that had a part in an exception, if any had."""
    place = "driver.py"
    trace = error.__traceback__
    while trace is not None:
        if os.path.basename(trace.tb_frame.f_code.co_filename) == "driver.py":
            place = f"driver.py, line {trace.tb_lineno}"
        trace = trace.tb_next
    return place


def loaded(
    submission: dict[str, Any], grader: Grader, compiler: Callable[..., Any], sampler: Sampler
) -> tuple[Any, dict[str, Any]]:
    """Run the submission.

    Args:
        submission: The message that it has come in.
        grader: Whoever asks.
        compiler: Makes code of it.
        sampler: Takes samples meanwhile.

    Returns:
        The module as drivers see it, None if it could not be run; and what is replied.
    """
    module: Any = None
    outcome: dict[str, Any] = {"loaded": True}
    file = submission["file"]
    sampler.begin(submission["seconds"])
    try:
        module = StudentModule(load(file, submission["source"], compiler), grader.ask_back)
    # SystemExit and KeyboardInterrupt too: whatever it is, the student is told.
    except BaseException as error:
        outcome = {"error": describe(error, file)}
    sampler.end()
    return module, outcome


def load(file: str, source: str, compiler: Callable[..., Any]) -> types.ModuleType:
    """Run the submission as a module and return it.

    Args:
        file: The name of the student's file, as tracebacks show it.
        source: Its text.
        compiler: Makes code of it.
    """
    module = types.ModuleType("submission")
    module.__file__ = file
    sys.modules["submission"] = module  # dataclasses and pickle look their module up there
    exec(compiler(source, file, "exec", dont_inherit=True), module.__dict__)
    return module


def run_driver(path: str) -> dict[str, Any]:
    """Run the exercise's driver and return the names that it defines."""
    driver: dict[str, Any] = {}
    # Like an import: what is compiled already is not compiled again.
    code: Any = SourceFileLoader("driver", path).get_code("driver")
    exec(code, driver)
    return driver


def forget_the_kit() -> None:
    """Let no import find the kit: the driver has its tools, and the student's code needs none."""
    for name in list(sys.modules):
        if name.split(".")[0] == "graders":
            del sys.modules[name]


def question_named(name: str, driver: dict[str, Any]) -> Any:
    """Return the function of the driver that asks a question."""
    ask = driver.get("ask_" + name)
    if ask is None:
        raise LookupError(f"driver.py has no function ask_{name}")
    return ask


def lending_for(question: dict[str, Any], module: Any, driver: dict[str, Any]) -> Any:
    """Return what puts right functions in the place of the student's while a question is asked."""
    names = question.get("lends", [])
    if not names:
        return contextlib.nullcontext()
    lending = driver.get("lending")
    if lending is None:
        raise LookupError("driver.py has no function lending")
    return lending(module, names)


def keep_prints() -> Printed:
    """Keep what the student's code prints from now on, and let it read nothing."""
    printed = Printed()
    sys.stdin = io.TextIOWrapper(io.BytesIO(b""))
    sys.stdout = sys.stderr = io.TextIOWrapper(
        printed, encoding="utf-8", errors="replace", write_through=True
    )
    return printed


def main(compiler: Callable[..., Any]) -> None:
    """Answer questions until nobody asks any more.

    Args:
        compiler: Makes code of the student's file, as compile does.
    """
    if sys.argv[2:]:
        belong_to(int(sys.argv[2]))
        take_pipes()
    # tests/attacks/ has files that look for the names below, and use what they find.
    questions = os.fdopen(os.dup(0), "rb")
    replies = os.dup(1)
    grader = Grader(questions, replies)
    reply = grader.reply
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)  # what C code prints is not kept

    how = json.loads(questions.readline())
    limit_resources(how["memory"])
    gc.set_threshold(*GARBAGE_THRESHOLDS)
    gc.freeze()  # what was imported so far lives to the end, and need not be looked through again
    driver = run_driver(sys.argv[1])
    forget_the_kit()
    filtered = confine(bytes.fromhex(how["filter"]), how["landlock"])
    reply({"hello": True, "filtered": filtered})
    lend_null(null)
    os.dup2(null, 2)  # up to here it told why a process can't be started
    printed = keep_prints()

    submission = json.loads(questions.readline())
    begin_again = make_predictable(submission["seed"])
    if submission["numpy"]:
        sys.meta_path.append(OnlyNumpy(submission["numpy"]))
    file = submission["file"]
    sampler = Sampler(file, grader.tell_sample)
    module, outcome = loaded(submission, grader, compiler, sampler)
    reply({**outcome, "printed": printed.text()})

    # The student's code is called from this loop itself: each frame between would leave it one
    # less of the recursion that Python allows.
    for line in questions:
        question = json.loads(line)
        grader.question = question
        printed.clear()
        if "source" in question:
            submission = question
            begin_again(submission["seed"])
            module = None
            sys.modules.pop("submission", None)
            gc.collect()  # what it has left of the run before, which may have been much memory
            module, outcome = loaded(submission, grader, compiler, sampler)
            reply({**outcome, "printed": printed.text()})
            continue
        events = question.get("events", 0)
        recorder = Recorder(file, driver, grader.tell, events)
        grader.recorder = recorder
        sampler.begin(question["seconds"])
        try:
            ask = question_named(question["ask"], driver)
            with lending_for(question, module, driver), recorder:
                outcome = {"value": ask(module, *question["args"])}
        except BaseException as error:
            outcome = {"error": describe(error, file)}
        sampler.end()
        reply({"id": question["id"], **outcome, "printed": printed.text()})
    os._exit(0)  # the student's exit handlers have no business here
