"""What the trusted and the untrusted side say to each other, in lines of JSON.

docs/architecture.md has a table of them, "The two sides". harness.py, which may import nothing of
this, writes and reads the same names; tests/isolation/test_messages.py compares them.
"""

import json
from typing import Any, NotRequired, TypedDict, cast

from graders.kit.errors import Ended, KitError

REPLY_LIMIT = 1 << 19  # bytes of one reply; the largest tree that is asked for takes a fifth of it
LARGEST_NUMBER = 1e300  # no statement asks for a larger one
LONGEST_INTEGER = 300  # characters; a longer one may be larger than that
LONGEST_NUMBER = 20  # characters; of a longer one that is refused only the length is shown

# Why a process is ended that has not ended by itself.
NO_ANSWER = "it sent something that is no answer"
TOO_LARGE = "it sent an answer that is far too large"
NOT_CARRIED = (
    "{asked} holds what JSON can't carry: {error}. Mend its cases.py: numbers, strings, lists and "
    "dictionaries go, and sets and objects don't."
)


class Confinement(TypedDict):
    """How the process is to be confined. It answers with `hello`."""

    filter: str  # a seccomp program, in hexadecimal digits; "" for none
    landlock: list[tuple[str, str]] | None  # pairs of a right and a path; None for no Landlock
    memory: int  # bytes


class SubmittedCode(TypedDict):
    """The submission. The process answers with `loaded` or with `error`, and `printed`."""

    file: str
    source: str
    numpy: str  # the folder of NumPy; "" where it can't be imported
    seed: int
    seconds: float  # of the processor that it may take, see sampler.py


class Question(TypedDict):
    """A question. The process answers with its `id`, with `value` or `error`, and `printed`.

    Before that it may send, each with the `id`: a `need`, which is answered by what is given for
    it; an `event` of a recording, and a `sample` of its stack, which are not answered.
    """

    id: str  # random: nobody can answer before the question is asked
    ask: str  # the function of the driver, without its ask_
    args: list[Any]
    seconds: float  # of the processor that are left for it at most, see sampler.py
    events: NotRequired[int]  # the most that are wanted of a recording
    lends: NotRequired[list[str]]  # names of functions in whose place right ones are put


class Given(TypedDict):
    """What a process gets that has sent a `need`."""

    give: Any


class Reply(TypedDict, total=False):
    """Whatever has come from the process, data from a stranger.

    Each name may be missing, and each value may be any that JSON has. So a reply is no more than
    what it says: whoever reads it looks first which names it has.
    """

    hello: Any  # True: it is confined
    filtered: Any  # with it: whether system calls are filtered
    loaded: Any  # True: the submission has run
    id: Any  # of the question that all of the rest is about
    value: Any
    error: Any  # an exception in the student's code, see Raised
    printed: Any  # text
    need: Any  # what a driver wants to know, in words of its own
    event: Any  # a list, see recorder.py
    sample: Any  # a list, see sampler.py; while the submission is loaded, of no question


class Raised(TypedDict, total=False):
    """An exception in the student's code, as an `error` tells it: likewise a stranger's data."""

    type: Any
    message: Any
    trace: Any  # [line, name of the function] of the innermost frames
    column: Any  # of a SyntaxError
    place: Any  # where no line of the file had a part in it: the driver, and a line of it


Sent = Confinement | SubmittedCode | Question | Given


class Tuple(list[Any]):
    """What was a tuple of the student's, which JSON has not."""


def line_of(message: Sent) -> bytes:
    """Return a message as the process reads it.

    Raises:
        KitError: There is something in it that JSON can't carry.
    """
    try:
        return json.dumps(message).encode() + b"\n"
    except (TypeError, ValueError) as error:
        raise KitError(NOT_CARRIED.format(asked=asked_in(message), error=error)) from None


def asked_in(message: Sent) -> str:
    """Return in words what a message is."""
    name = cast(dict[str, Any], message).get("ask")
    if name is None:
        return "What a case of the exercise gives"
    return f"The question {name} of the exercise"


def reply_of(line: bytes) -> Reply:
    """Return the reply that a line is; raise Ended if it is none."""
    try:
        reply = decoded(line.decode())
    except (ValueError, RecursionError):
        reply = None
    if not isinstance(reply, dict):
        raise Ended(NO_ANSWER)
    return cast(Reply, reply)


def raised_of(error: Any) -> Raised:
    """Return the exception that an `error` tells, as far as it tells one."""
    if not isinstance(error, dict):
        return {}
    return cast(Raised, error)


def _object(value: dict[str, Any]) -> Any:
    items = value.get("tuple")
    if isinstance(items, list):
        return Tuple(items)
    return value


def _real(text: str) -> Any:
    """Return a number of a reply; in its place words, where no statement asks for such a number.

    That is infinity, or a number of 400 digits.
    """
    number = float(text)
    if abs(number) <= LARGEST_NUMBER:
        return number
    words = text
    if len(text) > LONGEST_NUMBER:
        words = f"one of {len(text)} characters"
    return {"type": "number", "repr": words}


def _whole(text: str) -> Any:
    if len(text) <= LONGEST_INTEGER:
        return int(text)
    return _real(text)


# Returns what a text of JSON says, with tuples, and without numbers that are too large.
decoded = json.JSONDecoder(
    object_hook=_object, parse_int=_whole, parse_float=_real, parse_constant=_real
).decode
