"""The checks of learning."""

from random import Random

from graders.kit.grading.checks import Case, check
from graders.learning import games, positions
from graders.learning.cases import (
    ChooseCase,
    DecodeCase,
    EncodeCase,
    InitialCase,
    MatchCase,
    UpdateCase,
)
from graders.learning.trainings import (
    CutCase,
    RoundCase,
    StartCase,
    TrainCase,
    UnbeatableCase,
    WinsCase,
)

NUMBERS = ("encode", "decode")
GAMES = (*NUMBERS, "initial_values", "update", "choose")


@check("encode", points=1, noun="boards")
def test_encode(rng: Random) -> list[Case]:
    """encode returns the number of a board"""
    return [EncodeCase(board) for board in positions.spread(rng)]


@check("decode", points=1, noun="states")
def test_decode(rng: Random) -> list[Case]:
    """decode returns the board that has a number"""
    return [DecodeCase(board) for board in positions.spread(rng)]


@check("initial_values", points=1, needs=NUMBERS, noun="players", seconds=10)
def test_initial_values() -> list[Case]:
    """initial_values are 1.0 where the player has won, 0.0 where the other has, and 0.5 elsewhere"""
    return [InitialCase(1), InitialCase(2)]


@check("update", points=1, noun="games")
def test_update(rng: Random) -> list[Case]:
    """update moves each value towards that of the next state, from the end of the game to its beginning"""
    return [UpdateCase(*how) for how in positions.updates(rng)]


@check("choose: best moves", points=1, needs=NUMBERS, seconds=20)
def test_choose_best(rng: Random) -> list[Case]:
    """choose with epsilon 0 takes a move of the highest value, each of those with equal chance"""
    return [ChooseCase(*how) for how in positions.best_moves(rng)]


@check("choose: exploring", points=1, needs=NUMBERS, seconds=20)
def test_choose_exploring(rng: Random) -> list[Case]:
    """choose with probability epsilon takes any legal move, the best included, each with equal chance, from rng"""
    return [ChooseCase(*how) for how in positions.exploring_moves(rng)]


@check("match", points=1, needs=(*NUMBERS, "choose"), noun="matches", seconds=20)
def test_match(rng: Random) -> list[Case]:
    """match lets both players take the highest of their own values, and returns who wins"""
    return [MatchCase(*how) for how in positions.matches(rng)]


@check("train: one game", points=1, needs=GAMES, noun="trainings", seconds=20)
def test_train_one_game(rng: Random) -> list[TrainCase]:
    """train hands the states of each game to update, for both players"""
    return [RoundCase(1, 0.75, 0, positions.seeds(rng, 8) * 2)]


@check("train: exploring moves", points=1, needs=GAMES, noun="trainings", seconds=20)
def test_train_exploring_moves(rng: Random) -> list[TrainCase]:
    """train explores with epsilon; the states before an exploring move learn nothing from it, and all others learn"""
    return [
        RoundCase(1, 0.5, 0.5, positions.seeds(rng, 8) * 2),
        WinsCase(300, 1e-12, 0, positions.seeds(rng, 1)),
        WinsCase(1_000, 1e-6, 1, positions.seeds(rng, 5)),
        WinsCase(100, 1e-6, 0.5, positions.seeds(rng, 25)),
        CutCase(2_600, 0.9, 1, positions.seeds(rng, 1)),
    ]


# The reference takes 4 seconds; with deep copies and all() it takes 40. With a right update or
# choose it would take too long: each of their calls is asked back.
@check(
    "train: unbeatable", points=1, needs=(*NUMBERS, "initial_values"), noun="trainings", seconds=240
)
def test_train_unbeatable(rng: Random) -> list[TrainCase]:
    """train with the stated numbers makes two players whom nobody can beat, so that a match is a draw"""
    return [
        StartCase(1, games.ALPHA, games.EPSILON, positions.seeds(rng, 1)),
        UnbeatableCase(games.ROUNDS, games.ALPHA, games.EPSILON, positions.seeds(rng, 2)),
    ]
