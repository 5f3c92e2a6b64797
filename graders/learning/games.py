"""What the checks of learning know: numbers of boards, and greedy players.

x is white, player 1, and starts.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.roomkit.answers import close, is_finite
from graders.kit.roomkit.policies import Policy, greedy

Values = tuple[dict[int, float], dict[int, float]]  # both players', by states
# What the statement names for players that nobody can beat. tests/reliability.py measures how
# surely they do it.
ROUNDS, ALPHA, EPSILON = 40_000, 0.3, 0.8

PLAYER = {"x": 1, "o": 2, "_": 0}
REACHED = ttt.reachable("x")
MARKS = str.maketrans("012", "_xo")
LESS = {3: 0, 5: 1e-6, 7: 1e-13}  # as in driver.py
ROWS = ["".join(cells) for cells in product("012", repeat=3)]


def digits(board: str) -> str:
    """Return a board as the driver takes it."""
    return "".join(str(PLAYER[cell]) for cell in board)


def encode(board: str) -> int:
    """Return the number of a board of nine digits."""
    return sum(int(cell) * 3**i for i, cell in enumerate(board))


def decode(state: int) -> str:
    """Return the board, nine digits, that has a number."""
    return "".join(str(state // 3**i % 3) for i in range(9))


def _states_where_black_began() -> list[int]:
    """Return the states of unfinished games that only black's first move leads to."""
    states: list[int] = []
    for board in ttt.reachable("o"):
        if board not in REACHED and not ttt.finished(board):
            states.append(encode(digits(board)))
    return states


NUMBERS = {board: encode(digits(board)) for board in REACHED}
STATES = list(NUMBERS.values())
BLACK_BEGAN = _states_where_black_began()


def worth(character: str) -> float:
    """Return the value that a character of made-up values stands for, as the driver knows it."""
    row, column = divmod(ord(character), 16)
    return column / 10 - LESS[row]


def initial(board: str, player: int) -> float:
    """Return the value of a board before any game: who has three in a row?"""
    won = ttt.winner(board)
    return 0.5 if won == "_" else float(PLAYER[won] == player)


@cache
def beginning() -> Values:
    """Return what the states are worth to each player before any game."""
    one = {state: initial(board, 1) for board, state in NUMBERS.items()}
    two = {state: initial(board, 2) for board, state in NUMBERS.items()}
    return one, two


def learnt(found: Any) -> Values | None:
    """Return the values after a training, None if they are no numbers.

    Args:
        found: [state, value1, value2] for each state whose values have changed.
    """
    if not isinstance(found, list):
        return None
    one, two = map(dict, beginning())
    for entry in found:
        match entry:
            case [int(state), first, second] if is_finite(first) and is_finite(second):
                one[state], two[state] = first, second
            case _:
                return None
    return one, two


def changed(values: Values) -> list[str]:
    """Return the boards of games whose values have changed, in the order of games.

    What has changed by no more than rounding does not count.
    """
    far: set[int] = set()
    for now, old in zip(values, beginning(), strict=True):
        for state, value in old.items():
            if now[state] is not value and not close(now[state], value, 1e-15):
                far.add(state)
    return [board for board, state in NUMBERS.items() if state in far]


def by(values: Mapping[int, float]) -> Policy:
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
    if name == "encode":
        return _numbers_of_boards(argument)
    if name == "decode":
        return _boards_of_numbers(argument)
    if name == "initial_values":
        return _before_any_game(int(argument)) if argument in ("1", "2") else None
    try:
        number, *values = [float(part) for part in argument.split()]
    except ValueError:
        return None
    if name == "update":
        return updated(values, alpha=number)
    return chances(values, epsilon=number) if values else None


def _numbers_of_boards(rows: str) -> dict[str, int] | None:
    """Return the numbers of all boards that have this second and third row, by the first row."""
    if not re.fullmatch("[012]{6}", rows):
        return None
    return {first: encode(first + rows) for first in ROWS}


def _boards_of_numbers(rows: str) -> list[str] | None:
    """Return 27 boards in the order of their numbers: those that differ in the first row alone.

    Args:
        rows: The number of a board without that row.
    """
    if not re.fullmatch("[0-9]{1,3}", rows) or int(rows) >= 3**6:
        return None
    first = 27 * int(rows)
    return [decode(state) for state in range(first, first + 27)]


@cache
def _before_any_game(player: int) -> str:
    """Return the initial values of all states, as made-up values are sent."""
    text = ""
    for state in range(3**9):
        tenths = round(10 * initial(decode(state).translate(MARKS), player))
        text += chr(ord("0") + tenths)  # ":" comes after "9"
    return text
