"""What the checks of learning know: numbers of boards, and greedy players. x is white, player 1, and starts."""

from collections.abc import Mapping
from functools import cache
from itertools import product
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.roomkit.answers import close, is_finite
from graders.kit.roomkit.policies import Policy, greedy

Values = tuple[dict[int, float], dict[int, float]]  # both players', by states
# What the statement names for players that nobody can beat. tests/reliability.py measures how surely they do it.
ROUNDS, ALPHA, EPSILON = 40_000, 0.3, 0.8

PLAYER = {"x": 1, "o": 2, "_": 0}
REACHED = ttt.reachable("x")


def digits(board: str) -> str:
    """Return a board as the driver takes it."""
    return "".join(str(PLAYER[cell]) for cell in board)


def encode(board: Any) -> int:
    return sum(int(cell) * 3**i for i, cell in enumerate(cell for row in board for cell in row))


NUMBERS = {board: encode([digits(board)]) for board in REACHED}
STATES = list(NUMBERS.values())
BLACK_BEGAN = [
    encode([digits(b)]) for b in ttt.reachable("o") if b not in REACHED and not ttt.finished(b)
]


def worth(character: str) -> float:
    """Return the value that a character of made-up values stands for, as the driver knows it."""
    return ord(character) % 16 / 10 - {3: 0, 5: 1e-6, 7: 1e-13}[ord(character) // 16]


def initial(board: str, player: int) -> float:
    """Return the value of a board before any game: who has three in a row?"""
    won = ttt.winner(board)
    return 0.5 if won == "_" else float(PLAYER[won] == player)


@cache
def beginning() -> Values:
    """Return what the states are worth to each player before any game."""
    one, two = (
        {state: initial(board, player) for board, state in NUMBERS.items()} for player in (1, 2)
    )
    return one, two


def learnt(found: Any) -> Values | None:
    """Return the values after a training, None if they are no numbers. found: [state, value1, value2] where changed"""
    one, two = map(dict, beginning())
    for entry in found if isinstance(found, list) else [found]:
        match entry:
            case [int(state), first, second] if is_finite(first) and is_finite(second):
                one[state], two[state] = first, second
            case _:
                return None
    return one, two


def changed(values: Values) -> list[str]:
    """Return the boards of games whose values have changed, by more than by rounding, in the order of games."""
    both = [*zip(values, beginning(), strict=True)]
    other = {
        state for now, old in both for state in old if now[state] is not old[state]
    }  # few, so this is quick
    far = {
        state
        for state in other
        if not all(close(now[state], old[state], 1e-15) for now, old in both)
    }
    return [board for board, state in NUMBERS.items() if state in far]


def by(values: Mapping[int, float]) -> Policy:
    """Return the policy of who plays by these values: any of the moves that are worth most."""
    return greedy(lambda board: values[NUMBERS[board]])


def update(values: Any, states: Any, alpha: float) -> None:
    for i in range(len(states) - 2, -1, -1):
        values[states[i]] += alpha * (values[states[i + 1]] - values[states[i]])


def lent(name: str, argument: str) -> Any:
    """Return what a right function returns, for one that is lent; None for what it can't be called with.

    A stranger asks, in the words of the driver's `helpers`. encode and decode are asked for 27 boards at a time.
    """
    if name == "encode":
        return _numbers_of_boards(argument)
    if name == "decode":
        return _boards_of_numbers(argument)
    if name == "initial_values":
        return _before_any_game(int(argument)) if argument in ("1", "2") else None
    numbers = _numbers_in(argument)
    if name == "update":
        return _updated(numbers)
    return _chosen(numbers)


def _numbers_of_boards(digits: str) -> dict[str, int] | None:
    """Return the numbers of all boards that have these second and third rows."""
    if len(digits) != 9 or not {*digits} <= {*"012"}:
        return None
    boards = ["".join(first) + digits[3:] for first in product("012", repeat=3)]
    return {board: encode([board]) for board in boards}


def _boards_of_numbers(number: str) -> dict[str, str] | None:
    """Return the boards of this number and of those beside it, as digits."""
    if not number.isdecimal() or len(number) > 5 or int(number) >= 3**9:
        return None
    first = int(number) // 27 * 27
    return {str(state): _board_of(state) for state in range(first, first + 27)}


def _board_of(state: int) -> str:
    return "".join([str(state // 3**i % 3) for i in range(9)])


@cache
def _before_any_game(player: int) -> str:
    """Return the initial values of all states, as made-up values are sent: ":" stands for ten tenths."""
    marks = str.maketrans("012", "_xo")
    values = [initial(_board_of(state).translate(marks), player) for state in range(3**9)]
    return "".join(["0" if value == 0 else "5" if value == 0.5 else ":" for value in values])


def _numbers_in(argument: str) -> list[float]:
    """Return the numbers of a text, none if something else is in it."""
    try:
        return [float(part) for part in argument.split()]
    except ValueError:
        return []


def _updated(numbers: list[float]) -> list[float] | None:
    """Return the values of some states after update. numbers: alpha, then their values before"""
    if not numbers:
        return None
    alpha, *values = numbers
    update(values, range(len(values)), alpha)
    return values


def _chosen(numbers: list[float]) -> int | None:
    """Return which of the moves choose takes. numbers: epsilon, two draws from [0, 1), then what each move is worth"""
    if len(numbers) < 4:
        return None
    epsilon, coin, draw, *worths = numbers
    moves: list[int] = [*range(len(worths))]
    if coin >= epsilon:
        most = max(worths)
        moves = [move for move in moves if worths[move] == most]
    if not moves or not 0 <= draw < 1:  # no move is best where a worth is no number
        return None
    return moves[int(draw * len(moves))]
