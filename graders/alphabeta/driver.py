"""The questions about alphabeta that are asked in the isolated process. See graders/kit/isolation/harness.py."""

from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any

from graders.kit.isolation.tools import (
    LazyNumber,
    Unfit,
    children_of,
    create,
    follow,
    kind_of,
    lend,
    lent,
    method,
    places,
    plain,
    planted,
    predicate,
    short,
)

KNOWN: dict[int, tuple[Any, list[int]]] = {}  # the nodes that are searched, as places returns them
# For a recording: see recorder.py.
ROLES = {"max_value": (1, 3), "min_value": (1, 3), "get_value": None, "isTerminal": None}


def key_of(value: Any) -> list[int] | None:
    """Return the path to a node of the tree that is searched."""
    _, path = KNOWN.get(id(value), (None, None))
    return path


def as_it_is(value: Any) -> Any:
    return value


def listed(data: list[Any], value_of: Callable[[Any], Any] = as_it_is) -> list[Any]:
    """Return a tree as the student's buildTree takes it: JSON has no tuples, so leaves come as lists.

    value_of: returns the value of a leaf for what stands in its place
    """
    below: list[Any] = []
    for child in data[1:]:
        if len(child) == 2 and not isinstance(child[1], list):
            below.append((child[0], value_of(child[1])))
        else:
            below.append(listed(child, value_of))
    return [data[0], *below]


def search_in(
    submission: Any,
    data: list[Any],
    given: bool = False,
    lends: Any = (),
    value_of: Callable[[Any], Any] = as_it_is,
) -> tuple[Any, Any]:
    """Return (search, root), called as the statement says; given: data is trees.flat's, and buildTree is not asked.

    lends: helpers in whose place the search finds right ones. What they return for each node is asked back when the
    student's code calls them, not before.
    """

    def right(name: str) -> Any:
        here = places(root)
        answers: dict[tuple[int, ...], Any] = {}

        def helper(_: Any, node: Any) -> Any:
            if not answers:
                answers.update((tuple(path), answer) for path, answer in submission.ask_back(name))
            return answers.get(tuple(here[id(node)][1])) if id(node) in here else None

        return helper

    def make(*about: Any) -> Any:
        values = [value_of(value) for value in about[1:-1]]
        return create(submission.GameNode, about[0], *values, takes="GameNode(name, val)")

    tree = create(submission.GameTree, takes="GameTree()")
    root = tree.root = (
        planted(data, make)
        if given
        else create(submission.GameNode, data[0], takes="GameNode(name)")
    )
    if not given:
        method(tree, "buildTree")(listed(data, value_of), root)
    search = create(submission.AlphaBeta, tree, takes="AlphaBeta(game_tree)")
    lend(search, {name: right(name) for name in lends})
    return search, root


def ask_tree(submission: Any, data: list[Any], size: int, apart: bool) -> Any:
    """Build the tree, apart: below a node that is not the tree's root; return its nodes as [name, val, children]."""
    root = create(submission.GameNode, data[0], takes="GameNode(name)")
    tree = create(submission.GameTree, takes="GameTree()")
    tree.root = create(submission.GameNode, data[0], takes="GameNode(name)") if apart else root
    method(tree, "buildTree")(listed(data), root)
    limit, numbers = 2 * size, count(1)

    def walk(node: Any, depth: int) -> list[Any]:
        if next(numbers) > limit or depth > limit:
            raise Unfit(
                f"The tree has no end, or over {limit} nodes: data_list has half as many. Do nodes share one list of "
                "children? Each needs its own."
            )
        return [
            plain(node.name),
            plain(node.val),
            [walk(child, depth + 1) for child in children_of(node)],
        ]

    return walk(root, 0)


def ask_isTerminal(
    submission: Any, data: list[Any], path: list[int], given: bool, val: Any
) -> list[Any]:
    search, root = search_in(submission, data, given)
    node = follow(root, path)
    if val is not None:
        node.val = val
    return predicate(method(search, "isTerminal")(node))


def ask_get_value(submission: Any, data: list[Any], path: list[int], given: bool) -> Any:
    search, root = search_in(submission, data, given)
    return plain(method(search, "get_value")(follow(root, path)))


def placed(known: dict[int, tuple[Any, list[int]]], root: Any, answer: Any) -> list[Any] | None:
    """Return a node as [path, name, val], None for None; raise Unfit if the tree is not as it was known before."""
    if [path for _, path in known.values()] != [
        known.get(n, (None, None))[1] for n in places(root)
    ]:
        raise Unfit(
            "A search must leave the tree as it is; after yours a node has other children, or in another order."
        )
    if answer is None:
        return None
    if id(answer) not in known:
        raise Unfit(
            f"minmax_with_alphabeta must return one of the node's children; yours returned {short(answer)}."
        )
    _, path = known[id(answer)]
    return [path, plain(answer.name), plain(answer.val)]


def ask_last(
    submission: Any, data: list[Any], calls: list[Any], given: bool, lends: list[str]
) -> Any:
    """Call methods of one object, each [name, path to a node, window], one after the other; return the last answer."""
    search, root = search_in(submission, data, given, lends)
    remember(root)
    answer = last(search, root, calls)
    return plain(answer) if calls[-1][2] else placed(KNOWN, root, answer)


def remember(root: Any) -> None:
    KNOWN.clear()
    KNOWN.update(places(root))


def last(search: Any, root: Any, calls: list[Any]) -> Any:
    nodes = [follow(root, path) for _, path, _ in calls]
    return [
        method(search, name)(node, *window)
        for (name, _, window), node in zip(calls, nodes, strict=True)
    ][-1]


def ask_uses(
    submission: Any, data: list[Any], calls: list[Any], given: bool, lends: list[str]
) -> Any:
    """Do as ask_last does on a tree of which each leaf's value is asked for when it is first used, in a copy as well.

    data has the numbers of leaves in the place of their values.
    """

    def value_of(number: int) -> LazyNumber:
        return LazyNumber(partial(submission.ask_back, number))

    with lent({"type": kind_of}):
        search, root = watched_search(submission, data, given, lends, value_of)
        answer = last(search, root, calls)
    return plain(answer) if calls[-1][2] else placed(KNOWN, root, answer)


def watched_search(
    submission: Any,
    data: list[Any],
    given: bool,
    lends: list[str],
    value_of: Callable[[Any], Any] = as_it_is,
) -> tuple[Any, Any]:
    """Return what search_in does; a right get_value, if it is lent, asks for one leaf at a time."""
    search, root = search_in(
        submission, data, given, [name for name in lends if name != "get_value"], value_of
    )
    remember(root)
    if "get_value" in lends:
        lend(
            search,
            {
                "get_value": lambda _, node: submission.ask_back(
                    KNOWN.get(id(node), (node, None))[1]
                )
            },
        )
    return search, root


def ask_reads(
    submission: Any, data: list[Any], calls: list[Any], given: bool, lends: list[str]
) -> Any:
    """Do as ask_last does on a tree of which each leaf's value is asked for when it is first read."""
    search, root = watched_search(submission, data, given, lends)
    unread = {number: place for number, place in KNOWN.items() if not len(children_of(place[0]))}
    originals: dict[Any, Any] = {type(node): None for node, _ in unread.values()}

    def watched(look_up: Any) -> Any:
        def __getattribute__(node: Any, name: str) -> Any:
            if name in {"val", "__dict__"} and id(node) in unread:
                _, path = unread.pop(id(node))
                value = submission.ask_back(path)
                stored = type(look_up(node, "val"))
                node.val = (
                    value if stored is int else stored(value)
                )  # who stores a Decimal reads one
            return look_up(node, name)

        return __getattribute__

    for kind in originals:
        originals[kind] = kind.__dict__.get("__getattribute__")
        kind.__getattribute__ = watched(kind.__getattribute__)
    try:
        answer = last(search, root, calls)
    finally:
        for kind, original in originals.items():
            del kind.__getattribute__
            if original is not None:
                kind.__getattribute__ = original
    return (
        plain(answer) if calls[-1][2] else placed(KNOWN, root, answer)
    )  # now that no reading counts
