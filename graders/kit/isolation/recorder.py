"""A search of the student's, recorded while it runs in the isolated process.

What is recorded are its calls, their windows of alpha and beta, and the nodes that it looks at.
"""

import sys
from collections.abc import Callable, Mapping
from opcode import opmap
from typing import Any

# The flags of generators and coroutines, whose frames come and go: CO_GENERATOR, CO_COROUTINE and
# CO_ASYNC_GENERATOR.
LATER = 0x20 | 0x80 | 0x200
RETURNS = {opmap.get(name) for name in ("RETURN_VALUE", "RETURN_CONST")}
DEEPER = 60  # frames that recording may need beyond the student's own
BOUNDS = ("alpha", "beta")
# What an author reads whose driver says it in another way.
NO_ROLE = (
    "ROLES must have None, () or two numbers for {name}, as (1, 3): alpha and beta are the arguments "
    "from the first number up to the second, counted from the node; it has {role!r}"
)
RAISES = "nothing: it raises"
LARGEST = 1e300  # a number that is not below it goes as a word, or not at all


class Call:
    """A call of the student's that goes on."""

    __slots__ = ("frame", "names", "window")

    def __init__(self, frame: Any, names: tuple[str, ...], window: list[Any]) -> None:
        self.frame = frame
        self.names = names  # of alpha and beta in the frame; "" for one that it has not
        self.window = window  # alpha and beta as they were told last


class Recorder:
    """Tells what happens while it is entered, one event at a time.

    Each event is a list: its kind, and what there is to say.

        ["call", function, node, line, alpha, beta]
                                    a function of the student's was given a node, on that line
        ["window", alpha, beta, line]
                                    in the innermost call that goes on, alpha or beta has changed
        ["return", value, line, alpha, beta]
                                    from that call
        ["look", node, line]        a helper was given the node, for the first time
        ["need", what, line]        the driver asks for something that was read: see ask_back
        ["full"]                    there have been as many as may be: no more are told
    """

    def __init__(
        self, file: str, driver: Mapping[str, Any], tell: Callable[[list[Any]], None], most: int
    ) -> None:
        """Get ready to record the functions of one file.

        Args:
            file: The name of the student's file.
            driver: The names that the driver defines. Its key_of returns the node that a value
                stands for, as it is told, and None for whatever is no node. Its ROLES say what a
                function of the student's is to a recording: for a step of the search where its
                arguments alpha and beta are, as a slice of those from the node on, and () if it
                has none; for a helper, which only looks at a node, None.
            tell: Is given each event.
            most: How many events are told; 0 for no recording.
        """
        self._file = file
        self._tell = tell
        self._left = most  # events that may be told yet
        self._roles = driver.get("ROLES", {})
        self._key_of = driver.get("key_of", no_key)
        self._open: list[Call] = []  # the innermost last
        self._looked: set[str] = set()  # the nodes that helpers were given

    def __enter__(self) -> None:
        if self._left:
            check_roles(self._roles)
            sys.setrecursionlimit(sys.getrecursionlimit() + DEEPER)
            sys.setprofile(self._happened)

    def __exit__(self, *_: object) -> None:
        if self._left:
            sys.setprofile(None)
            sys.setrecursionlimit(sys.getrecursionlimit() - DEEPER)

    def needed(self, what: Any) -> None:
        """Tell that the driver asks for something."""
        if self._left:
            self._say("need", what, self._line(sys._getframe()))

    def _say(self, *event: Any) -> None:
        if self._left == 0:
            return
        self._tell([*event])
        self._left -= 1
        if self._left == 0:
            sys.setprofile(None)
            self._tell(["full"])

    def _happened(self, frame: Any, event: str, value: Any) -> None:
        """Do what sys.setprofile asks for: it is told of each call and each return."""
        try:
            if event == "return" and self._open and self._open[-1].frame is frame:
                self._returned(self._open.pop(), value)
            elif event == "call" and frame.f_code.co_filename == self._file:
                self._called(frame, frame.f_code)
        except RecursionError:
            pass  # of the student's code, which will say so itself at its next call

    def _returned(self, call: Call, value: Any) -> None:
        frame = call.frame
        # Where a call raises, its value is None, too; but its last instruction is no return.
        if value is None and frame.f_code.co_code[frame.f_lasti] not in RETURNS:
            shown = RAISES
        else:
            shown = self._shown(value)
        self._say("return", shown, frame.f_lineno, *bounds(frame, call.names))

    def _called(self, frame: Any, code: Any) -> None:
        if code.co_flags & LATER or code.co_name.startswith("__"):
            return
        parameters = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        arguments = frame.f_locals
        keys = [self._key(arguments.get(parameter)) for parameter in parameters]
        position = position_of_node(keys)
        if position is None:
            return
        node = keys[position]
        role = self._roles.get(code.co_name, ())
        is_helper = role is None
        if is_helper and str(node) in self._looked:
            return
        line = self._line(frame.f_back) or frame.f_lineno
        self._tell_window()
        if is_helper:
            self._looked.add(str(node))
            self._say("look", node, line)
            return
        if role and position + role[1] <= len(parameters):
            names = parameters[position:][slice(*role)]
        else:
            names = names_of_bounds(code)
        window = bounds(frame, names)
        self._open.append(Call(frame, names, window))
        self._say("call", code.co_name, node, line, *window)

    def _tell_window(self) -> None:
        """Tell the window of the innermost call, if it has changed."""
        if not self._open:
            return
        call = self._open[-1]
        window = bounds(call.frame, call.names)
        if window != call.window:
            call.window = window
            self._say("window", *window, call.frame.f_lineno)

    def _line(self, frame: Any) -> int:
        """Return the line of the student's file that runs, 0 if none does."""
        while frame is not None and frame.f_code.co_filename != self._file:
            frame = frame.f_back
        if frame is None:
            return 0
        line: int = frame.f_lineno
        return line

    def _shown(self, value: Any) -> Any:
        """Return what a call has returned: a number, [node] for a node, else its type in words."""
        if value is None or isinstance(value, bool) or type(value) in (int, float):
            return number(value)
        node = self._key(value)
        if node is not None:
            return [node]
        kind = type(value).__name__
        if type(value) in (list, tuple):
            return f"{kind} of {len(value)}"
        return kind

    def _key(self, value: Any) -> Any:
        """Return the node that a value stands for, as it is told; None if it is no node."""
        try:
            return self._key_of(value)
        except Exception:  # of an object of the student's, which answers strangely
            return None


def check_roles(roles: Mapping[str, Any]) -> None:
    """Raise TypeError if a driver's ROLES say something else than they may."""
    for name, role in roles.items():
        match role:
            case None | () | (int(), int()):
                pass
            case _:
                raise TypeError(NO_ROLE.format(name=name, role=role))


def no_key(value: Any) -> None:
    """Take the place of key_of in the driver of a room that has no nodes."""


def position_of_node(keys: list[Any]) -> int | None:
    """Return which argument is the first that is a node, None if none is."""
    for position, key in enumerate(keys):
        if key is not None:
            return position
    return None


def names_of_bounds(code: Any) -> tuple[str, ...]:
    """Return the variables of a function that are called alpha and beta.

    Underscores around a name and capital letters do not matter. For one that is not there: "".
    """
    names: dict[str, str] = {}
    for name in (*code.co_varnames, *code.co_cellvars, *code.co_freevars):
        names.setdefault(name.strip("_").lower(), name)
    return tuple(names.get(bound, "") for bound in BOUNDS)


def bounds(frame: Any, names: tuple[str, ...]) -> list[Any]:
    """Return alpha and beta in a frame, None for what is no number."""
    variables = frame.f_locals
    return [number(variables.get(name)) for name in names]


def number(value: Any) -> Any:
    """Return a number as JSON can carry it, infinity as a word; None for anything else."""
    if value is None or isinstance(value, bool):
        return value
    if type(value) is int:
        if abs(value) < 10**300:
            return value
        return None
    try:
        real = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    if abs(real) < LARGEST:
        return real
    return str(real)
