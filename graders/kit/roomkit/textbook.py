"""A tree that is searched, and the textbook's search of it, event by event.

A student's search of the same tree can be laid beside it.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

Key = tuple[int, ...]  # a node: the way to it from the root, by the numbers of children or by moves
Bound = float | str | None  # a number, "inf" or "-inf", None where it is not known


class Node(NamedTuple):
    """A node as it is drawn.

    Attributes:
        label: Its name.
        side: Who moves at it.
        value: Its value, if it is a leaf.
        board: Its board, a character a cell, row by row.
        chance: How probable it is, if its parent is a chance node.
    """

    label: str
    side: Literal["max", "min", "chance", ""] = ""
    value: float | None = None
    board: str = ""
    chance: float = 1


class Event(NamedTuple):
    """A step of a search.

    Attributes:
        kind: A call with a node, a change of alpha or beta in it, its return, or a leaf that is
            read.
        node: The node that it is about.
        line: The line of the student's file; 0 for none.
        alpha: The lower bound in force.
        beta: The upper bound in force.
        value: What was returned, a number or words.
        function: The function that was called.
    """

    kind: Literal["call", "window", "return", "read"]
    node: Key
    line: int = 0
    alpha: Bound = None
    beta: Bound = None
    value: Any = None
    function: str = ""


class Start(NamedTuple):
    """Where the textbook's search begins, and with which window."""

    node: Key = ()
    alpha: float = -math.inf
    beta: float = math.inf


class SearchTree(ABC):
    """A tree, given by its nodes.

    Attributes:
        prunes: Whether the textbook's search is alpha-beta, not expectiminimax.
        starts: Where the textbook's search begins; one search follows the other.
    """

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
        """Return what leaves share that count as one and are read once; None if none is read."""
        return key

    def needless(self, events: Iterable[Event]) -> set[Key]:
        """Return the nodes that were looked at although it was already decided."""
        if not self.prunes:
            return set()
        needed = set()
        for hard in (False, True):
            for event in self.run(strict=True, hard=hard):
                needed.add(self.same(event.node))
        needless = set()
        for event in events:
            if event.kind == "read" and self.same(event.node) not in needed:
                needless.add(event.node)
        return needless

    def textbook(self, events: Iterable[Event]) -> list[Event]:
        """Return the events of the textbook's search.

        Args:
            events: Those of the student's search: subclasses search in its order.
        """
        return self.run()

    def run(
        self, strict: bool = False, hard: bool = False, order: Mapping[Key, int] | None = None
    ) -> list[Event]:
        """Return the events of left-to-right alpha-beta search, or of expectiminimax.

        Alpha-beta is as Knuth and Moore described it in 1975.

        Args:
            strict: Whether it cuts only when the window is crossed.
            hard: Whether values stay within the window.
            order: Which nodes come first among their siblings, instead of those on the left.
        """
        search = _Search(self, strict, hard, order)
        starts = list(self.starts)
        if order is not None:
            starts.sort(key=lambda start: order.get(start.node, len(order)))
        for start in starts:
            search.value_of(start.node, start.alpha, start.beta)
        return search.events


class _Search:
    """One run of the textbook's search, which writes down its events: see SearchTree.run."""

    def __init__(
        self, tree: SearchTree, strict: bool, hard: bool, order: Mapping[Key, int] | None
    ) -> None:
        self.events: list[Event] = []
        self._tree = tree
        self._strict = strict
        self._hard = hard
        self._order = order
        self._read: set[Any] = {None}  # what was read; None from the start, for it is never read

    def value_of(self, key: Key, alpha: float, beta: float) -> float:
        """Search the tree below a node in a window; return the node's value."""
        node = self._tree.node(key)
        children = self._children_in_order(key)
        self._tell("call", key, (alpha, beta), function=node.side)
        window = alpha, beta
        if not children:
            self._read_leaf(key)
            value = node.value or 0
        elif node.side == "chance":
            value = self._expected_value(children, alpha, beta)
        else:
            value, window = self._best_value(key, node, children, alpha, beta)
            if self._hard:
                value = min(max(value, alpha), beta)
        self._tell("return", key, window, value=said(value))
        return value

    def _children_in_order(self, key: Key) -> list[Key]:
        children = self._tree.children(key)
        order = self._order
        if order is None:
            return children
        return sorted(children, key=lambda child: order.get(child, len(order)))

    def _read_leaf(self, key: Key) -> None:
        same = self._tree.same(key)
        if same not in self._read:
            self._read.add(same)
            self._tell("read", key)

    def _expected_value(self, children: Sequence[Key], alpha: float, beta: float) -> float:
        shares = []
        for child in children:
            chance = self._tree.node(child).chance
            shares.append(chance * self.value_of(child, alpha, beta))
        return sum(shares)

    def _best_value(
        self, key: Key, node: Node, children: Sequence[Key], alpha: float, beta: float
    ) -> tuple[float, tuple[float, float]]:
        """Search the children of a node until it is decided.

        Returns:
            Its value, and the window that was left, alpha and beta.
        """
        maximise = node.side == "max"
        value = -math.inf if maximise else math.inf
        for number, child in enumerate(children):
            if self._is_decided(maximise, value, (alpha, beta), is_first=number == 0):
                break
            child_value = self.value_of(child, alpha, beta)
            before = alpha, beta
            if maximise:
                value = max(value, child_value)
                alpha = max(alpha, value)
            else:
                value = min(value, child_value)
                beta = min(beta, value)
            if (alpha, beta) != before:
                self._tell("window", key, (alpha, beta))
        return value, (alpha, beta)

    def _is_decided(
        self, maximise: bool, value: float, window: tuple[float, float], is_first: bool
    ) -> bool:
        """Tell whether the next child need not be searched: the value can't matter further up."""
        if not self._tree.prunes:
            return False
        alpha, beta = window
        bound = beta if maximise else alpha
        crossed = value > beta if maximise else value < alpha
        if crossed or self._strict:
            return crossed
        # The window of the call itself may be closed: one child is searched all the same.
        return value == bound or (alpha >= beta and not is_first)

    def _tell(
        self,
        kind: Literal["call", "window", "return", "read"],
        key: Key,
        window: tuple[float, float] | None = None,
        function: str = "",
        value: Any = None,
    ) -> None:
        """Write down an event; only a search that prunes has a window."""
        prunes = self._tree.prunes
        if kind == "window" and not prunes:
            return
        alpha: Bound = None
        beta: Bound = None
        if window is not None and prunes:
            alpha, beta = map(said, window)
        self.events.append(Event(kind, key, alpha=alpha, beta=beta, value=value, function=function))


def said(value: float) -> Bound:
    """Return a number as JSON can carry it."""
    return str(value) if math.isinf(value) else value
