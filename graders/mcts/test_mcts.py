"""The checks of mcts."""

from random import Random

from graders.kit.grading.checks import check, settle
from graders.kit.grading.student import Student
from graders.mcts import positions, searches
from graders.mcts.cases import BackCase, ExpandCase, SelectCase, SimulateCase, UcbCase
from graders.mcts.lent import HELPERS


@check("ucb1", points=1)
def test_ucb1(student: Student, rng: Random) -> str:
    """ucb1 is wins/visits + c·√(ln(visits of the parent) / visits), and infinity without visits"""
    return settle(student, [UcbCase(numbers) for numbers in positions.numbers(rng)], "nodes")


@check("select", points=1)
def test_select(student: Student, rng: Random) -> str:
    """select goes down to a child with the largest ucb1, as long as a node has no untried move left"""
    return searches.settle_with(
        student, rng, [SelectCase(*s) for s in positions.selections(rng)], "trees", ["ucb1"]
    )


@check("expand", points=1)
def test_expand(student: Student, rng: Random) -> str:
    """expand adds one child for an untried move, and returns it; of a finished game it returns the node itself"""
    return settle(student, [ExpandCase(*one) for one in positions.expansions(rng)], "nodes")


@check("simulate: the end", points=1)
def test_simulate_the_end(student: Student, rng: Random) -> str:
    """simulate returns "x" or "o", whoever has three in a row in the end, and None for a draw"""
    return settle(student, [SimulateCase(*one) for one in positions.certain(rng)], "positions")


@check("simulate: chances", points=1, seconds=30)
def test_simulate_chances(student: Student, rng: Random) -> str:
    """simulate plays both sides at random, all moves equally likely, and the same game for the same rng"""
    return settle(student, [SimulateCase(*one) for one in positions.uncertain(rng)], "positions")


@check("backpropagate: visits", points=1)
def test_backpropagate_visits(student: Student, rng: Random) -> str:
    """backpropagate counts a visit of the node, and of each node above it, the root included"""
    return settle(student, [BackCase(*one, "visits") for one in positions.counted(rng)], "games")


@check("backpropagate: wins", points=1)
def test_backpropagate_wins(student: Student, rng: Random) -> str:
    """backpropagate counts a win where the side that moved into the node has won, and half a win for a draw"""
    return settle(student, [BackCase(*one, "wins") for one in positions.counted(rng)], "games")


@check("mcts: rounds", points=1, seconds=20)
def test_rounds(student: Student, rng: Random) -> str:
    """mcts adds a node in each round, simulates from there once, and counts the result up to the root"""
    return searches.settle_with(student, rng, searches.cases(rng, "rounds"), "searches", HELPERS)


@check("mcts: selection", points=1, seconds=20)
def test_selection(student: Student, rng: Random) -> str:
    """mcts goes down to a child with the largest ucb1, by the numbers of that round, and with the c that is given"""
    return searches.settle_with(student, rng, searches.cases(rng, "selection"), "searches", HELPERS)


@check("mcts: move", points=1, seconds=20)
def test_move(student: Student, rng: Random) -> str:
    """mcts returns a move with most visits"""
    return searches.settle_with(student, rng, searches.cases(rng, "move"), "searches", HELPERS)
