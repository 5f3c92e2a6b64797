"""The checks of learning."""

from random import Random

from graders.kit.grading.checks import Case, check
from graders.learning import calls, games, positions, trainings
from graders.learning.calls import Numbering
from graders.learning.cases import DecodeCase, EncodeCase, InitialCase, MatchCase, UpdateCase
from graders.learning.trainings import StartCase, TrainCase, UnbeatableCase

NUMBERS = ("encode", "decode")
GAMES = (*NUMBERS, "initial_values", "update", "choose")
# The players that initial_values is asked for, each with whether what it returned before is changed
# first: so each kind of call is there.
ORDER = ((1, False), (1, False), (2, False), (2, True), (1, True))


@check("encode", points=1, noun="boards")
def test_encode(rng: Random) -> list[Case]:
    """encode returns the number of a board"""
    asked = [Numbering("encode", board) for board in positions.spread(rng)]
    asked += calls.numberings(rng, "encode")
    return [EncodeCase(call) for call in asked]


@check("decode", points=1, noun="states")
def test_decode(rng: Random) -> list[Case]:
    """decode returns the board that has a number"""
    asked = [Numbering("decode", board) for board in positions.spread(rng)]
    asked += calls.numberings(rng, "decode")
    return [DecodeCase(call) for call in asked]


@check("initial_values", points=1, needs=NUMBERS, noun="players", seconds=10)
def test_initial_values() -> list[Case]:
    """initial_values are 1.0 where the player has won, 0.0 where the other has, and 0.5 elsewhere"""
    return [InitialCase(ORDER)]


@check("update", points=1, noun="games")
def test_update(rng: Random) -> list[Case]:
    """update moves each value towards that of the next state, from the end of the game to its beginning"""
    asked = calls.drawn(rng, "update", calls.updating)
    return [UpdateCase(call, rng.random()) for call in asked]


@check("choose: best moves", points=1, needs=NUMBERS, seconds=120, chance=True)
def test_choose_best(rng: Random) -> list[Case]:
    """choose with epsilon 0 takes a move of the highest value, each of those with equal chance"""
    asked: list[Case] = [positions.many_calls(rng, call) for call in positions.alike(rng)]
    asked += [positions.few_calls(rng, call) for call in positions.hardly_best(rng)]
    for call in calls.drawn(rng, "choose", calls.choosing):
        if call.epsilon == 0:
            asked.append(positions.few_calls(rng, call))
    return asked


@check("choose: exploring", points=1, needs=NUMBERS, seconds=120, chance=True)
def test_choose_exploring(rng: Random) -> list[Case]:
    """choose with probability epsilon takes any legal move, the best included, each with equal chance, from rng"""
    asked: list[Case] = [positions.many_calls(rng, call) for call in positions.explored(rng)]
    asked.append(positions.seldom_explored(rng))
    for call in calls.drawn(rng, "choose", calls.choosing):
        if call.epsilon > 0:
            asked.append(positions.few_calls(rng, call))
    return asked


@check("match", points=1, needs=(*NUMBERS, "choose"), noun="matches", seconds=20)
def test_match(rng: Random) -> list[Case]:
    """match lets both players take the highest of their own values, and returns who wins"""
    asked = calls.on_each_line(rng)
    asked += calls.drawn(rng, "match", calls.matching)
    return [MatchCase(call, rng.getrandbits(16)) for call in asked]


@check("train: exploring moves", points=1, needs=GAMES, noun="trainings", seconds=90, chance=True)
def test_train_exploring_moves(rng: Random) -> list[TrainCase]:
    """train hands the states of each game to update; those before an exploring move learn nothing from it"""
    return trainings.with_exploring_moves(rng)


# The reference takes 3 seconds; with deep copies and all() it takes 40. With a right update or
# choose it would take too long: each of their calls is asked back.
@check(
    "train: unbeatable",
    points=2,
    needs=(*NUMBERS, "initial_values"),
    noun="trainings",
    seconds=240,
    chance=True,
)
def test_train_unbeatable(rng: Random) -> list[TrainCase]:
    """train with the stated numbers makes two players whom nobody can beat, so that a match is a draw"""
    return [
        StartCase(1, games.ALPHA, games.EPSILON, positions.seeds(rng, 1)),
        UnbeatableCase(games.ROUNDS, games.ALPHA, games.EPSILON, positions.seeds(rng, 2)),
    ]
