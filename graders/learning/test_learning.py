"""The checks of learning."""

from random import Random

from graders.kit.grading.checks import check, settle
from graders.kit.grading.student import Student
from graders.learning import positions
from graders.learning.cases import (
    ChooseCase,
    DecodeCase,
    EncodeCase,
    InitialCase,
    MatchCase,
    UpdateCase,
    settle_with,
)
from graders.learning.trainings import CutCase, RoundCase, TrainCase, WinsCase, settle_unbeatable


@check("encode", points=1)
def test_encode(student: Student, rng: Random) -> str:
    """encode returns the number of a board"""
    return settle(student, [EncodeCase(board) for board in positions.spread(rng)], "boards")


@check("decode", points=1)
def test_decode(student: Student, rng: Random) -> str:
    """decode returns the board that has a number"""
    return settle(student, [DecodeCase(board) for board in positions.spread(rng)], "states")


@check("initial_values", points=1, seconds=10)
def test_initial_values(student: Student, rng: Random) -> str:
    """initial_values are 1.0 where the player has won, 0.0 where the other has, and 0.5 elsewhere"""
    return settle_with(student, rng, [InitialCase(1), InitialCase(2)], "players")


@check("update", points=1)
def test_update(student: Student, rng: Random) -> str:
    """update moves each value towards that of the next state, from the end of the game to its beginning"""
    return settle(student, [UpdateCase(*how) for how in positions.updates(rng)], "games")


@check("choose: best moves", points=1, seconds=20)
def test_choose_best(student: Student, rng: Random) -> str:
    """choose with epsilon 0 takes a move of the highest value, each of those with equal chance"""
    asked = [ChooseCase(*how) for how in positions.best_moves(rng)]
    return settle_with(student, rng, asked, "positions")


@check("choose: exploring", points=1, seconds=20)
def test_choose_exploring(student: Student, rng: Random) -> str:
    """choose with probability epsilon takes any legal move, the best included, each with equal chance, from rng"""
    asked = [ChooseCase(*how) for how in positions.exploring_moves(rng)]
    return settle_with(student, rng, asked, "positions")


@check("match", points=1, seconds=20)
def test_match(student: Student, rng: Random) -> str:
    """match lets both players take the highest of their own values, and returns who wins"""
    asked = [MatchCase(*how) for how in positions.matches(rng)]
    return settle_with(student, rng, asked, "matches", within=4)


@check("train: one game", points=1, seconds=20)
def test_train_one_game(student: Student, rng: Random) -> str:
    """train hands the states of each game to update, for both players"""
    asked = [RoundCase(1, 0.75, 0, rng.sample(range(10_000), 8) * 2)]
    return settle_with(student, rng, asked, "trainings", within=6)


@check("train: exploring moves", points=1, seconds=20)
def test_train_exploring_moves(student: Student, rng: Random) -> str:
    """train explores with epsilon; the states before an exploring move learn nothing from it, and all others learn"""
    asked: list[TrainCase] = [RoundCase(1, 0.5, 0.5, rng.sample(range(10_000), 8) * 2)]
    several = ((300, 1e-12, 0, 1), (1_000, 1e-6, 1, 5), (100, 1e-6, 0.5, 25))
    for rounds, alpha, epsilon, many in several:
        asked.append(WinsCase(rounds, alpha, epsilon, rng.sample(range(10_000), many)))
    asked.append(CutCase(2_600, 0.9, 1, [rng.getrandbits(16)]))
    # Where update or choose is lent: each call of theirs is asked back.
    fewer: list[TrainCase] = [asked[0]]
    for alpha, epsilon in ((1e-12, 0), (1e-6, 1)):
        fewer.append(WinsCase(300, alpha, epsilon, [rng.getrandbits(16)]))
    return settle_with(student, rng, asked, "trainings", fewer=fewer)


# The reference takes 4 seconds; with deep copies and all() it takes 40.
@check("train: unbeatable", points=1, seconds=240)
def test_train_unbeatable(student: Student, rng: Random) -> str:
    """train with the stated numbers makes two players whom nobody can beat, so that a match is a draw"""
    return settle_unbeatable(student, rng)
