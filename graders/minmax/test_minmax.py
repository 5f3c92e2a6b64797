"""The checks of minmax."""

from dataclasses import replace
from random import Random
from typing import TypeVar

from graders.kit import tictactoe as ttt
from graders.kit.grading.checks import check
from graders.minmax import calls, positions
from graders.minmax.cases import (
    BegunCase,
    Below,
    BestMoves,
    NodeCase,
    NumberCase,
    TerminalCase,
    TreeCase,
)

AnyCase = TypeVar("AnyCase", bound=NodeCase)
MOST_EMPTY = 5  # cells of a root; below others the driver builds what is needed
HELPERS = ("buildTree", "isTerminal", "get_value", "max_value", "min_value")


def generated(kind: type[AnyCase], rng: Random, function: str) -> list[AnyCase]:
    """Return the calls of a function that its statement permits, as cases of a kind."""
    cases = []
    for row, (board, path) in calls.asked(rng, function):
        given = board.count("_") > MOST_EMPTY
        line_end, again = calls.line_end(row), calls.is_again(row)
        cases.append(kind(board, path, given=given, line_end=line_end, again=again))
    return cases


def generated_for(check: str, rng: Random) -> list[BestMoves]:
    """Return those calls of minmax that a check is about."""
    return [case for case in generated(BestMoves, rng, "minmax") if case.check == check]


@check("buildTree", points=2, needs=("isTerminal", "get_value"), noun="trees")
def test_build_tree(rng: Random, thorough: bool) -> list[NodeCase]:
    """buildTree grows every move down to the end of the game, with deepID and parent set"""
    asked: list[NodeCase] = [TreeCase(board) for board in positions.trees(rng, thorough)]
    asked += generated(TreeCase, rng, "buildTree")
    asked.append(BegunCase(ttt.EMPTY, smaller=rng.choice(positions.SEVEN)))
    return asked


@check("isTerminal", points=1, needs=("buildTree", "get_value"))
def test_is_terminal(rng: Random) -> list[NodeCase]:
    """isTerminal is true when a side has three in a row or the board is full, and only then"""
    nodes = positions.ends(rng) + positions.unfinished(rng)
    asked: list[NodeCase] = [TerminalCase(*node) for node in nodes]
    asked += generated(TerminalCase, rng, "isTerminal")
    asked.append(Below(positions.larger(rng)))
    return asked


@check("get_value", points=1, needs=("buildTree", "isTerminal"), noun="finished positions")
def test_get_value(rng: Random) -> list[NodeCase]:
    """get_value of a finished position is 1 if x has won, -1 if o has won, 0 if it is a draw"""
    asked: list[NodeCase] = [NumberCase(*node) for node in positions.ends(rng, beside_empty=True)]
    return asked + generated(NumberCase, rng, "get_value")


@check("max_value", points=1, needs=HELPERS)
def test_max_value(rng: Random) -> list[NodeCase]:
    """max_value is the largest value among the children where x is to move"""
    asked: list[NodeCase] = []
    asked += [NumberCase(*node, method="max_value") for node in positions.x_to_move(rng)]
    asked += [replace(case, method="max_value") for case in generated(NumberCase, rng, "max_value")]
    asked += [NumberCase(*node, method="max_value", given=True) for node in positions.deep(6, rng)]
    [carried_over] = ttt.turned_at_random([positions.CARRIED_OVER], rng)
    asked.append(Below(carried_over, method="max_value"))
    return asked


@check("min_value", points=1, needs=HELPERS)
def test_min_value(rng: Random) -> list[NodeCase]:
    """min_value is the smallest value among the children where o is to move"""
    asked: list[NodeCase] = []
    asked += [NumberCase(*node, method="min_value") for node in positions.o_to_move(rng)]
    asked += [replace(case, method="min_value") for case in generated(NumberCase, rng, "min_value")]
    asked += [NumberCase(*node, method="min_value", given=True) for node in positions.deep(5, rng)]
    asked.append(Below(positions.larger(rng), method="min_value"))
    return asked


@check("minmax: winning moves", points=1, needs=HELPERS)
def test_minmax_winning_moves(rng: Random, thorough: bool) -> list[NodeCase]:
    """minmax returns every move after which x wins whatever o does"""
    asked: list[NodeCase] = []
    asked += [BestMoves(*node, once=True) for node in positions.won(rng, thorough)]
    asked += [BestMoves(board) for board in ttt.turned_at_random([positions.EARLY], rng)]
    asked += [
        Below(board, method="minmax") for board in ttt.turned_at_random(positions.SERIES, rng)
    ]
    asked += generated_for("minmax: winning moves", rng)
    return asked


@check("minmax: nothing to win", points=1, needs=HELPERS)
def test_minmax_nothing_to_win(rng: Random, thorough: bool) -> list[NodeCase]:
    """minmax returns [] when x can't force a win or the game is over, and only then"""
    asked: list[NodeCase] = [BestMoves(board) for board in positions.not_won(rng, thorough)]
    return asked + generated_for("minmax: nothing to win", rng)


@check("minmax: either side started", points=1, needs=HELPERS)
def test_minmax_either_side_started(rng: Random, thorough: bool) -> list[NodeCase]:
    """minmax is right also when o made the first move, so that x has one mark fewer"""
    asked: list[NodeCase] = [BestMoves(board) for board in positions.o_started(rng, thorough)]
    return asked + generated_for("minmax: either side started", rng)


@check("minmax: Windows line ends", points=1, needs=HELPERS)
def test_minmax_windows_line_ends(rng: Random, thorough: bool) -> list[NodeCase]:
    r"""minmax is right also when each row has a fourth cell '\r', as read from a Windows file"""
    boards = positions.windows(rng, thorough)
    asked: list[NodeCase] = [BestMoves(board, line_end="\r") for board in boards]
    asked.append(TreeCase(boards[0], line_end="\r"))
    asked += generated_for("minmax: Windows line ends", rng)
    return asked
