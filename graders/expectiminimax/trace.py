"""A search of expectiminimax as it is recorded: a function that is asked about a tree."""

from typing import Any

from graders.expectiminimax.cases import NodeCase, value_of
from graders.expectiminimax.oracle import FUNCTION, children, is_leaf
from graders.expectiminimax.oracle import Node as Tree
from graders.kit.errors import KitError
from graders.kit.roomkit.textbook import Key, Node
from graders.kit.trace.search import Search, typed

EXAMPLE = ("max", [("chance", [(0.5, 10), (0.5, -4)]), ("min", [5, 2])])  # the statement's
LARGEST = 1e300  # no leaf is as far from 0
SHOWN = 60  # characters of what is no tree

SHAPE = (
    'a node is a number, or a pair as ("max", [5, 2]), ("min", [5, 2]) or '
    '("chance", [(0.5, 10), (0.5, -4)])'
)
NO_BOARD = f"expectiminimax searches trees: give one, where {SHAPE}."
NO_PAIR = "The tree has no (probability, node) at {text!r}: {shape}."
NO_TREE = "This is no tree at {text!r}: {shape}."


class TreeSearch(Search):
    """A function that is asked about the root of a tree.

    Leaves are numbers, told apart by what is above them.
    """

    prunes = False

    def __init__(self, case: NodeCase) -> None:
        self.case = case
        self.root = case.node
        self.title = f"{case.function}(node)"
        self.position = repr(case.node)

    def at(self, key: Key) -> Tree:
        """Return what is at a node."""
        node = self.root
        for step in key:
            _, node = children(node)[step]
        return node

    def node(self, key: Key) -> Node:
        here = self.at(key)
        share = ""
        p = 1.0
        if key:
            above = self.at(key[:-1])
            if above[0] == "chance":
                probability, _ = children(above)[key[-1]]
                share = f"{probability}: "
                p = float(probability)
        if is_leaf(here):
            return Node(f"{share}{here}", "", self.number(here), chance=p)
        return Node(share, here[0], chance=p)

    @staticmethod
    def number(node: Tree) -> float | None:
        """Return the value of a leaf; None for an inner node, or if it is too large for a float."""
        if is_leaf(node) and abs(node) < LARGEST:
            return float(value_of(node))
        return None

    def children(self, key: Key) -> list[Key]:
        return [(*key, number) for number in range(len(children(self.at(key))))]

    def locate(self, sent: Any, above: Key | None) -> Key | None:
        match sent:
            case ["leaf", str(text)] if above is not None:
                return self.leaf_below(above, text)
            case ["inner", [*path]]:
                return self.inner_at(path)
        return None

    def leaf_below(self, above: Key, text: str) -> Key | None:
        """Return the first child of a node that reads so; None if there is none."""
        for key in self.children(above):
            if str(self.at(key)) == text:
                return key
        return None

    def inner_at(self, path: list[Any]) -> Key | None:
        """Return the inner node that a path leads to; None if there is none."""
        for step in path:
            if type(step) is not int or step < 0:
                return None
        key = tuple(path)
        try:
            here = self.at(key)
        except IndexError:
            return None
        if is_leaf(here):
            return None
        return key


def of_case(case: Any) -> Search | None:
    """Return the search of a case about a tree, the tree of numbers that it holds in the end."""
    if isinstance(case, NodeCase) and not is_leaf(case.node):
        return TreeSearch(case)
    return None


def of_text(tree: str, board: str) -> Search:
    if board:
        raise KitError(NO_BOARD)
    node: Tree = typed(tree, SHAPE) if tree else EXAMPLE
    checked(node)
    return TreeSearch(NodeCase("value", node))


def checked(value: Any) -> None:
    """Raise KitError unless a value is a node with all that is below it."""
    match value:
        case int() | float() if is_number(value):
            return
        case (str(kind), [_, *_] as below) if kind in FUNCTION and isinstance(value, tuple):
            for child in below:
                checked(child_of(child) if kind == "chance" else child)
        case _:
            raise KitError(NO_TREE.format(text=str(value)[:SHOWN], shape=SHAPE))


def is_number(value: float) -> bool:
    """Tell whether a number can be a leaf. NaN, which equals nothing, can't."""
    return not isinstance(value, bool) and abs(value) < LARGEST


def child_of(pair: Any) -> Any:
    """Return the node of a (probability, node); raise KitError if it is none."""
    match pair:
        case (int() | float(), node) if isinstance(pair, tuple):
            return node
    raise KitError(NO_PAIR.format(text=str(pair)[:SHOWN], shape=SHAPE))
