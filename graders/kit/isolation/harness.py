"""The untrusted side: this file runs in the isolated process, beside the student's code.

It reads one JSON object a line from standard input and answers each with one on standard output:

    how to confine it {"filter", "landlock", "memory"}  ->  {"hello": true, "filtered"}
    the submission {"file", "source", "numpy"}       ->  {"loaded": true} or {"error"}
    a question     {"id", "ask", "args"}             ->  {"id", "value"} or {"id", "error"}, and "printed"
    an answer to   {"id", "need"}, which a driver may send before its reply:  {"give"}
    if a question has "events", the most that are wanted of its recording: {"id", "event"} for each, before the reply

The questions are the functions `ask_...` of the exercise's driver.py, whose path is the first argument. The second is
the number of the process that it belongs to; a browser's has none.
Nothing here or there knows an answer. Whoever holds the other end trusts nothing that this file says.
"""

import gc
import io
import json
import os
import sys
import types
from typing import Any

if (
    __name__ == "__main__"
):  # of the kit an isolated process has what lies beside this file, and nothing else
    for package in ("graders", "graders.kit", "graders.kit.isolation"):
        sys.modules[package] = types.ModuleType(package)
        sys.modules[package].__path__ = [os.path.dirname(os.path.abspath(__file__))]

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
from graders.kit.isolation.tools import Missing, StudentModule, Unfit

PRINTED_LIMIT = 2_000  # characters of the student's prints that are kept for one question
TRACE_LIMIT = 6  # frames of a traceback that are shown


class Printed(io.RawIOBase):
    """Standard output of the student's code: keeps the beginning, counts the rest."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.kept, self.size = b"", 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.size += len(data)
        if len(self.kept) < PRINTED_LIMIT:
            self.kept += bytes(data[: PRINTED_LIMIT - len(self.kept)])
        return len(data)

    def text(self) -> str:
        text = self.kept.decode("utf-8", "replace")
        return text + f"\n... ({self.size:,} bytes in all)" if self.size > len(self.kept) else text


def describe(error: BaseException, file: str) -> dict[str, Any]:
    """Return what a student needs to know of an exception: kind, message and the lines of their own file."""
    if isinstance(error, (Missing, Unfit)):
        return {"type": type(error).__name__, "message": str(error), "trace": []}
    frames: list[list[Any]] = []
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename == file:
            frames.append([trace.tb_lineno, code.co_name])
        trace = trace.tb_next
    if isinstance(error, SyntaxError) and error.filename == file:
        frames = [[error.lineno or 1, ""]]
    try:
        message = str(error)[:300]
    except BaseException:  # the student's own exception, which can't even say what it is
        message = "an exception that has no message"
    shown: dict[str, Any] = {
        "type": type(error).__name__,
        "message": message,
        "trace": frames[-TRACE_LIMIT:],
    }
    if isinstance(error, SyntaxError):
        shown |= {"message": str(error.msg), "column": error.offset or 0}
    return shown


def load(file: str, source: str, numpy: str) -> types.ModuleType:
    """Run the submission as a module and return it."""
    if numpy:
        sys.meta_path.append(OnlyNumpy(numpy))
    module = types.ModuleType("submission")
    module.__file__ = file
    sys.modules["submission"] = module  # dataclasses and pickle look their module up there
    exec(compile(source, file, "exec", dont_inherit=True), module.__dict__)
    return module


def main() -> None:
    if sys.argv[2:]:
        belong_to(int(sys.argv[2]))
        take_pipes()
    questions = os.fdopen(os.dup(0), "rb")
    replies = os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)  # what C code prints is not kept

    def reply(message: dict[str, Any]) -> None:
        data = json.dumps(message).encode() + b"\n"
        while data:
            data = data[os.write(replies, data) :]

    wanted = json.loads(questions.readline())
    limit_resources(wanted["memory"])
    # A game tree is half a million objects that live long. With the default threshold the collector takes more
    # than half of the time of building it: 3.1 s instead of 1.5 s for the reference on the empty board.
    gc.set_threshold(500_000, 10, 10)
    gc.freeze()  # what was imported so far lives to the end, and need not be looked through each time
    driver: dict[str, Any] = {}
    with open(sys.argv[1], encoding="utf-8") as text:
        exec(compile(text.read(), "driver.py", "exec"), driver)
    for name in [name for name in sys.modules if name.split(".")[0] == "graders"]:
        del sys.modules[name]  # the driver has its tools; the student's code finds none
    reply({"hello": True, "filtered": confine(bytes.fromhex(wanted["filter"]), wanted["landlock"])})
    lend_null(nothing)
    os.dup2(nothing, 2)  # up to here it told why a process can't be started

    printed = Printed()
    sys.stdin = io.TextIOWrapper(io.BytesIO(b""))
    sys.stdout = sys.stderr = io.TextIOWrapper(
        printed, encoding="utf-8", errors="replace", write_through=True
    )

    question: dict[str, Any] = {}
    recorder: Any = None

    def ask_back(what: Any) -> Any:
        recorder.needed(what)
        reply({"id": question["id"], "need": what})
        return json.loads(questions.readline())["give"]

    def tell(event: list[Any]) -> None:
        reply({"id": question["id"], "event": event})

    submission = json.loads(questions.readline())
    make_predictable(submission["seed"])
    file = submission["file"]
    module: Any = None
    outcome: dict[str, Any] = {"loaded": True}
    try:
        module = StudentModule(load(file, submission["source"], submission["numpy"]), ask_back)
    except (
        BaseException
    ) as error:  # SystemExit and KeyboardInterrupt too: whatever it is, the student is told
        outcome = {"error": describe(error, file)}
    reply({**outcome, "printed": printed.text()})

    for line in questions:
        question = json.loads(line)
        printed.clear()
        recorder = Recorder(file, driver, tell, question.get("events", 0))
        try:
            ask = driver.get("ask_" + question["ask"])
            if ask is None:
                raise LookupError(f"driver.py has no function ask_{question['ask']}")
            with recorder:
                outcome = {"value": ask(module, *question["args"])}
        except BaseException as error:
            outcome = {"error": describe(error, file)}
        reply({"id": question["id"], **outcome, "printed": printed.text()})
    os._exit(0)  # the student's exit handlers have no business here


if __name__ == "__main__":
    main()
