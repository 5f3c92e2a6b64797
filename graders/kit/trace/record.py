"""A recording of a student's search: what came from the isolated process.

Nobody judges it, and nobody believes it.
"""

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from graders.kit.errors import Exhausted, GametreeError, Lost, NotJudged
from graders.kit.grading.asking import giving
from graders.kit.grading.checks import cannot_judge
from graders.kit.grading.student import Student
from graders.kit.grading.words import one_line
from graders.kit.report import Text
from graders.kit.roomkit.textbook import Bound, Event, Key
from graders.kit.trace.search import Search

MOST = 10_000  # events of a recording
SENT = 4  # times as many may come from the process: some tell nothing new
FUNCTION_LENGTH = 80  # characters of a function's name that are kept
VALUE_LENGTH = 40  # characters of a returned string that are kept
ENDED = "It ended so: "

GOES_ON = "It goes on: these are the first {most:,} steps."
ONLY_LEAVES = (
    "Your search gives no node of the tree to a function that could be followed: "
    "only the leaves that it reads are shown."
)
NO_STEPS = (
    "Your search gives no node of the tree to a function that could be followed: "
    "so there is nothing to step through."
)
ONE_LEFT_OUT = "Left out: 1 call with a position that is not, or not surely, a node of this tree."
LEFT_OUT = (
    "Left out: {count:,} calls with a position that is not, or not surely, a node of this tree."
)
LEAVES_BELOW = (
    "Below {node} your search gives no node to a function that could be followed: "
    "only the leaves are shown there."
)
NO_LEAF = "No leaf was read while it searched: does it work on copies of the values?"


class Full(GametreeError):
    """There have been as many events as are wanted."""


@dataclass
class Recording:
    """The events of a search, and what there is to say of them.

    Attributes:
        search: The search.
        most: How many events are wanted.
        events: What happened.
        told: Sentences about it.
        doubt: Where and how something was raised that may be the exercise's own fault; "" for
            nothing.
    """

    search: Search
    most: int = MOST
    events: list[Event] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    doubt: str = ""
    _open: list[Key | None] = field(default_factory=list)  # the nodes of the calls that go on
    _read: set[Key] = field(default_factory=set)
    # The calls with a node that is none of the tree's, or can't be told from others.
    _elsewhere: int = 0

    @property
    def reads(self) -> list[Key]:
        """The leaves that were read, in the order of the first time."""
        return reads(self.events)

    @property
    def is_full(self) -> bool:
        """Whether there were as many events as are wanted, so that the search may go on."""
        return len(self.events) >= self.most

    @cached_property
    def textbook(self) -> list[Event]:
        """The textbook's search of the same tree."""
        return self.search.textbook(self.events)

    @cached_property
    def needless(self) -> set[Key]:
        """The nodes that were looked at although it was already decided."""
        return self.search.needless(self.events)

    def hear(self, event: Any) -> None:
        """Take one event from the process, and leave out whatever is none.

        Raises:
            Full: There are as many events as are wanted.
        """
        match event:
            case ["call", str(function), node, int(line), alpha, beta]:
                self._hear_call(function, node, line, (alpha, beta))
            case ["window", alpha, beta, int(line)]:
                key = self._above
                if key is not None:
                    self._add(Event("window", key, line, bound(alpha), bound(beta)))
            case ["return", value, int(line), alpha, beta]:
                self._hear_return(value, line, (alpha, beta))
            case ["look", node, int(line)]:
                key = self.search.locate(node, self._above)
                if key is not None:
                    self._look(key, line)
            case ["need", wanted, int(line)]:
                key = self.search.leaf(wanted, self._above)
                if key is not None:
                    self._read_leaf(key, line)
            case ["full"]:
                raise Full

    @property
    def _above(self) -> Key | None:
        """The node of the innermost call that goes on; None if there is none, or it is unknown."""
        if not self._open:
            return None
        return self._open[-1]

    def _hear_call(self, function: str, node: Any, line: int, window: tuple[Any, Any]) -> None:
        key = self.search.locate(node, self._above)
        self._open.append(key)
        if key is None:
            self._elsewhere += 1
            return
        alpha, beta = map(bound, window)
        name = one_line(function[:FUNCTION_LENGTH])
        self._add(Event("call", key, line, alpha, beta, function=name))
        self._look(key, line)

    def _hear_return(self, value: Any, line: int, window: tuple[Any, Any]) -> None:
        if not self._open:
            return
        key = self._open.pop()
        if key is None:
            return
        alpha, beta = map(bound, window)
        self._add(Event("return", key, line, alpha, beta, self._value(value)))

    def _add(self, event: Event) -> None:
        if self.is_full:
            raise Full
        self.events.append(event)

    def _look(self, key: Key, line: int) -> None:
        """Take it that a node was looked at, which is how some searches read a leaf."""
        if self.search.looks_are_reads and not self.search.children(key):
            self._read_leaf(key, line)

    def _read_leaf(self, key: Key, line: int) -> None:
        """Take it that a leaf was read: only the first time is an event."""
        if key not in self._read:
            self._read.add(key)
            self._add(Event("read", key, line))

    def _value(self, value: Any) -> Any:
        """Return what a call returned: a number, or words for anything else."""
        if isinstance(value, bool):
            return value
        if isinstance(value, list):
            return self._node_in_words(value)
        if isinstance(value, str) and bound(value) is None:
            return one_line(value[:VALUE_LENGTH])
        return bound(value)

    def _node_in_words(self, value: list[Any]) -> str:
        """Return the label of a node that a call returned, sent as a list that begins with it."""
        sent = value[0] if value else None
        key = self.search.locate(sent, self._above)
        if key is None:
            return "a node"
        return self.search.node(key).label

    def say(self) -> None:
        """Say what a person has to know of these events."""
        calls = {event.node for event in self.events if event.kind == "call"}
        if not calls:
            self.told.append(ONLY_LEAVES if self.reads else NO_STEPS)
        elif self._elsewhere == 1:
            self.told.append(ONE_LEFT_OUT)
        elif self._elsewhere:
            self.told.append(LEFT_OUT.format(count=self._elsewhere))
        elif self._ends_at_starts(calls):
            deepest = max(calls, key=len)
            self.told.append(LEAVES_BELOW.format(node=self.search.called(deepest)))
        if not self.reads and self.search.prunes:
            self.told.append(NO_LEAF)

    def _ends_at_starts(self, calls: set[Key]) -> bool:
        """Tell whether no call is deeper than where the search starts, as the textbook's are.

        The recording has to be whole: one that is full may have lacked the room for them.
        """
        if self.is_full:
            return False
        start_depth = max((len(start.node) for start in self.search.starts), default=0)
        if any(len(node) > start_depth for node in calls):
            return False
        for event in self.textbook:
            if len(event.node) > start_depth and self.search.children(event.node):
                return True
        return False


def record(
    student: Student, search: Search, most: int = MOST, within: float = math.inf
) -> Recording:
    """Ask the question of a search and record what happens.

    Args:
        student: The process of the submission, whose clock has begun.
        search: What is asked, and the tree that is searched.
        most: The number of events that are wanted.
        within: The seconds it may take, if that is less than the student's clock has left.

    Returns:
        The recording: whatever ends the search, what was heard so far is kept.
    """
    recording = Recording(search, most)
    case = search.case
    give = giving([case], [case.notes()])
    lost: Lost | None = None

    def hear(event: Any) -> None:
        try:
            recording.hear(event)
        except Full:
            raise
        except Exception as error:  # of the room, which takes what a stranger sends
            raise cannot_judge(error) from None

    try:
        for answer in student.ask([case.question()], give, within, events=SENT * most, hear=hear):
            lost = answer.lost
            recording.doubt = answer.doubt
    except Full:
        recording.told.append(GOES_ON.format(most=most))
    except NotJudged as end:
        lost = end
        recording.doubt = end.why
    except Lost as end:
        lost = end
    except Exhausted as end:
        lost = end.lost
    if lost is not None:
        # With the loop that it was in, if that is known.
        sentences = [part.text for part in lost.parts if isinstance(part, Text)]
        recording.told.append(ENDED + one_line(" ".join(sentences)))
    recording.say()
    return recording


def bound(value: Any) -> Bound:
    """Return a number of a stranger's, or infinity as a word; None for anything else."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return value
    if isinstance(value, str) and value in ("inf", "-inf"):
        return value
    return None


def reads(events: list[Event]) -> list[Key]:
    """Return the leaves that were read, each once, in order."""
    leaves = [event.node for event in events if event.kind == "read"]
    return list(dict.fromkeys(leaves))
