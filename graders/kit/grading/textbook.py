"""A tree that is searched, and the textbook's search of it, event by event: what a student's can be laid beside."""

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

Key = tuple[int, ...]  # a node: the way to it from the root, by the numbers of children or by moves
Bound = float | str | None  # a number, "inf" or "-inf", None where it is not known


class Node(NamedTuple):
    """A node as it is drawn. value: a leaf's; board: a character a cell, row by row; chance: of coming here"""

    label: str
    side: Literal["max", "min", "chance", ""] = ""
    value: float | None = None
    board: str = ""
    chance: float = 1


class Event(NamedTuple):
    """A step of a search: a call with a node, a change of alpha or beta in it, its return, or a leaf that is read."""

    kind: Literal["call", "window", "return", "read"]
    node: Key
    line: int = 0  # of the student's file; 0 for none
    alpha: Bound = None
    beta: Bound = None
    value: Any = None  # what was returned: a number, or words
    function: str = ""


class Start(NamedTuple):
    """Where the textbook's search begins, and with which window."""

    node: Key = ()
    alpha: float = -math.inf
    beta: float = math.inf


class SearchTree(ABC):
    """A tree, given by its nodes. prunes: whether the textbook's search is alpha-beta, not expectiminimax"""

    prunes = True
    starts: Sequence[Start] = (Start(),)

    @abstractmethod
    def node(self, key: Key) -> Node:
        """Return what is drawn for a node."""

    @abstractmethod
    def children(self, key: Key) -> list[Key]:
        """Return the nodes below a node, from left to right: none below a leaf."""

    def called(self, key: Key) -> str:
        """Return the name of a node in a sentence."""
        return self.node(key).label

    def same(self, key: Key) -> Any:
        """Return what leaves have in common that count as one, which is read once; None for a leaf that none reads."""
        return key

    def needless(self, events: Iterable[Event]) -> set[Key]:
        """Return the nodes that were looked at although it was already decided."""
        if not self.prunes:
            return set()
        plain = {
            self.same(event.node)
            for hard in (False, True)
            for event in self.run(strict=True, hard=hard)
        }
        return {
            event.node
            for event in events
            if event.kind == "read" and self.same(event.node) not in plain
        }

    def textbook(self, events: Iterable[Event]) -> list[Event]:
        """Return the events of the textbook's search. events: of the student's, where the order is the student's"""
        return self.run()

    def run(
        self, strict: bool = False, hard: bool = False, order: Mapping[Key, int] | None = None
    ) -> list[Event]:
        """Return the events of left-to-right alpha-beta search (Knuth and Moore, 1975), or of expectiminimax.

        strict: whether it cuts only when the window is crossed; hard: whether values stay within the window
        order: which nodes come first among their siblings, instead of those on the left
        """
        events: list[Event] = []
        read: set[Any] = {None}

        def value_of(key: Key, alpha: float, beta: float) -> float:
            node, below, low, high = self.node(key), self.children(key), alpha, beta
            below = (
                below
                if order is None
                else sorted(below, key=lambda child: order.get(child, len(order)))
            )
            maximise = node.side == "max"
            value = (-math.inf if maximise else math.inf) if below else node.value or 0
            tell("call", key, low, high, function=node.side)
            if not below and self.same(key) not in read:
                read.add(self.same(key))
                tell("read", key)
            if below and node.side == "chance":
                value, below = (
                    sum(self.node(child).chance * value_of(child, alpha, beta) for child in below),
                    [],
                )
            for number, child in enumerate(below):
                bound = beta if maximise else alpha
                closed = value == bound or (alpha >= beta and number)
                if self.prunes and (
                    (closed and not strict) or (value > bound if maximise else value < bound)
                ):
                    break
                found = value_of(child, alpha, beta)
                value = max(value, found) if maximise else min(value, found)
                before = alpha, beta
                alpha, beta = (max(alpha, value), beta) if maximise else (alpha, min(beta, value))
                if (alpha, beta) != before:
                    tell("window", key, alpha, beta)
            value = min(max(value, low), high) if hard and below else value
            tell("return", key, alpha, beta, value=said(value))
            return value

        def tell(kind: Any, key: Key, *window: float, **more: Any) -> None:
            if self.prunes or kind != "window":
                alpha, beta = map(said, window) if window and self.prunes else (None, None)
                events.append(Event(kind, key, 0, alpha, beta, **more))

        for start in sorted(
            self.starts, key=lambda start: 0 if order is None else order.get(start.node, len(order))
        ):
            value_of(*start)
        return events


def said(value: float) -> Bound:
    """Return a number as JSON can carry it."""
    return str(value) if math.isinf(value) else value
