"""The questions about alphabeta that are asked in the isolated process. See graders/harness.py."""

from typing import Any

from graders.harness import Missing, Unfit, children_of, create, method, plain, short


def listed(data: list[Any]) -> list[Any]:
    """Return a tree as the student's buildTree takes it: JSON has no tuples, so leaves come as lists."""
    return [data[0], *(listed(d) if len(d) != 2 or isinstance(d[1], list) else tuple(d) for d in data[1:])]


def search_in(submission: Any, data: list[Any]) -> tuple[Any, Any]:
    """Return (search, root), called the way the statement says."""
    tree = create(submission.GameTree, takes="GameTree()")
    tree.root = create(submission.GameNode, data[0], takes="GameNode(name)")
    root = tree.root
    method(tree, "buildTree")(listed(data), root)
    return create(submission.AlphaBeta, tree, takes="AlphaBeta(game_tree)"), root


def follow(node: Any, path: list[int]) -> Any:
    """Return the node that path, a list of child numbers, leads to."""
    for step in path:
        children = list(children_of(node))
        if step >= len(children):
            raise Missing(f"buildTree gave the node {node.name} {len(children)} children, not {step + 1} or more.")
        node = children[step]
    return node


def ask_tree(submission: Any, data: list[Any], limit: int) -> Any:
    """Build the tree; return its nodes as [name, val, children]."""
    _, root = search_in(submission, data)
    count = 0

    def walk(node: Any, depth: int) -> list[Any]:
        nonlocal count
        count += 1
        if count > limit or depth > limit:
            raise Unfit(f"The tree has no end, or over {limit} nodes: data_list has half as many.")
        return [plain(node.name), plain(node.val), [walk(child, depth + 1) for child in children_of(node)]]

    return walk(root, 0)


def ask_isTerminal(submission: Any, data: list[Any], path: list[int]) -> list[Any]:
    search, root = search_in(submission, data)
    answer = method(search, "isTerminal")(follow(root, path))
    return [bool(answer), plain(answer)]


def ask_get_value(submission: Any, data: list[Any], path: list[int]) -> Any:
    search, root = search_in(submission, data)
    return plain(method(search, "get_value")(follow(root, path)))


def ask_value(submission: Any, name: str, data: list[Any], path: list[int], windows: list[list[float]]) -> Any:
    """Call max_value or min_value in windows (alpha, beta), one after the other; return the last answer."""
    search, root = search_in(submission, data)
    answers = [method(search, name)(follow(root, path), alpha, beta) for alpha, beta in windows]
    return plain(answers[-1])


def chosen(answer: Any, root: Any) -> list[Any] | None:
    """Return the child that was chosen as [its number, name, val]; None stays None."""
    if answer is None:
        return None
    for number, child in enumerate(children_of(root)):
        if child is answer:
            return [number, plain(child.name), plain(child.val)]
    raise Unfit(f"minmax_with_alphabeta must return one of the root's children; yours returned {short(answer)}.")


def ask_search(submission: Any, data: list[Any]) -> list[Any] | None:
    search, root = search_in(submission, data)
    return chosen(method(search, "minmax_with_alphabeta")(root), root)


def ask_reads(submission: Any, data: list[Any]) -> list[Any]:
    """Search; return the chosen child and the paths of all leaves whose val was read meanwhile."""
    search, root = search_in(submission, data)
    find = method(search, "minmax_with_alphabeta")
    leaves: dict[int, tuple[Any, list[int]]] = {}

    def collect(node: Any, path: list[int]) -> None:
        children = children_of(node)
        if not len(children):
            leaves[id(node)] = (node, path)
        for number, child in enumerate(children):
            collect(child, [*path, number])

    collect(root, [])
    read: set[int] = set()
    kinds: set[Any] = {type(node) for node, _ in leaves.values()}
    originals = {kind: kind.__dict__.get("__getattribute__") for kind in kinds}

    def watch(kind: Any) -> None:
        look_up = kind.__getattribute__

        def __getattribute__(node: Any, name: str) -> Any:
            if name in {"val", "__dict__"} and id(node) in leaves:
                read.add(id(node))
            return look_up(node, name)

        kind.__getattribute__ = __getattribute__

    for kind in kinds:
        watch(kind)
    try:
        answer = find(root)
    finally:
        for kind, original in originals.items():
            if original is None:
                del kind.__getattribute__
            else:
                kind.__getattribute__ = original
    return [chosen(answer, root), [path for key, (_, path) in leaves.items() if key in read]]
