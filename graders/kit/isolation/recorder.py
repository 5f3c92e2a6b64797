"""A search of the student's, recorded while it runs in the isolated process: calls, windows, what is looked at."""

import sys
from collections.abc import Callable, Mapping
from opcode import opmap
from typing import Any

LATER = 0x20 | 0x80 | 0x200  # flags of generators and coroutines, whose frames come and go
RETURNS = {opmap.get(name) for name in ("RETURN_VALUE", "RETURN_CONST")}
DEEPER = 60  # frames that recording may need beyond the student's own
BOUNDS = ("alpha", "beta")


class Recorder:
    """Tells what happens while it is entered, one event at a time, each a list: its kind, and what there is to say.

        ["call", function, node, line, alpha, beta]     a function of the student's was given a node, on that line
        ["window", alpha, beta, line]                   in the innermost call that goes on, alpha or beta has changed
        ["return", value, line, alpha, beta]            from that call
        ["look", node, line]                            a helper was given the node, for the first time
        ["need", what, line]                            the driver asks for something that was read: see ask_back
        ["full"]                                        there have been as many as may be: no more are told

    node: what the driver's key_of says of it, which returns None for whatever is no node
    driver: has key_of, and ROLES: what a function of the student's is to a recording. For a step of the search they
    say where its arguments alpha and beta are, as a slice of those from the node on; () if it has none. A helper, which
    only looks at a node, has None.
    """

    def __init__(
        self, file: str, driver: Mapping[str, Any], tell: Callable[[list[Any]], None], most: int
    ) -> None:
        self._file, self._tell, self._left = file, tell, most
        self._roles, self._key_of = (
            driver.get("ROLES", {}),
            driver.get("key_of", lambda value: None),
        )
        self._open: list[
            list[Any]
        ] = []  # [frame, names of alpha and beta in it, their values that were told]
        self._looked: set[str] = set()

    def __enter__(self) -> None:
        if self._left:
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
        try:
            if event == "return" and self._open and self._open[-1][0] is frame:
                _, names, _ = self._open.pop()
                raises = value is None and frame.f_code.co_code[frame.f_lasti] not in RETURNS
                said = "nothing: it raises" if raises else self._said(value)
                self._say("return", said, frame.f_lineno, *bounds(frame, names))
            elif event == "call" and frame.f_code.co_filename == self._file:
                self._called(frame, frame.f_code)
        except RecursionError:
            pass  # of the student's code, which will say so itself at its next call

    def _called(self, frame: Any, code: Any) -> None:
        if code.co_flags & LATER or code.co_name.startswith("__"):
            return
        space, names = frame.f_locals, code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        nodes = [self._known(space.get(name)) for name in names]
        at, node = next(
            ((number, node) for number, node in enumerate(nodes) if node is not None), (0, None)
        )
        role, line = self._roles.get(code.co_name, ()), self._line(frame.f_back) or frame.f_lineno
        if node is None or (role is None and str(node) in self._looked):
            return
        self._windows()
        if role is None:
            self._looked.add(str(node))
            self._say("look", node, line)
            return
        bound = names[at:][slice(*role)] if role and at + role[1] <= len(names) else called_so(code)
        window = bounds(frame, bound)
        self._open.append([frame, bound, window])
        self._say("call", code.co_name, node, line, *window)

    def _windows(self) -> None:
        """Tell how the window of the innermost call has changed."""
        if self._open:
            frame, names, told = self._open[-1]
            if (now := bounds(frame, names)) != told:
                self._open[-1][2] = now
                self._say("window", *now, frame.f_lineno)

    def _line(self, frame: Any) -> int:
        """Return the line of the student's file that runs, 0 if none does."""
        while frame is not None and frame.f_code.co_filename != self._file:
            frame = frame.f_back
        return 0 if frame is None else frame.f_lineno

    def _said(self, value: Any) -> Any:
        """Return what a call has returned: a number, [node] for a node, else the name of its type."""
        if value is None or isinstance(value, bool) or type(value) in (int, float):
            return number(value)
        node = self._known(value)
        many = f" of {len(value)}" if type(value) in (list, tuple) else ""
        return f"{type(value).__name__}{many}" if node is None else [node]

    def _known(self, value: Any) -> Any:
        try:
            return self._key_of(value)
        except (
            Exception
        ):  # of an object of the student's, which answers strangely; so it is no node
            return None


def called_so(code: Any) -> tuple[str, ...]:
    """Return the variables of a function that are called alpha and beta, "" for one that is not there."""
    names = (*code.co_varnames, *code.co_cellvars, *code.co_freevars)
    plain = {name.strip("_").lower(): name for name in reversed(names)}
    return tuple(plain.get(bound, "") for bound in BOUNDS)


def bounds(frame: Any, names: tuple[str, ...]) -> list[Any]:
    """Return alpha and beta in a frame, None for what is no number."""
    space = frame.f_locals
    return [number(space.get(name)) for name in names]


def number(value: Any) -> Any:
    """Return a number as JSON can carry it, infinity as a word; None for anything else."""
    if value is None or isinstance(value, bool):
        return value
    if type(value) is int:
        return value if abs(value) < 10**300 else None
    try:
        real = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return real if abs(real) < 1e300 else str(real)
