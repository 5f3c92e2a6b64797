"""The questions about mcts that are asked in the isolated process. See graders/kit/isolation/harness.py."""

import math
import random
import sys
from contextlib import AbstractContextManager
from typing import Any

from graders.kit.isolation.tools import Unfit, children_of, create, lent, plain, planted, short, tally

Nodes = list[list[Any]]  # [board, to_move, moves, move, visits, wins, untried, number of the parent], parents first
Repair = dict[str, str]  # the texts of right functions, for the places of those that a question is not about


def repaired(repair: Repair) -> AbstractContextManager[None]:
    space = {"math": math, "Any": Any, "submission": sys.modules["submission"]}
    for text in repair.values():
        exec(text, space)
    return lent({name: space[name] for name in repair})


def state_of(submission: Any, board: str, to_move: str, moves: Any = ()) -> Any:
    return create(submission.State, board, to_move, tuple(moves), takes="State(board, to_move, moves)")


def tree_of(submission: Any, nodes: Nodes) -> list[Any]:
    """Return nodes of the student's that make a tree."""
    made: list[Any] = []

    def make(board: str, to_move: str, moves: Any, move: Any, visits: int, wins: float, untried: Any, up: Any) -> Any:
        state = state_of(submission, board, to_move, moves)
        node = create(submission.Node, state, up, move, takes="Node(state, parent, move)")
        node.visits, node.wins, node.untried = visits, wins, list(untried)
        made.append(node)
        return node

    planted(nodes, make)
    return made


def numbered(root: Any, most: int) -> list[tuple[Any, int]]:
    """Return the nodes of a tree, each with the number of its parent, parents first."""
    found: list[tuple[Any, int]] = [(root, -1)]
    for number, (node, _) in enumerate(found):
        found += [(child, number) for child in children_of(node)]
        if len(found) > most:
            raise Unfit(f"The tree has over {most} nodes, or no end: is a node among those below it?")
    return found


def told(root: Any, most: int) -> Nodes:
    """Return the nodes of a tree: [number of the parent, whether `parent` fits, state, move, visits, wins, untried]."""
    nodes = []
    for node, up in (found := numbered(root, most)):
        fits = getattr(node, "parent", None) is (found[up][0] if up >= 0 else None)
        about = [plain(getattr(node, name, None)) for name in ("move", "visits", "wins")]
        nodes.append([up, fits, shape(getattr(node, "state", None)), *about, listed(getattr(node, "untried", None))])
    return nodes


def listed(values: Any) -> Any:
    return [plain(value) for value in values] if isinstance(values, (list, tuple, set)) else plain(values)


def shape(state: Any) -> list[Any]:
    """Return a state as data; raise Unfit for something else."""
    if not all(hasattr(state, name) for name in ("board", "to_move", "moves")):
        raise Unfit(f"A state must be a State, with board, to_move and moves, not {short(state)}.")
    return [plain(state.board), plain(state.to_move), listed(state.moves)]


def number_of(node: Any, nodes: list[Any], function: str) -> int:
    """Return the number of a node that a function has returned."""
    for number, other in enumerate(nodes):
        if other is node:
            return number
    what = "a node that is not in the tree" if hasattr(node, "children") else short(node)
    raise Unfit(f"{function} must return a node of the tree; yours returned {what}.")


def ask_ucb1(submission: Any, numbers: list[list[Any]]) -> list[Any]:
    """Return what ucb1 says of a node, as its numbers change: each [visits, wins, visits of the parent, c]."""
    parent, node = tree_of(
        submission, [["_" * 9, "x", [], None, 0, 0, [], -1], ["____x____", "o", [5], 5, 0, 0, [], 0]]
    )
    answers = []
    for node.visits, node.wins, parent.visits, c in numbers:
        answers.append(plain(submission.ucb1(node, c)))
    return answers


def ask_select(
    submission: Any, nodes: Nodes, start: int, c: float, wins: list[list[float]], repair: Repair
) -> list[Any]:
    """Return where select ends, each time after the nodes have got these wins; and whether it leaves the tree alone."""
    made, answers, most = tree_of(submission, nodes), [], 2 * len(nodes) + 20
    with repaired(repair):
        for each in wins:
            for node, won in zip(made, each, strict=True):
                node.wins = won
            before = told(made[0], most)
            answers.append(number_of(submission.select(made[start], c), made, "select"))
            if told(made[0], most) != before:
                raise Unfit("select must leave the tree as it is; yours has changed it.")
    return answers


def ask_expand(submission: Any, nodes: Nodes, start: int, seed: int) -> list[Any]:
    """Return which node expand has returned, and the tree afterwards."""
    made, most = tree_of(submission, nodes), 2 * len(nodes) + 20
    answer = submission.expand(made[start], random.Random(seed))
    return [number_of(answer, [node for node, _ in numbered(made[0], most)], "expand"), told(made[0], most)]


def ask_back(submission: Any, nodes: Nodes, start: int, results: list[Any]) -> Nodes:
    """Return the tree after some games from a node have been counted."""
    made = tree_of(submission, nodes)
    for result in results:
        submission.backpropagate(made[start], result)
    return told(made[0], 2 * len(made) + 20)


def ask_simulate(submission: Any, board: str, mark: str, seed: int, calls: int) -> list[list[Any]]:
    """Return how often each result came."""
    state, rng = state_of(submission, board, mark), random.Random(seed)
    return tally(lambda: submission.simulate(state, rng), calls, 3)


def ask_alike(submission: Any, board: str, mark: str, seeds: list[int]) -> list[list[Any]]:
    """Return the results of games, twice the same, each with an rng of its own."""
    state = state_of(submission, board, mark)
    return [[plain(submission.simulate(state, random.Random(seed))) for seed in seeds] for _ in range(2)]


def search(submission: Any, state: Any, rounds: int, c: float, seed: int | None, simulate: Any) -> Any:
    answer = submission.mcts(state, rounds, c, random.Random(seed), simulate)
    if not isinstance(answer, (tuple, list)) or len(answer) != 2 or not hasattr(answer[1], "children"):
        raise Unfit(
            f"mcts must return (move, root), a square and the root of the tree; yours returned {short(answer)}."
        )
    return answer


def ask_mcts(submission: Any, board: str, mark: str, rounds: int, c: float, seed: int, repair: Repair) -> list[Any]:
    """Search with simulated games whose results are asked for; return the move, and the tree."""
    calls = 0

    def simulate(state: Any, rng: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls > 2 * rounds + 10:
            raise Unfit(f"mcts must call simulate once a round. In {rounds} rounds yours has called it {calls} times.")
        return submission.ask_back(shape(state))

    with repaired(repair):
        move, root = search(submission, state_of(submission, board, mark), rounds, c, seed, simulate)
    return [plain(move), told(root, 10 * rounds + 20)]


def ask_play(submission: Any, board: str, mark: str, thinks: bool, rounds: int, seed: int | None = None) -> list[Any]:
    """Return the cell that mcts chooses, and of each its visits, to which half of its average is added."""
    move, root = search(submission, state_of(submission, board, mark), rounds, 1.4, seed, submission.simulate)
    worth = [[child.move - 1, child.visits + child.wins / child.visits / 2] for child in children_of(root)]
    return [[plain(move - 1)], worth if thinks else []]
