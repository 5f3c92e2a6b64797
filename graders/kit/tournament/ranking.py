"""Ranks players by all of their games at once, so that the order of games does not matter.

The model is Bradley and Terry's (1952), fitted by the package choix as Maystre and Grossglauser
(2015) do it. A draw counts as half a win for each. Intervals come from a bootstrap (Efron 1979)
over the openings that pairs have played: the two games of an opening stay together.
"""

import math
import os
from collections.abc import Sequence
from typing import Any, NamedTuple

from graders.kit.errors import KitError

ALPHA = 0.01  # keeps the strength of who has won all games finite
DRAWS = 200  # of the bootstrap
INSIDE = (2.5, 97.5)  # per cent: the limits of a 95 % interval
MOST_ITERATIONS = 100_000
POINTS = 400 / math.log(10)  # of strength: one who is 100 points stronger gets 64 % of the points
NO_CHOIX = (
    "A ranking needs choix: run  pip install 'gametree-kit[tournament]'  (in a clone: "
    "pip install -e '.[tournament]'), then the same again; what is played is kept."
)


class Meeting(NamedTuple):
    """The two games of an opening.

    Attributes:
        first: The number of one player.
        second: That of the other.
        points: What the first one got: 0 to 2.
        others: What the second one got; together 2, or less where a game had no result.
    """

    first: int
    second: int
    points: float
    others: float


class Strength(NamedTuple):
    """How strong a player is, in points; the mean of all players is 0.

    Attributes:
        value: The estimate.
        low: The lower limit of the interval.
        high: The upper one.
    """

    value: float
    low: float
    high: float


def check_installed() -> None:
    """Raise KitError if the package is missing that ranks: before the games, not after them."""
    _packages()


def _packages() -> tuple[Any, Any]:
    """Return choix, and NumPy, which it needs.

    NumPy computes in one thread: with several it is slower here, and the last digits vary.
    """
    for library in ("OPENBLAS", "MKL", "OMP"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    try:
        import choix
        import numpy
    except ImportError:
        raise KitError(NO_CHOIX) from None
    return choix, numpy


def strengths(players: int, meetings: Sequence[Meeting], seed: int) -> list[Strength]:
    """Return how strong each player is.

    Args:
        players: How many there are.
        meetings: All openings that pairs have played.
        seed: What the bootstrap begins with.

    Raises:
        KitError: choix is missing.
    """
    choix, numpy = _packages()
    if not meetings or players == 1:
        return [Strength(0.0, 0.0, 0.0)] * players
    first = numpy.array([meeting.first for meeting in meetings])
    second = numpy.array([meeting.second for meeting in meetings])
    points = numpy.array([meeting.points for meeting in meetings])
    others = numpy.array([meeting.others for meeting in meetings])

    def fitted(weights: Any, near: Any = None) -> Any:
        """Return strengths where each meeting counts as often as its weight says.

        Args:
            weights: One for each meeting.
            near: Where the search for them begins.
        """
        wins = numpy.zeros((players, players))
        numpy.add.at(wins, (first, second), weights * points)
        numpy.add.at(wins, (second, first), weights * others)
        return choix.ilsr_pairwise_dense(
            wins, alpha=ALPHA, initial_params=near, max_iter=MOST_ITERATIONS
        )

    count = len(meetings)
    values = fitted(numpy.ones(count))
    rng = numpy.random.default_rng(abs(seed))
    drawn = []
    for _ in range(DRAWS):
        weights = numpy.bincount(rng.integers(0, count, count), minlength=count)
        drawn.append(fitted(weights, values))
    low, high = numpy.percentile(drawn, INSIDE, axis=0)
    found = []
    for player in range(players):
        estimates = (values[player], low[player], high[player])
        found.append(Strength(*[POINTS * float(estimate) for estimate in estimates]))
    return found


def ranks(found: Sequence[Strength]) -> list[int]:
    """Return the rank of each player, the strongest first; some are shared.

    Whoever's interval overlaps that of the first player of a rank shares it. The next rank is
    counted as in sports: after two players of rank 1 comes rank 3.

    Args:
        found: The strengths, the largest first.
    """
    ranked: list[int] = []
    lowest = math.inf  # of the first player of the rank
    rank = 0
    for place, strength in enumerate(found, start=1):
        if strength.high < lowest:
            rank = place
            lowest = strength.low
        ranked.append(rank)
    return ranked
