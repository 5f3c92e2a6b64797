"""The questions about mcts that are asked in the isolated process. See graders/kit/isolation/harness.py."""

import json
import random
from collections.abc import Callable
from typing import Any

from graders.kit.isolation.tools import (
    Unfit,
    asked_back,
    children_of,
    create,
    lent,
    plain,
    planted,
    short,
    tally,
)

Nodes = list[
    list[Any]
]  # [board, to_move, moves, move, visits, wins, untried, number of the parent], parents first
MOST_PARENTS = 99  # of a node; a game has nine moves, and whose own parent a node is has no root


# For a recording: see recorder.py.
ROLES = {"winner": None, "moves": None, "play": None}


def key_of(value: Any) -> list[int] | None:
    """Return the moves that lead to a node or a state of the student's."""
    return (
        [*getattr(value, "state", value).moves]
        if hasattr(value, "state") or hasattr(value, "to_move")
        else None
    )


def state_of(submission: Any, board: str, to_move: str, moves: Any = ()) -> Any:
    return create(
        submission.State, board, to_move, tuple(moves), takes="State(board, to_move, moves)"
    )


def node_of(
    submission: Any,
    board: str,
    to_move: str,
    moves: Any,
    move: Any,
    visits: int,
    wins: float,
    untried: Any,
    up: Any,
) -> Any:
    """Return a node of the student's. up: its parent"""
    state = state_of(submission, board, to_move, moves)
    node = create(submission.Node, state, up, move, takes="Node(state, parent, move)")
    node.visits, node.wins, node.untried = visits, wins, list(untried)
    return node


def tree_of(submission: Any, nodes: Nodes) -> list[Any]:
    """Return nodes of the student's that make a tree."""
    made: list[Any] = []

    def make(*about: Any) -> Any:
        made.append(node_of(submission, *about))
        return made[-1]

    planted(nodes, make)
    return made


def in_json(*facts: Any) -> str:
    return json.dumps(plain(list(facts)))


def as_it_is(given: Any) -> Any:
    return given


# With which words right helpers are asked back; lent.py on the other side has the answers.
WORDS = dict.fromkeys(("ucb1", "select", "expand", "backpropagate"), (in_json, as_it_is))


def helpers(submission: Any, names: list[str]) -> dict[str, Callable[..., Any]]:
    """Return right helpers of those names, which are lent: what they find out is asked for when they are called.

    Here is only read from nodes what a call needs, and put there what comes back.
    """
    asked = asked_back(submission, names, WORDS)

    def ask(name: str, *facts: Any) -> Any:
        given = asked[name](*facts)
        if given is None:
            raise Unfit(f"{name} can't be called with a node that holds {short(list(facts))}.")
        return given

    def ucb1(node: Any, c: Any) -> Any:
        return ask("ucb1", node.visits, node.wins, node.parent.visits, c)

    def select(node: Any, c: Any) -> Any:
        while True:
            children = list(children_of(node))
            numbers = [[child.visits, child.wins] for child in children]
            step = ask("select", c, node.visits, len(node.untried), numbers)
            if not step:
                return node
            node = children[step[0]]

    def expand(node: Any, rng: Any) -> Any:
        state = node.state
        changes = ask("expand", state.board, state.to_move, list(state.moves), list(node.untried))
        if not changes:
            return node
        left, child = changes
        node.untried = list(left)
        node.children.append(node_of(submission, *[*child, node]))
        return node.children[-1]

    def backpropagate(node: Any, result: Any) -> None:
        way = [node]
        while (parent := way[-1].parent) is not None:
            way.append(parent)
            if len(way) > MOST_PARENTS:
                raise Unfit(
                    "A node must have the root above it; here parent leads round in a circle."
                )
        added = ask("backpropagate", [each.state.to_move for each in way], result)
        for each, (visits, wins) in zip(way, added, strict=True):
            each.visits += visits
            each.wins += wins

    every = {"ucb1": ucb1, "select": select, "expand": expand, "backpropagate": backpropagate}
    return {name: every[name] for name in names}


def told(submission: Any, root: Any, most: int) -> Nodes:
    """Return the nodes of a tree as [moves from the root, visits, wins, untried]; raise Unfit if they make no tree."""
    nodes: list[tuple[Any, Any, list[int]]] = [(root, None, [])]
    for node, up, path in nodes:
        where = f"the node after the moves {path}" if path else "the root"
        for move in [plain(getattr(child, "move", None)) for child in children_of(node)]:
            if type(move) is not int or move not in submission.moves(node.state):
                raise Unfit(
                    f"Below {where} there is a child whose move is {short(move)}, which can't be played there."
                )
        nodes += [(child, node, [*path, plain(child.move)]) for child in node.children]
        if getattr(node, "parent", None) is not up:
            raise Unfit(
                f"parent of {where} must be {'the node above it' if path else None}; it is not."
            )
        if up is not None and node.state != (right := submission.play(up.state, path[-1])):
            raise Unfit(f"The state of {where} must be {short(right)}; it is {short(node.state)}.")
        if len(nodes) > most or len({*map(id, node.children)}) < len(node.children):
            raise Unfit("The tree holds a node twice, or far too many nodes.")
    return [
        [path, plain(node.visits), plain(node.wins), plain(list(node.untried))]
        for node, _, path in nodes
    ]


def number_of(node: Any, nodes: list[Any], function: str) -> int:
    """Return the number of a node that a function has returned."""
    if (number := next((i for i, other in enumerate(nodes) if node is other), -1)) < 0:
        what = "a node that is not in the tree" if hasattr(node, "children") else short(node)
        raise Unfit(f"{function} must return a node of the tree; yours returned {what}.")
    return number


def ask_ucb1(submission: Any, numbers: list[list[Any]]) -> list[Any]:
    """Return what ucb1 says of a node, as its numbers change: each [visits, wins, visits of the parent, c]."""
    boards = (
        "_" * 9,
        "____x____",
        "o___x____",
    )  # the parent is no root, which has been visited more often
    nodes = [
        [board, "xox"[i], [5, 1][:i], [None, 5, 1][i], 0, 0, [], i - 1]
        for i, board in enumerate(boards)
    ]
    root, parent, node = tree_of(submission, nodes)
    answers = []
    for node.visits, node.wins, parent.visits, c in numbers:
        root.visits = parent.visits + 7
        answers.append(plain(submission.ucb1(node, c)))
    return answers


def ask_select(submission: Any, nodes: Nodes, start: int, c: float, lends: list[str]) -> int:
    """Return where select ends."""
    made = tree_of(submission, nodes)
    with lent(helpers(submission, lends)):
        return number_of(submission.select(made[start], c), made, "select")


def ask_expand(submission: Any, nodes: Nodes, start: int, seed: int, then: str) -> list[Any]:
    """Return the moves to the nodes that expand has returned, and the tree afterwards. then: what is expanded next"""
    made, rng = tree_of(submission, nodes), random.Random(seed)
    answers = [submission.expand(made[start], rng)]
    answers += (
        [submission.expand(answers[0] if then == "child" else made[start], rng)] if then else []
    )
    tree = told(submission, made[0], 2 * len(nodes) + 20)
    there = [*made, *made[start].children, *getattr(answers[0], "children", ())]
    return [
        [plain(list(one.state.moves)) for one in answers if number_of(one, there, "expand") >= 0],
        tree,
    ]


def ask_back(submission: Any, nodes: Nodes, start: int, results: list[Any]) -> Nodes:
    """Return the tree after some games from a node have been counted."""
    made = tree_of(submission, nodes)
    for result in results:
        submission.backpropagate(made[start], result)
    return told(submission, made[0], 2 * len(made) + 20)


def ask_simulate(submission: Any, board: str, mark: str, seed: int, calls: int) -> list[Any]:
    """Return how often each result came, and the results of some games that are played twice, by like rngs."""
    state, rng = state_of(submission, board, mark), random.Random(seed)
    counts = tally(lambda: submission.simulate(state, rng), calls, 3)
    again = [
        [plain(submission.simulate(state, random.Random(seed + n))) for n in range(30)]
        for _ in range(2)
    ]
    return [counts, *again]


def search(
    submission: Any, board: str, mark: str, rounds: int, c: float, rng: Any, simulate: Any
) -> Any:
    answer = submission.mcts(state_of(submission, board, mark), rounds, c, rng, simulate)
    if (
        not isinstance(answer, (tuple, list))
        or len(answer) != 2
        or not hasattr(answer[1], "children")
    ):
        raise Unfit(
            f"mcts must return (move, root), a square and the tree's root; yours returned {short(answer)}."
        )
    return answer


def ask_mcts(
    submission: Any, board: str, mark: str, rounds: int, c: float, seed: int, lends: list[str]
) -> list[Any]:
    """Search with simulated games whose results are asked for; return the move, and the tree."""
    calls, given = 0, random.Random(seed)

    def simulate(state: Any, rng: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls > 2 * rounds + 10:
            raise Unfit(
                f"mcts must call simulate once a round. In {rounds} rounds yours has called it {calls} times."
            )
        if rng is not given or not hasattr(state, "moves"):
            raise Unfit(
                "mcts must call simulate(state, rng), with a State and the rng that it is given itself."
            )
        return submission.ask_back(plain(list(state.moves)))

    with lent(helpers(submission, lends)):
        move, root = search(submission, board, mark, rounds, c, given, simulate)
    return [plain(move), told(submission, root, 10 * rounds + 20)]


def ask_play(
    submission: Any, board: str, mark: str, thinks: bool, rounds: int, seed: int | None = None
) -> list[Any]:
    """Return the cell that mcts chooses, and of each its visits, to which half of its average is added."""
    move, root = search(
        submission, board, mark, rounds, 1.4, random.Random(seed), submission.simulate
    )
    worth = [
        [child.move - 1, child.visits + child.wins / child.visits / 2]
        for child in children_of(root)
    ]
    return [[plain(move - 1)], worth if thinks else []]
