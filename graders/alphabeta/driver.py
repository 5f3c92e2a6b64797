"""The questions about alphabeta that are asked in the isolated process.

See graders/kit/isolation/harness.py.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from functools import partial
from itertools import count
from typing import Any

from graders.kit.isolation.tools import (
    LazyNumber,
    Unfit,
    asked_back,
    children_of,
    create,
    exact,
    follow,
    integer_of,
    kind_of,
    lending_methods,
    lent,
    method,
    places,
    plain,
    predicate,
    short,
)

Data = list[Any]  # a tree: [name, child, child, ...], a leaf [name, value]
Calls = list[Any]  # [name of a method, path to a node, window] each
Order = list[int]  # the numbers of the calls to make
KNOWN: dict[int, tuple[Any, list[int]]] = {}  # the nodes that are searched, as places returns them
SEARCHES = ["max_value", "min_value"]
# What is looked up in a leaf that is read: copy and pickle take all that it has by the last.
OF_VALUE = ("val", "__dict__", "__getstate__")
# For a recording: see recorder.py.
ROLES = {"max_value": (1, 3), "min_value": (1, 3), "get_value": None, "isTerminal": None}

ENDLESS = (
    "The tree has no end, or over {limit} nodes: data_list has half as many. "
    "Do nodes share one list of children? Each needs its own."
)
OTHER_ROOT = (
    "After t.buildTree(data_list, t.root) t.root is another node: who searches from there searches "
    "that. Leave self.root as it is."
)
SHARED_NODE = "The node {name} stands in two places of the tree: each needs an object of its own."
CHANGED = (
    "A search must leave the tree as it is; "
    "after yours a node has other children, or in another order."
)
MOVED_ROOT = (
    "A search must leave the root of its GameTree as it is; after yours it is another node."
)
RENAMED = "A search must not change names; after yours a node is called {yours}, and was {name}."
REVALUED = "A search must not change val of a leaf; after yours it is {yours}, and was {val}."
NO_CHILD = "minmax_with_alphabeta must return one of the node's children; yours returned {answer}."


def copied(number: LazyNumber, _: Any = None) -> int:
    """Return the integer that a copy of a number holds: to make it, one must know it."""
    value: int = integer_of(number)
    return value


def reduced(number: LazyNumber, _: Any) -> Any:
    """Return what pickle makes the same integer of."""
    return int, (copied(number),)


# While the search goes on; before it, a copy of a number is the number.
READ_BY_COPIES = {"__copy__": copied, "__deepcopy__": copied, "__reduce_ex__": reduced}


def key_of(value: Any) -> list[int] | None:
    """Return the path to a node of the tree that is searched; None if it is no such node."""
    if id(value) not in KNOWN:
        return None
    _, path = KNOWN[id(value)]
    return path


def as_it_is(value: Any) -> Any:
    return value


@contextmanager
def lending(submission: Any, names: list[str]) -> Iterator[None]:
    """Put right methods in the place of the student's meanwhile.

    What a tree is worth is asked for. The others need to know no more than what they are given.
    """
    right: dict[str, Any] = {"isTerminal": is_terminal, "get_value": get_value}
    words = dict.fromkeys(SEARCHES, (lambda node: str(key_of(node)), as_it_is))
    for name, helper in asked_back(submission, SEARCHES, words).items():
        right[name] = noting(helper)
    of_search = {name: right[name] for name in names if name in right}
    of_tree: dict[str, Any] = {}
    if "buildTree" in names:
        of_tree["buildTree"] = building(submission)
    with (
        lending_methods(submission.GameTree, of_tree),
        lending_methods(submission.AlphaBeta, of_search),
    ):
        yield


def is_terminal(search: Any, node: Any) -> bool:
    return len(children_of(node)) == 0


def get_value(search: Any, node: Any) -> Any:
    return node.val


def building(submission: Any) -> Any:
    """Return a buildTree."""

    def build_tree(tree: Any, data_list: Data, root: Any) -> None:
        root.children = []
        for data in data_list[1:]:
            if isinstance(data, tuple):
                child = create(submission.GameNode, *data, takes="GameNode(name, val)")
                child.children = []
            else:
                child = create(submission.GameNode, data[0], takes="GameNode(name)")
                build_tree(tree, data, child)
            root.children.append(child)

    return build_tree


def noting(right: Any) -> Any:
    """Return a max_value or min_value that writes val, as the statement leaves room for."""

    def value_of(search: Any, node: Any, *window: Any, **named: Any) -> Any:
        known = right(node)
        if known is None:
            return None
        value, values_below = known
        for child, value_below in zip(children_of(node), values_below, strict=True):
            child.val = value_below
        node.val = value
        return value

    return value_of


def listed(data: Data, value_of: Callable[[Any], Any] = as_it_is) -> Data:
    """Return a tree as the student's buildTree takes it.

    Args:
        data: The tree. JSON has no tuples, so leaves come as lists.
        value_of: Returns the value of a leaf for what stands in its place.
    """
    below: list[Any] = []
    for child in data[1:]:
        if len(child) == 2 and not isinstance(child[1], list):
            below.append((child[0], value_of(child[1])))
        else:
            below.append(listed(child, value_of))
    return [data[0], *below]


def tree_in(submission: Any, data_list: Data, apart: bool = False) -> tuple[Any, Any]:
    """Return (tree, root), made as the statement says.

    Args:
        submission: The student's module.
        data_list: The tree as buildTree takes it.
        apart: Whether the root to fill is not the tree's.
    """
    root = create(submission.GameNode, data_list[0], takes="GameNode(name)")
    tree = create(submission.GameTree, takes="GameTree()")
    tree.root = root
    if apart:
        tree.root = create(submission.GameNode, data_list[0], takes="GameNode(name)")
    method(tree, "buildTree")(data_list, root)
    return tree, root


def search_in(submission: Any, data_list: Data) -> tuple[Any, Any]:
    """Return (search, root), made as the statement says."""
    tree, root = tree_in(submission, data_list)
    search = create(submission.AlphaBeta, tree, takes="AlphaBeta(game_tree)")
    return search, root


def ask_tree(submission: Any, data: Data, size: int, apart: bool, before: Data) -> Any:
    """Build a tree; return its nodes as [name, val, children].

    Args:
        submission: The student's module.
        data: The tree.
        size: How many nodes it has.
        apart: Whether the root to fill is not the tree's.
        before: The tree with which the same GameTree fills another root before; empty for none.
    """
    tree, root = tree_in(submission, listed(before or data), apart)
    if before:
        root = create(submission.GameNode, data[0], takes="GameNode(name)")
        if not apart:
            tree.root = root
        method(tree, "buildTree")(listed(data), root)
    # A root that was left empty is told below.
    if not apart and tree.root is not root and len(children_of(root)):
        raise Unfit(OTHER_ROOT)
    limit = 2 * size
    numbers = count(1)
    seen: set[int] = set()  # the identities of nodes, which live as long as the root
    twice: list[Any] = []

    def walk(node: Any) -> list[Any]:
        if next(numbers) > limit:
            raise Unfit(ENDLESS.format(limit=limit))
        if id(node) in seen:
            twice.append(node)
        seen.add(id(node))
        below = [walk(child) for child in children_of(node)]
        return [plain(node.name), plain(node.val), below]

    nodes = walk(root)
    if twice:
        raise Unfit(SHARED_NODE.format(name=short(twice[0].name)))
    return nodes


def ask_node(submission: Any, data: Data, calls: Calls, order: Order, val: Any) -> Any:
    """Make calls, the last one of isTerminal or get_value, which counts.

    Args:
        submission: The student's module.
        data: The tree.
        calls: See ask_last.
        order: See ask_last.
        val: What is written into the node of the last call before, unless it is None.
    """
    search, root = search_in(submission, listed(data))
    name, path, _ = calls[order[-1]]
    if val is not None:
        follow(root, path).val = val
    answer = made(calls, order, search, root)
    if name == "isTerminal":
        return predicate(answer)
    return plain(answer)


def made(calls: Calls, order: Order, search: Any, root: Any, looks: bool = False) -> Any:
    """Make calls; return what the last one returns.

    Args:
        calls: See ask_last.
        order: See ask_last.
        search: The object that is called.
        root: The root of its tree.
        looks: See last_answer.
    """
    to_make = [(name, [follow(root, path), *window]) for name, path, window in calls]
    *earlier, last = order
    for number in earlier:
        name, arguments = to_make[number]
        with suppress(Exception):  # what goes wrong there is for other questions
            method(search, name)(*arguments)
    name, arguments = to_make[last]
    with unchanged() if looks else nullcontext():
        return method(search, name)(*arguments)


def placed(root: Any, answer: Any) -> list[Any] | None:
    """Return a node of the tree that is searched as [path, name, val], None for None.

    Raises:
        Unfit: It is no node of the tree, or the tree is not as it was before.
    """
    if places(root) != KNOWN:
        raise Unfit(CHANGED)
    if answer is None:
        return None
    path = key_of(answer)
    if path is None:
        raise Unfit(NO_CHILD.format(answer=short(answer)))
    return [path, plain(answer.name), plain(answer.val)]


def ask_last(submission: Any, data: Data, calls: Calls, order: Order) -> Any:
    """Call methods of one object, one after the other; return the last answer.

    Args:
        submission: The student's module.
        data: The tree.
        calls: [name, path to a node, window] each, none twice.
        order: Their numbers, in the order in which they are made.
    """
    tree, root = tree_in(submission, listed(data))
    top = tree.root
    search = create(submission.AlphaBeta, tree, takes="AlphaBeta(game_tree)")
    answer = last_answer(calls, order, search, root, nullcontext(), looks=True)
    if tree.root is not top:
        raise Unfit(MOVED_ROOT)
    return answer


@contextmanager
def unchanged() -> Iterator[None]:
    """Raise Unfit if what a search must leave as it is changes meanwhile."""
    known = [node for node, _ in KNOWN.values()]
    before = [looked_at(node) for node in known]
    yield
    for node, (name, below, val) in zip(known, before, strict=True):
        now = looked_at(node)
        if now[1] != below:
            raise Unfit(CHANGED)
        if now[0] != name:
            raise Unfit(RENAMED.format(yours=short(now[0]), name=short(name)))
        if now[2] != val:
            raise Unfit(REVALUED.format(yours=short(now[2]), val=short(val)))


def looked_at(node: Any) -> tuple[Any, list[int], Any]:
    """Return the name of a node, its children, and its val if it has none."""
    below = [id(child) for child in children_of(node)]
    return node.name, below, None if below else node.val


def last_answer(
    calls: Calls, order: Order, search: Any, root: Any, meanwhile: Any, looks: bool = False
) -> Any:
    """Make calls; return what the last one returns as it is sent: a number, or a node.

    Args:
        calls: See ask_last.
        order: See ask_last.
        search: The object that is called.
        root: The root of its tree.
        meanwhile: A context for the time that they take.
        looks: Whether the last one must leave the tree as it is, with names and values.
    """
    KNOWN.clear()
    KNOWN.update(places(root))
    with meanwhile:
        answer = made(calls, order, search, root, looks)
    # Now no reading counts.
    if calls[order[-1]][0] in SEARCHES:
        return exact(answer)
    return placed(root, answer)


def ask_reads(submission: Any, data: Data, calls: Calls, order: Order) -> Any:
    """Do as ask_last does, on a tree whose values are asked for.

    Each leaf's is asked for when it is first read.
    """
    search, root = search_in(submission, listed(data))
    return last_answer(calls, order, search, root, watched(submission))


def ask_uses(submission: Any, data: Data, calls: Calls, order: Order) -> Any:
    """Do as ask_last does, on a tree whose values are asked for, also in a copy.

    Each leaf's is asked for when it is first read while the search goes on, or first used.

    Args:
        submission: The student's module.
        data: The tree, with the path to each leaf, as text, in the place of its value.
        calls: See ask_last.
        order: See ask_last.
    """

    def value_of(path: str) -> LazyNumber:
        return LazyNumber(partial(submission.ask_back, path))

    with lent({"type": kind_of}):
        search, root = search_in(submission, listed(data, value_of))
        return last_answer(calls, order, search, root, watched(submission))


@contextmanager
def watched(submission: Any) -> Iterator[None]:
    """Ask for the value of each leaf that is known when it is first read meanwhile.

    To copy it is to read it; a copy that was made before is read where its number is used, or copied.
    """
    unread: dict[int, list[int]] = {}
    kinds = set()
    for node, path in KNOWN.values():
        if not len(children_of(node)):
            unread[id(node)] = path
            kinds.add(type(node))

    def watching(look_up: Any) -> Any:
        def __getattribute__(node: Any, name: str) -> Any:
            if name in OF_VALUE and id(node) in unread:
                value = submission.ask_back(unread.pop(id(node)))
                stored = look_up(node, "val")
                if not isinstance(stored, int):
                    value = type(stored)(value)  # who stores a Decimal reads one
                node.val = value
            return look_up(node, name)

        return __getattribute__

    with ExitStack() as stack:
        stack.enter_context(lending_methods(LazyNumber, READ_BY_COPIES))
        for kind in kinds:
            watching_kind = {"__getattribute__": watching(kind.__getattribute__)}
            stack.enter_context(lending_methods(kind, watching_kind))
        yield
