"""The oracle of mcts against known figures and against other ways, what it asks about, and what it says of slips."""

import itertools
import math
import types
from random import Random
from typing import Any

import pytest

from graders.kit import tictactoe as ttt
from graders.kit.errors import KitError
from graders.kit.grading import policies
from graders.kit.grading.checks import Case
from graders.kit.grading.run import Terms, grade
from graders.mcts import driver, positions, searches
from graders.mcts.cases import BackCase, ExpandCase, SelectCase, SimulateCase, UcbCase
from graders.mcts.oracle import Tree, right_helper, ucb
from graders.mcts.searches import HELPERS, SearchCase
from tests.conftest import ROOT, reference, slip

SEEDS = range(6)


@pytest.fixture(scope="module")
def solution() -> Any:
    """The reference, run here."""
    module = types.ModuleType("mcts")
    exec(compile(reference("mcts"), "mcts.py", "exec"), module.__dict__)
    return module


def test_random_play_from_the_empty_board() -> None:
    """Known: x wins 0.585, o 0.288, a draw has 0.127. And so by the number of the move that wins: see policies.py."""
    chances = {end: float(chance) for end, chance in ttt.chances(ttt.EMPTY, "x").items()}
    assert chances == pytest.approx({"x": 0.585, "o": 0.288, "_": 0.127}, abs=5e-4)
    by_length = policies.WON_BY_CHANCE
    assert chances["x"] == pytest.approx(by_length[5] + by_length[7] + by_length[9])
    assert chances["o"] == pytest.approx(by_length[6] + by_length[8])


def by_permutations(board: str, mark: str) -> dict[str, float]:
    """Return the chances of each result, by all orders in which the empty squares can be filled."""
    orders = [*itertools.permutations([i for i in range(9) if board[i] == "_"])]
    ends: dict[str, float] = {}
    for order in orders:
        now, mover = board, mark
        for cell in order:
            if ttt.winner(now) != "_":
                break
            now, mover = ttt.play(now, cell, mover), ttt.other(mover)
        ends[ttt.winner(now)] = ends.get(ttt.winner(now), 0) + 1 / len(orders)
    return ends


@pytest.mark.parametrize("empty", range(7))
def test_chances_by_all_orders_of_the_empty_squares(empty: int) -> None:
    rng = Random(empty)
    boards = [*policies.with_empty(empty, over=True)] if empty < 5 else []
    boards += [policies.unfinished(rng, empty) for _ in range(5 if empty else 0)]
    for board, mark in rng.sample(boards, min(len(boards), 8)):
        assert {end: float(chance) for end, chance in ttt.chances(board, mark).items()} == pytest.approx(
            by_permutations(board, mark)
        )


def test_positions_by_empty_squares_are_all_and_unfinished_ones_go_on() -> None:
    every = [b for empty in range(10) for over in (False, True) for b, _ in policies.with_empty(empty, over)]
    assert len(every) == len({*every}) == 5_478
    for mark in ("x", "o", ""):
        board, mover = policies.unfinished(Random(1), 4, mark)
        assert board.count("_") == 4
        assert not ttt.finished(board)
        assert mark in ("", mover)


def test_a_shuffle_that_exchanges_each_square_with_any_other_is_seen() -> None:
    """Of three squares such a shuffle puts the second in the middle in 8 of 27 cases, and the third in 10."""
    middle = []
    for swaps in itertools.product(range(3), repeat=3):
        squares = [0, 1, 2]
        for i, j in enumerate(swaps):
            squares[i], squares[j] = squares[j], squares[i]
        middle.append(squares[1])
    assert [middle.count(square) for square in range(3)] == [9, 8, 10]
    for number, board in enumerate(positions.THIRDS):
        ends = [ttt.winner(ttt.play(board, cell, "o")) == "o" for cell in ttt.moves(board)]
        assert ends == [place == number // 2 for place in range(3)]
        assert {end: float(chance) for end, chance in ttt.chances(board, "x").items()} == pytest.approx(
            {"o": 1 / 3, "_": 2 / 3}
        )


def test_ucb1_of_known_numbers() -> None:
    """By hand: see the first example of the statement."""
    assert [round(ucb(1, wins, 3, 1.4), 2) for wins in (1, 0.5, 0)] == [2.47, 1.97, 1.47]
    assert [round(ucb(n, wins, 4, 1.4), 2) for n, wins in ((2, 1), (1, 0.5), (1, 0))] == [1.67, 2.15, 1.65]
    assert ucb(0, 0, 7, 1.4) == math.inf
    assert ucb(5, 2, 9, 0) == 0.4


def test_the_tree_of_the_statement() -> None:
    tree = Tree("xoxoo_x__", "x")
    for path, result in (((6,), "x"), ((8,), None), ((9,), "o"), ((6, 8), "o")):
        assert path[:-1] in tree.ends((), 1.4)
        tree.count(tree.add(path), result)
    assert [(node.visits, node.wins) for node in tree.nodes.values()][1:] == [(2, 1), (1, 0.5), (1, 0), (1, 1)]
    assert tree.nodes[()].visits == 4
    assert tree.ends((), 1.4) == [(8,)]


def as_tree(root: Any) -> dict[tuple[int, ...], tuple[int, float, tuple[int, ...]]]:
    """Return the nodes of the reference's tree by their paths."""
    found, rest = {}, [root]
    for node in rest:
        found[node.state.moves] = (node.visits, node.wins, tuple(sorted(node.untried)))
        rest += node.children
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_the_oracle_replays_the_reference(solution: Any, seed: int) -> None:
    """Two searches that share nothing: every selection is one of the oracle's, and the numbers are the same."""
    rng = Random(seed)
    board, mark = policies.unfinished(rng, rng.choice((3, 5, 9)))
    tree, c, rounds = Tree(board, mark), rng.choice((0, 0.7, 1.4)), 120

    def simulate(state: Any, rng: Random) -> Any:
        path = state.moves
        if path not in tree.nodes:
            assert path[:-1] in tree.ends((), c)
            tree.add(path)
        assert tree.nodes[path].board == state.board
        result = solution.simulate(state, rng)
        tree.count(path, result)
        return result

    move, root = solution.mcts(solution.State(board, mark), rounds, c, rng, simulate)
    right = {path: (n.visits, n.wins, tuple(sorted(n.untried))) for path, n in tree.nodes.items()}
    assert as_tree(root) == right
    assert root.visits == rounds
    assert max(node.visits for path, node in tree.nodes.items() if len(path) == 1) == tree.nodes[move,].visits


def lent_to(solution: Any) -> Any:
    """Return a solution all of whose helpers are right ones that ask back, as the driver lends them."""
    replies = types.SimpleNamespace(ask_back=lambda wanted: right_helper(*wanted))
    borrower = types.SimpleNamespace(**vars(solution), **vars(replies))
    return types.SimpleNamespace(**{**vars(solution), **driver.helpers(borrower, [*HELPERS])})


def test_right_helpers_that_are_lent_are_as_right_as_the_reference(solution: Any) -> None:
    lent = lent_to(solution)
    search = types.FunctionType(solution.mcts.__code__, vars(lent))
    for seed in SEEDS:
        board, mark = policies.unfinished(Random(seed), 5)
        _, root = search(solution.State(board, mark), 80, 1.4, Random(seed), solution.simulate)
        assert root.visits == 80
        for node in [root, *root.children]:
            if node.parent:
                assert lent.ucb1(node, 1.4) == pytest.approx(solution.ucb1(node, 1.4))
            assert lent.select(node, 1.4) is solution.select(node, 1.4)


WORDS = (
    "",
    "[",
    "[[[",
    "null",
    '["x"]',
    "[1, 2, 3, 4]",
    '[true, "o", {}, []]',
    '["x", ["x", {}, 7]]',
    "[1e999, 1, 1, 1]",
)


@pytest.mark.parametrize("name", HELPERS)
def test_whatever_a_stranger_asks_of_a_right_helper_is_answered(name: str) -> None:
    for about in WORDS:
        right_helper(name, about)
    assert right_helper("mcts", "[1, 2, 3, 4]") is None
    assert right_helper("ucb1", "[0, 0, 3, 1.4]") == "inf"
    assert right_helper("ucb1", '[1, "0", 3, 1.4]') is None


@pytest.mark.parametrize("seed", SEEDS)
def test_each_rule_that_people_write_takes_another_child_somewhere(seed: int) -> None:
    """By construction, at every seed: so no slip of the formula depends on luck."""
    rng = Random(seed)
    for rule in positions.RULES:
        tree, start, c = positions.deciding(rng, rule, up=1)
        top, up = tree.nodes[()].visits, tree.nodes[start].visits
        by_rule = {p: rule(tree.nodes[p].visits, tree.nodes[p].wins, up, c, top) for p in tree.below(start)}
        assert max(by_rule, key=lambda path: by_rule[path]) not in tree.ends(start, c)
        assert tree.nodes[start].visits >= sum(tree.nodes[child].visits for child in tree.below(start))


@pytest.mark.parametrize("mark", ["x", "o"])
@pytest.mark.parametrize("seed", SEEDS)
def test_late_searches_end_with_most_visits_apart_from_average_and_wins(mark: str, seed: int) -> None:
    """However ties are broken: here at random."""
    rng = Random(seed)
    case = SearchCase(ttt.EMPTY, mark, 18, 0.0, rng.getrandbits(16), "move", late=True)
    case.question()
    for _ in range(18):
        path = rng.choice(case.tree.ends((), 0.0))
        untried = case.tree.nodes[path].untried
        case.give([*path, rng.choice(untried)])
    assert not case.faults
    first = [node for path, node in case.tree.nodes.items() if len(path) == 1]
    most = [node for node in first if node.visits == max(other.visits for other in first)]
    assert len(most) == 1
    assert most[0].wins < max(node.wins for node in first)
    assert most[0].wins / most[0].visits < max(node.wins / node.visits for node in first)


EVERY: list[tuple[type[Case], Any]] = [
    (UcbCase, lambda rng: [(numbers,) for numbers in positions.numbers(rng)]),
    (SelectCase, positions.selections),
    (ExpandCase, positions.expansions),
    (BackCase, lambda rng: [(*how, "wins") for how in positions.counted(rng)]),
    (SimulateCase, positions.certain),
    (SimulateCase, positions.uncertain),
]
STRANGE: list[Any] = [
    *(None, 0, -1, 10**40, "x", [], {}, [None], [[]], [[], []], [[[], 0, 0, []]], [0] * 50, [[], [], []]),
    *([[1, 2], [[[10, 0], 1, 1, [3]]]], [[["x", 10**400]], [], []], [[[[1], 3]], 1, 2]),
    {"type": "float", "repr": "nan"},
]


@pytest.mark.parametrize(("kind", "asked"), EVERY)
def test_no_answer_is_beyond_judging(kind: type[Case], asked: Any) -> None:
    for how in asked(Random(0)):
        for strange in STRANGE:
            kind(*how).fault(strange)
        assert kind(*how).fault({"type": "set", "repr": "set()"})


def test_whatever_simulate_is_called_with_is_judged() -> None:
    for aspect in ("rounds", "selection", "move"):
        case = searches.cases(Random(0), aspect)[0]
        for strange in [*STRANGE, [[5]], [True], [1.0]]:
            case.question()
            case.give(strange)
            for answer in STRANGE:
                case.fault(answer)


@pytest.mark.parametrize(
    ("name", "check", "sentence"),
    [
        ("own_visits_in_the_logarithm", "ucb1", "must be 0/1 + 1.4·√(ln 3 / 1) = 1.4674059; yours is 0.0."),
        ("remembered_by_id", "ucb1", "Before, the same node had other numbers."),
        ("goes_on_below_untried", "select", "must stop at the root, which has untried moves"),
        ("left_in_untried", "expand", "untried of the root must be []; yours: ["),
        ("root_players_wins", "backpropagate: wins", "who moved there, for whom that counts 0."),
        ("one_round_more", "mcts: rounds", "In 1 round yours called it 2 times."),
        ("selected_by_other_c", "mcts: selection", "with the largest ucb1"),
        ("best_average", "mcts: move", "mcts must return a move with most visits"),
    ],
)
def test_what_a_slip_is_told(name: str, check: str, sentence: str) -> None:
    report = grade("mcts", slip("mcts", name).submission, Terms(), only=check)
    assert sentence in report.checks[0].message


def test_the_picture_shows_how_visits_concentrate() -> None:
    from graders.mcts.picture import visits  # here: matplotlib takes a second of whoever collects tests

    axes: Any = visits(ROOT / "solutions/mcts/mcts.py", rounds=300).axes
    shares, averages = ([list(line.get_ydata()) for line in each.lines] for each in axes)
    assert [list(line.get_xdata()) for line in axes[0].lines] == [[10, 30, 100, 300]] * 6
    assert [sum(values) for values in zip(*shares, strict=True)] == pytest.approx([100] * 4)
    assert all(0 <= average <= 1 for line in averages for average in line)


def test_what_can_not_be_searched_gets_a_sentence() -> None:
    from graders.mcts.picture import visits

    with pytest.raises(KitError, match="is still to be written"):
        visits(ROOT / "exercises/mcts/mcts.py", rounds=10)
