"""What the checks of learning know: numbers of boards, and greedy players. x is white, player 1, and starts."""

from collections.abc import Mapping
from typing import Any

from graders.kit import tictactoe as ttt
from graders.kit.grading.policies import Policy

# What the statement names for players that nobody can beat. tests/reliability.py measures how surely they do it.
ROUNDS, ALPHA, EPSILON = 40_000, 0.3, 0.8

PLAYER = {"x": 1, "o": 2, "_": 0}
REACHED = ttt.reachable("x")


def number(board: str) -> int:
    """Return the number of a board: cells are digits in base 3, the first the lowest."""
    return sum(PLAYER[cell] * 3**i for i, cell in enumerate(board))


NUMBERS = {board: number(board) for board in REACHED}
STATES = list(NUMBERS.values())
# Those that a game reaches only if black begins.
BLACK_BEGAN = [number(board) for board in ttt.reachable("o") if board not in REACHED and not ttt.finished(board)]


def worth(character: str) -> float:
    """Return the value that a character of made-up values stands for, as the driver knows it."""
    return ord(character) % 16 / 9 - {3: 0, 5: 1e-6, 7: 1e-13}[ord(character) // 16]


def digits(board: str) -> str:
    """Return a board as the driver takes it."""
    return "".join(str(PLAYER[cell]) for cell in board)


def initial(board: str, player: int) -> float:
    """Return the value of a board before any game: who has three in a row?"""
    won = ttt.winner(board)
    return 0.5 if won == "_" else float(PLAYER[won] == player)


def initial_halves(player: int) -> str:
    """Return the initial values of all states, in halves, as the driver takes them."""
    reached = {NUMBERS[board]: str(int(2 * initial(board, player))) for board in REACHED}
    return "".join(reached.get(state, "1") for state in range(3**9))


def by(values: Mapping[int, float] | str) -> Policy:
    """Return the policy of who plays by these values, made-up ones as digits: any of the moves that are worth most."""

    def best(board: str) -> list[str]:
        after = ttt.successors(board, REACHED[board])
        worth: list[Any] = [values[NUMBERS[b]] for b in after]
        most = max(worth)
        return [b for b, value in zip(after, worth, strict=True) if value == most]

    return best


# Right functions that are lent once their points are lost: as text, for training calls them too often to ask back.
own: dict[int, int] = {}  # where a text runs: the student's own number of each state, {} if that is the same


def update(values: Any, states: Any, alpha: float) -> None:
    for i in range(len(states) - 2, -1, -1):
        values[states[i]] += alpha * (values[states[i + 1]] - values[states[i]])


def choose(values: Any, board: Any, player: int, epsilon: float, rng: Any) -> int:
    cells = [int(cell) for row in board for cell in row]
    state = sum(cell * 3**i for i, cell in enumerate(cells))
    after = [state + player * 3**i for i, cell in enumerate(cells) if cell == 0]
    numbers = [own.get(number, number) for number in after]
    if rng.random() >= epsilon:
        best = max(values[number] for number in numbers)
        numbers = [number for number in numbers if values[number] == best]
    return int(rng.choice(numbers))
