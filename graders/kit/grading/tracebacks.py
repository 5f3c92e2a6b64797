"""What an exception in the student's code means, in words for the student."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from graders.kit.errors import Lost, Raised, Unwritten
from graders.kit.grading.submission import Submission, visible
from graders.kit.grading.words import one_line
from graders.kit.isolation.messages import raised_of
from graders.kit.isolation.protocol import MEMORY
from graders.kit.report import Code, Parts, Text

# All of these are counts of what is looked at, or kept.
FRAMES = 20  # harness.py sends fewer
LINES_SHOWN = 5
NAME_LENGTH, LINE_LENGTH, MESSAGE_LENGTH = 80, 200, 400  # characters

MODULE_PATH = re.compile(r" \([^()]*\)$")  # where a module is: a path of this machine
# How Pythons say that a recursion is too deep, and by chance in the midst of what.
TOO_DEEP = re.compile(r"^(?:Stack overflow \(used \d+ kB\)|maximum recursion depth exceeded).*")
# What tools.py and Python say of a name that is not there.
MISSING = re.compile(r"The file defines no (?:class|function) (\w+)\.")
NO_METHOD = re.compile(r"The class .* has no method (\w+)[.;].*")
NO_NAME = re.compile(r"name '(\w+)' is not defined")
NO_ATTRIBUTE = re.compile(r"'\w+' object has no attribute '(\w+)'")
SYNTAX_ERRORS = {"SyntaxError", "IndentationError", "TabError"}
HINTS = {
    "RecursionError": "The recursion never ends: which case stops it?",
    "EOFError": "There is no keyboard while your code is graded: take out input().",
    "SystemExit": "Your code calls exit() or quit(): take that out, it ends the whole program.",
    "MemoryError": "The limit is {memory}. Does a loop or a recursion never end?",
    "ModuleNotFoundError": (
        "The standard library and NumPy (where it is installed) can be imported, nothing else."
    ),
    "TabError": "Use spaces only: most editors can convert the whole file.",
}
PYTHON_2 = "\nThis is Python 2; since Python 3, print is a function."


@dataclass(frozen=True)
class Trace:
    """Where an exception went through the student's file.

    Attributes:
        lines: Numbers and texts of the lines, the innermost last.
        function: The name of the innermost function, "" if there is none that can be said.
    """

    lines: list[tuple[int, str]]
    function: str


def explain_error(error: Any, submission: Submission, memory: int = MEMORY) -> Lost:
    """Return the loss that an exception in the student's code means.

    Args:
        error: What harness.py says of the exception. It comes from a stranger, so it may be any
            JSON value.
        submission: The file that it was raised in.
        memory: Bytes that the process might have.
    """
    raised = raised_of(error)
    kind = one_line(str(raised.get("type"))[:NAME_LENGTH])
    message = one_line(str(raised.get("message"))[:MESSAGE_LENGTH])
    trace = _trace_of(raised.get("trace"), submission.lines)
    if kind == "Missing":
        return _missing(message)
    if kind == "Unfit":
        return Lost("failed", [Text(message)])
    if kind == "RecursionError":
        message = TOO_DEEP.sub("maximum recursion depth exceeded", message)
        trace.lines.sort()  # which of them was the last is chance
    if kind == "ImportError":
        message = MODULE_PATH.sub("", message)
    line, cell = _place_of(trace, submission)
    if kind == "NotImplementedError":
        return _unwritten(trace.function, line, cell)
    if kind in SYNTAX_ERRORS and "Missing parentheses in call to 'print'" in message:
        message += PYTHON_2
    where = f" in line {line}{cell}" if line else ""
    text = Text(f"{kind}{where}: {message}{_hint(kind, memory)}")
    lacks = _name_in(message, NO_NAME, NO_ATTRIBUTE)
    if not trace.lines:
        return Raised(kind, [text], lacks=lacks)
    caret = _caret(raised.get("column"), trace) if kind in SYNTAX_ERRORS else 0
    lines = [(submission.place(number)[0], line) for number, line in trace.lines]
    parts: Parts = [text, Code(lines, caret)]
    return Raised(kind, parts, line, cell, lacks)


def doubt_of(error: Any) -> str:
    """Return where and how an exception came about in which no line of the file had a part.

    Args:
        error: As for explain_error.

    Returns:
        For example "driver.py, line 12: NameError: name 'foo' is not defined"; "" for an exception
        of the student's code.
    """
    raised = raised_of(error)
    place = raised.get("place")
    if not place:
        return ""
    kind = str(raised.get("type"))[:NAME_LENGTH]
    message = str(raised.get("message"))[:MESSAGE_LENGTH]
    return one_line(f"{str(place)[:NAME_LENGTH]}: {kind}: {message}")


def _trace_of(frames: Any, source: Sequence[str]) -> Trace:
    """Return what of a traceback is in the student's file.

    Args:
        frames: [number of the line, name of the function] for each frame, if it is what it should.
        source: The lines of the file.
    """
    lines: list[tuple[int, str]] = []
    function = ""
    if not isinstance(frames, list):
        return Trace(lines, function)
    for frame in frames[-FRAMES:]:
        match frame:
            case [int(number), str(name)] if 0 < number <= len(source):
                line = (number, visible(source[number - 1][:LINE_LENGTH]))
                function = one_line(name[:NAME_LENGTH])
                if line not in lines:  # a recursion shows its lines once
                    lines.append(line)
    if not function.isidentifier():  # a student can call a function anything
        function = ""
    return Trace(lines[-LINES_SHOWN:], function)


def _place_of(trace: Trace, submission: Submission) -> tuple[int, str]:
    """Return where the innermost line is, see Submission.place; line 0 if there is none."""
    if not trace.lines:
        return 0, ""
    number, _ = trace.lines[-1]
    return submission.place(number)


def _unwritten(function: str, line: int, cell: str) -> Unwritten:
    """Return the loss that a stub means, which raises NotImplementedError."""
    text = f"{function or 'This'} is still to be written"
    if line:
        text += f": line {line}{cell}"
    return Unwritten(function, [Text(f"{text}.")], line, cell)


def _missing(message: str) -> Lost:
    """Return the loss that a sentence of tools.Missing means."""
    parts: Parts = [Text(message)]
    name = _name_in(message, MISSING, NO_METHOD)
    if name:
        return Unwritten(name, parts)
    return Lost("unavailable", parts)


def _name_in(message: str, *patterns: re.Pattern[str]) -> str:
    """Return the name that one of these patterns finds in a whole message, "" for none."""
    for pattern in patterns:
        found = pattern.fullmatch(message)
        if found is not None and found[1].isidentifier():
            return found[1]
    return ""


def _caret(column: Any, trace: Trace) -> int:
    """Return the column of a syntax error, from 1; 0 if none is to be shown."""
    _, line = trace.lines[-1]
    if isinstance(column, int) and 0 < column <= len(line) + 1:
        return column
    return 0


def _hint(kind: str, memory: int) -> str:
    """Return the likely reason of an exception, on a line of its own; "" if there is none."""
    if kind not in HINTS:
        return ""
    gigabytes = memory / 2**30
    size = f"{gigabytes:.2g} GB" if gigabytes >= 1 else f"{memory >> 20} MB"
    return "\n" + HINTS[kind].format(memory=size)
