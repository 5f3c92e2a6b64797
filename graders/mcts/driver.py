"""The questions about mcts that are asked in the isolated process.

See graders/kit/isolation/harness.py.
"""

import json
import random
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from graders.kit.isolation.tools import Unfit, children_of, create, lent, plain, short, tally_on

Nodes = list[list[Any]]  # each [board, to_move, moves, visits, wins, untried], parents first
Path = tuple[int, ...]  # the moves that lead to a node
MOST_NODES = 1_000  # of a tree: 110 rounds make 991 for whoever adds all nine moves in each
MOST_PARENTS = 99  # of a node; a game has nine moves, and whose own parent a node is has no root
MOST_PAIRS = 9  # of results
GAMES = 10  # that are played once more with an rng that begins alike

# For a recording: see recorder.py.
ROLES = {"winner": None, "moves": None, "play": None}

NO_ROOT = "A node must have the root above it; here parent leads round in a circle."
NO_CHANGE = "ucb1 must change nothing; after yours visits or wins are other ones."
NO_TREE = "The tree holds a node twice, or far too many nodes."
NO_LIST = "untried must be a list of squares, not {untried}."
EARLIER_TREE = (
    "A search before this one returned its root, and this one has changed that tree. "
    "Begin each search with a new root."
)
NO_GAME = "mcts must call simulate(state, rng), with a State and the rng that it is given itself."


def key_of(value: Any) -> list[int] | None:
    """Return the moves that lead to a node or a state of the student's, for a recording."""
    state = getattr(value, "state", value)
    if not hasattr(state, "to_move"):
        return None
    return list(state.moves)


def state_of(submission: Any, board: str, to_move: str, moves: Any = ()) -> Any:
    takes = "State(board, to_move, moves)"
    return create(submission.State, board, to_move, tuple(moves), takes=takes)


def node_of(submission: Any, about: list[Any], parent: Any) -> Any:
    """Return a node of the student's.

    Args:
        submission: The student's module.
        about: What Nodes says of it.
        parent: Its parent.
    """
    board, to_move, moves, visits, wins, untried = about
    move = None
    if parent is not None:
        move = moves[-1]
    state = state_of(submission, board, to_move, moves)
    node = create(submission.Node, state, parent, move, takes="Node(state, parent, move)")
    node.visits = visits
    node.wins = wins
    node.untried = list(untried)
    return node


def tree_of(submission: Any, nodes: Nodes) -> dict[Path, Any]:
    """Return nodes of the student's that make a tree, by their paths."""
    made: dict[Path, Any] = {}
    for about in nodes:
        path = tuple(about[2])
        parent = made.get(path[:-1])
        node = node_of(submission, about, parent)
        node.children = []
        if parent is not None:
            parent.children.append(node)
        made[path] = node
    return made


@contextmanager
def lending(submission: Any, names: list[str]) -> Iterator[None]:
    """Put right functions in the place of the student's meanwhile."""
    helpers = Helpers(submission)
    with lent({name: getattr(helpers, name) for name in names}):
        yield


class Helpers:
    """Right functions: what they find out is asked for when they are called.

    Here is only read from nodes what a call needs, and put there what comes back. lent.py on the
    other side has the answers.
    """

    def __init__(self, submission: Any) -> None:
        self._submission = submission

    def _ask(self, name: str, *facts: Any) -> Any:
        needed = list(facts)
        given = self._submission.ask_back([name, json.dumps(plain(needed))])
        if given is None:
            raise Unfit(f"{name} can't be called with a node that holds {short(needed)}.")
        return given

    def ucb1(self, node: Any, c: Any) -> Any:
        return self._ask("ucb1", node.visits, node.wins, node.parent.visits, c)

    def select(self, node: Any, c: Any) -> Any:
        while True:
            children = list(children_of(node))
            numbers = [[child.visits, child.wins] for child in children]
            step = self._ask("select", c, node.visits, len(node.untried), numbers)
            if not step:
                return node
            node = children[step[0]]

    def expand(self, node: Any, rng: Any) -> Any:
        state = node.state
        moves = list(state.moves)
        changes = self._ask("expand", state.board, state.to_move, moves, list(node.untried))
        if not changes:
            return node
        untried, about = changes
        child = node_of(self._submission, about, node)
        node.untried = list(untried)
        node.children.append(child)
        return child

    def backpropagate(self, node: Any, result: Any) -> None:
        way: list[Any] = []
        while node is not None:
            way.append(node)
            node = node.parent
            if len(way) > MOST_PARENTS:
                raise Unfit(NO_ROOT)
        movers = [passed.state.to_move for passed in way]
        added = self._ask("backpropagate", movers, result)
        for passed, (visits, wins) in zip(way, added, strict=True):
            passed.visits += visits
            passed.wins += wins


def nodes_of(submission: Any, root: Any) -> dict[Path, Any]:
    """Return the nodes of a tree by their paths; raise Unfit if they make no tree."""
    found: dict[Path, Any] = {}
    nodes: list[tuple[Any, Any, Path]] = [(root, None, ())]
    for node, above, path in nodes:  # it gets longer meanwhile
        where = f"the node after the moves {list(path)}" if path else "the root"
        if getattr(node, "parent", None) is not above:
            right = "None" if above is None else "the node above it"
            raise Unfit(f"parent of {where} must be {right}; it is not.")
        if above is not None:
            state = submission.play(above.state, path[-1])
            if node.state != state:
                yours = short(node.state)
                raise Unfit(f"The state of {where} must be {short(state)}; it is {yours}.")
        if path in found or len(nodes) > MOST_NODES:
            raise Unfit(NO_TREE)
        found[path] = node
        for child in children_of(node):
            move = plain(getattr(child, "move", None))
            if type(move) is not int or move not in submission.moves(node.state):
                raise Unfit(
                    f"Below {where} there is a child whose move is {short(move)}, "
                    "which can't be played there."
                )
            nodes.append((child, node, (*path, move)))
    return found


def told(nodes: dict[Path, Any]) -> list[list[Any]]:
    """Return what is judged of nodes, each [path, visits, wins, untried]."""
    facts: list[list[Any]] = []
    for path, node in nodes.items():
        if not isinstance(node.untried, list):
            raise Unfit(NO_LIST.format(untried=short(node.untried)))
        facts.append([path, plain(node.visits), plain(node.wins), plain(node.untried)])
    return facts


def path_to(node: Any, nodes: dict[Path, Any], function: str) -> Path:
    """Return the path to a node that a function has returned."""
    for path, other in nodes.items():
        if node is other:
            return path
    answer = short(node)
    if hasattr(node, "children"):
        answer = "a node that is not in the tree"
    raise Unfit(f"{function} must return a node of the tree; yours returned {answer}.")


def ask_ucb1(submission: Any, nodes: Nodes, numbers: list[list[Any]]) -> list[Any]:
    """Return what ucb1 says of a node as its numbers change.

    If its parent is no root, that has been visited more often.

    Args:
        submission: The student's module.
        nodes: Those from the root down to the node.
        numbers: Each time [visits, wins, visits of the parent, c].
    """
    *_, parent, node = tree_of(submission, nodes).values()
    answers = []
    for *given, c in numbers:
        node.visits, node.wins, parent.visits = given
        if parent.parent is not None:
            parent.parent.visits = parent.visits + 7
        answers.append(plain(submission.ucb1(node, c)))
        if [node.visits, node.wins, parent.visits] != given:
            raise Unfit(NO_CHANGE)
    return answers


def ask_select(
    submission: Any, nodes: Nodes, start: list[int], c: float, before: list[Any]
) -> list[Any]:
    """Return the path to the node where select ends, and the tree afterwards.

    Args:
        submission: The student's module.
        nodes: The tree.
        start: The path to the node where it begins.
        c: The factor of ucb1.
        before: What is selected first in the same tree: [start, c, [visits, wins] of each node
            meanwhile; none for another tree of the same positions]. [] for nothing.
    """
    made = tree_of(submission, nodes)
    if before and not before[2]:
        submission.select(tree_of(submission, nodes)[tuple(before[0])], before[1])
    elif before:
        other_start, other_c, numbers = before
        for node, (visits, wins) in zip(made.values(), numbers, strict=True):
            node.visits, node.wins = visits, wins
        submission.select(made[tuple(other_start)], other_c)
        for node, about in zip(made.values(), nodes, strict=True):
            node.visits, node.wins = about[3:5]
    end = path_to(submission.select(made[tuple(start)], c), made, "select")
    return [end, told(nodes_of(submission, made[()]))]


def ask_expand(submission: Any, nodes: Nodes, start: list[int], seed: int, then: str) -> list[Any]:
    """Return the paths to the nodes that expand has returned, and the tree afterwards.

    Args:
        submission: The student's module.
        nodes: The tree.
        start: The path to the node that is expanded.
        seed: Of the rng.
        then: What is expanded, too: the same "node" or the new "child" next, or the same node of
            an "other" tree before; "" for nothing.
    """
    made = tree_of(submission, nodes)
    rng = random.Random(seed)
    if then == "other":
        submission.expand(tree_of(submission, nodes)[tuple(start)], rng)
    node = made[tuple(start)]
    first = submission.expand(node, rng)
    answers = [first]
    if then in ("node", "child"):
        following = first if then == "child" else node
        answers.append(submission.expand(following, rng))

    tree = nodes_of(submission, made[()])
    return [[path_to(answer, tree, "expand") for answer in answers], told(tree)]


def ask_back(
    submission: Any, nodes: Nodes, counted: list[list[Any]], again: bool
) -> list[list[Any]]:
    """Return the tree after some games have been counted.

    Args:
        submission: The student's module.
        nodes: The tree.
        counted: The games, each [path to a node, result].
        again: Whether they are counted in another tree before.
    """
    made = tree_of(submission, nodes)
    trees = [made]
    if again:
        trees = [tree_of(submission, nodes), made]
    for tree in trees:
        for path, result in counted:
            submission.backpropagate(tree[tuple(path)], result)
    return told(nodes_of(submission, made[()]))


def ask_simulate(
    submission: Any, place: list[Any], seed: int, pairs: int, at_once: int, before: list[Any]
) -> list[Any]:
    """Return how often each pair of results came, and the results of some games played twice.

    A pair are the results of two calls after each other.

    Args:
        submission: The student's module.
        place: The state, as [board, to_move, moves].
        seed: Of the rng.
        pairs: How many there are at most.
        at_once: After so many pairs whoever asks says whether more are wanted.
        before: A state from which a game is played first; [] for none.
    """
    rng = random.Random(seed)
    if before:
        submission.simulate(state_of(submission, *before), rng)
    state = state_of(submission, *place)
    simulate = submission.simulate

    def pair() -> list[Any]:
        return [simulate(state, rng), simulate(state, rng)]

    counts = tally_on(pair, pairs, MOST_PAIRS, at_once, submission.ask_back)
    seeds = range(seed, seed + GAMES)
    each_new = games(submission, state, map(random.Random, seeds))
    seeded_again = games(submission, state, begun_with(rng, seeds))
    return [counts, each_new, seeded_again]


def begun_with(rng: random.Random, seeds: Iterable[int]) -> Iterator[random.Random]:
    """Yield one rng again and again, each time seeded with the next of some seeds."""
    for seed in seeds:
        rng.seed(seed)
        yield rng


def games(submission: Any, state: Any, rngs: Iterable[random.Random]) -> list[Any]:
    """Return the results of some games, a game for each rng."""
    return [plain(submission.simulate(state, rng)) for rng in rngs]


def search(
    submission: Any, board: str, mark: str, rounds: int, c: float, rng: Any, simulate: Any
) -> tuple[Any, Any]:
    """Return the move and the root that mcts returns."""
    answer = submission.mcts(state_of(submission, board, mark), rounds, c, rng, simulate)
    is_pair = isinstance(answer, (tuple, list)) and len(answer) == 2
    if not is_pair or not hasattr(answer[1], "children"):
        raise Unfit(
            "mcts must return (move, root), a square and the tree's root; "
            f"yours returned {short(answer)}."
        )
    move, root = answer
    return move, root


def ask_mcts(
    submission: Any, board: str, mark: str, rounds: int, c: float, seed: int, before: list[str]
) -> list[Any]:
    """Search with simulated games whose results are asked for; return the move, and the tree.

    Args:
        submission: The student's module.
        board: The root's.
        mark: Who moves there.
        rounds: How many there are.
        c: The factor of ucb1.
        seed: Of the rng.
        before: A board, and who moves, from where is searched first; [] for none.
    """

    def drawn_unless_over(state: Any, rng: Any) -> Any:
        return submission.winner(state)

    calls = 0
    given = random.Random(seed)
    if before:
        other, to_move = before
        _, earlier = search(submission, other, to_move, rounds, c, given, drawn_unless_over)
        left = told(nodes_of(submission, earlier))

    def simulate(state: Any, rng: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls > 2 * rounds + 10:
            raise Unfit(
                f"mcts must call simulate once a round. In {rounds} rounds yours has called it "
                f"{calls} times."
            )
        if rng is not given or not hasattr(state, "moves"):
            raise Unfit(NO_GAME)
        return submission.ask_back(plain(list(state.moves)))

    move, root = search(submission, board, mark, rounds, c, given, simulate)
    answer = [plain(move), told(nodes_of(submission, root))]
    if before and (root is earlier or told(nodes_of(submission, earlier)) != left):
        raise Unfit(EARLIER_TREE)
    return answer


def ask_play(
    submission: Any, board: str, mark: str, thinks: bool, rounds: int, seed: int | None = None
) -> list[Any]:
    """Return the cell that mcts plays, and what the moves are worth.

    Each is worth its visits and half of its average.
    """
    rng = random.Random(seed)
    move, root = search(submission, board, mark, rounds, 1.4, rng, submission.simulate)
    worth = []
    for child in children_of(root):
        average = child.wins / child.visits
        worth.append([child.move - 1, child.visits + average / 2])
    return [[plain(move - 1)], worth if thinks else []]
