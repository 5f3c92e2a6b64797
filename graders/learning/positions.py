"""What learning is asked about beside the kinds of calls: boards for pictures, choices by chance."""

import math
from collections.abc import Iterator
from random import Random

from graders.kit import tictactoe as ttt
from graders.kit.roomkit.answers import BIAS, calls_to_see
from graders.kit.roomkit.policies import with_empty
from graders.learning import games
from graders.learning.calls import Choosing
from graders.learning.cases import ChooseCase

FEW_CALLS = 30  # of choose, where only one move is right
SOME_CALLS = 60  # where several are: they show a move that is never taken
RARELY = 1e-4  # the smallest epsilon
# So many moves are alike, of so many, and what they are worth: calls of choose are counted.
ALIKE = ((2, 2, 0.0), (4, 5, 0.75), (6, 8, 0.75), (9, 9, 1.0))
# Of four moves two are best. Who counts those of the highest value so far has to begin anew at the
# first of them.
WORSE_FIRST = (0.25, 0.25, 0.75, 0.75)
# What the best move is worth where the others are less by the last bit, which is the smaller the
# less a value is.
WORTHS = (0.001, 0.01, 0.1, 0.25, 0.5, 0.9, 1.0)
# So many moves are best, of so many, and an epsilon. That of the last is no number of tenths.
EXPLORED = (
    (1, 3, 1),
    (1, 5, 1),
    (1, 8, 1),
    (1, 3, 0.5),
    (2, 3, 0.1),
    (3, 5, 0.5),
    (4, 6, 0.9),
    (1, 9, 0.05),
)


def seeds(rng: Random, count: int) -> list[int]:
    """Return so many different seeds."""
    return rng.sample(range(10_000), count)


def spread(rng: Random) -> list[str]:
    """Return boards by which each cell's digit is seen: the empty one, and with few marks."""
    boards = [ttt.EMPTY]
    away = rng.randrange(1, 9)
    for cell in range(9):
        board = ttt.play(ttt.EMPTY, cell, "x")
        boards += [board, ttt.play(board, (cell + away) % 9, "o")]
    return boards


def few_calls(rng: Random, call: Choosing) -> ChooseCase:
    """Return a call of choose, made as often as shows what is never taken."""
    is_sure = call.epsilon == 0 and call.worths.count(max(call.worths)) == 1
    calls = FEW_CALLS if is_sure else SOME_CALLS
    return ChooseCase(call, rng.random(), rng.getrandbits(16), calls)


def many_calls(rng: Random, call: Choosing) -> ChooseCase:
    """Return a call of choose, made as often as shows a bias, or shows that there is none."""
    chances = games.chances(call.worths, call.epsilon)
    nearer = {min(chance, 1 - chance) for chance in chances}
    most = max(calls_to_see(chance) for chance in nearer if chance > 0)
    return ChooseCase(call, rng.random(), rng.getrandbits(16), 11 * most // 10, BIAS)


def alike(rng: Random) -> Iterator[Choosing]:
    """Yield choices without exploring, where several moves are best."""
    for best, empty, worth in ALIKE:
        yield some_best(rng, best, empty, 0, worth)
    for worths in (WORSE_FIRST, WORSE_FIRST[::-1]):
        yield Choosing(unfinished(rng, len(worths)), [*worths], 0)


def hardly_best(rng: Random) -> Iterator[Choosing]:
    """Yield choices without exploring, where the other moves are less than the best by the last bit."""
    for worth in WORTHS:
        worths = [math.nextafter(worth, 0)] * 4
        worths[rng.randrange(4)] = worth
        yield Choosing(unfinished(rng, 4), worths, 0)


def explored(rng: Random) -> Iterator[Choosing]:
    """Yield choices with exploring, where one move is best, or several are."""
    for best, empty, epsilon in EXPLORED:
        yield some_best(rng, best, empty, epsilon)


def seldom_explored(rng: Random) -> ChooseCase:
    """Return a choice with the smallest epsilon: one in a hundred would be too many."""
    return ChooseCase(some_best(rng, 1, 2, RARELY), rng.random(), rng.getrandbits(16), 4_000)


def some_best(rng: Random, best: int, empty: int, epsilon: float, worth: float = 0.75) -> Choosing:
    """Return a choice where so many moves are best, of so many, and worth so much.

    Where several are, the first move and the last are among them at every seed: who goes through
    the moves prefers one of these two, if any.
    """
    worths = [0.25] * empty
    if best == 1:
        places = [rng.randrange(empty)]
    else:
        between = range(1, empty - 1)
        places = [0, empty - 1, *rng.sample(between, best - 2)]
    for place in places:
        worths[place] = worth
    return Choosing(unfinished(rng, empty), worths, epsilon)


def unfinished(rng: Random, empty: int) -> str:
    """Return a board with so many empty cells, the game not over."""
    board, _ = rng.choice(with_empty(empty))
    return board
