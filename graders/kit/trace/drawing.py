"""A recording as people see it: lines for a terminal, and the data that templates/trace.js draws and steps through."""

from itertools import takewhile
from typing import Any

from graders.kit.grading.answers import plural
from graders.kit.grading.submission import Submission, visible
from graders.kit.grading.textbook import Event, Key
from graders.kit.report import Trace
from graders.kit.trace.record import Recording, reads
from graders.kit.trace.search import Search

NODES, EVENTS = 150, 400  # that a report draws
NODES_ALONE = 3_000  # that a page of its own draws
LETTERS = {"call": "c", "window": "w", "return": "r", "read": "l"}
LINE = 160  # characters of a line of code that are shown
AROUND = 3  # lines of code that are shown above and below one that runs
NAMED = 12  # leaves that a sentence names


def names(search: Search, keys: list[Key]) -> str:
    more = f" and {len(keys) - NAMED:,} more" if len(keys) > NAMED else ""
    return ", ".join(search.called(key) for key in keys[:NAMED]) + more


def compared(recording: Recording) -> tuple[str, list[Key]]:
    """Say where the leaves that were read differ from those that the textbook's search reads; the two first ones."""
    search, yours, its = recording.search, recording.reads, reads(recording.textbook)
    if not yours or not search.prunes:
        return "", []
    if search.looks_are_reads and len(yours) < len(its):
        seen = f"{plural(len(yours), 'leaf', 'leaves')} of the textbook's {len(its)} were seen to be read"
        return (
            f"{seen}: your search may know positions again, or look at them in a way that can't be followed.",
            [],
        )
    wasted = [
        key
        for key in dict.fromkeys(event.node for event in recording.events)
        if key in recording.needless
    ]
    late = f" Searched although it was already decided: {names(search, wasted)}." if wasted else ""
    if yours == its:
        return (
            f"You read {plural(len(yours), 'leaf', 'leaves')}, as the textbook does and in its order.{late}",
            [],
        )
    at = next(
        (n for n, (a, b) in enumerate(zip(yours, its, strict=False)) if a != b),
        min(len(yours), len(its)),
    )
    one = f"you read {search.called(yours[at])}" if at < len(yours) else "you read no more"
    other = (
        f"the textbook reads {search.called(its[at])}"
        if at < len(its)
        else "the textbook reads no more"
    )
    counts = f"You read {plural(len(yours), 'leaf', 'leaves')}, the textbook {len(its)}."
    first = [*yours[at : at + 1], *its[at : at + 1]]
    return f"{counts} The first difference is number {at + 1}: {one}, {other}.{late}", first


def summary(recording: Recording) -> list[str]:
    """Return what there is to say below the lines."""
    told, _ = compared(recording)
    return [*filter(None, [told]), *recording.told]


def trace(recording: Recording, submission: Submission, alone: bool = False) -> Trace:
    """Return what a page shows; alone: one of its own, with all of it"""
    search, most = recording.search, NODES_ALONE if alone else NODES
    runs = [recording.events, recording.textbook]
    shown = [events if alone else events[:EVENTS] for events in runs]
    told = summary(recording)
    if any(len(run) > len(part) for run, part in zip(runs, shown, strict=True)):
        told.append(f"The first {EVENTS} steps are here; gametree trace shows all.")
    visited = [
        event.node[:length]
        for run in shown
        for event in run
        for length in range(len(event.node) + 1)
    ]
    around = (one for key in dict.fromkeys(visited) for one in (key, *search.children(key)))
    numbers = {key: number for number, key in enumerate([*dict.fromkeys([(), *around])][:most])}
    if any(key not in numbers for key in visited):
        told.append(f"The first {most:,} nodes are drawn.")
    nodes = [[numbers[key[:-1]] if key else -1, *search.node(key)[:4]] for key in numbers]
    functions = [*dict.fromkeys(event.function for run in shown for event in run)]

    def row(event: Event) -> list[Any]:
        more = [] if event.kind == "read" else [event.alpha, event.beta]
        more += [functions.index(event.function)] if event.kind == "call" else []
        more += [event.value] if event.kind == "return" else []
        return [LETTERS[event.kind], numbers[event.node], event.line, *more]

    used = {event.line for event in shown[0] if event.line}
    near = {n for line in used for n in range(line - AROUND, line + AROUND + 1)}
    lines = [(number, text) for number, text in enumerate(submission.lines, 1) if number in near]
    code = [[number, submission.place(number)[0], visible(text[:LINE])] for number, text in lines]
    data = {
        "title": search.title, "position": search.position, "width": search.width if nodes[0][4] else 0,
        "nodes": nodes, "functions": functions, "code": code, "told": told, "prunes": search.prunes,
        "runs": [[*map(row, takewhile(lambda event: event.node in numbers, events))] for events in shown],
        "differs": [numbers[key] for key in compared(recording)[1] if key in numbers],
        "needless": sorted(numbers[key] for key in recording.needless if key in numbers),
    }  # fmt: skip
    return Trace(data)


def as_json(recording: Recording) -> dict[str, Any]:
    """Return a recording as `gametree trace --json` writes it."""
    search, runs = recording.search, {"yours": recording.events, "textbook": recording.textbook}

    def told(event: Event) -> dict[str, Any]:
        node = search.node(event.node)
        more = {"node": [*event.node], "name": node.label} | (
            {"value": node.value} if event.kind == "read" else {}
        )
        return {name: value for name, value in event._asdict().items() if value is not None} | more

    known: dict[str, Any] = {
        "title": search.title,
        "position": search.position,
        "told": summary(recording),
    }
    known["reads"] = {name: [[*key] for key in reads(events)] for name, events in runs.items()}
    return known | {name: [*map(told, events)] for name, events in runs.items()}
