"""Right functions that are lent once their points are lost: as text, for training calls them too often to ask back."""

from typing import Any

own: dict[int, int] = {}  # where a text runs: the student's own number of each state, {} if that is the same


def update(values: Any, states: Any, alpha: float) -> None:
    """Do what update must do."""
    for i in range(len(states) - 2, -1, -1):
        values[states[i]] += alpha * (values[states[i + 1]] - values[states[i]])


def choose(values: Any, board: Any, player: int, epsilon: float, rng: Any) -> int:
    """Do what choose must do."""
    cells = [int(cell) for row in board for cell in row]
    state = sum(cell * 3**i for i, cell in enumerate(cells))
    after = [state + player * 3**i for i, cell in enumerate(cells) if cell == 0]
    numbers = [own.get(number, number) for number in after]
    if rng.random() >= epsilon:
        best = max(values[number] for number in numbers)
        numbers = [number for number in numbers if values[number] == best]
    return int(rng.choice(numbers))
