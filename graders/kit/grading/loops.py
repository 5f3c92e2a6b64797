"""The loop that some samples of a stack have in common, so that a time-out can name it."""

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from graders.kit.grading.calls import TOO_DEEP
from graders.kit.isolation.sampler import DEPTH

FEWEST = 2  # samples, of which something can be said to be common to them


@dataclass(frozen=True)
class Frame:
    """A call of a function of the student's, at one moment.

    Attributes:
        line: Where it is.
        first: The first line of the function.
        function: Its name; "<module>" of the file itself.
        call: A number that is the same as long as this call goes on.
    """

    line: int
    first: int
    function: str
    call: int


@dataclass(frozen=True)
class Loop:
    """What never ends.

    Attributes:
        line: The line of the file where it begins.
        kind: "while", "for" or "recursion".
        function: The function that it is in, or that calls itself; "" outside of all.
    """

    line: int
    kind: str
    function: str


def sample_in(told: Any) -> list[Frame]:
    """Return the frames of a sample; what a stranger sends that is none is left out."""
    if not isinstance(told, list):
        return []
    frames: list[Frame] = []
    for frame in told[:DEPTH]:
        match frame:
            case [int(line), int(first), str(function), int(call)]:
                frames.append(Frame(line, first, function, call))
    return frames


def loop_in(samples: Sequence[Sequence[Frame]], source: str) -> Loop | None:
    """Return the loop that all samples are in; None if there are too few of them, or none.

    In the innermost call that goes on from the first sample to the last, it is the smallest loop
    that holds all lines at which that call was. Where there is no such loop, and the same function
    is called further in, it is the recursion.
    """
    taken = [sample for sample in samples if sample]
    if len(taken) < FEWEST:
        return None
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, *TOO_DEEP):
        return None
    for depth in reversed(range(_count_common(taken))):
        lines = {sample[depth].line for sample in taken}
        here = taken[0][depth]
        loop = _smallest_loop(tree, lines, here)
        if loop is not None:
            return loop
        further_in = {frame.function for sample in taken for frame in sample[depth + 1 :]}
        if here.function in further_in:
            return Loop(here.first, "recursion", here.function)
    return None


def _count_common(samples: Sequence[Sequence[Frame]]) -> int:
    """Return how many of the outermost calls go on from the first sample to the last."""
    count = 0
    for frames in zip(*samples, strict=False):
        calls = {frame.call for frame in frames}
        if len(calls) > 1:
            break
        count += 1
    return count


def _smallest_loop(tree: ast.Module, lines: set[int], here: Frame) -> Loop | None:
    """Return the smallest loop of a function that holds all of some lines; None if none does."""
    found: ast.While | ast.For | None = None
    for node in ast.walk(tree):
        if not isinstance(node, (ast.While, ast.For)) or node.lineno < here.first:
            continue
        last = node.end_lineno or node.lineno
        if not all(node.lineno <= line <= last for line in lines):
            continue
        if found is None or node.lineno > found.lineno:
            found = node
    if found is None:
        return None
    kind = "while" if isinstance(found, ast.While) else "for"
    function = "" if here.function == "<module>" else here.function
    return Loop(found.lineno, kind, function)
