"""A recording in a terminal: each call indented below the one it was made in."""

from collections.abc import Iterator
from shutil import get_terminal_size
from typing import Any

from graders.kit.grading.textbook import Bound
from graders.kit.report import Segment
from graders.kit.trace.drawing import names, summary
from graders.kit.trace.record import Recording

LEAST = 12  # lines of a search that are printed, however small the terminal is


def screen(recording: Recording, whole: bool) -> list[list[Segment]]:
    """Return a recording as lines, no more than a screen if not the whole."""
    told: list[list[Segment]] = [[], *([(sentence, "")] for sentence in summary(recording))]
    every = [[(recording.search.title, "bold")], *lines(recording)]
    room = max(get_terminal_size().lines - len(told) - 3, LEAST)
    if len(every) > room and not whole:
        every = [
            *every[:room],
            [(f"... {len(every) - room:,} more lines: --all prints them", "dim")],
        ]
    return [*every, *told]


def lines(recording: Recording) -> Iterator[list[Segment]]:
    """Yield the search, each call indented below the one it was made in, as lines of a terminal."""
    search, events = recording.search, recording.events
    seen = {event.node for event in events[:1]}
    depth = number = 0
    while number < len(events):
        event, rest = events[number], events[number + 1 : number + 3]
        node, indent = search.node(event.node), "  " * depth
        at: Segment = (f"   line {event.line}", "dim")
        late = "  already decided" if event.node in recording.needless else ""
        style = "bad" if late else "good"
        number += 1
        seen.add(event.node)
        if event.kind == "call":
            window = (
                ""
                if event.alpha is event.beta is None
                else f"  ({bound(event.alpha)}, {bound(event.beta)})"
            )
            told: list[Segment] = [
                (f"{indent}{event.function}", ""),
                (f" {node.label or node.side}", "code"),
                (window, "dim"),
            ]
            kinds = [one.kind if one.node == event.node else "" for one in rest]
            if kinds[:1] != ["return"] and kinds != ["read", "return"]:
                depth += 1
            else:  # nothing lies between the call and its return, or a leaf is read
                end = kinds.index("return")
                number += end + 1
                told += [(f"  reads {node.value}{late}", style)] * end
                told.append((f"  = {said(rest[end].value)}", ""))
            yield [*told, at]
        elif event.kind == "read":
            value = "" if node.value is None else f": {node.value}"
            yield [(f"{indent}reads {node.label}{value}{late}", style), at]
        elif event.kind == "window":
            yield [(f"{indent}window ({bound(event.alpha)}, {bound(event.beta)})", "dim")]
        else:
            below = search.children(event.node)
            left = [key for key in below if key not in seen]
            cut = f"   never visited: {names(search, left)}" if 0 < len(left) < len(below) else ""
            yield [(f"{indent}= {said(event.value)}", ""), (cut, "dim"), at]
            depth = max(depth - 1, 0)


def bound(value: Bound) -> str:
    words = {"inf": "∞", "-inf": "-∞", None: "?"}
    return f"{value:g}" if isinstance(value, float) else words.get(value, str(value))


def said(value: Any) -> str:
    """Return what a call has returned, in words."""
    return str(value) if value is None or isinstance(value, bool) else bound(value)
