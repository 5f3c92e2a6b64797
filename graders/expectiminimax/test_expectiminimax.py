"""The checks of expectiminimax."""

from random import Random

from graders.expectiminimax import calls, positions, trees
from graders.expectiminimax.cases import ChoiceCase, DecideCase, NodeCase, TableCase
from graders.kit.grading.checks import check

HELPERS = ("max_value", "min_value", "expected_value")


def node_cases(function: str, asked: list[trees.Asked]) -> list[NodeCase]:
    """Return what a function is asked about as cases."""
    kind = ChoiceCase if function == "best_child" else NodeCase
    return [kind(function, node, earlier) for node, earlier in asked]


@check("value", points=1, needs=HELPERS, noun="trees")
def test_value(rng: Random) -> list[NodeCase]:
    """value is right for a number, and for trees in which max, min and chance nodes stand below each other"""
    return node_cases("value", trees.asked(rng, "value") + positions.valued(rng))


@check("max_value", points=1, needs=("value",), noun="trees")
def test_max_value(rng: Random) -> list[NodeCase]:
    """max_value is the value of a max node's largest child"""
    asked = trees.asked(rng, "max_value") + positions.after_others(rng, "max")
    asked += positions.nearly_alike(rng, "max")
    asked += positions.after_worse_ones(rng, "max")
    asked += positions.deep_trees(rng, "max") + positions.lookalikes("max")
    return node_cases("max_value", asked + positions.near_the_bounds("max"))


@check("min_value", points=1, needs=("value",), noun="trees")
def test_min_value(rng: Random) -> list[NodeCase]:
    """min_value is the value of a min node's smallest child"""
    asked = trees.asked(rng, "min_value") + positions.after_others(rng, "min")
    asked += positions.nearly_alike(rng, "min")
    asked += positions.after_worse_ones(rng, "min")
    asked += positions.deep_trees(rng, "min") + positions.lookalikes("min")
    return node_cases("min_value", asked + positions.near_the_bounds("min"))


@check("expected_value: weighed", points=2, needs=("value",), noun="trees")
def test_expected_value_weighed(rng: Random) -> list[NodeCase]:
    """expected_value is what a chance node's children are worth on average, each weighed with its probability"""
    asked = trees.asked(rng, "expected_value", floats=True)
    return node_cases("expected_value", asked + positions.averaged(rng))


@check("expected_value: exactly", points=1, needs=("value",), noun="trees")
def test_expected_value_exactly(rng: Random) -> list[NodeCase]:
    """expected_value is exactly right in a tree of ints and Fractions"""
    asked = trees.asked(rng, "expected_value", floats=False)
    return node_cases("expected_value", asked + positions.exact(rng))


@check("best_child", points=1, needs=("value",), noun="trees")
def test_best_child(rng: Random) -> list[NodeCase]:
    """best_child is the number of a largest child of a max node, of a smallest child of a min node"""
    return node_cases("best_child", trees.asked(rng, "best_child") + positions.chosen(rng))


@check("win_probability", points=2, noun="goals", seconds=20)
def test_win_probability(rng: Random) -> list[TableCase]:
    """win_probability is how often the side to move wins in each state, if both sides play as well as can be"""
    asked = [*trees.goals(rng), *positions.NEXT_GOALS]
    cases = [TableCase(*some) for some in asked]
    # The largest goal comes first, so that decide is asked next after the smallest: who goes by the
    # goal of the last call there is found out. And who keeps the first dict of a goal, and hands
    # out copies of that later, has kept none yet.
    return sorted(cases, key=lambda case: (not case.changed, -case.goal))


@check("decide", points=1, noun="states")
def test_decide(rng: Random) -> list[DecideCase]:
    """decide returns what wins more often by the table that it is given: "flip" or "hold" """
    histories = [row["history"] for row in calls.CALLS["decide"].rows]
    asked = zip(trees.decisions(rng), histories, strict=True)
    cases = [DecideCase(*decision, history) for decision, history in asked]
    cases += [DecideCase(*decision) for decision in positions.tables(rng)]
    for decision, earlier in positions.one_number_changed(rng):
        cases.append(DecideCase(*decision, calls.OTHER_TABLE, earlier))
    decision, earlier = positions.under_other_keys(rng)
    return [*cases, DecideCase(*decision, earlier=earlier)]
