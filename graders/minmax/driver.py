"""The questions about minmax that are asked in the isolated process.

See graders/kit/isolation/harness.py.
"""

import gc
import sys
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count, islice, pairwise
from typing import Any

from graders.kit.isolation.tools import (
    Missing,
    Unfit,
    asked_back,
    children_of,
    create,
    lending_methods,
    lent,
    method,
    plain,
    planted,
    predicate,
    short,
)

MOST_NODES = 10_000  # of a tree that are looked at: who makes moves without end makes more
# Collections of garbage after which somebody still had the former root: who keeps all nodes would wait
# longer and longer for them.
COLLECTIONS = 5
STILL_KEPT: list[bool] = []
FORMER: list[Any] = []  # the root that minmax was asked about last, alone
RETURNED: list[Any] = []  # in a question: minmax's first answer and its last, with the boards then
SEARCHED: list[Any] = []  # in a question: the root of the tree that is searched, once it is built
# For a recording: see recorder.py.
ROLES = {"isTerminal": None, "get_value": None}

SHARED_LIST = "Two nodes share one list of children, as a default children=[] makes them."
ENDLESS = "The tree has no end, or over {limit} nodes: who makes moves without end, or twice?"
NO_LIST = "minmax must return a list of boards, [] if there is none; yours returned {answer}."
CHANGED_BOARD = (
    "A method changed the board of a node, or its children: these must stay as they are."
)
CHANGED_LIST = (
    "minmax must return a new list each time; yours has changed one that it returned before."
)

# A board; the boards on the path to the node below it; the nodes of a tree that is given; what ends
# each row.
Place = list[Any]
# What is asked before, see BEFORE in calls.py; the root of the other tree that is searched then.
History = list[str]


def cells(board: Any) -> str:
    """Return a board of the student's, rows of any kind of sequence, as nine characters."""
    is_sequence = hasattr(board, "__len__") and hasattr(board, "__getitem__")
    if not is_sequence or isinstance(board, dict):
        raise Unfit(f"A board must be a list of three rows, not {short(board)}.")
    if len(board) != 3:
        raise Unfit(f"A board must have three rows, not {len(board)}: {short(board)}.")
    marks = []
    for row in board:
        for cell in list(row)[:3]:
            if type(cell) is str:
                mark = cell
            elif isinstance(cell, str):
                mark = str.__str__(cell)
            else:
                mark = str(cell)
            marks.append(mark if len(mark) == 1 else "?")
    if len(marks) != 9:
        raise Unfit(f"A board must have three cells a row: {short(board)}.")
    return "".join(marks)


def in_rows(board: str, line_end: str = "") -> list[list[str]]:
    """Return nine characters as three rows, with a fourth cell in each, if any."""
    return [list(board[first : first + 3] + line_end) for first in (0, 3, 6)]


def node_of(kind: Any, board: str, line_end: str, depth: int, parent: Any) -> Any:
    """Return a node without children for a board of nine characters.

    Args:
        kind: The student's class, or what makes an object of it anew.
        board: Nine characters.
        line_end: A fourth cell of each row, "" for none.
        depth: Its deepID.
        parent: Another node, or None.
    """
    rows = in_rows(board, line_end)
    takes = "GameNode(map, val, deepID, parent, children)"
    # All five, in order: the original's shared default list must not join one question's tree to
    # the next's.
    return create(kind, rows, 0, depth, parent, [], takes=takes)


def key_of(value: Any) -> Any:
    """Return the cells that were played from the root to a node, for a recording.

    If its parents do not tell: its board. None if it is no node.
    """
    if not SEARCHED or not isinstance(value, type(SEARCHED[0])):
        return None
    boards = [cells(value.map)]
    above = value
    while above is not SEARCHED[0] and len(boards) < 10:
        above = getattr(above, "parent", None)
        if above is None:
            return boards[0]
        boards.append(cells(above.map))
    moves = []
    for after, before in pairwise(boards):
        changed = [cell for cell in range(9) if after[cell] != before[cell]]
        if len(changed) != 1:
            return boards[0]
        moves.append(changed[0])
    return moves[::-1]


def only_former() -> bool:
    """Tell whether FORMER alone has its node any more, and vars() has all that the node has."""
    has_slots = any(getattr(kind, "__slots__", ()) for kind in type(FORMER[0]).__mro__)
    has_vars = hasattr(FORMER[0], "__dict__") and not has_slots
    if not has_vars or weakref.getweakrefcount(FORMER[0]):
        return False
    # How many references there are to what one list has differs from Python to Python.
    unknown = [object()]
    alone = sys.getrefcount(unknown[0])
    if sys.getrefcount(FORMER[0]) > alone and len(STILL_KEPT) < COLLECTIONS:
        gc.collect()  # perhaps garbage has it that is not collected yet
        if sys.getrefcount(FORMER[0]) > alone:
            STILL_KEPT.append(True)
    return sys.getrefcount(FORMER[0]) == alone


def build(submission: Any, board: str, line_end: str = "") -> tuple[Any, Any]:
    """Return (root, tree) for a board, made as the statement says."""
    root = next_root(submission, board, line_end)
    tree = create(submission.GameTree, root, takes="GameTree(root)")
    method(tree, "buildTree")(root)
    return root, tree


def plant(submission: Any, nodes: list[Any], line_end: str) -> tuple[Any, Any]:
    """Return (root, tree) for given nodes, without buildTree.

    Args:
        submission: The student's module.
        nodes: [board, depth, number of the parent] each.
        line_end: What ends each row.
    """

    def make(board: str, depth: int, parent: Any) -> Any:
        return node_of(submission.GameNode, board, line_end, depth, parent)

    root = planted(nodes, make)
    return root, create(submission.GameTree, root, takes="GameTree(root)")


def next_root(submission: Any, board: str, line_end: str) -> Any:
    """Return a root without children.

    If nobody has kept the former one, that one is made anew: so the new root has the id() by which
    somebody may have kept answers.
    """
    if not FORMER or not only_former():
        FORMER.clear()
        return node_of(submission.GameNode, board, line_end, 0, None)
    former = FORMER.pop()
    vars(former).clear()
    node_of(former.__init__, board, line_end, 0, None)
    return former


@contextmanager
def lending(submission: Any, names: list[str]) -> Iterator[None]:
    """Put right methods in the place of the student's meanwhile."""
    words = {name: (board_in_words, lambda answer: answer) for name in names}
    words["buildTree"] = (node_in_words, lambda answer: answer)
    words["minmax"] = (board_in_words, lambda boards: [in_rows(board) for board in boards])
    right = asked_back(submission, names, words)
    of_tree: dict[str, Any] = {}
    of_search: dict[str, Any] = {}
    for name, helper in right.items():
        if name == "buildTree":
            of_tree[name] = building(submission, helper)
        elif name in ("max_value", "min_value"):
            of_search[name] = noting(helper)
        else:
            of_search[name] = helper
    with lending_methods(submission.GameTree, of_tree):
        if not of_search:
            yield
            return
        with lending_methods(submission.MinMax, of_search):
            yield


def board_in_words(*about: Any) -> str:
    """Return the board of the node that a method was called with."""
    return cells(about[-1].map)


def node_in_words(node: Any) -> str:
    """Return the board of a node, and its deepID."""
    return f"{cells(node.map)}{int(node.deepID)}"


def building(submission: Any, right: Any) -> Any:
    """Return a buildTree that makes the nodes that it is told."""

    def build_tree(tree: Any, root: Any) -> None:
        line_end = "".join(root.map[0][3:])
        made = [root]
        for board, depth, number_of_parent in right(root)[1:]:
            parent = made[number_of_parent]
            node = node_of(submission.GameNode, board, line_end, depth, parent)
            parent.children.append(node)
            made.append(node)

    return build_tree


def noting(right: Any) -> Any:
    """Return a max_value or min_value that writes val, as the statement leaves room for."""

    def value_of(search: Any, node: Any) -> Any:
        value, values_below = right(node)
        for child in children_of(node):
            board = cells(child.map)
            if board in values_below:
                child.val = values_below[board]
        node.val = value
        return value

    return value_of


@contextmanager
def search_at(
    submission: Any, place: Place, history: History, searched: bool = False
) -> Iterator[tuple[Any, Any, Any]]:
    """Give (search, root, node): the student's MinMax, and the node that a path leads to.

    Args:
        submission: The student's module.
        place: See Place.
        history: See History.
        searched: Whether minmax is to answer for the root before.
    """
    RETURNED.clear()
    SEARCHED.clear()
    board, path, nodes, line_end = place
    _, kind = submission.GameNode, submission.MinMax  # if both are missing, the first is named
    if nodes:
        root, tree = plant(submission, nodes, line_end)
    else:
        root, tree = build(submission, board, line_end)
    others = []
    if history and history[0] == "built":
        others.append(build(submission, history[1]))  # it is kept meanwhile
    search = create(kind, tree, takes="MinMax(game_tree)")
    SEARCHED.append(root)
    node = root
    for step in path:
        node = child_with(node, step)
    if searched:
        with suppress(Exception):  # a minmax that fails is for its own checks
            method(search, "minmax")(root)
    yield search, root, node


def ask_before(
    submission: Any, search: Any, history: History, name: str, root: Any, node: Any, depth: int
) -> bool:
    """Ask what is to be asked before; tell whether the tree is as it was.

    What else comes of that is for other checks.

    Args:
        submission: The student's module.
        search: The student's MinMax.
        history: See History.
        name: The method that is asked about the node then.
        root: The root of the tree.
        node: The node.
        depth: How many moves it is below the root.
    """
    before, other_board = history
    former = boards_of(root)
    asked: list[tuple[str, Any]] = []
    if before == "another":
        other, tree = build(submission, other_board)
        search = create(submission.MinMax, tree, takes="MinMax(game_tree)")
        asked.append(("minmax", other))
    elif before == "root":
        asked.append(("minmax", root))
    elif before == "below":
        asked += [("minmax", below) for below, plies in nodes_below(root) if plies in (2, 4)]
    elif before == "children":
        for child in children_of(node):
            asked += [(own, child) for own in methods_for(child, depth + 1)]
            asked.append(("isTerminal", child))
        asked.append((name, node))
        asked *= 3
        if name == "minmax" and len(children_of(node)):
            asked.insert(0, ("max_value", node))  # who stops at a win has not seen all then
        if name == "get_value":  # who notes what isTerminal has found has that of another node
            ends = [end for end, _ in nodes_below(root) if not len(children_of(end))]
            asked += [("isTerminal", end) for end in ends]
    for own, about in asked:
        with suppress(Exception):
            called(search, own, about)
    boards = boards_of(root)
    return boards == former or sorted(map(cells, boards)) == sorted(map(cells, former))


def nodes_below(root: Any) -> list[tuple[Any, int]]:
    """Return the nodes of a tree, the root first, each with how many moves it is below the root."""
    nodes: list[tuple[Any, int]] = []
    level = [root]
    depth = 0
    while level and len(nodes) <= MOST_NODES:
        nodes += [(node, depth) for node in level]
        above, level = level, []
        for node in above:
            level += children_of(node)
        depth += 1
    return nodes


def boards_of(root: Any) -> list[list[list[Any]]]:
    """Return copies of the boards in a tree, of which children may be in any order."""
    return [[list(row) for row in node.map] for node, _ in nodes_below(root)]


def child_with(node: Any, board: str) -> Any:
    """Return the first child with a board; raise Missing if there is none."""
    for child in children_of(node):
        if cells(child.map) == board:
            return child
    raise Missing(f"buildTree made no node for the board {board[:3]} {board[3:6]} {board[6:]}.")


def ask_tree(submission: Any, boards: list[str], line_end: str, limit: int) -> Any:
    """Build the tree; return its nodes as [cells, deepID, whether parent is right, children].

    Args:
        submission: The student's module.
        boards: Of the tree before, of that which is looked at, and of the tree after; "" for none.
        line_end: What ends each row.
        limit: How many nodes the tree may have.
    """
    SEARCHED.clear()  # so that nothing of the question before keeps its root
    roots = [build(submission, board, line_end)[0] if board else None for board in boards]
    root = roots[1]  # all are alive meanwhile
    numbers = count(1)
    owner: dict[int, Any] = {}  # by the identity of a list of children

    def walk(node: Any, parent: Any, depth: int) -> list[Any]:
        below = children_of(node)
        if len(below) and owner.setdefault(id(below), node) is not node:
            raise Unfit(SHARED_LIST)
        if next(numbers) > limit or depth > 9:
            raise Unfit(ENDLESS.format(limit=limit))
        children = [walk(child, node, depth + 1) for child in below]
        knows_parent = parent is None or node.parent is parent
        return [cells(node.map), plain(node.deepID), knows_parent, children]

    answer = walk(root, None, 0)
    roots.clear()
    return answer


def begun(submission: Any, board: str, most: float) -> list[Any]:
    """Let buildTree make so many nodes; return them as [cells, number of children]."""
    made: list[Any] = []
    kind = submission.GameNode
    own_new, own_init = kind.__new__, kind.__init__

    class Enough(BaseException):
        """There are as many nodes as are wanted."""

    def count(node: Any) -> Any:
        if len(made) >= most:
            raise Enough
        made.append(node)
        return node

    class Counted(kind):  # type: ignore[misc,valid-type]
        def __new__(cls, *args: Any, **named: Any) -> Any:
            if own_new is object.__new__:
                return count(object.__new__(cls))
            return count(own_new(cls, *args, **named))

    # For objects of classes that the student derived from GameNode.
    def init_and_count(node: Any, *args: Any, **named: Any) -> None:
        if not isinstance(node, Counted):
            count(node)
        own_init(node, *args, **named)

    kind.__init__ = init_and_count
    try:
        with lent({"GameNode": Counted}):
            build(submission, board)
    except Enough:
        pass
    finally:
        kind.__init__ = own_init
    found = []
    for node in made:
        if hasattr(node, "map"):
            children = getattr(node, "children", None) or ()
            found.append([cells(node.map), len(children)])
    return found


def ask_begun(submission: Any, board: str, most: int, smaller: str) -> list[Any]:
    """Return the first nodes of a tree; if they come level by level, all of a smaller one."""
    found = begun(submission, board, most)
    if not found:
        return found
    fewest_empty = min(reached.count("_") for reached, _ in found)
    if fewest_empty < board.count("_") - 4:
        return found
    return begun(submission, smaller, float("inf"))


def called(search: Any, name: str, node: Any) -> Any:
    """Return what a method says of a node; boards as nine characters each."""
    answer = method(search, name)(node)
    if name == "isTerminal":
        return predicate(answer)
    if name != "minmax":
        return plain(answer)
    if not isinstance(answer, (list, tuple)):
        raise Unfit(NO_LIST.format(answer=short(answer)))
    boards = [cells(board) for board in answer]
    for former, former_boards in RETURNED:
        if [cells(board) for board in former] != former_boards:
            raise Unfit(CHANGED_LIST)
    RETURNED[1:] = [(answer, boards)]
    return boards


def ask_below(submission: Any, name: str, place: Place, searched: bool, most: int) -> list[Any]:
    """Call a method for each node below that it is meant for.

    minmax is called in turn with max_value and min_value, down the tree and up again, once another
    tree was built.

    Returns:
        [cells, depth, answer] each, for so many nodes at most.
    """
    all_in_turn = name == "minmax"
    calls: list[tuple[str, Any, int]] = []
    with search_at(submission, place, [], searched) as (search, _, node):
        nodes = [(node, 0)]
        for node, depth in nodes:
            children = list(islice(children_of(node), most - len(nodes)))
            nodes += [(child, depth + 1) for child in children]
            names = methods_for(node, depth)
            if name == "isTerminal":
                names = [name]
            elif not all_in_turn:
                names = [own for own in names[-1:] if own == name]
            calls += [(method_name, node, depth) for method_name in names]
        if all_in_turn:
            build(submission, place[0][::-1])
            calls += calls[::-1]
        answers = []
        for method_name, node, depth in calls:
            answers.append([cells(node.map), depth, called(search, method_name, node)])
    for node, _ in nodes:
        node.children = []  # new nodes get the id() of these, by which somebody may keep values
    return answers


def methods_for(node: Any, depth: int) -> list[str]:
    """Return which methods are meant for a node."""
    if not len(children_of(node)):
        return ["get_value"]
    if depth % 2 == 0:
        return ["minmax", "max_value"]
    return ["min_value"]


def ask_number(submission: Any, name: str, place: Place, searched: bool, history: History) -> Any:
    """Call isTerminal, get_value, max_value or min_value, perhaps again."""
    with search_at(submission, place, history, searched) as (search, root, node):
        depth = len(place[1])
        if not history or ask_before(submission, search, history, name, root, node, depth):
            return called(search, name, node)
    # What has changed the tree is told where minmax is asked: this method gets one as it must be.
    return ask_number(submission, name, place, searched, [])


def ask_play(submission: Any, board: str, mark: str, thinks: bool) -> list[Any]:
    """Return the cells that minmax plays, and what the moves are worth.

    The second is told if that is asked, or if minmax plays none.
    """

    def cell_of(after: str) -> int:
        return next((cell for cell in range(9) if after[cell] != board[cell]), -1)

    with search_at(submission, [board, [], [], ""], []) as (search, root, _):
        winning = {cells(after) for after in method(search, "minmax")(root)}
        children = {cells(child.map): child for child in children_of(root)}
        values = []
        if thinks or not winning:
            for after, child in children.items():
                name = "get_value" if method(search, "isTerminal")(child) else "min_value"
                values.append([cell_of(after), plain(method(search, name)(child))])
        return [[cell_of(after) for after in winning], values]


def ask_minmax(submission: Any, place: Place, history: History) -> Any:
    """Call minmax."""
    with search_at(submission, place, history) as (search, root, node):
        depth = len(place[1])
        if history and not ask_before(submission, search, history, "minmax", root, node, depth):
            raise Unfit(CHANGED_BOARD)
        answer = called(search, "minmax", node)
    for child in children_of(root):
        child.parent = None  # else these keep root, until the garbage is collected
    root.children = []
    FORMER.append(root)
    return answer
