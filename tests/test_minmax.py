"""What minmax says of slips, and how many points they cost.

A reader can tell from the sentences what is wrong.
"""

import weakref
from types import SimpleNamespace
from typing import Any

import pytest

from graders.kit.authoring.slips import corpus
from graders.kit.catalog import named
from graders.kit.grading.run import Terms, grade
from graders.kit.grading.submission import Submission
from graders.minmax import driver
from tests.conftest import Graded, reference, slip

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
    "double_win_is_two": ("get_value", "yours is 2: x has three in a row, twice."),
    "carriage_return_is_a_cell": (
        "minmax: Windows line ends",
        "the position itself, without a move of x.",
    ),
    "get_value_ten": ("max_value", "Passed with a right get_value in place of yours."),
    "nothing_below_depth_five": ("max_value", "This node is 6 moves below the root."),
    "too_early_to_win": ("minmax: winning moves", "After x at 1, o must block at 9,"),
    "half_a_turn_left_out": ("minmax: either side started", "Yours: x at 1, x at 2, x at 3."),
    "children_thrown_away": (
        "minmax: winning moves",
        "One MinMax was asked about all nodes in turn, after another",
    ),
    "forgets_the_tree_before": (
        "minmax: winning moves",
        "all nodes in turn, after another tree was built.",
    ),
    "boards_aliased": ("min_value", "Passed with a right buildTree"),
}


@pytest.mark.parametrize("name", SAID)
def test_a_message_tells_the_slip(name: str) -> None:
    check, sentence = SAID[name]
    (found,) = grade("minmax", slip("minmax", name).submission, Terms(), only=check).checks
    assert sentence in found.message


# How many points a slip may cost, at each of these seeds.
COSTS = {
    "only_full_is_terminal": 4,
    "only_x_wins": 4,
    "sign_of_the_value": 4,
    "index_of_a_diagonal": 4,
}


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=[pytest.mark.whole])])
@pytest.mark.parametrize("name", COSTS)
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


def test_values_kept_by_the_board_alone_cost_points_at_each_seed() -> None:
    """It can't be a slip either: max_value or min_value is lost, as the positions have it."""
    source = (corpus(named("minmax")) / "right/memo_in_instance.py").read_text("utf-8")
    for was, now in (
        ("\n        self.memo = {}", ""),
        ("class MinMax:", "class MinMax:\n    memo = {}\n"),
        ("key = (cells(node.map), node.deepID % 2)", "key = cells(node.map)"),
    ):
        assert was in source
        source = source.replace(was, now)
    for seed in range(3):
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
    (lost,) = grade("minmax", submission, Terms(), only="minmax: nothing to win").checks
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
