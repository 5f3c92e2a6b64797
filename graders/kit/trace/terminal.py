"""A recording in a terminal: each call indented below the one it was made in."""

from collections.abc import Iterator
from shutil import get_terminal_size
from typing import Any

from graders.kit.report import Segment
from graders.kit.roomkit.textbook import Bound, Event, Key
from graders.kit.trace.drawing import names, summary
from graders.kit.trace.record import Recording

LEAST = 12  # lines of a search that are printed, however small the terminal is
BOUNDS = {"inf": "∞", "-inf": "-∞", None: "?"}  # how bounds that are no numbers are written

Line = list[Segment]


def screen(recording: Recording, whole: bool) -> list[Line]:
    """Return a recording as lines, no more than a screen if not the whole."""
    below: list[Line] = [[]]
    for sentence in summary(recording):
        below.append([(sentence, "")])
    search_lines = [[(recording.search.title, "bold")], *lines(recording)]
    room = max(get_terminal_size().lines - len(below) - 3, LEAST)
    hidden = len(search_lines) - room
    if hidden > 0 and not whole:
        search_lines = search_lines[:room]
        search_lines.append([(f"... {hidden:,} more lines: --all prints them", "dim")])
    return search_lines + below


def lines(recording: Recording) -> Iterator[Line]:
    """Yield the search, each call indented below the one it was made in, as lines of a terminal."""
    events = recording.events
    visited = {event.node for event in events[:1]}
    depth = 0
    number = 0
    while number < len(events):
        event = events[number]
        following = events[number + 1 : number + 3]
        number += 1
        visited.add(event.node)
        if event.kind == "call":
            inner = events_in_line(event, following)
            number += len(inner)
            yield call_line(recording, event, depth, inner)
            if not inner:
                depth += 1
        elif event.kind == "read":
            yield read_line(recording, event, depth)
        elif event.kind == "window":
            yield [(f"{indent(depth)}window {window(event)}", "dim")]
        else:
            yield return_line(recording, event, depth, visited)
            depth = max(depth - 1, 0)


def events_in_line(call: Event, following: list[Event]) -> list[Event]:
    """Return the events that are shown in the line of a call.

    Args:
        call: The event of the call.
        following: The two events after it, or as many as there are.

    Returns:
        Its return, and before it a read; none where more lies between the call and its return.
    """
    if not following or following[0].node != call.node:
        return []
    if following[0].kind == "return":
        return following[:1]
    kinds = [event.kind for event in following if event.node == call.node]
    if kinds == ["read", "return"]:
        return following
    return []


def call_line(recording: Recording, call: Event, depth: int, inner: list[Event]) -> Line:
    """Return the line of a call.

    Args:
        recording: The recording that holds the call.
        call: Its event.
        depth: How many calls it was made in.
        inner: The events that this line shows as well, the last of them the return.
    """
    node = recording.search.node(call.node)
    known_window = ""
    if call.alpha is not None or call.beta is not None:
        known_window = f"  {window(call)}"
    line: Line = [
        (f"{indent(depth)}{call.function}", ""),
        (f" {node.label or node.side}", "code"),
        (known_window, "dim"),
    ]
    if len(inner) > 1:  # a leaf, which is read before the return
        late, style = lateness(recording, call)
        line.append((f"  reads {node.value}{late}", style))
    if inner:
        line.append((f"  = {said(inner[-1].value)}", ""))
    line.append(place(call))
    return line


def read_line(recording: Recording, read: Event, depth: int) -> Line:
    """Return the line of a leaf that is read."""
    node = recording.search.node(read.node)
    late, style = lateness(recording, read)
    value = "" if node.value is None else f": {node.value}"
    return [(f"{indent(depth)}reads {node.label}{value}{late}", style), place(read)]


def return_line(recording: Recording, end: Event, depth: int, visited: set[Key]) -> Line:
    """Return the line of a return: what comes back, and which children were cut off."""
    children = recording.search.children(end.node)
    unvisited = [key for key in children if key not in visited]
    cut = ""
    if 0 < len(unvisited) < len(children):
        cut = f"   never visited: {names(recording.search, unvisited)}"
    return [(f"{indent(depth)}= {said(end.value)}", ""), (cut, "dim"), place(end)]


def indent(depth: int) -> str:
    return "  " * depth


def place(event: Event) -> Segment:
    """Return the line of the student's file where an event happened."""
    return f"   line {event.line}", "dim"


def lateness(recording: Recording, event: Event) -> tuple[str, str]:
    """Return a remark if a leaf was read although the search was decided, and the style of it."""
    if event.node in recording.needless:
        return "  already decided", "bad"
    return "", "good"


def window(event: Event) -> str:
    return f"({bound(event.alpha)}, {bound(event.beta)})"


def bound(value: Bound) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    return BOUNDS.get(value, str(value))


def said(value: Any) -> str:
    """Return what a call has returned, in words."""
    if value is None or isinstance(value, bool):
        return str(value)
    return bound(value)
