"""The questions about minmax that are asked in the isolated process. See graders/kit/isolation/harness.py."""

from itertools import count
from typing import Any

from graders.kit.isolation.tools import Missing, Unfit, children_of, create, method, plain, planted, predicate, short

Place = list[
    Any
]  # board, boards on the path to the node below it, the nodes of a tree that is given, what ends each row


def cells(board: Any) -> str:
    """Return a board of the student's, rows of any kind of sequence, as nine characters."""
    if not hasattr(board, "__len__") or not hasattr(board, "__getitem__") or isinstance(board, dict):
        raise Unfit(f"A board must be a list of three rows, not {short(board)}.")
    if len(board) != 3:
        raise Unfit(f"A board must have three rows, not {len(board)}: {short(board)}.")
    marks = [str.__str__(cell) if isinstance(cell, str) else str(cell) for row in board for cell in list(row)[:3]]
    if len(marks) != 9:
        raise Unfit(f"A board must have three cells a row: {short(board)}.")
    return "".join(mark if len(mark) == 1 else "?" for mark in marks)


def node_of(submission: Any, board: str, line_end: str, depth: int, parent: Any) -> Any:
    """Return a node of the student's, without children, for a board of nine characters."""
    rows = [list(board[i : i + 3] + line_end) for i in (0, 3, 6)]
    # All five, in order: the original's shared default list must not join one question's tree to the next's.
    return create(submission.GameNode, rows, 0, depth, parent, [], takes="GameNode(map, val, deepID, parent, children)")


def build(submission: Any, board: str, line_end: str = "", nodes: Any = ()) -> tuple[Any, Any]:
    """Return (root, tree) for a board, made as the statement says, or for given nodes, without buildTree."""
    if nodes:  # [board, depth, number of the parent]
        root = planted(nodes, lambda here, *about: node_of(submission, here, line_end, *about))
    else:
        root = node_of(submission, board, line_end, 0, None)
    tree = create(submission.GameTree, root, takes="GameTree(root)")
    if not nodes:
        method(tree, "buildTree")(root)
    return root, tree


def search_at(submission: Any, place: Place) -> tuple[Any, Any, Any]:
    """Return (search, root, node): the student's MinMax, and the node that the path leads to."""
    board, path, nodes, line_end = place
    root, tree = build(submission, board, line_end, nodes)
    search = create(submission.MinMax, tree, takes="MinMax(game_tree)")
    node = root
    for step in path:
        below = [child for child in children_of(node) if cells(child.map) == step]
        if not below:
            raise Missing(f"buildTree made no node for the board {step[:3]} {step[3:6]} {step[6:]}.")
        node = below[0]
    return search, root, node


def ask_tree(submission: Any, board: str, limit: int) -> Any:
    """Build the tree; return its nodes as [cells, deepID, whether parent is right, children]."""
    root, _ = build(submission, board)
    numbers = count(1)

    def walk(node: Any, parent: Any, depth: int) -> list[Any]:
        if next(numbers) > limit or depth > 10:
            raise Unfit(
                f"The tree has no end, or over {limit} nodes. Is it built on below finished positions? Do nodes share "
                "one list of children, as the default children=[] makes them?"
            )
        children = [walk(child, node, depth + 1) for child in children_of(node)]
        return [cells(node.map), plain(node.deepID), parent is None or node.parent is parent, children]

    return walk(root, None, 0)


def ask_isTerminal(submission: Any, place: Place) -> list[Any]:
    search, _, node = search_at(submission, place)
    return predicate(method(search, "isTerminal")(node))


def ask_number(submission: Any, name: str, place: Place, searched: bool) -> Any:
    """Call get_value, max_value or min_value; if searched, only after minmax has answered for the root."""
    search, root, node = search_at(submission, place)
    if searched:
        method(search, "minmax")(root)
    return plain(method(search, name)(node))


def ask_play(submission: Any, board: str, mark: str, thinks: bool) -> list[Any]:
    """Return the cells that minmax plays, and what the moves are worth if that is asked or minmax plays none."""
    search, root, _ = search_at(submission, [board, [], [], ""])
    winning = {cells(after) for after in method(search, "minmax")(root)}
    after = {cells(child.map): child for child in children_of(root)}
    cell_of = {now: next((i for i in range(9) if now[i] != board[i]), -1) for now in [*after, *winning]}
    values = []
    for now, child in after.items() if thinks or not winning else []:
        name = "get_value" if method(search, "isTerminal")(child) else "min_value"
        values.append([cell_of[now], plain(method(search, name)(child))])
    return [[cell_of[now] for now in winning], values]


def ask_minmax(submission: Any, place: Place) -> list[str]:
    """Call minmax, for a node below the root once it has answered for the root; return boards of nine characters."""
    search, root, node = search_at(submission, place)
    if node is not root:
        method(search, "minmax")(root)
    answer = method(search, "minmax")(node)
    if not isinstance(answer, (list, tuple)):
        raise Unfit(f"minmax must return a list of boards, [] if there is none; yours returned {short(answer)}.")
    return [cells(board) for board in answer]
