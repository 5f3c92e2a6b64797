"""What the checks of learning know: numbers of boards, and greedy players.

x is white, player 1, and starts.
"""

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.roomkit.answers import close, is_finite
from graders.kit.roomkit.policies import Policy, greedy

Values = tuple[list[float], list[float]]  # both players', by the numbers of states
# What the statement names for players that nobody can beat. tests/reliability.py measures how
# surely they do it.
ROUNDS, ALPHA, EPSILON = 40_000, 0.3, 0.8

PLAYER = {"x": 1, "o": 2, "_": 0}
# All boards in the order of their numbers: the first cell is the lowest digit.
BOARDS = ["".join(reversed(cells)) for cells in product("_xo", repeat=9)]
NUMBERS = {board: number for number, board in enumerate(BOARDS)}
REACHED = ttt.reachable("x")
STATES = [NUMBERS[board] for board in REACHED]
PLACES = {board: place for place, board in enumerate(REACHED)}

# The states of unfinished games that only black's first move leads to.
BLACK_BEGAN = [
    NUMBERS[board]
    for board in map(ttt.swapped, REACHED)
    if board not in REACHED and not ttt.finished(board)
]


@cache
def beginning() -> Values:
    """Return what the states are worth to each player before any game: who has three in a row?"""
    to_white = {"x": 1.0, "o": 0.0, "_": 0.5}
    one = [to_white[ttt.winner(board)] for board in BOARDS]
    two = [1 - value for value in one]
    return one, two


def learnt(found: Any) -> Values | None:
    """Return the values after a training, None if they are no numbers.

    Args:
        found: [state, value1, value2] for each state whose values have changed.
    """
    if not isinstance(found, list):
        return None
    one, two = map(list, beginning())
    for entry in found:
        match entry:
            case [int(state), first, second] if is_finite(first) and is_finite(second):
                if state not in range(3**9):
                    return None
                one[state], two[state] = first, second
            case _:
                return None
    return one, two


def changed(found: Sequence[Sequence[Any]]) -> list[str]:
    """Return the boards of games whose values have changed, in the order of games.

    What has changed by no more than rounding does not count.

    Args:
        found: As for `learnt`, which has returned values.
    """
    one, two = beginning()
    far = set()
    for state, first, second in found:
        if not close(first, one[state], 1e-15) or not close(second, two[state], 1e-15):
            far.add(BOARDS[state])
    return sorted(far & REACHED.keys(), key=PLACES.__getitem__)


def by(values: Sequence[float]) -> Policy:
    """Return the policy of who plays by these values: any of the moves that are worth most."""
    return greedy(lambda board: values[NUMBERS[board]])


def updated(values: Sequence[float], alpha: float) -> list[float]:
    """Return the values of the states of a game after update."""
    now = [*values]
    for i in reversed(range(len(now) - 1)):
        now[i] += alpha * (now[i + 1] - now[i])
    return now


def chances(worths: Sequence[float], epsilon: float) -> list[float]:
    """Return how probably choose takes each move.

    Args:
        worths: What each move is worth.
        epsilon: How probably any of them is taken.
    """
    most = max(worths)
    any_move = epsilon / len(worths)
    one_of_the_best = (1 - epsilon) / worths.count(most)
    return [any_move + one_of_the_best * (worth == most) for worth in worths]


def lent(name: str, argument: str) -> Any:
    """Return what a right function returns, for one that is lent; None for an odd argument.

    A stranger asks, in the words of the driver's `lending`.
    """
    if name in ("encode", "decode"):
        return BOARDS
    if name == "initial_values":
        return dict(zip("12", beginning(), strict=True)).get(argument)
    try:
        number, *values = [float(part) for part in argument.split()]
    except ValueError:
        return None
    if name == "update":
        return updated(values, alpha=number)
    if values:
        return chances(values, epsilon=number)
    return None
