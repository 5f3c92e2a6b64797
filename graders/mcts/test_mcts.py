"""The checks of mcts."""

from random import Random

from graders.kit.grading.checks import Case, check
from graders.mcts import built, positions

HELPERS = ("ucb1", "select", "expand", "backpropagate")


@check("ucb1", points=1, noun="nodes")
def test_ucb1(rng: Random) -> list[Case]:
    """ucb1 is wins/visits + c·√(ln(visits of the parent) / visits), and infinity without visits"""
    return positions.numbers(rng)


@check("select", points=3, needs=("ucb1",), noun="trees")
def test_select(rng: Random) -> list[Case]:
    """select goes down to a child with the largest ucb1, as long as a node has no untried move left"""
    return positions.selections(rng)


@check("expand", points=1, noun="nodes")
def test_expand(rng: Random) -> list[Case]:
    """expand adds one child for an untried move, and returns it; of a finished game it returns the node itself"""
    return built.asked(rng, "expand")


@check("simulate", points=1, seconds=30, chance=True)
def test_simulate(rng: Random) -> list[Case]:
    """simulate plays both sides at random, all moves equally likely, and returns "x", "o", or None for a draw"""
    return positions.simulations(rng)


@check("backpropagate", points=1, noun="games")
def test_backpropagate(rng: Random) -> list[Case]:
    """backpropagate counts a visit up to the root, and a win where the side that moved in has won, 1/2 for a draw"""
    return built.asked(rng, "backpropagate")


@check("mcts: rounds", points=1, needs=HELPERS, noun="searches", seconds=20)
def test_rounds(rng: Random) -> list[Case]:
    """mcts adds a node in each round, simulates from there once, and counts the result up to the root"""
    return positions.searches(rng, "rounds")


@check("mcts: selection", points=1, needs=HELPERS, noun="searches", seconds=20)
def test_selection(rng: Random) -> list[Case]:
    """mcts goes down to a child with the largest ucb1, by the numbers of that round, and with the c that is given"""
    return positions.searches(rng, "selection")


@check("mcts: move", points=1, needs=HELPERS, noun="searches", seconds=20)
def test_move(rng: Random) -> list[Case]:
    """mcts returns a move with most visits"""
    return positions.searches(rng, "move")
