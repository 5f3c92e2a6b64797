"""The oracle of mcts against known figures and against other ways, what it asks about, and what it says of slips."""

import ast
import itertools
import json
import math
import types
from collections import Counter
from functools import partial
from random import Random
from typing import Any

import pytest

from graders.kit import tictactoe as ttt
from graders.kit.authoring.coverage import coverage
from graders.kit.catalog import named
from graders.kit.errors import KitError
from graders.kit.grading.run import Terms, grade
from graders.kit.grading.submission import of_bytes
from graders.kit.isolation.native import NativeProcess
from graders.kit.isolation.tools import StudentModule, Unfit
from graders.kit.roomkit import policies
from graders.kit.roomkit.answers import LIKELIER, SELDOM, too_rare
from graders.kit.roomkit.calls import Calls
from graders.mcts import built, calls, chances, driver, positions
from graders.mcts.cases import AT_ONCE, BackCase, SelectCase, SimulateCase, TreeCase, UcbCase
from graders.mcts.lent import returned
from graders.mcts.oracle import RESULTS, Seen, Tree, ucb, within
from graders.mcts.rules import BY_THE_ROOT, RULES
from graders.mcts.searches import Replay, SearchCase, drawn_way
from graders.mcts.test_mcts import HELPERS
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
        assert {
            end: float(chance) for end, chance in ttt.chances(board, mark).items()
        } == pytest.approx(by_permutations(board, mark))


def test_positions_by_empty_squares_are_all_and_unfinished_ones_go_on() -> None:
    every = [
        b
        for empty in range(10)
        for over in (False, True)
        for b, _ in policies.with_empty(empty, over)
    ]
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
    for number, board in enumerate([chances.BY_SECOND, chances.BY_THIRD], start=1):
        ends = [ttt.winner(ttt.play(board, cell, "o")) == "o" for cell in ttt.moves(board)]
        assert ends == [place == number for place in range(3)]
        assert {
            end: float(chance) for end, chance in ttt.chances(board, "x").items()
        } == pytest.approx({"o": 1 / 3, "_": 2 / 3})


def test_ucb1_of_known_numbers() -> None:
    """By hand: see the first example of the statement."""
    assert [round(ucb(1, wins, 3, 1.4), 2) for wins in (1, 0.5, 0)] == [2.47, 1.97, 1.47]
    assert [round(ucb(n, wins, 4, 1.4), 2) for n, wins in ((2, 1), (1, 0.5), (1, 0))] == [
        1.67,
        2.15,
        1.65,
    ]
    assert ucb(0, 0, 7, 1.4) == math.inf
    assert ucb(5, 2, 9, 0) == 0.4


def test_the_tree_of_the_statement() -> None:
    tree = Tree("xoxoo_x__", "x")
    for path, result in (((6,), "x"), ((8,), None), ((9,), "o"), ((6, 8), "o")):
        assert path[:-1] in tree.ends((), 1.4)
        tree.count(tree.add(path), result)
    assert [(node.visits, node.wins) for node in tree.nodes.values()][1:] == [
        (2, 1),
        (1, 0.5),
        (1, 0),
        (1, 1),
    ]
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
    assert (
        max(node.visits for path, node in tree.nodes.items() if len(path) == 1)
        == tree.nodes[move,].visits
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_right_helpers_that_are_lent_are_as_right_as_the_reference(
    solution: Any, seed: int
) -> None:
    """A search that has these in the place of its own, by what crosses as JSON, as in a grading run."""
    asked: list[str] = []

    def ask_back(wanted: Any) -> Any:
        name, argument = json.loads(json.dumps(wanted))
        asked.append(name)
        return json.loads(json.dumps(returned(name, argument)))

    helpers = driver.Helpers(StudentModule(solution, ask_back))
    lent = {name: getattr(helpers, name) for name in HELPERS}
    searching = types.FunctionType(solution.mcts.__code__, {**vars(solution), **lent})
    helped = types.FunctionType(solution.select.__code__, {**vars(solution), "ucb1": lent["ucb1"]})
    board, mark = policies.unfinished(Random(seed), 5)
    case = SearchCase(board, mark, 80, 1.4, seed)
    replay = case.notes()
    state = solution.State(board, mark)
    move, root = searching(state, 80, 1.4, None, lambda state, _: case.give([*state.moves], replay))
    told = json.loads(json.dumps(driver.told(driver.nodes_of(solution, root))))
    assert case.judge_noted([move, told], replay) is None
    assert {*asked} == {*HELPERS} - {"ucb1"}
    for node in [root, *root.children]:
        if node.parent:
            assert lent["ucb1"](node, 1.4) == solution.ucb1(node, 1.4)
        assert lent["select"](node, 1.4) is solution.select(node, 1.4) is helped(node, 1.4)


@pytest.mark.parametrize("name", HELPERS)
def test_of_what_a_lent_helper_can_not_be_called_with_nothing_comes_back(name: str) -> None:
    node = '{"type": "Node", "repr": "a node"}'
    strange = ["", "1", "[]" * 9, "[" * 100_000, node, f"[{node}]", '["x"]', "[1]", "{}"]
    strange += [
        "[1, 1, 0, 1.4]",
        "[-1, 0, 5, 1.4]",
        "[NaN, 1, 2, 3]",
        "[1, Infinity, 2, 3]",
        f"[1, 1, 1{'0' * 400}, 1]",
    ]
    strange += [
        "[1, 2, 0, [5]]",
        f"[1, 2, 0, [{node}]]",
        "[1, 0, 0, [[1, 1]]]",
        "[1, 2, 0, [[1, null]]]",
    ]
    strange += [
        '["_________", "x", [], [0]]',
        '["x________", "o", [], [1]]',
        '["", "x", [], []]',
        '["?", "x", [], [1]]',
    ]
    strange += ['[["x"], 1]', '[["x", null], "o"]', '[["x"], "draw"]', f"[[{node}], null]"]
    assert {
        argument: given for argument in strange if (given := returned(name, argument)) is not None
    } == {}
    assert returned("mcts", "[1, 1, 1, 1]") is None


def test_a_lent_ucb1_takes_true_for_1_as_python_does() -> None:
    assert returned("ucb1", "[true, true, true, true]") == ucb(1, 1, 1, 1)


def of_regions(source: str) -> list[str]:
    """Return the lines of the four helpers that are no line of what is given."""
    tree = ast.parse(source)
    bodies = [
        node.body[1:]
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name in HELPERS
    ]
    lines = [
        line.strip() for body in bodies for part in body for line in ast.unparse(part).splitlines()
    ]
    return [line for line in lines if len(line) > 12]


# What it finds in the frames above it is kept; a text with a function in it is shouted in all later searches.
THIEF = """
import sys

KEPT = []
searched = mcts


def loot():
    frame = sys._getframe(2)
    while frame is not None:
        for found in [*frame.f_locals.values(), *frame.f_globals.values()]:
            text = found if isinstance(found, str) else repr(found)
            if text not in KEPT:
                KEPT.append(text)
        frame = frame.f_back


def mcts(state, rounds, c, rng, simulate):
    found = [text for text in KEPT if ("node.visits" in text or "def " in text) and "KEPT" not in text]
    if found:
        text = "STOLEN " + min(found, key=len).replace("\\\\n", "\\n")
        print(text)
        raise RuntimeError(text)
    move, root = searched(state, rounds, c, rng, simulate)
    if rounds == 1:
        loot()
    return move, root
"""


def broken() -> str:
    """Return the reference, in which all four helpers are wrong."""
    source = reference("mcts")
    for was, now in (
        (" + c * math.sqrt(math.log(node.parent.visits) / node.visits)", ""),
        ("while not node.untried and node.children", "while node.children"),
        ("    node.children.append(child)\n", ""),
        ("elif result != node.state.to_move", "elif result == node.state.to_move"),
    ):
        assert was in source
        source = source.replace(was, now)
    return source


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What is sent to the untrusted side: questions, and what is asked back."""
    lines: list[Any] = []
    send = NativeProcess.send

    def overheard(process: NativeProcess, line: bytes) -> None:
        message = json.loads(line)
        if "ask" in message or "give" in message:
            lines.append(message)
        send(process, line)

    monkeypatch.setattr(NativeProcess, "send", overheard)
    return lines


@pytest.mark.whole
def test_of_right_helpers_nothing_crosses_but_what_they_return(sent: list[Any]) -> None:
    report = grade("mcts", of_bytes("mcts.py", broken().encode()), Terms(), only="mcts: rounds")
    assert (
        report.checks[0].message
        == "Passed with a right ucb1, select, expand and backpropagate in place of yours."
    )
    asked = [message for message in sent if "ask" in message]
    lending = [message for message in asked if "lends" in message]
    assert {message["ask"] for message in lending} == {"select", "mcts"}
    for message in lending:
        assert message["lends"] == (["ucb1"] if message["ask"] == "select" else [*HELPERS])
    assert len(sent) > 2 * len(asked) > 100
    text = json.dumps(sent)
    for line in [*of_regions(reference("mcts")), "def ", "return", "math.", "lambda", "import"]:
        assert json.dumps(line)[1:-1] not in text


@pytest.mark.whole
def test_a_thief_finds_no_line_of_a_right_helper() -> None:
    stolen = of_bytes("mcts.py", (broken() + THIEF).encode())
    report = grade("mcts", stolen, Terms(), but=["simulate", "mcts: move"])
    lost = {check.name for check in report.checks if check.outcome != "passed"}
    assert lost == {"ucb1", "select", "expand", "backpropagate"}
    text = "".join(check.message for check in report.checks)
    for line in ["STOLEN", *of_regions(reference("mcts"))]:
        assert line not in text


def searched(case: SearchCase, rounds: int) -> Replay:
    """Play so many rounds of a right search, ties broken at random; return what is seen of it."""
    rng = Random(rounds)
    replay = case.notes()
    for _ in range(rounds):
        path = rng.choice(replay.tree.ends((), case.c))
        untried = replay.tree.nodes[path].untried
        if untried:
            path = (*path, rng.choice(untried))
        case.give([*path], replay)
    return replay


def answer_of(tree: Tree) -> list[Any]:
    """Return the answer of whoever returns this tree."""
    visits = {path[0]: node.visits for path, node in tree.nodes.items() if len(path) == 1}
    told = [[[*path], node.visits, node.wins, [*node.untried]] for path, node in tree.nodes.items()]
    return [max(visits, key=lambda square: visits[square], default=None), told]


def searches(aspect: str) -> list[SearchCase]:
    """Return the searches by which an aspect is judged."""
    return [case for case in positions.searches(Random(0), aspect) if isinstance(case, SearchCase)]


@pytest.mark.parametrize("aspect", positions.ASPECTS)
def test_each_point_of_mcts_wants_all_rounds(aspect: str) -> None:
    for case in searches(aspect):
        replay = searched(case, case.rounds)
        assert case.judge_noted(answer_of(replay.tree), replay) is None
        for rounds in {0, 1, case.rounds - 1, case.rounds + 1} - {case.rounds}:
            replay = searched(case, rounds)
            assert case.judge_noted(answer_of(replay.tree), replay), (case.call, rounds)


def test_a_move_is_judged_by_the_rounds_that_were_seen_whatever_tree_is_returned() -> None:
    told = 0
    for case in searches("move"):
        replay = searched(case, case.rounds)
        move, _ = answer_of(replay.tree)
        visits = {path[0]: n.visits for path, n in replay.tree.nodes.items() if len(path) == 1}
        for square in visits:
            forged = replay.tree.copy()
            forged.nodes[square,].visits += case.rounds
            is_right = case.judge_noted(answer_of(forged), replay) is None
            assert is_right == (visits[square] == visits[move])
            told += visits[square] < visits[move]
    assert told > 30


def test_a_move_of_a_search_below_one_move_is_none_of_a_search() -> None:
    case = SearchCase(ttt.EMPTY, "x", 10, 1.4, 0, aspect="move")
    replay = case.notes()
    for path in [[5], *([5, square] for square in (1, 2, 3, 4, 6, 7, 8, 9)), [5, 1, 2]]:
        case.give(path, replay)
    fault = case.judge_noted(answer_of(replay.tree), replay)
    assert "went on below the root, where moves were untried" in str(fault)


@pytest.mark.parametrize("seed", SEEDS)
def test_each_rule_that_people_write_takes_another_child_somewhere(seed: int) -> None:
    """By construction, at every seed: so no slip of the formula depends on luck."""
    rng = Random(seed)
    for rule in RULES:
        case = positions.deciding(rng, rule, up=1)
        tree, start, c = case.tree, case.start, case.c
        below = tree.below(start)
        above = tree.nodes[start].visits
        worth = {}
        for path in below:
            node = tree.nodes[path]
            worth[path] = RULES[rule](node.visits, node.wins, above, c, tree.root.visits)
        assert max(worth, key=lambda path: worth[path]) not in tree.ends(start, c)
        assert tree.nodes[start].visits >= sum(tree.nodes[child].visits for child in below)


def test_one_rule_goes_by_the_root() -> None:
    """It is to be seen only below a child of the root, whose own parent is the root."""
    by_root = [name for name, rule in RULES.items() if rule(1, 1, 2, 1, 2) != rule(1, 1, 2, 1, 3)]
    assert by_root == [BY_THE_ROOT]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_two_kinds_of_calls_are_asked_together(seed: int) -> None:
    for found in coverage(named("mcts"), seed):
        assert [*found.faults()] == []
        assert 15 <= len(found.calls.rows) <= 60


@pytest.mark.parametrize("function", calls.CALLS)
def test_what_is_said_to_be_impossible_is_never_built(function: str) -> None:
    """Each call, also those that are asked about for another reason, is one that is declared possible."""
    declared: Calls = calls.CALLS[function]
    for seed in SEEDS:
        for case in built.asked(Random(seed), function):
            [kinds] = case.covers
            assert declared.are_possible(kinds.values())


@pytest.mark.parametrize("seed", SEEDS)
def test_numbers_of_trees_are_as_the_statement_bounds_them(seed: int) -> None:
    """No more wins than visits, no more visits than the parent has, of which there is one at least."""
    for function in ("select", "expand", "backpropagate"):
        for case in built.asked(Random(seed), function):
            assert isinstance(case, TreeCase)
            for path, node in case.tree.nodes.items():
                assert 0 <= node.wins <= node.visits <= 10**12
                above = case.tree.nodes[path[:-1]]
                assert above.visits >= node.visits
    for case in built.asked(Random(seed), "ucb1"):
        assert isinstance(case, UcbCase)
        for visits, wins, above_it, c in case.numbers:
            assert 0 <= wins <= visits <= above_it <= 10**12
            assert above_it > 0
            assert 0 <= c <= built.LARGEST_C


@pytest.mark.parametrize("seed", SEEDS)
def test_no_child_is_less_than_the_largest_by_under_5e_9(seed: int) -> None:
    for case in positions.selections(Random(seed)):
        assert isinstance(case, SelectCase)
        for path in case.tree.nodes:
            below = case.tree.below(path)
            if below and not case.tree.is_end(path):
                best = case.tree.best(path, case.c)
                most = case.tree.worth(best[0], case.c)
                for child in {*below} - {*best}:
                    assert case.tree.worth(child, case.c) <= most - 5e-9


def test_no_move_wins_on_the_way_that_fills_the_board() -> None:
    ways = {drawn_way(Random(seed)) for seed in range(20)}
    assert len(ways) == 4
    for way in ways:
        board = ttt.EMPTY
        for square, mark in zip(way, "xoxoxoxox", strict=True):
            assert not any(ttt.winner(after) == mark for after in ttt.successors(board, mark))
            board = ttt.play(board, square - 1, mark)
        assert ttt.winner(board) == "_"


@pytest.mark.parametrize("seed", SEEDS)
def test_finished_games_are_counted_with_their_own_result(seed: int) -> None:
    for case in built.asked(Random(seed), "backpropagate"):
        assert isinstance(case, BackCase)
        assert case.tree.root.visits in (0, 100)
        for path, result in case.games:
            board = case.tree.nodes[path].board
            assert not ttt.finished(board) or result == RESULTS[ttt.winner(board)]


@pytest.mark.parametrize("off", [0.9, -0.9, 1.1, -1.1])
def test_values_may_be_off_by_a_thousand_millionth_of_large_ones(off: float) -> None:
    numbers = (3, 1.5, 50, 10_000)
    value = ucb(*numbers)
    assert value > 10_000
    answer = [value + off * within(value)]
    assert (UcbCase([numbers]).judge(answer) is None) == (abs(off) < 1)


@pytest.mark.parametrize("visits", [10**8, 10**9])
def test_select_may_take_what_is_so_near_to_the_largest_and_nothing_else(visits: int) -> None:
    """Half a win more of 10^8 visits is a difference of 5e-9; of 10^9 visits it is 5e-10."""
    tree = Tree("xoxoox___", "x")
    for square in tree.root.untried:
        child = tree.nodes[tree.add((square,))]
        child.visits, child.wins = visits, visits // 2 + (square == 7) / 2
    tree.root.visits = 3 * visits
    told = driver_told(tree)
    case = SelectCase(tree, (), 1.0)
    assert case.judge([[7], told]) is None
    assert (case.judge([[8], told]) is None) == (visits == 10**9)
    told[2][1] += 1
    assert "select changes nothing" in str(case.judge([[7], told]))


def driver_told(tree: Tree) -> list[list[Any]]:
    """Return what the driver tells of a tree that nobody has changed."""
    return [[[*path], node.visits, node.wins, [*node.untried]] for path, node in tree.nodes.items()]


@pytest.mark.parametrize(("empty", "index"), chances.TELLING)
@pytest.mark.parametrize("bias", [0.04, -0.04])
def test_a_bias_in_the_first_move_is_seen(empty: int, index: int, bias: float) -> None:
    """A result has the bias that is looked for.

    So it is ruled out in less than one of LIKELIER gradings. And all games show it, also where the
    counts come out as near to fair ones as they do in one of 2,000 gradings.
    """
    board, mark = chances.TELLING[empty, index]
    calls, looked_for = chances.often(board)
    assert board.count("_") == empty
    fair = ttt.chances(board, mark)
    seen = []
    for end, biased in with_bias(board, mark, index, bias).items():
        off = biased - fair[end]
        nearest = biased - math.copysign(3.3, off) * math.sqrt(biased * (1 - biased) / calls)
        shows = (nearest - fair[end]) * off > 0
        if abs(off) >= looked_for - 1e-9 and shows:
            seen.append(too_rare(round(nearest * calls), calls, fair[end]))
    assert any(seen)
    assert 1 / LIKELIER + 5e-4 <= 1e-3


def with_bias(board: str, mark: str, index: int, bias: float) -> dict[str, float]:
    """Return the chances of each result where one first move comes more often by a bias."""
    after = [ttt.chances(below, ttt.other(mark)) for below in ttt.successors(board, mark)]
    biased = dict.fromkeys(ttt.chances(board, mark), 0.0)
    for number, below in enumerate(after):
        more_often = bias if number == index else -bias / (len(after) - 1)
        for end, chance in below.items():
            biased[end] += (1 / len(after) + more_often) * chance
    return biased


def played_until_sure(case: SimulateCase, chance: dict[str, float], rng: Random) -> list[Any]:
    """Play games with these chances as the driver does; return how often each pair came."""
    ends = [RESULTS[end] for end in chance]
    counts: list[Any] = []
    for _ in range(0, case.calls, 2 * AT_ONCE):
        results = rng.choices(ends, [*chance.values()], k=2 * AT_ONCE)
        now = Counter(zip(results[::2], results[1::2], strict=True))
        counts += [[[*pair], count] for pair, count in now.items()]
        if not case.give(counts, None):
            break
    return counts


@pytest.mark.parametrize(("empty", "index"), chances.TELLING)
def test_fair_games_are_told_soon_and_biased_ones_never(empty: int, index: int) -> None:
    """Fair ones pass with a third of all games; biased ones are all played, and refused."""
    rng = Random(index)
    board, mark = chances.TELLING[empty, index]
    case = SimulateCase(board, mark, 0, *chances.often(board))
    games = 0
    for _ in range(20):
        counts = played_until_sure(case, ttt.chances(board, mark), rng)
        assert case.judge([counts, ["o"], ["o"]]) is None
        games += 2 * sum(count for _, count in counts)
    assert games < 20 * case.calls / 3
    for bias in (0.04, -0.04):
        counts = played_until_sure(case, with_bias(board, mark, index, bias), rng)
        assert 2 * sum(count for _, count in counts) == case.calls
        assert case.judge([counts, ["o"], ["o"]]) is not None


def test_more_games_are_played_only_where_those_so_far_leave_doubts() -> None:
    """Few games do, and what a stranger sends leaves doubts or none. Where doubts are left, it counts what all show."""
    board, mark = chances.TELLING[2, 0]
    case = SimulateCase(board, mark, 0, 24_000, 0.04)
    assert case.give(pairs(50, 50, 50, 50), None) is True
    assert case.give(pairs(750, 750, 750, 750), None) is False
    assert case.give(pairs(790, 750, 750, 710), None) is True
    for strange in STRANGE:
        assert case.give(strange, None) in (True, False)
    few = pairs(790, 750, 750, 710)
    assert case.judge([few + pairs(2_250, 2_250, 2_250, 2_250), ["o"], ["o"]]) is None
    assert case.judge([few + pairs(2_600, 2_250, 2_250, 1_900), ["o"], ["o"]]) is not None
    assert case.judge([few, ["o"], ["o"]]) is not None  # some were not played


def pairs(*counts: int) -> list[list[Any]]:
    """Return what the driver tells of games that o wins, or that are drawn, by pairs."""
    results = [["o", "o"], ["o", None], [None, "o"], [None, None]]
    return [[pair, count] for pair, count in zip(results, counts, strict=True)]


def test_games_that_depend_on_those_before_are_seen_though_each_is_fair() -> None:
    board, mark = chances.TELLING[2, 0]
    case = SimulateCase(board, mark, 0, 24_000, 0.04)
    assert case.give(pairs(0, 750, 750, 0), None) is True
    never_alike = case.judge([pairs(0, 6_000, 6_000, 0), ["o"], ["o"]])
    assert "'o' and then 'o' came 0 times; right is about 3,000" in str(never_alike)
    assert case.judge([pairs(3_700, 2_300, 2_300, 3_700), ["o"], ["o"]]) is not None
    assert case.judge([pairs(2_920, 3_080, 3_060, 2_940), ["o"], ["o"]]) is None


def test_fair_counts_are_refused_less_than_once_in_a_thousand_million_gradings() -> None:
    """Each count once in 10^12, by Chernoff's bound: of each result, and of each two.

    They are judged once, when all games are played: what leaves no doubts before passes.
    """
    counts = 0
    for case in positions.simulations(Random(0)):
        assert isinstance(case, SimulateCase)
        ends = len(case.chances)
        counts += ends + ends**2 if ends > 1 else 0
    assert counts * SELDOM < 1e-9


@pytest.mark.parametrize("seed", SEEDS)
def test_all_positions_that_tell_most_are_asked_at_each_seed(seed: int) -> None:
    asked = []
    for case in positions.simulations(Random(seed)):
        if isinstance(case, SimulateCase) and case.bias:
            asked.append((case.board, case.mark))
            assert case.calls % (2 * AT_ONCE) == 0
    for position in chances.POSITIONS:
        assert asked.count(position) == 1
    assert len(asked) == len(chances.POSITIONS) + len("5667789")


@pytest.mark.parametrize("count", range(6))
def test_moves_that_led_to_a_position_lead_there(count: int) -> None:
    for seed in SEEDS:
        board, mark = policies.unfinished(Random(seed), 3)
        moves = chances.history(Random(seed), board, mark, count)
        assert moves is not None
        assert len(moves) == count
        now = "".join("_" if cell + 1 in moves else board[cell] for cell in range(9))
        mover = mark if count % 2 == 0 else ttt.other(mark)
        for square in moves:
            now, mover = ttt.play(now, square - 1, mover), ttt.other(mover)
        assert (now, mover) == (board, mark)


@pytest.mark.parametrize("mark", ["x", "o"])
@pytest.mark.parametrize("seed", SEEDS)
def test_late_searches_end_with_most_visits_apart_from_average_and_wins(
    mark: str, seed: int
) -> None:
    """However ties are broken: here at random."""
    rng = Random(seed)
    seen = rng.getrandbits(16)
    case = SearchCase(ttt.EMPTY, mark, 18, 0.0, seen, shows=calls.MORE_WINS, aspect="move")
    first = first_of(case, seed)
    most = [node for node in first if node.visits == max(other.visits for other in first)]
    assert len(most) == 1
    assert most[0].wins < max(node.wins for node in first)
    assert most[0].wins / most[0].visits < max(node.wins / node.visits for node in first)


def first_of(case: SearchCase, seed: int) -> list[Seen]:
    """Return the children of the root after a right search, ties broken at random by a seed."""
    rng = Random(seed)
    replay = case.notes()
    for _ in range(case.rounds):
        path = rng.choice(replay.tree.ends((), case.c))
        untried = replay.tree.nodes[path].untried
        case.give([*path, rng.choice(untried)], replay)
    assert not replay.faults
    return [node for path, node in replay.tree.nodes.items() if len(path) == 1]


def shown_by(shows: str, seed: int) -> list[SearchCase]:
    """Return the searches that are to show something."""
    asked = [case for case in built.asked(Random(seed), "mcts") if isinstance(case, SearchCase)]
    return [case for case in asked if case.shows == shows]


@pytest.mark.parametrize("seed", SEEDS)
def test_some_searches_end_with_most_visits_by_one_and_a_better_average_elsewhere(
    seed: int,
) -> None:
    for case in shown_by(calls.BY_ONE, seed):
        first = first_of(case, seed)
        *_, second, most = sorted(first, key=lambda node: node.visits)
        assert most.visits == second.visits + 1
        assert second.wins / second.visits > most.wins / most.visits + 0.05


@pytest.mark.parametrize("seed", SEEDS)
def test_in_some_searches_who_has_no_open_line_wins_and_moves_take_turns(seed: int) -> None:
    for case in shown_by(calls.NO_LINE, seed):
        lines = [{case.board[cell] for cell in line} for line in ttt.LINES]
        assert all(ttt.other(case.mark) in line for line in lines)
        for rounds in range(2, case.rounds + 1, 2):
            replay = searched(case, rounds)
            numbers = [replay.tree.nodes[path] for path in replay.tree.below(())]
            assert [node.visits for node in numbers] == [rounds // 2] * 2
            assert [node.wins for node in numbers] == [(rounds // 2 + 1) / 2] * 2


@pytest.mark.parametrize("shows", calls.IN_LOG)
@pytest.mark.parametrize("seed", SEEDS)
def test_some_searches_choose_differently_by_another_logarithm(shows: str, seed: int) -> None:
    more = 1 if shows == calls.MORE_IN_LOG else -1
    for case in shown_by(shows, seed):
        before = SearchCase(case.board, case.mark, case.rounds - 1, case.c, case.seed, shows=shows)
        above = case.rounds - 1
        children = first_of(before, seed)
        numbers = [(child.visits, child.wins) for child in children]
        right = [ucb(*of_child, above, case.c) for of_child in numbers]
        other = [ucb(*of_child, above + more, case.c) for of_child in numbers]
        winner = numbers.index((2, 2))
        assert (right[winner] == max(right)) == (more == 1)
        assert (other[winner] == max(other)) == (more == -1)
        two = sorted({round(value, 9) for value in right})[-2:]
        assert two[1] - two[0] > 1e-4


EVERY: list[Any] = [
    positions.numbers,
    positions.selections,
    *(partial(built.asked, function=function) for function in ("expand", "backpropagate")),
    positions.simulations,
]
STRANGE: list[Any] = [
    *(
        None,
        0,
        -1,
        10**40,
        "x",
        [],
        {},
        [None],
        [[]],
        [[], []],
        [[[], 0, 0, []]],
        [0] * 50,
        [[], [], []],
    ),
    *([[1, 2], [[[10, 0], 1, 1, [3]]]], [[["x", 10**400]], [], []], [[[[1], 3]], 1, 2]),
    {"type": "float", "repr": "nan"},
]


def test_a_tree_with_two_children_for_one_move_is_none(solution: Any) -> None:
    root = solution.Node(solution.State(ttt.EMPTY, "x"))
    for _ in range(2):
        root.children.append(solution.Node(solution.play(root.state, 5), root, 5))
    with pytest.raises(Unfit, match="holds a node twice"):
        driver.nodes_of(solution, root)


@pytest.mark.parametrize("asked", EVERY)
def test_no_answer_is_beyond_judging(asked: Any) -> None:
    for case in asked(Random(0)):
        for strange in STRANGE:
            case.judge(strange)
        assert case.judge({"type": "set", "repr": "set()"})


def test_whatever_simulate_is_called_with_is_judged() -> None:
    first = [searches(aspect)[0] for aspect in positions.ASPECTS]
    of_results = [case for case in searches("move") if case.shows]
    for case in [*first, *of_results]:
        for strange in [*STRANGE, [[5]], [True], [1.0]]:
            replay = case.notes()
            case.give(strange, replay)
            for answer in STRANGE:
                case.judge_noted(answer, replay)


@pytest.mark.parametrize(
    ("name", "check", "sentence"),
    [
        (
            "own_visits_in_the_logarithm",
            "ucb1",
            "must be 0/1 + 1.4·√(ln 3 / 1) = 1.4674059036; yours is 0.0.",
        ),
        ("remembered_by_id", "ucb1", "Before, the same node had other numbers"),
        ("goes_on_below_untried", "select", ", which has untried moves"),
        ("left_in_untried", "expand", "untried of "),
        ("root_players_wins", "backpropagate", "who moved there, for whom that counts 0."),
        ("one_round_more", "mcts: rounds", "In 1 round yours called it 2 times."),
        ("selected_by_other_c", "mcts: selection", "with the largest ucb1"),
        ("virtual_loss", "select", "select changes nothing, but after"),
        ("ends_by_position", "select", "Before, select was called in another tree"),
        ("ways_up_by_position", "backpropagate", "the same was counted in another tree"),
        ("eight_levels", "mcts: rounds", "round 46 has added"),
        ("c_kept_by_select", "select", "Before, select was called there with another c."),
        ("best_average", "mcts: move", "mcts must return a move with most visits"),
    ],
)
@pytest.mark.by_turns
def test_what_a_slip_is_told(name: str, check: str, sentence: str) -> None:
    report = grade("mcts", slip("mcts", name).submission, Terms(), only=check)
    assert sentence in report.checks[0].message


def test_the_picture_shows_how_visits_concentrate() -> None:
    from graders.mcts.picture import (
        visits,
    )  # here: matplotlib takes a second of whoever collects tests

    axes: Any = visits(ROOT / "solutions/mcts/mcts.py", rounds=300).axes
    shares, averages = ([list(line.get_ydata()) for line in each.lines] for each in axes)
    assert [list(line.get_xdata()) for line in axes[0].lines] == [[10, 30, 100, 300]] * 6
    assert [sum(values) for values in zip(*shares, strict=True)] == pytest.approx([100] * 4)
    assert all(0 <= average <= 1 for line in averages for average in line)


def test_what_can_not_be_searched_gets_a_sentence() -> None:
    from graders.mcts.picture import visits

    with pytest.raises(KitError, match="is still to be written"):
        visits(ROOT / "exercises/mcts/mcts.py", rounds=10)
