"""The checks of connect4."""

from random import Random

from graders.connect4 import cases, positions
from graders.connect4.cases import BestCase, PruningCase, ValueCase, settle_search
from graders.connect4.positions import many
from graders.kit.grading.checks import check, settle
from graders.kit.grading.student import Student


@check("moves", points=1)
def test_moves(student: Student, rng: Random, thorough: bool) -> str:
    """moves returns the columns that are not full, from left to right"""
    return settle(
        student, [*map(cases.MovesCase, many(positions.for_moves, rng, thorough))], "boards"
    )


@check("drop", points=1)
def test_drop(student: Student, rng: Random, thorough: bool) -> str:
    """drop returns a new board with one stone more, on top of its column"""
    return settle(
        student,
        [cases.DropCase(*asked) for asked in many(positions.for_drop, rng, thorough)],
        "moves",
    )


@check("winner", points=1, seconds=10)
def test_winner(student: Student, rng: Random, thorough: bool) -> str:
    """winner finds four in every row, column and diagonal of every size, and nothing else"""
    return settle(
        student, [*map(cases.WinnerCase, many(positions.for_winner, rng, thorough))], "boards"
    )


@check("evaluate", points=1, seconds=5)
def test_evaluate(student: Student, rng: Random, thorough: bool) -> str:
    """evaluate returns the lines of four without an o, less the lines of four without an x"""
    return settle(
        student, [*map(cases.EvaluateCase, many(positions.for_evaluate, rng, thorough))], "boards"
    )


@check("value: game over", points=1, seconds=10)
def test_game_over(student: Student, rng: Random, thorough: bool) -> str:
    """value knows a won board, a lost one and a full one, at once or some plies later, and prefers the quick win"""
    return settle_search(
        student, [ValueCase(*asked) for asked in many(positions.decided, rng, thorough)], "boards"
    )


@check("value: to a depth", points=1, seconds=10)
def test_to_a_depth(student: Student, rng: Random, thorough: bool) -> str:
    """value is that of minimax to the depth that it is given, by the evaluate that it is given"""
    return settle_search(
        student,
        [ValueCase(*asked) for asked in many(positions.to_a_depth, rng, thorough)],
        "boards",
    )


@check("value: in a window", points=1, seconds=10)
def test_windows(student: Student, rng: Random, thorough: bool) -> str:
    """value is exact inside the window (alpha, beta), and outside a bound on the proper side"""
    asked = many(positions.windows, rng, thorough)
    return settle_search(student, [ValueCase(*here, *window) for here, window in asked], "windows")


@check("value: pruning", points=1, seconds=10)
def test_pruning(student: Student, rng: Random, thorough: bool) -> str:
    """value evaluates no board that plain left-to-right alpha-beta would not evaluate"""
    asked = many(positions.pruned, rng, thorough)
    return settle_search(
        student, [PruningCase(*here, *window) for here, window in asked], "windows"
    )


@check("best_move: best columns", points=1, seconds=10)
def test_best_columns(student: Student, rng: Random, thorough: bool) -> str:
    """best_move returns a column that really has the best value for the side to move, None if the game is over"""
    return settle_search(
        student, [BestCase(*asked) for asked in many(positions.ties, rng, thorough)], "boards"
    )


@check("best_move: wins and threats", points=1, seconds=10)
def test_tactics(student: Student, rng: Random, thorough: bool) -> str:
    """best_move wins at once where it can, blocks where it must, and loses as late as possible"""
    return settle_search(
        student, [BestCase(*asked) for asked in many(positions.tactical, rng, thorough)], "boards"
    )
