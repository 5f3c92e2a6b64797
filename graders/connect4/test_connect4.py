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
    after_the_same_stones,
    generated,
)
from graders.connect4.positions import EMPTY, many, steady
from graders.kit.grading.checks import Case, check

RULES = ("moves", "drop", "winner")


@check("moves", points=1, noun="boards")
def test_moves() -> Sequence[Case]:
    """moves returns the columns that are not full, from left to right"""
    asked = [MovesCase(EMPTY), *generated(MovesCase, "moves")]
    return asked + after_the_same_stones(MovesCase)


@check("drop", points=1, noun="moves")
def test_drop() -> Sequence[Case]:
    """drop returns a new board with one stone more, on top of its column"""
    asked = [DropCase(EMPTY, 1, "x"), *generated(DropCase, "drop")]
    return asked + after_the_same_stones(DropCase, 3, "x")


@check("winner", points=1, noun="boards", seconds=10)
def test_winner(rng: Random, thorough: bool) -> Sequence[Case]:
    """winner finds four in every row, column and diagonal of every size, and nothing else"""
    asked = [WinnerCase(board) for board in many(positions.for_winner, rng, thorough)]
    return asked + generated(WinnerCase, "winner") + after_the_same_stones(WinnerCase)


@check("evaluate", points=1, noun="boards", seconds=5)
def test_evaluate(rng: Random, thorough: bool) -> Sequence[Case]:
    """evaluate returns the lines of four without an o, less the lines of four without an x"""
    asked = [EvaluateCase(board) for board in many(positions.for_evaluate, rng, thorough)]
    return asked + generated(EvaluateCase, "evaluate") + after_the_same_stones(EvaluateCase)


@check("value: game over", points=1, needs=RULES, noun="boards", seconds=10)
def test_game_over(rng: Random, thorough: bool) -> Sequence[Case]:
    """value knows a won board, a lost one and a full one, at once or some plies later, and prefers the quick win"""
    decided = positions.decided(steady())
    if thorough:
        decided += many(positions.decided, rng, thorough)
    asked = [ValueCase(*here) for here in decided]
    return asked + generated(ValueCase, "value: game over")


@check("value: in a window", points=1, needs=RULES, noun="windows", seconds=10)
def test_windows(rng: Random, thorough: bool) -> Sequence[Case]:
    """value is minimax's to its depth inside the window (alpha, beta), and outside a bound on the proper side"""
    asked = [ValueCase(*here) for here in many(positions.to_a_depth, rng, thorough)]
    for here, window in many(positions.windows, rng, thorough):
        asked.append(ValueCase(*here, *window))
    return asked + generated(ValueCase, "value: in a window")


@check("value: pruning", points=2, needs=RULES, noun="windows", seconds=10)
def test_pruning(rng: Random, thorough: bool) -> Sequence[Case]:
    """value evaluates no board that plain left-to-right alpha-beta would not evaluate"""
    asked = many(positions.pruned, rng, thorough)
    cases = [PruningCase(*here, *window) for here, window in asked]
    return cases + generated(PruningCase, "value: pruning")


@check("value: pruning at an end", points=1, needs=RULES, noun="windows", seconds=10)
def test_pruning_at_an_end() -> Sequence[Case]:
    """value evaluates no such board either where some games end before the depth"""
    asked = positions.stopped_by_a_win(steady())
    cases = [PruningCase(*here, *window) for here, window in asked]
    return cases + generated(PruningCase, "value: pruning at an end")


@check("best_move", points=1, needs=("value",), noun="boards", seconds=10)
def test_best_move(rng: Random, thorough: bool) -> Sequence[Case]:
    """best_move returns a column that really has the best value for the side to move, None if the game is over"""
    asked = [BestCase(*here) for here in many(positions.tactical, rng, thorough)]
    asked.append(BestCase(*positions.unlike_its_mirror_image(rng)))
    asked += [BestCase(*here) for here in positions.better_by_one(rng)]
    asked += [BestCase(*here) for here in positions.nearly_worth_a_win()]
    asked += [BestCase(*here) for here in positions.scouted_moves(rng)]
    return asked + generated(BestCase, "best_move")
