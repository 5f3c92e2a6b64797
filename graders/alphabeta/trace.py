"""A search of alphabeta as it is recorded.

It is on a tree of its checks, or on one that a person has typed.
"""

from typing import Any

from graders.alphabeta import positions
from graders.alphabeta.cases import LastCase, LookCase, ReadsCase, in_order, python
from graders.kit.errors import KitError
from graders.kit.grading.student import Question
from graders.kit.grading.words import one_line
from graders.kit.roomkit.textbook import Key, Node, Start
from graders.kit.roomkit.trees import Data, is_leaf, nodes, values_in
from graders.kit.trace.search import Search, typed

FEW = 9  # calls that are recorded
LABEL = 30  # characters of a name that are shown
SHAPE = (
    "a tree is a list: a name, then its children, each a list like this one or a leaf "
    "(name, number)"
)
NO_BOARD = "alphabeta searches trees: give one such as \"['A', ['B', ('E', 3)]]\", and no board."
NO_LEAF = f"The tree has no leaf that a search could read: {SHAPE}."
NO_TREE = "This is no tree at {text!r}: {shape}."


class WatchedCase(ReadsCase):
    """Search with real values from the beginning: it is to go as it went."""

    def question(self) -> Question:
        return "reads", [self.data, *in_order(self.calls)]


class TreeSearch(Search):
    """Calls of one object's methods for the nodes of a tree, whose leaves are watched."""

    def __init__(self, case: LastCase) -> None:
        self.at = dict(nodes(case.data))
        self.case = self.watched = WatchedCase(case.data, case.calls)
        self.title = case.asked.rstrip(",")
        self.position = python(case.data)
        self.starts = [Start(call.path, *call.window) for call in case.calls]

    def node(self, key: Key) -> Node:
        here = self.at[key]
        name = one_line(here[0])[:LABEL]
        if is_leaf(here):
            return Node(name, "", here[1])
        return Node(name, "max" if self.watched.maximises(key) else "min")

    def children(self, key: Key) -> list[Key]:
        return self.watched.below(key)

    def locate(self, sent: Any, above: Key | None) -> Key | None:
        return self.watched.sent.get(str(sent))

    def leaf(self, wanted: Any, above: Key | None) -> Key | None:
        key = self.locate(wanted, above)
        if key in self.watched.leaf_values:
            return key
        return None


def of_case(case: Any) -> Search | None:
    if not isinstance(case, LastCase) or isinstance(case, LookCase):
        return None
    # Nobody steps through hundreds of calls.
    if len(case.calls) > FEW or not values_in(case.data):
        return None
    return TreeSearch(case)


def of_text(tree: str, board: str) -> Search:
    if board:
        raise KitError(NO_BOARD)
    data = positions.EXAMPLE
    if tree:
        data = data_of(typed(tree, SHAPE))
    if not values_in(data):
        raise KitError(NO_LEAF)
    return TreeSearch(ReadsCase(data))


def data_of(value: Any) -> Data:
    """Return the tree that a value is; raise KitError if it is none."""
    match value:
        case [str(name), int() | float() as number] if not isinstance(number, bool):
            return [name, number]
        case [str(name), *below] if isinstance(value, list):
            return [name, *map(data_of, below)]
    raise KitError(NO_TREE.format(text=str(value)[:60], shape=SHAPE))
