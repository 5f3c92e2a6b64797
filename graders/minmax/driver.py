"""The questions about minmax that are asked in the isolated process. See graders/kit/isolation/harness.py."""

import gc
import sys
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count, pairwise
from typing import Any

from graders.kit.isolation.tools import (
    Missing,
    Unfit,
    asked_back,
    children_of,
    create,
    lent,
    method,
    plain,
    planted,
    predicate,
    short,
)

FORMER: list[Any] = []  # the root that minmax was asked about last, alone
LAST: list[Any] = []  # in a question: what minmax returned last, and its boards then
SEARCHED: list[Any] = []  # in a question: the root of the tree that is searched, once it is built
# For a recording: see recorder.py.
ROLES = {"isTerminal": None, "get_value": None}
# board, boards on the path to the node below it, the nodes of a tree that is given, what ends each row, and the names
# of the methods in whose place right ones are put
Place = list[Any]


def cells(board: Any) -> str:
    """Return a board of the student's, rows of any kind of sequence, as nine characters."""
    if (
        not hasattr(board, "__len__")
        or not hasattr(board, "__getitem__")
        or isinstance(board, dict)
    ):
        raise Unfit(f"A board must be a list of three rows, not {short(board)}.")
    if len(board) != 3:
        raise Unfit(f"A board must have three rows, not {len(board)}: {short(board)}.")
    marks = [
        str.__str__(cell) if isinstance(cell, str) else str(cell)
        for row in board
        for cell in list(row)[:3]
    ]
    if len(marks) != 9:
        raise Unfit(f"A board must have three cells a row: {short(board)}.")
    return "".join(mark if len(mark) == 1 else "?" for mark in marks)


def node_of(kind: Any, board: str, line_end: str, depth: int, parent: Any) -> Any:
    """Return a node of a class of the student's, without children, for a board of nine characters."""
    rows = [list(board[i : i + 3] + line_end) for i in (0, 3, 6)]
    # All five, in order: the original's shared default list must not join one question's tree to the next's.
    return create(
        kind, rows, 0, depth, parent, [], takes="GameNode(map, val, deepID, parent, children)"
    )


def key_of(value: Any) -> Any:
    """Return the cells that were played from the root to a node; its board, if its parents do not tell."""
    if not SEARCHED or not isinstance(value, type(SEARCHED[0])):
        return None
    boards, above = [cells(value.map)], value
    while above is not SEARCHED[0] and len(boards) < 10:
        above = getattr(above, "parent", None)
        if above is None:
            return boards[0]
        boards.append(cells(above.map))
    moves = [[i for i in range(9) if now[i] != before[i]] for now, before in pairwise(boards)]
    return [cell for (cell,) in moves[::-1]] if all(len(one) == 1 for one in moves) else boards[0]


def is_let_go(node: Any) -> bool:
    """Tell whether nobody but the caller has a node any more, and vars() has all that the node has."""
    has_slots = any(getattr(kind, "__slots__", ()) for kind in type(node).__mro__)
    if not hasattr(node, "__dict__") or has_slots or weakref.getweakrefcount(node):
        return False
    ours = object()
    of_caller = 1
    if sys.getrefcount(node) > sys.getrefcount(ours) + of_caller:
        gc.collect()  # perhaps a cycle alone kept it
    return sys.getrefcount(node) <= sys.getrefcount(ours) + of_caller


def build(submission: Any, board: str, line_end: str = "", nodes: Any = ()) -> tuple[Any, Any]:
    """Return (root, tree) for a board, made as the statement says, or for given nodes, without buildTree."""
    if nodes:  # [board, depth, number of the parent]
        root = planted(
            nodes, lambda here, *about: node_of(submission.GameNode, here, line_end, *about)
        )
    else:
        former = FORMER.pop() if FORMER else None
        if former is not None and is_let_go(former):
            # It becomes the new root, which so has the id() by which somebody may have kept answers.
            vars(former).clear()
            node_of(former.__init__, board, line_end, 0, None)
            root = former
        else:
            root = node_of(submission.GameNode, board, line_end, 0, None)
    tree = create(submission.GameTree, root, takes="GameTree(root)")
    if not nodes:
        method(tree, "buildTree")(root)
    return root, tree


@contextmanager
def search_at(
    submission: Any, place: Place, searched: bool = False
) -> Iterator[tuple[Any, Any, Any]]:
    """Give (search, root, node): the student's MinMax, and the node that the path leads to.

    searched: whether minmax is to answer for the root before
    """
    LAST.clear()
    SEARCHED.clear()
    board, path, nodes, line_end, lends = place
    words = {name: (lambda *about: cells(about[-1].map), lambda answer: answer) for name in lends}
    _, kind = submission.GameNode, submission.MinMax  # if both are missing, that one is named
    own = {name: vars(kind)[name] for name in lends if name in vars(kind)}
    for name, right in asked_back(submission, lends, words).items():
        setattr(kind, name, right)
    try:
        root, tree = build(submission, board, line_end, nodes)
        search = create(kind, tree, takes="MinMax(game_tree)")
        SEARCHED.append(root)
        node = root
        for step in path:
            below = [child for child in children_of(node) if cells(child.map) == step]
            if not below:
                raise Missing(
                    f"buildTree made no node for the board {step[:3]} {step[3:6]} {step[6:]}."
                )
            node = below[0]
        if searched:
            method(search, "minmax")(root)
        yield search, root, node
    finally:
        for name in lends:
            delattr(kind, name)
        for name, function in own.items():
            setattr(kind, name, function)


def ask_tree(submission: Any, board: str, line_end: str, limit: int) -> Any:
    """Build the tree; return its nodes as [cells, deepID, whether parent is right, children]."""
    root, _ = build(submission, board, line_end)
    numbers = count(1)
    owner: dict[int, Any] = {}  # by the identity of a list of children

    def walk(node: Any, parent: Any, depth: int) -> list[Any]:
        below = children_of(node)
        if len(below) and owner.setdefault(id(below), node) is not node:
            raise Unfit(
                "Two nodes share one list of children, as a default children=[] makes them."
            )
        if next(numbers) > limit or depth > 9:
            raise Unfit(
                f"The tree has no end, or over {limit} nodes: who makes moves without end, or twice?"
            )
        children = [walk(child, node, depth + 1) for child in below]
        return [
            cells(node.map),
            plain(node.deepID),
            parent is None or node.parent is parent,
            children,
        ]

    return walk(root, None, 0)


def begun(submission: Any, board: str, most: float) -> list[Any]:
    """Let buildTree make so many nodes; return them as [cells, number of children], none if it fails."""
    made: list[Any] = []
    kind = submission.GameNode

    class Enough(BaseException):
        """There are as many nodes as are wanted."""

    own = kind.__init__

    def count(node: Any) -> Any:
        if len(made) >= most:
            raise Enough
        made.append(node)
        return node

    class Counted(kind):  # type: ignore[misc,valid-type]
        def __new__(cls, *args: Any, **named: Any) -> Any:
            return count(
                object.__new__(cls)
                if kind.__new__ is object.__new__
                else kind.__new__(cls, *args, **named)
            )

    def of_heirs(
        node: Any, *args: Any, **named: Any
    ) -> None:  # of classes that the student derived from GameNode
        own(node if isinstance(node, Counted) else count(node), *args, **named)

    kind.__init__ = of_heirs
    try:
        with lent({"GameNode": Counted}):
            build(submission, board)
    except Enough:
        pass
    except Exception:  # smaller trees show it
        return []
    finally:
        kind.__init__ = own
    return [
        [cells(node.map), len(getattr(node, "children", None) or ())]
        for node in made
        if hasattr(node, "map")
    ]


def ask_begun(submission: Any, board: str, most: int, smaller: str) -> list[Any]:
    """Return the first nodes of a tree; if they come level by level, all of a smaller one."""
    found = begun(submission, board, most)
    deep = min((here.count("_") for here, _ in found), default=0) < board.count("_") - 4
    return found if deep or not found else begun(submission, smaller, float("inf"))


def called(search: Any, name: str, node: Any) -> Any:
    """Return what a method says of a node; boards as nine characters each."""
    answer = method(search, name)(node)
    if name != "minmax":
        return predicate(answer) if name == "isTerminal" else plain(answer)
    if not isinstance(answer, (list, tuple)):
        raise Unfit(
            f"minmax must return a list of boards, [] if there is none; yours returned {short(answer)}."
        )
    before, LAST[:] = LAST[:], (answer, [cells(board) for board in answer])
    if before and [cells(board) for board in before[0]] != before[1]:
        raise Unfit(
            "minmax must return a new list each time; yours has changed the one that it returned before."
        )
    return LAST[1]


def ask_below(submission: Any, name: str, place: Place, searched: bool, most: int) -> list[Any]:
    """Call a method for each node below that it is meant for; return [cells, depth, answer] for so many at most.

    minmax is called in turn with max_value and min_value, down the tree and up again, once another tree was built.
    """
    calls, all_in_turn = [], name == "minmax"
    with search_at(submission, place, searched) as (search, _, node):
        nodes = [(node, 0)]
        for node, depth in nodes:
            nodes += [
                (child, depth + 1)
                for child, _ in zip(children_of(node), range(most - len(nodes)), strict=False)
            ]
            own = (
                (["minmax", "max_value"], ["min_value"])[depth % 2]
                if len(children_of(node))
                else ["get_value"]
            )
            names = own if all_in_turn else [name] if name in ("isTerminal", own[-1]) else []
            calls += [(method_name, node, depth) for method_name in names]
        if all_in_turn:
            build(submission, place[0][::-1])
            calls += calls[::-1]
        found = [
            [cells(node.map), depth, called(search, method_name, node)]
            for method_name, node, depth in calls
        ]
    for node, _ in nodes:
        node.children = []  # new nodes will get the id() of these, by which somebody may have kept values
    return found


def ask_number(submission: Any, name: str, place: Place, searched: bool) -> Any:
    """Call isTerminal, get_value, max_value or min_value."""
    with search_at(submission, place, searched) as (search, _, node):
        return called(search, name, node)


def ask_play(submission: Any, board: str, mark: str, thinks: bool) -> list[Any]:
    """Return the cells that minmax plays, and what the moves are worth if that is asked or minmax plays none."""
    with search_at(submission, [board, [], [], "", []]) as (search, root, _):
        winning = {cells(after) for after in method(search, "minmax")(root)}
        after = {cells(child.map): child for child in children_of(root)}
        cell_of = {
            now: next((i for i in range(9) if now[i] != board[i]), -1) for now in [*after, *winning]
        }
        values = []
        for now, child in after.items() if thinks or not winning else []:
            name = "get_value" if method(search, "isTerminal")(child) else "min_value"
            values.append([cell_of[now], plain(method(search, name)(child))])
        return [[cell_of[now] for now in winning], values]


def ask_minmax(submission: Any, place: Place) -> Any:
    """Call minmax, for a node below the root once it has answered for the root."""
    with search_at(submission, place, searched=bool(place[1])) as (search, root, node):
        answer = called(search, "minmax", node)
    for child in children_of(root):
        child.parent = None  # else these keep root, until the garbage is collected
    root.children = []
    FORMER.append(root)
    return answer
