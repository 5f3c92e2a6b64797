"""The checks of expectiminimax."""

from random import Random

from graders.expectiminimax import cases, positions
from graders.kit.grading.checks import check, settle
from graders.kit.grading.student import Student


@check("value: any tree", points=1)
def test_value(student: Student, rng: Random) -> str:
    """value is right for a number, and for trees in which max, min and chance nodes stand below each other"""
    return cases.settle_value(
        student, [cases.NodeCase("value", *asked) for asked in positions.valued(rng)]
    )


@check("value: exactly", points=1)
def test_value_exactly(student: Student, rng: Random) -> str:
    """value is exactly right in a tree of ints and Fractions"""
    return cases.settle_value(
        student, [cases.NodeCase("value", *asked, exact=True) for asked in positions.exact(rng)]
    )


@check("max_value", points=1)
def test_max_value(student: Student, rng: Random) -> str:
    """max_value is the value of a max node's largest child"""
    return cases.settle_nodes(
        student, [cases.NodeCase("max_value", *asked) for asked in positions.extreme(rng, "max")]
    )


@check("min_value", points=1)
def test_min_value(student: Student, rng: Random) -> str:
    """min_value is the value of a min node's smallest child"""
    return cases.settle_nodes(
        student, [cases.NodeCase("min_value", *asked) for asked in positions.extreme(rng, "min")]
    )


@check("expected_value", points=1)
def test_expected_value(student: Student, rng: Random) -> str:
    """expected_value is what a chance node's children are worth on average, each weighed with its probability"""
    return cases.settle_nodes(
        student, [cases.NodeCase("expected_value", *asked) for asked in positions.averaged(rng)]
    )


@check("best_child", points=1)
def test_best_child(student: Student, rng: Random) -> str:
    """best_child is the number of a largest child of a max node, of a smallest child of a min node"""
    return cases.settle_nodes(
        student,
        [cases.ChoiceCase("best_child", *asked) for asked in positions.chosen(rng)],
        late=True,
    )


@check("win_probability: states", points=1)
def test_states(student: Student, rng: Random) -> str:
    """win_probability has exactly the states of Piglet for its keys"""
    return settle(student, [cases.TableCase(goal) for goal in positions.goals(rng, 8)], "goals")


@check("win_probability: best play", points=2, seconds=10)
def test_best_play(student: Student, rng: Random) -> str:
    """win_probability is how often the side to move wins if both sides play as well as can be, within 1e-6"""
    return settle(student, [cases.PlayCase(goal) for goal in positions.goals(rng, 10)], "goals")


@check("decide", points=1)
def test_decide(student: Student, rng: Random) -> str:
    """decide returns what wins more often by the table that it is given: "flip" or "hold" """
    return settle(student, [cases.DecideCase(*given) for given in positions.tables(rng)], "tables")
