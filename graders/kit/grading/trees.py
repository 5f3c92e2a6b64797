"""Trees as data: a node is [name, child, child, ...], a leaf [name, value]. A path is child numbers from the root."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

Data = list[Any]
Path = tuple[int, ...]


def is_leaf(data: Data) -> bool:
    """Tell whether a node is a leaf: a name and a number."""
    return len(data) == 2 and not isinstance(data[1], list)


def children(data: Data) -> list[Data]:
    return [] if is_leaf(data) else data[1:]


def at(data: Data, path: Path) -> Data:
    for step in path:
        data = data[1 + step]
    return data


def nodes(data: Data) -> list[tuple[Path, Data]]:
    """Return all nodes with their paths, each before those below it, from left to right."""
    found: list[tuple[Path, Data]] = []
    rest: list[tuple[Path, Data]] = [((), data)]
    while rest:
        found.append(rest.pop())
        path, node = found[-1]
        if not is_leaf(node):
            rest += [((*path, number - 1), node[number]) for number in range(len(node) - 1, 0, -1)]
    return found


def paths(data: Data) -> list[Path]:
    """Return the paths of all nodes, each before those below it, from left to right."""
    return [path for path, _ in nodes(data)]


def values_in(data: Data) -> dict[Path, int]:
    """Return the value of each leaf by its path, from left to right."""
    return {path: node[1] for path, node in nodes(data) if is_leaf(node)}


def count(data: Data) -> int:
    """Return how many nodes there are."""
    return 1 if is_leaf(data) else 1 + sum(map(count, data[1:]))


def with_values(data: Data, value_of: Callable[[Path], Any], path: Path = ()) -> Data:
    if is_leaf(data):
        return [data[0], value_of(path)]
    return [
        data[0],
        *[with_values(child, value_of, (*path, n)) for n, child in enumerate(data[1:])],
    ]


def negated(data: Data) -> Data:
    """Return a tree with its values' signs changed, which turns a maximising search into a minimising one."""
    return [data[0], -data[1]] if is_leaf(data) else [data[0], *map(negated, data[1:])]


def flat(data: Data) -> list[list[Any]]:
    """Return the nodes as [name, number of the parent], leaves as [name, value, number], parents before children."""
    level = [(data, -1)]
    for number, (node, _) in enumerate(level):
        level += [(child, number) for child in children(node)]
    return [[*(node if is_leaf(node) else node[:1]), above] for node, above in level]


def tree(shape: Any) -> Data:
    """Return a tree, its nodes named A, B, ... level by level. shape: a list for a node, a number for a leaf"""

    def build(shape: Any) -> Data:
        return ["", *map(build, shape)] if isinstance(shape, list) else ["", shape]

    level = [build(shape)]
    for number, node in enumerate(level):
        turn, letter = divmod(number, 26)
        node[0] = chr(ord("A") + letter) + (str(turn) if turn else "")
        level += children(node)
    return level[0]


def filled(shape: Any, values: Iterable[int]) -> Data:
    """Return a tree with other values than its shape's at its leaves, from left to right."""
    rest = iter(values)
    return with_values(tree(shape), lambda _: next(rest))


def grow(rng: Random, shape: Any, low: int, high: int) -> Data:
    """Return a tree with random values."""
    return with_values(tree(shape), lambda _: rng.randint(low, high))


def uniform(branching: int, plies: int) -> Any:
    """Return the shape of a tree with the same number of children everywhere."""
    return [uniform(branching, plies - 1) for _ in range(branching)] if plies else 0


def uneven(rng: Random, plies: int) -> Any:
    """Return a random shape of at most that many plies, one to three children a node."""
    return [
        uneven(rng, plies - 1) if plies > 1 and rng.random() < 0.65 else 0
        for _ in range(rng.choice((1, 2, 2, 3)))
    ]


def renamed(data: Data, new: Callable[[str], str]) -> Data:
    """Return a tree with other names."""
    return [
        new(data[0]),
        *(data[1:] if is_leaf(data) else [renamed(child, new) for child in data[1:]]),
    ]
