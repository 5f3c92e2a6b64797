"""The checks of mcts."""

from random import Random

from graders.kit.grading.checks import check
from graders.mcts import positions
from graders.mcts.cases import BackCase, ExpandCase, SelectCase, SimulateCase, UcbCase
from graders.mcts.searches import SearchCase

HELPERS = ("ucb1", "select", "expand", "backpropagate")


@check("ucb1", points=1, noun="nodes")
def test_ucb1(rng: Random) -> list[UcbCase]:
    """ucb1 is wins/visits + c·√(ln(visits of the parent) / visits), and infinity without visits"""
    return positions.numbers(rng)


@check("select", points=1, needs=("ucb1",), noun="trees")
def test_select(rng: Random) -> list[SelectCase]:
    """select goes down to a child with the largest ucb1, as long as a node has no untried move left"""
    return positions.selections(rng)


@check("expand", points=1, noun="nodes")
def test_expand(rng: Random) -> list[ExpandCase]:
    """expand adds one child for an untried move, and returns it; of a finished game it returns the node itself"""
    return positions.expansions(rng)


@check("simulate: the end", points=1)
def test_simulate_the_end(rng: Random) -> list[SimulateCase]:
    """simulate returns "x" or "o", whoever has three in a row in the end, and None for a draw"""
    return positions.certain(rng)


@check("simulate: chances", points=1, seconds=30)
def test_simulate_chances(rng: Random) -> list[SimulateCase]:
    """simulate plays both sides at random, all moves equally likely, and the same game for the same rng"""
    return positions.uncertain(rng)


@check("backpropagate: visits", points=1, noun="games")
def test_backpropagate_visits(rng: Random) -> list[BackCase]:
    """backpropagate counts a visit of the node, and of each node above it, the root included"""
    return positions.counted(rng, "visits")


@check("backpropagate: wins", points=1, noun="games")
def test_backpropagate_wins(rng: Random) -> list[BackCase]:
    """backpropagate counts a win where the side that moved into the node has won, and half a win for a draw"""
    return positions.counted(rng, "wins")


@check("mcts: rounds", points=1, needs=HELPERS, noun="searches", seconds=20)
def test_rounds(rng: Random) -> list[SearchCase]:
    """mcts adds a node in each round, simulates from there once, and counts the result up to the root"""
    return positions.searches(rng, "rounds")


@check("mcts: selection", points=1, needs=HELPERS, noun="searches", seconds=20)
def test_selection(rng: Random) -> list[SearchCase]:
    """mcts goes down to a child with the largest ucb1, by the numbers of that round, and with the c that is given"""
    return positions.searches(rng, "selection")


@check("mcts: move", points=1, needs=HELPERS, noun="searches", seconds=20)
def test_move(rng: Random) -> list[SearchCase]:
    """mcts returns a move with most visits"""
    return positions.searches(rng, "move")
