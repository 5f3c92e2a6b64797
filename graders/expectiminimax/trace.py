"""A search of expectiminimax as it is recorded: a function that is asked about a tree."""

from typing import Any

from graders.expectiminimax.cases import NodeCase, value_of
from graders.expectiminimax.oracle import FUNCTION, children, is_leaf
from graders.expectiminimax.oracle import Node as Tree
from graders.kit.errors import KitError
from graders.kit.roomkit.textbook import Key, Node
from graders.kit.trace.search import Search, typed

EXAMPLE = ("max", [("chance", [(0.5, 10), (0.5, -4)]), ("min", [5, 2])])  # the statement's
SHAPE = 'a node is a number, or a pair as ("max", [5, 2]), ("min", [5, 2]) or ("chance", [(0.5, 10), (0.5, -4)])'


class TreeSearch(Search):
    """A function that is asked about the root of a tree. Leaves are numbers, told apart by what is above them."""

    prunes = False

    def __init__(self, case: NodeCase) -> None:
        self.case, self.root = case, case.node
        self.title = f"{case.function}(node)"
        self.position = repr(case.node)

    def at(self, key: Key) -> Tree:
        """Return what is at a node."""
        node = self.root
        for step in key:
            node = children(node)[step][1]
        return node

    def node(self, key: Key) -> Node:
        here = self.at(key)
        above = self.at(key[:-1]) if key else here
        by_chance = bool(key) and above[0] == "chance"
        p = children(above)[key[-1]][0] if by_chance else 1
        share = f"{p}: " if by_chance else ""
        if is_leaf(here):
            return Node(f"{share}{here}", "", self.number(here), chance=float(p))
        return Node(share, here[0], chance=float(p))

    @staticmethod
    def number(node: Tree) -> float | None:
        return float(value_of(node)) if is_leaf(node) and abs(node) < 1e300 else None

    def children(self, key: Key) -> list[Key]:
        return [(*key, number) for number in range(len(children(self.at(key))))]

    def locate(self, sent: Any, above: Key | None) -> Key | None:
        match sent:
            case ["leaf", str(text)] if above is not None:
                return next(
                    (key for key in self.children(above) if str(self.at(key)) == text), None
                )
            case ["inner", [*path]] if all(type(step) is int and step >= 0 for step in path):
                try:
                    return tuple(path) if not is_leaf(self.at(tuple(path))) else None
                except IndexError:
                    return None
        return None


def of_case(case: Any) -> Search | None:
    """Return the search of a case about a tree, the tree of numbers that it holds in the end."""
    return TreeSearch(case) if isinstance(case, NodeCase) and not is_leaf(case.node) else None


def of_text(tree: str, board: str) -> Search:
    if board:
        raise KitError(f"expectiminimax searches trees: give one, where {SHAPE}.")
    node: Tree = typed(tree, SHAPE) if tree else EXAMPLE
    checked(node)
    return TreeSearch(NodeCase("value", node))


def checked(value: Any) -> None:
    """Raise KitError unless a value is a node with all that is below it."""
    match value:
        case int() | float() if (
            not isinstance(value, bool) and value == value and abs(value) < 1e300
        ):
            return
        case (str(kind), [_, *_] as below) if kind in FUNCTION and isinstance(value, tuple):
            for child in below:
                match child:
                    case (int() | float(), node) if kind == "chance" and isinstance(child, tuple):
                        checked(node)
                    case _ if kind != "chance":
                        checked(child)
                    case _:
                        raise KitError(
                            f"The tree has no (probability, node) at {str(child)[:60]!r}: {SHAPE}."
                        )
        case _:
            raise KitError(f"This is no tree at {str(value)[:60]!r}: {SHAPE}.")
