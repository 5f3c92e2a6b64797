"""A recording of a student's search: what came from the isolated process, judged by nobody and believed by nobody."""

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from graders.kit.errors import Exhausted, GametreeError, Lost
from graders.kit.grading.checks import questions
from graders.kit.grading.student import Student, one_line
from graders.kit.grading.textbook import Bound, Event, Key
from graders.kit.report import text_of
from graders.kit.trace.search import Search

MOST = 10_000  # events of a recording
ENDED = "It ended so: "
SENT = 4  # times as many may come from the process: some tell nothing new


class Full(GametreeError):
    """There have been as many events as are wanted."""


@dataclass
class Recording:
    """The events of a search, and what there is to say of them."""

    search: Search
    most: int = MOST
    events: list[Event] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    _open: list[Key | None] = field(default_factory=list)  # the nodes of the calls that go on
    _read: set[Key] = field(default_factory=set)
    _elsewhere: int = (
        0  # calls with a node that is none of the tree's, or can't be told from others
    )

    @property
    def reads(self) -> list[Key]:
        """The leaves that were read, in the order of the first time."""
        return reads(self.events)

    @cached_property
    def textbook(self) -> list[Event]:
        """The textbook's search of the same tree."""
        return self.search.textbook(self.events)

    @cached_property
    def needless(self) -> set[Key]:
        """The nodes that were looked at although it was already decided."""
        return self.search.needless(self.events)

    def hear(self, event: Any) -> None:
        """Take one event; whatever is none is left out."""
        match event:
            case ["call", str(function), node, int(line), alpha, beta]:
                self._open.append(self.search.locate(node, self._above))
                if (key := self._open[-1]) is None:
                    self._elsewhere += 1
                else:
                    self._add(
                        Event(
                            "call",
                            key,
                            line,
                            bound(alpha),
                            bound(beta),
                            function=one_line(function[:80]),
                        )
                    )
                    self._look(key, line)
            case ["window", alpha, beta, int(line)] if (key := self._above) is not None:
                self._add(Event("window", key, line, bound(alpha), bound(beta)))
            case ["return", value, int(line), alpha, beta] if self._open:
                if (key := self._open.pop()) is not None:
                    self._add(
                        Event("return", key, line, bound(alpha), bound(beta), self._value(value))
                    )
            case ["look", node, int(line)] if (
                key := self.search.locate(node, self._above)
            ) is not None:
                self._look(key, line)
            case ["need", wanted, int(line)] if (
                key := self.search.leaf(wanted, self._above)
            ) is not None:
                self._first(key, line)
            case ["full"]:
                raise Full

    @property
    def _above(self) -> Key | None:
        return self._open[-1] if self._open else None

    def _add(self, event: Event) -> None:
        if len(self.events) >= self.most:
            raise Full
        self.events.append(event)

    def _look(self, key: Key, line: int) -> None:
        if self.search.looks_are_reads and not self.search.children(key):
            self._first(key, line)

    def _first(self, key: Key, line: int) -> None:
        if key not in self._read:
            self._read.add(key)
            self._add(Event("read", key, line))

    def _value(self, value: Any) -> Any:
        if isinstance(value, list):
            key = self.search.locate(value[0] if value else None, self._above)
            return "a node" if key is None else self.search.node(key).label
        words = isinstance(value, str) and bound(value) is None
        return one_line(value[:40]) if words else value if isinstance(value, bool) else bound(value)

    def say(self) -> None:
        """Say what a person has to know of these events."""
        calls = {event.node for event in self.events if event.kind == "call"}
        top = max((len(start.node) for start in self.search.starts), default=0)
        deeper = any(
            len(event.node) > top and self.search.children(event.node) for event in self.textbook
        )
        if not calls:
            shown = (
                "only the leaves that it reads are shown"
                if self.reads
                else "so there is nothing to step through"
            )
            self.told.append(
                f"Your search gives no node of the tree to a function that could be followed: {shown}."
            )
        elif self._elsewhere:
            left = f"{self._elsewhere:,} calls" if self._elsewhere > 1 else "1 call"
            self.told.append(
                f"Left out: {left} with a position that is not, or not surely, a node of this tree."
            )
        elif deeper and max(map(len, calls)) <= top and len(self.events) < self.most:
            below = "your search gives no node to a function that could be followed: only the leaves are shown there"
            self.told.append(f"Below {self.search.called(max(calls, key=len))} {below}.")
        if not self.reads and self.search.prunes:
            self.told.append(
                "No leaf was read while it searched: does it work on copies of the values?"
            )


def record(
    student: Student, search: Search, most: int = MOST, within: float = math.inf
) -> Recording:
    """Ask the question of a search and record what happens; whatever ends it, what was heard so far is kept.

    most: events; within: seconds, if that is less than the student's clock has left
    """
    recording = Recording(search, most)
    asked, give = questions([search.case])
    lost: Lost | None = None
    try:
        for answer in student.ask(asked, give, within, events=SENT * most, hear=recording.hear):
            lost = answer.lost
    except Full:
        recording.told.append(f"It goes on: these are the first {most:,} steps.")
    except Lost as end:
        lost = end
    except Exhausted as end:
        lost = end.lost
    recording.told += [] if lost is None else [f"{ENDED}{one_line(text_of(lost.parts[:1]))}"]
    recording.say()
    return recording


def bound(value: Any) -> Bound:
    """Return a number of a stranger's, or infinity as a word; None for anything else."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    return value if isinstance(value, str) and value in ("inf", "-inf") else None


def reads(events: list[Event]) -> list[Key]:
    """Return the leaves that were read, each once, in order."""
    return [*dict.fromkeys(event.node for event in events if event.kind == "read")]
