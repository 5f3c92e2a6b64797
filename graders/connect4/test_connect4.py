"""The checks of connect4."""

from collections.abc import Sequence
from random import Random

from graders.connect4 import positions
from graders.connect4.cases import (
    BestCase,
    DropCase,
    EvaluateCase,
    MovesCase,
    PruningCase,
    ValueCase,
    WinnerCase,
)
from graders.connect4.positions import many
from graders.kit.grading.checks import Case, check

RULES = ("moves", "drop", "winner")


@check("moves", points=1, noun="boards")
def test_moves(rng: Random, thorough: bool) -> Sequence[Case]:
    """moves returns the columns that are not full, from left to right"""
    return [MovesCase(board) for board in many(positions.for_moves, rng, thorough)]


@check("drop", points=1, noun="moves")
def test_drop(rng: Random, thorough: bool) -> Sequence[Case]:
    """drop returns a new board with one stone more, on top of its column"""
    return [DropCase(*asked) for asked in many(positions.for_drop, rng, thorough)]


@check("winner", points=1, noun="boards", seconds=10)
def test_winner(rng: Random, thorough: bool) -> Sequence[Case]:
    """winner finds four in every row, column and diagonal of every size, and nothing else"""
    return [WinnerCase(board) for board in many(positions.for_winner, rng, thorough)]


@check("evaluate", points=1, noun="boards", seconds=5)
def test_evaluate(rng: Random, thorough: bool) -> Sequence[Case]:
    """evaluate returns the lines of four without an o, less the lines of four without an x"""
    return [EvaluateCase(board) for board in many(positions.for_evaluate, rng, thorough)]


@check("value: game over", points=1, needs=RULES, noun="boards", seconds=10)
def test_game_over(rng: Random, thorough: bool) -> Sequence[Case]:
    """value knows a won board, a lost one and a full one, at once or some plies later, and prefers the quick win"""
    return [ValueCase(*asked) for asked in many(positions.decided, rng, thorough)]


@check("value: to a depth", points=1, needs=RULES, noun="boards", seconds=10)
def test_to_a_depth(rng: Random, thorough: bool) -> Sequence[Case]:
    """value is that of minimax to the depth that it is given, by the evaluate that it is given"""
    return [ValueCase(*asked) for asked in many(positions.to_a_depth, rng, thorough)]


@check("value: in a window", points=1, needs=RULES, noun="windows", seconds=10)
def test_windows(rng: Random, thorough: bool) -> Sequence[Case]:
    """value is exact inside the window (alpha, beta), and outside a bound on the proper side"""
    asked = many(positions.windows, rng, thorough)
    return [ValueCase(*here, *window) for here, window in asked]


@check("value: pruning", points=1, needs=RULES, noun="windows", seconds=10)
def test_pruning(rng: Random, thorough: bool) -> Sequence[Case]:
    """value evaluates no board that plain left-to-right alpha-beta would not evaluate"""
    asked = many(positions.pruned, rng, thorough)
    return [PruningCase(*here, *window) for here, window in asked]


@check("best_move: best columns", points=1, needs=("value",), noun="boards", seconds=10)
def test_best_columns(rng: Random, thorough: bool) -> Sequence[Case]:
    """best_move returns a column that really has the best value for the side to move, None if the game is over"""
    return [BestCase(*asked) for asked in many(positions.ties, rng, thorough)]


@check("best_move: wins and threats", points=1, needs=("value",), noun="boards", seconds=10)
def test_tactics(rng: Random, thorough: bool) -> Sequence[Case]:
    """best_move wins at once where it can, blocks where it must, and loses as late as possible"""
    return [BestCase(*asked) for asked in many(positions.tactical, rng, thorough)]
