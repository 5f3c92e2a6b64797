"""What the checks of learning know: numbers of boards, and greedy players. x is white, player 1, and starts."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.grading.answers import close, is_finite
from graders.kit.grading.policies import Policy, greedy

Values = tuple[dict[int, float], dict[int, float]]  # both players', by states
# What the statement names for players that nobody can beat. tests/reliability.py measures how surely they do it.
ROUNDS, ALPHA, EPSILON = 40_000, 0.3, 0.8

own: Any = list  # where a text runs: the student's own initial_values, for a sequence of the same kind
PLAYER = {"x": 1, "o": 2, "_": 0}
REACHED = ttt.reachable("x")


def digits(board: str) -> str:
    """Return a board as the driver takes it."""
    return "".join(str(PLAYER[cell]) for cell in board)


def encode(board: Any) -> int:
    return sum(int(cell) * 3**i for i, cell in enumerate(cell for row in board for cell in row))


NUMBERS = {board: encode([digits(board)]) for board in REACHED}
STATES = list(NUMBERS.values())
BLACK_BEGAN = [encode([digits(b)]) for b in ttt.reachable("o") if b not in REACHED and not ttt.finished(b)]


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
    one, two = ({state: initial(board, player) for board, state in NUMBERS.items()} for player in (1, 2))
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
    other = {state for now, old in both for state in old if now[state] is not old[state]}  # few, so this is quick
    far = {state for state in other if not all(close(now[state], old[state], 1e-15) for now, old in both)}
    return [board for board, state in NUMBERS.items() if state in far]


def by(values: Mapping[int, float]) -> Policy:
    """Return the policy of who plays by these values: any of the moves that are worth most."""
    return greedy(lambda board: values[NUMBERS[board]])


# Right functions, encode too, are lent once their points are lost: as text, for training calls them often.
def decode(state: Any) -> list[list[int]]:
    return [[int(state) // 3**i % 3 for i in range(first, first + 3)] for first in (0, 3, 6)]


def initial_values(player: Any) -> Any:
    try:
        values = own(player)
        values[3**9 - 1] = 0.5
    except Exception:  # whatever is wrong with it
        values = [0.5] * 3**9
    for state in range(3**9):
        c = [state // 3**i % 3 for i in range(9)]
        lines = [c[:3], c[3:6], c[6:], c[::3], c[1::3], c[2::3], c[::4], c[2:8:2]]
        won = [line[0] for line in lines if line[0] == line[1] == line[2] != 0]
        values[state] = float(won[0] == player) if won else 0.5
    return values


def update(values: Any, states: Any, alpha: float) -> None:
    for i in range(len(states) - 2, -1, -1):
        values[states[i]] += alpha * (values[states[i + 1]] - values[states[i]])


def choose(values: Any, board: Any, player: int, epsilon: float, rng: Any) -> int:
    cells = [int(cell) for row in board for cell in row]
    state = sum(cell * 3**i for i, cell in enumerate(cells))
    after = [state + player * 3**i for i, cell in enumerate(cells) if cell == 0]
    if rng.random() >= epsilon:
        best = max(values[number] for number in after)
        after = [number for number in after if values[number] == best]
    return int(rng.choice(after))
