"""The checks of expectiminimax."""

from random import Random

from graders.expectiminimax import positions
from graders.expectiminimax.cases import ChoiceCase, DecideCase, NodeCase, PlayCase, TableCase
from graders.kit.grading.checks import check

HELPERS = ("max_value", "min_value", "expected_value")


@check("value: any tree", points=1, needs=HELPERS, noun="trees")
def test_value(rng: Random) -> list[NodeCase]:
    """value is right for a number, and for trees in which max, min and chance nodes stand below each other"""
    return [NodeCase("value", *asked) for asked in positions.valued(rng)]


@check("value: exactly", points=1, needs=HELPERS, noun="trees")
def test_value_exactly(rng: Random) -> list[NodeCase]:
    """value is exactly right in a tree of ints and Fractions"""
    return [NodeCase("value", *asked) for asked in positions.exact(rng)]


@check("max_value", points=1, needs=("value",), noun="trees")
def test_max_value(rng: Random) -> list[NodeCase]:
    """max_value is the value of a max node's largest child"""
    return [NodeCase("max_value", *asked) for asked in positions.extreme(rng, "max")]


@check("min_value", points=1, needs=("value",), noun="trees")
def test_min_value(rng: Random) -> list[NodeCase]:
    """min_value is the value of a min node's smallest child"""
    return [NodeCase("min_value", *asked) for asked in positions.extreme(rng, "min")]


@check("expected_value", points=1, needs=("value",), noun="trees")
def test_expected_value(rng: Random) -> list[NodeCase]:
    """expected_value is what a chance node's children are worth on average, each weighed with its probability"""
    return [NodeCase("expected_value", *asked) for asked in positions.averaged(rng)]


@check("best_child", points=1, needs=("value",), noun="trees")
def test_best_child(rng: Random) -> list[NodeCase]:
    """best_child is the number of a largest child of a max node, of a smallest child of a min node"""
    return [ChoiceCase("best_child", *asked) for asked in positions.chosen(rng)]


@check("win_probability: states", points=1, noun="goals")
def test_states(rng: Random) -> list[TableCase]:
    """win_probability has exactly the states of Piglet for its keys"""
    return [TableCase(goal) for goal in positions.goals(rng, largest=8)]


@check("win_probability: best play", points=2, noun="goals", seconds=10)
def test_best_play(rng: Random) -> list[PlayCase]:
    """win_probability is how often the side to move wins if both sides play as well as can be, within 1e-6"""
    return [PlayCase(goal) for goal in positions.goals(rng, largest=10)]


@check("decide", points=1, noun="states")
def test_decide(rng: Random) -> list[DecideCase]:
    """decide returns what wins more often by the table that it is given: "flip" or "hold" """
    return [DecideCase(*given) for given in positions.tables(rng)]
