"""What minmax says of slips, and how many points they cost.

A reader can tell from the sentences what is wrong.
"""

import io
import sys
import weakref
from collections import Counter
from contextlib import redirect_stdout
from pathlib import Path
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from graders.kit import tictactoe as ttt
from graders.kit.catalog import named
from graders.kit.grading.run import Terms, checks_of, grade
from graders.kit.grading.submission import Submission, of_bytes
from graders.kit.isolation.tools import StudentModule
from graders.minmax import calls, driver
from graders.minmax.cases import BEGUN, BestMoves, NodeCase
from graders.minmax.positions import tally
from tests.conftest import Graded, asked_alone, reference, slip

SLOW = ("shared_default_list",)  # it grows a tree until its time is up
# For each slip the check that tells of it, and what its message says.
SAID = {
    "o_moves_first": (
        "buildTree",
        "A child is no move of x. At even deepID x moves, at odd deepID o.",
    ),
    "shared_default_list": (
        "buildTree",
        "Two nodes share one list of children, as a default children=[] makes them.",
    ),
    "tree_cut_at_seven": (
        "buildTree",
        "The tree ends 7 moves below the root, but some games from here last 9 moves.",
    ),
    "late_moves_missing": ("buildTree", "The node has 1 child, but"),
    "double_win_is_two": ("get_value", "has three in a row, twice."),
    "carriage_return_is_a_cell": (
        "minmax: Windows line ends",
        "Each row has a fourth cell here, '\\r'.",
    ),
    "get_value_ten": ("max_value", "Passed with a right get_value and minmax in place of yours."),
    "nothing_below_depth_three": ("max_value", "This node is 4 moves below the root."),
    "too_early_to_win": ("minmax: either side started", "After x at 3, o must block at 2,"),
    "half_a_turn_left_out": ("minmax: either side started", "Yours: x at 1, x at 3, x at 4."),
    "children_thrown_away": (
        "minmax: winning moves",
        "A method changed the board of a node, or its children: these must stay as they are.",
    ),
    "forgets_the_tree_before": (
        "minmax: winning moves",
        "all nodes in turn, after another tree was built.",
    ),
    "boards_aliased": ("min_value", "Passed with a right buildTree"),
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.whole] if name in SLOW else []) for name in SAID]
)
@pytest.mark.by_turns
def test_a_message_tells_the_slip(name: str) -> None:
    check, sentence = SAID[name]
    found = asked_alone("minmax", slip("minmax", name).submission, check)
    assert sentence in found.message


# How many points a slip may cost, at each of these seeds.
COSTS = {
    "only_full_is_terminal": 4,
    "only_x_wins": 4,
    "sign_of_the_value": 4,
    "index_of_a_diagonal": 4,
}


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=[pytest.mark.whole])])
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.whole] if number % 2 else [])
        for number, name in enumerate(COSTS)
    ],
)
def test_a_slip_costs_what_it_breaks(name: str, seed: int) -> None:
    found = grade("minmax", slip("minmax", name).submission, Terms(seed))
    assert 10 - COSTS[name] <= found.score < 10


@pytest.mark.parametrize("truth", ["int({})", "[1] * bool({})", "({}) and 'over'"])
def test_is_terminal_may_return_what_counts_as_true_or_false(truth: str, graded: Graded) -> None:
    was = "full or self.get_value(node) != 0"
    assert was in reference("minmax")
    assert graded(reference("minmax").replace(was, truth.format(was)))["score"] == 10


BY_ID = """
ANSWERS = {}
answer = MinMax.minmax
MinMax.minmax = lambda self, node: ANSWERS.setdefault(id(node), answer(self, node))
"""


def test_answers_kept_by_id_are_met_by_another_node_at_that_address() -> None:
    """It can't be a slip, whose reports are alike: which checks it loses depends on the memory."""
    submission = Submission("minmax.py", b"", reference("minmax") + BY_ID)
    found = grade("minmax", submission, Terms(), first="minmax: either")
    assert "failed" in {check.outcome for check in found.checks}


@pytest.mark.whole
def test_values_kept_by_the_board_alone_cost_points_at_each_seed() -> None:
    """It can't be a slip either: max_value or min_value is lost, as the positions have it."""
    source = (named("minmax").corpus / "right/memo_in_instance.py").read_text("utf-8")
    for was, now in (
        ("\n        self.memo = {}", ""),
        ("class MinMax:", "class MinMax:\n    memo = {}\n"),
        ("key = (cells(node.map), node.deepID % 2)", "key = cells(node.map)"),
    ):
        assert was in source
        source = source.replace(was, now)
    for seed in range(2):
        found = grade("minmax", Submission("minmax.py", b"", source), Terms(seed))
        lost = {check.name for check in found.checks if check.outcome != "passed"}
        assert lost & {"max_value", "min_value"}


FIRST_ANSWER = """
FIRST = []
right = MinMax.minmax

def minmax(self, node):
    if not FIRST:
        FIRST.append(right(self, node))
    return FIRST[0]

MinMax.minmax = minmax
"""


def test_there_is_nothing_to_try_where_a_fresh_run_answers_right() -> None:
    submission = Submission("minmax.py", b"", reference("minmax") + FIRST_ANSWER)
    check = "minmax: either side started"  # where nothing else is asked about the same tree
    (lost,) = grade("minmax", submission, Terms(), only=check).checks
    assert lost.outcome == "failed"
    assert "Asked this first, in a fresh run, your code answers right." in lost.message
    assert "Try it:" not in lost.message


class Node:
    """As in the statement."""

    def __init__(self, *values: Any) -> None:
        self.map, self.val, self.deepID, self.parent, self.children = values


def in_garbage(node: Any) -> None:
    """Let something have a node that nobody has, but that only the garbage collector finds."""
    thing = SimpleNamespace(node=node)
    thing.me = thing


KEPT: list[Any] = []
WAYS_TO_KEEP = {
    "nowhere": lambda node: None,
    "in a list": KEPT.append,
    "in garbage": in_garbage,
    "by a weak reference": lambda node: KEPT.append(weakref.ref(node)),
}


@pytest.mark.parametrize("way", WAYS_TO_KEEP)
def test_the_next_root_has_the_id_of_the_former_one_that_nobody_keeps(way: str) -> None:
    """So who keeps answers by id() is seen each time. No node is changed that somebody keeps."""
    submission = SimpleNamespace(GameNode=Node)
    driver.FORMER[:] = [Node([["x"]], 7, 0, None, [])]
    former = id(driver.FORMER[0])
    WAYS_TO_KEEP[way](driver.FORMER[0])
    try:
        root = driver.next_root(submission, "xo_______", "")
        assert driver.cells(root.map) == "xo_______"
        assert vars(root).keys() == {"map", "val", "deepID", "parent", "children"}
        assert driver.FORMER == []
        if not KEPT:
            assert id(root) == former
            return
        (kept,) = KEPT
        if isinstance(kept, weakref.ref):
            kept = kept()
        if kept is not None:
            assert kept is not root
            assert kept.val == 7
    finally:
        KEPT.clear()


CHECKS = {check.name: check for check in checks_of(named("minmax"))}


def asked(check: str, seed: int) -> list[NodeCase]:
    """Return what a check asks."""
    cases = CHECKS[check].cases(Random(seed), False)
    return [case for case in cases if isinstance(case, NodeCase)]


def question(case: NodeCase) -> tuple[Any, ...]:
    """Return what tells one question from another, but for a fourth cell."""
    return case.check, case.board, tuple(case.path), case.before


@pytest.mark.parametrize("function", calls.CALLS)
def test_each_row_is_asked_by_one_check_and_with_a_fourth_cell_by_another(function: str) -> None:
    everything = calls.CALLS[function].rows
    plain: list[int] = []
    for name in CHECKS:
        if name != calls.WINDOWS:
            plain += calls.rows(function, name)
    assert sorted(plain) == list(range(len(everything)))
    with_fourth = {number for number, row in enumerate(everything) if calls.line_end(row)}
    assert set(calls.rows(function, calls.WINDOWS)) == with_fourth


@pytest.mark.whole
def test_the_nodes_are_those_that_are_found() -> None:
    path = Path(calls.__file__).with_name("nodes.json")
    assert path.read_text("utf-8") == calls.nodes_to_keep()


@pytest.mark.parametrize("function", calls.CALLS)
def test_nodes_are_of_games_that_can_be_played(function: str) -> None:
    roots = {board for first in "xo" for board, mark in ttt.reachable(first).items() if mark == "x"}
    for number in range(len(calls.CALLS[function].rows)):
        board, path = calls.node_for(function, number)
        assert board in roots
        assert board.count("_") <= calls.MOST_EMPTY
        for ply, after in enumerate(path):
            assert after in ttt.successors(board, "xo"[ply % 2])
            board = after


@pytest.mark.parametrize("seed", range(5))
def test_what_is_excused_with_a_fourth_cell_is_asked_without_one(seed: int) -> None:
    """So whoever is wrong there loses a point, if not in the check about Windows."""
    plain: set[tuple[Any, ...]] = set()
    for name in CHECKS:
        if name != calls.WINDOWS:
            plain |= {question(case) for case in asked(name, seed)}
    excused = [case for case in asked(calls.WINDOWS, seed) if case.plain_elsewhere]
    assert excused
    assert {question(case) for case in excused} <= plain


@pytest.mark.parametrize(("without", "is_excused"), [([], True), (["xxxooxoxo"], False)])
def test_a_fault_counts_with_a_fourth_cell_if_it_is_not_there_without(
    without: list[str], is_excused: bool
) -> None:
    case = BestMoves("xx_ooxoxo", line_end="\r", plain_elsewhere=True)
    assert case.judge([]) is not None
    plain = case.otherwise
    assert plain is not None
    assert plain.question() == ("minmax", [["xx_ooxoxo", [], [], ""], []])
    assert (plain.judge(without) is None) == is_excused


def test_nothing_is_given_that_can_only_be_asked_in_a_tree_of_the_students_own() -> None:
    """Who computes values, or the end of the game, while building is asked once more."""
    for name in CHECKS:
        for case in asked(name, 0):
            if case.given:
                otherwise = case.otherwise
                assert isinstance(otherwise, NodeCase)
                assert not otherwise.given
                assert otherwise.line_end == case.line_end


STATEMENT = " ".join((named("minmax").reference.parent / "README.md").read_text("utf-8").split())


def test_the_statement_says_after_how_many_nodes_the_empty_board_is_left() -> None:
    assert f"after {BEGUN} calls of `GameNode`" in STATEMENT


def test_the_statement_says_how_much_is_asked_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who allows for less is wrong, and who allows for no more is right."""
    module = ModuleType("submission")
    exec(reference("minmax"), vars(module))
    made: list[tuple[Any, str, Any, int]] = []
    called = driver.called

    def counted(search: Any, name: str, node: Any) -> Any:
        nodes = 1
        if name in calls.SIDES:
            nodes = sum(tally(driver.cells(node.map), "xo"[node.deepID % 2]).values())
        made.append((search, name, node, nodes))
        return called(search, name, node)

    monkeypatch.setattr(driver, "called", counted)
    monkeypatch.setitem(sys.modules, "submission", module)
    of_objects: list[int] = []
    of_minmax: list[int] = []
    of_questions: list[int] = []
    for name, arguments in [case.question() for check in CHECKS for case in asked(check, 0)]:
        if name in ("tree", "begun"):
            continue
        getattr(driver, f"ask_{name}")(StudentModule(module, None), *arguments)
        nodes_of: Counter[int] = Counter()
        by_minmax: Counter[int] = Counter()
        for search, called_name, _, nodes in made:
            nodes_of[id(search)] += nodes
            if called_name == "minmax":
                by_minmax[id(search)] += nodes
        of_objects += nodes_of.values()
        of_minmax += by_minmax.values()
        of_questions += Counter((id(one[0]), one[1], id(one[2])) for one in made).values()
        made.clear()
    assert max(of_questions) == 4
    assert "the same question at most four times" in STATEMENT
    most = f"{max(of_objects):,} nodes at most for all that one `MinMax` is asked"
    assert f"{most}, of these to {max(of_minmax):,} in `minmax`," in STATEMENT
    assert f"and to {sum(of_objects):,} for all questions of a run" in STATEMENT


@pytest.mark.whole
def test_the_line_to_try_shows_what_is_wrong_below_a_child() -> None:
    source = reference("minmax").partition("\nif __name__ ==")[0]
    by_depth = 'mark = "x" if root.deepID % 2 == 0 else "o"'
    by_marks = 'mark = "x" if str(root.map).count("x") <= str(root.map).count("o") else "o"'
    assert source.count(by_depth) == 1
    source = source.replace(by_depth, by_marks)
    submission = of_bytes("minmax.py", source.encode())
    (found,) = grade("minmax", submission, Terms(), only="buildTree").checks
    assert "A child is no move of o." in found.message
    line = found.message.rpartition("Try it: ")[2]
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(f"{source}\n{line}", {})
    assert "[['x', 'o', 'o'], ['o', 'o', 'x'], ['x', 'x', 'x']]" in printed.getvalue()
