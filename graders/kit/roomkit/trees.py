"""Trees as data: a node is [name, child, child, ...], a leaf [name, value].

The path to a node is the numbers of children, from the root down, each counted from 0.
"""

from collections.abc import Callable, Iterable
from functools import cache
from random import Random
from typing import Any

Data = list[Any]
Path = tuple[int, ...]


def is_leaf(data: Data) -> bool:
    """Tell whether a node is a leaf: a name and a number."""
    return len(data) == 2 and not isinstance(data[1], list)


def children(data: Data) -> list[Data]:
    """Return the children of a node: none of a leaf."""
    below = data[1:]
    if len(below) == 1 and not isinstance(below[0], list):
        return []  # it is the value of a leaf
    return below


def at(data: Data, path: Path) -> Data:
    """Return the node that a path leads to."""
    for step in path:
        data = data[1 + step]
    return data


def nodes(data: Data) -> list[tuple[Path, Data]]:
    """Return all nodes with their paths, each before those below it, from left to right."""
    found: list[tuple[Path, Data]] = []
    rest: list[tuple[Path, Data]] = [((), data)]
    while rest:
        path, node = rest.pop()
        found.append((path, node))
        below = children(node)
        for number in reversed(range(len(below))):  # so that the first child is taken next
            rest.append(((*path, number), below[number]))
    return found


def paths(data: Data) -> list[Path]:
    """Return the paths of all nodes, each before those below it, from left to right."""
    return [path for path, _ in nodes(data)]


def values_in(data: Data) -> dict[Path, int]:
    """Return the value of each leaf by its path, from left to right."""
    values = {}
    for path, node in nodes(data):
        if is_leaf(node):
            values[path] = node[1]
    return values


def count(data: Data) -> int:
    """Return how many nodes there are."""
    return 1 + sum(map(count, children(data)))


def with_values(data: Data, value_of: Callable[[Path], Any], path: Path = ()) -> Data:
    """Return a tree with other values at its leaves.

    Args:
        data: The tree.
        value_of: Returns the value of the leaf that a path leads to; asked from left to right.
        path: The path to this tree, where it is a part of a larger one.
    """
    if is_leaf(data):
        return [data[0], value_of(path)]
    copy = [data[0]]
    for number, child in enumerate(children(data)):
        copy.append(with_values(child, value_of, (*path, number)))
    return copy


def negated(data: Data) -> Data:
    """Return a tree with the signs of its values changed.

    It turns a maximising search into a minimising one.
    """
    if is_leaf(data):
        return [data[0], -data[1]]
    return [data[0], *map(negated, data[1:])]


def flat(data: Data) -> list[list[Any]]:
    """Return all nodes as rows, parents before children.

    Returns:
        [name, number of the parent's row] for a node, [name, value, number of the parent's row]
        for a leaf. The root's number is -1.
    """
    rows: list[list[Any]] = []
    level = [(data, -1)]
    for number, (node, parent) in enumerate(level):  # which grows meanwhile
        fields = node if is_leaf(node) else node[:1]
        rows.append([*fields, parent])
        level += [(child, number) for child in children(node)]
    return rows


def tree(shape: Any) -> Data:
    """Return a tree, its nodes named A, B, ... level by level.

    Args:
        shape: A list for a node, a number for a leaf.
    """
    root, *_ = planted(shape)
    return root


def planted(shape: Any) -> list[Data]:
    """Return the nodes of such a tree, level by level: the root first."""
    level = [_nameless(shape)]
    for number, node in enumerate(level):  # which grows meanwhile
        node[0] = _name(number)
        level += children(node)
    return level


def _nameless(shape: Any) -> Data:
    if not isinstance(shape, list):
        return ["", shape]
    return ["", *map(_nameless, shape)]


@cache
def _name(number: int) -> str:
    """Return the name of a node, of which the first 26 are letters: A, ..., Z, A1, ..., Z1, A2."""
    turn, place = divmod(number, 26)
    letter = chr(ord("A") + place)
    return f"{letter}{turn}" if turn else letter


def filled(shape: Any, values: Iterable[int]) -> Data:
    """Return a tree with other values than its shape's at its leaves, from left to right."""
    rest = iter(values)
    return with_values(tree(shape), lambda _: next(rest))


def grow(rng: Random, shape: Any, low: int, high: int) -> Data:
    """Return a tree with random values."""
    return with_values(tree(shape), lambda _: rng.randint(low, high))


def uniform(branching: int, plies: int) -> Any:
    """Return the shape of a tree with the same number of children everywhere."""
    if plies == 0:
        return 0
    return [uniform(branching, plies - 1) for _ in range(branching)]


def uneven(rng: Random, plies: int) -> Any:
    """Return a random shape of at most that many plies, one to three children a node."""
    shape: list[Any] = []
    for _ in range(rng.choice((1, 2, 2, 3))):
        if plies > 1 and rng.random() < 0.65:
            shape.append(uneven(rng, plies - 1))
        else:
            shape.append(0)
    return shape


def renamed(data: Data, new: Callable[[str], str]) -> Data:
    """Return a tree with other names."""
    name = new(data[0])
    if is_leaf(data):
        return [name, data[1]]
    return [name, *(renamed(child, new) for child in data[1:])]
