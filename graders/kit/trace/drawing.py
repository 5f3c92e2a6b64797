"""A recording as people see it: sentences and JSON, and the data of a page.

The page is drawn and stepped through by templates/trace.js.
"""

from collections.abc import Iterable
from typing import Any

from graders.kit.grading.submission import Submission, visible
from graders.kit.grading.words import plural
from graders.kit.report import Trace
from graders.kit.roomkit.textbook import Event, Key
from graders.kit.trace.record import Recording, reads
from graders.kit.trace.search import Search

NODES, EVENTS = 150, 400  # that a report draws
NODES_ALONE = 3_000  # that a page of its own draws
LETTERS = {"call": "c", "window": "w", "return": "r", "read": "l"}
LINE = 160  # characters of a line of code that are shown
AROUND = 3  # lines of code that are shown above and below one that runs
NAMED = 12  # leaves that a sentence names
NO_PARENT = -1  # the root's, among the numbers of the nodes

FEWER_SEEN = (
    "{leaves} of the textbook's {count} were seen to be read: "
    "your search may know positions again, or look at them in a way that can't be followed."
)
LIKE_THE_TEXTBOOK = "You read {leaves}, as the textbook does and in its order."
DIFFERENT = (
    "You read {leaves}, the textbook {count}. "
    "The first difference is number {number}: you read {yours}, the textbook reads {textbooks}."
)
NO_MORE = "no more"
ALREADY_DECIDED = " Searched although it was already decided: {nodes}."
STEPS_LEFT_OUT = "The first {count} steps are here; gametree trace shows all."
NODES_LEFT_OUT = "The first {count:,} nodes are drawn."


def names(search: Search, keys: list[Key]) -> str:
    """Return nodes in words, the first ones by name and of the others how many there are."""
    listed = ", ".join([search.called(key) for key in keys[:NAMED]])
    unnamed = len(keys) - NAMED
    if unnamed > 0:
        return f"{listed} and {unnamed:,} more"
    return listed


def compared(recording: Recording) -> tuple[str, list[Key]]:
    """Compare the leaves that were read with those that the textbook's search reads.

    Returns:
        What there is to say, "" for nothing, and the first leaves that differ: the student's and
        the textbook's, where there is one.
    """
    search = recording.search
    yours = recording.reads
    textbooks = reads(recording.textbook)
    if not yours or not search.prunes:
        return "", []
    place = first_difference(yours, textbooks)
    if recording.is_full and place == len(yours):
        return "", []  # it goes on, and was right so far
    leaves = plural(len(yours), "leaf", "leaves")
    if search.looks_are_reads and len(yours) < len(textbooks):
        return FEWER_SEEN.format(leaves=leaves, count=len(textbooks)), []
    late = already_decided(recording)
    if yours == textbooks:
        return LIKE_THE_TEXTBOOK.format(leaves=leaves) + late, []
    your_leaf = yours[place : place + 1]
    textbooks_leaf = textbooks[place : place + 1]
    sentence = DIFFERENT.format(
        leaves=leaves,
        count=len(textbooks),
        number=place + 1,
        yours=names(search, your_leaf) if your_leaf else NO_MORE,
        textbooks=names(search, textbooks_leaf) if textbooks_leaf else NO_MORE,
    )
    return sentence + late, your_leaf + textbooks_leaf


def already_decided(recording: Recording) -> str:
    """Name the nodes that were looked at although it was already decided, "" for none."""
    visited = dict.fromkeys([event.node for event in recording.events])
    needless = [key for key in visited if key in recording.needless]
    if not needless:
        return ""
    return ALREADY_DECIDED.format(nodes=names(recording.search, needless))


def first_difference(left: list[Key], right: list[Key]) -> int:
    """Return the first place at which two lists differ, which may be the end of the shorter one."""
    place = 0
    for left_key, right_key in zip(left, right, strict=False):
        if left_key != right_key:
            break
        place += 1
    return place


def summary(recording: Recording) -> list[str]:
    """Return what there is to say below the lines."""
    comparison, _ = compared(recording)
    if not comparison:
        return list(recording.told)
    return [comparison, *recording.told]


def trace(recording: Recording, submission: Submission, alone: bool = False) -> Trace:
    """Return what a page shows of a recording.

    Args:
        recording: The search.
        submission: The file whose code is shown beside it.
        alone: Whether the page is one of its own and shows all, not a part of a report.
    """
    search = recording.search
    most_nodes = NODES_ALONE if alone else NODES
    most_events = None if alone else EVENTS
    yours = recording.events[:most_events]
    textbooks = recording.textbook[:most_events]
    told = summary(recording)
    if len(yours) < len(recording.events) or len(textbooks) < len(recording.textbook):
        told.append(STEPS_LEFT_OUT.format(count=EVENTS))

    visited = with_ancestors(yours + textbooks)
    numbers = numbered(search, visited, most_nodes)
    if any(key not in numbers for key in visited):
        told.append(NODES_LEFT_OUT.format(count=most_nodes))
    nodes = node_rows(search, numbers)
    _, first_different = compared(recording)
    functions = list(dict.fromkeys([event.function for event in yours + textbooks]))
    your_rows = event_rows(yours, numbers, functions)
    textbooks_rows = event_rows(textbooks, numbers, functions)
    root_board = nodes[0][4]
    return Trace(
        {
            "title": search.title,
            "position": search.position,
            "width": search.width if root_board else 0,
            "nodes": nodes,
            "functions": functions,
            "code": code_rows(submission, yours),
            "told": told,
            "prunes": search.prunes,
            "runs": [your_rows, textbooks_rows],
            "differs": numbers_of(first_different, numbers),
            "needless": sorted(numbers_of(recording.needless, numbers)),
        }
    )


def with_ancestors(events: list[Event]) -> list[Key]:
    """Return the nodes of some events, each once and after the nodes that lie above it."""
    keys: dict[Key, None] = {}
    for event in events:
        for length in range(len(event.node) + 1):
            keys[event.node[:length]] = None
    return list(keys)


def numbered(search: Search, visited: list[Key], most: int) -> dict[Key, int]:
    """Number the nodes that are drawn.

    They are the root, the nodes that were visited, and the children of these.

    Args:
        search: The search, which knows the children.
        visited: The nodes that were visited, in the order of their numbers.
        most: How many may be drawn; of more, the first ones are.

    Returns:
        The number of each node that is drawn.
    """
    keys: dict[Key, None] = {(): None}
    for key in visited:
        keys[key] = None
        for child in search.children(key):
            keys[child] = None
    drawn = list(keys)[:most]
    return {key: number for number, key in enumerate(drawn)}


def numbers_of(keys: Iterable[Key], numbers: dict[Key, int]) -> list[int]:
    """Return the numbers of those nodes that are drawn."""
    return [numbers[key] for key in keys if key in numbers]


def node_rows(search: Search, numbers: dict[Key, int]) -> list[list[Any]]:
    """Return a row for each node: its parent's number, label, side, value and board."""
    rows = []
    for key in numbers:
        parent = numbers[key[:-1]] if key else NO_PARENT
        node = search.node(key)
        rows.append([parent, node.label, node.side, node.value, node.board])
    return rows


def event_rows(
    events: list[Event], numbers: dict[Key, int], functions: list[str]
) -> list[list[Any]]:
    """Return a row for each event, up to the first one at a node that is not drawn.

    Args:
        events: What happened.
        numbers: The number of each node that is drawn.
        functions: The functions that were called; a row holds the place of one.

    Returns:
        Rows of the letter of the kind, the node's number and the line of code; but for a leaf that
        is read alpha and beta; then a call's function, or what was returned.
    """
    rows = []
    for event in events:
        if event.node not in numbers:
            break
        row = [LETTERS[event.kind], numbers[event.node], event.line]
        if event.kind != "read":
            row += [event.alpha, event.beta]
        if event.kind == "call":
            row.append(functions.index(event.function))
        if event.kind == "return":
            row.append(event.value)
        rows.append(row)
    return rows


def code_rows(submission: Submission, events: list[Event]) -> list[list[Any]]:
    """Return a row for each line of code near one that ran: number, number in its cell, text."""
    near: set[int] = set()
    for line in {event.line for event in events}:
        if line:
            near.update(range(line - AROUND, line + AROUND + 1))
    rows = []
    for number, text in enumerate(submission.lines, 1):
        if number in near:
            shown_number, _ = submission.place(number)
            rows.append([number, shown_number, visible(text[:LINE])])
    return rows


def as_json(recording: Recording) -> dict[str, Any]:
    """Return a recording as `gametree trace --json` writes it."""
    search = recording.search
    runs = {"yours": recording.events, "textbook": recording.textbook}
    data: dict[str, Any] = {
        "title": search.title,
        "position": search.position,
        "told": summary(recording),
        "reads": {},
    }
    for name, run in runs.items():
        data["reads"][name] = [list(key) for key in reads(run)]
        data[name] = [event_as_json(search, event) for event in run]
    return data


def event_as_json(search: Search, event: Event) -> dict[str, Any]:
    """Return what is known of an event, with the name of its node, and the value of a leaf."""
    known = {name: value for name, value in event._asdict().items() if value is not None}
    node = search.node(event.node)
    known["node"] = list(event.node)
    known["name"] = node.label
    if event.kind == "read":
        known["value"] = node.value
    return known
