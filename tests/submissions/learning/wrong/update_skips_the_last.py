# slip: the last pair of states is left out, so that nothing is learnt from the end
# fails: update
# passes: encode; decode; initial_values; choose: best moves; choose: exploring; match; train: one game; train: exploring moves; train: unbeatable
from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

N = 3**9
LINES = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}]


@dataclass(frozen=True)
class Position:
    cells: tuple[int, ...] = (0,) * 9

    @classmethod
    def of(cls, board) -> Position:
        return cls(tuple(cell for row in board for cell in row))

    @classmethod
    def numbered(cls, number: int) -> Position:
        return cls(tuple(number // 3**i % 3 for i in range(9)))

    @property
    def number(self) -> int:
        total = 0
        for cell in self.cells[::-1]:
            total = total * 3 + cell
        return total

    @property
    def rows(self) -> list[list[int]]:
        return [list(self.cells[i : i + 3]) for i in (0, 3, 6)]

    def winner(self) -> int:
        for player in (1, 2):
            mine = {i for i, cell in enumerate(self.cells) if cell == player}
            if any(line <= mine for line in LINES):
                return player
        return 0

    def over(self) -> bool:
        return 0 not in self.cells or self.winner() != 0

    def options(self, player: int) -> list[int]:
        here = self.number
        return [here + player * 3**i for i, cell in enumerate(self.cells) if cell == 0]


@dataclass
class Learner:
    player: int
    values: list[float] = field(default_factory=list)

    def __post_init__(self):
        if not self.values:
            self.values = initial_values(self.player)

    def best(self, options: list[int]) -> float:
        return max(self.values[o] for o in options)

    def pick(self, options: list[int], epsilon: float, rng: Random) -> int:
        if rng.random() < epsilon:
            return rng.choice(options)
        top = self.best(options)
        return rng.choice([o for o in options if self.values[o] == top])

    def learn(self, states: list[int], alpha: float) -> None:
        update(self.values, states, alpha)


def encode(board) -> int:
    return Position.of(board).number


def decode(state: int) -> list[list[int]]:
    return Position.numbered(state).rows


def initial_values(player: int) -> list[float]:
    worth = {0: 0.5, player: 1.0, 3 - player: 0.0}
    return [worth[Position.numbered(state).winner()] for state in range(N)]


def update(values: list[float], states: list[int], alpha: float) -> None:
    for now, later in list(zip(states, states[1:]))[-2::-1]:
        values[now] += alpha * (values[later] - values[now])


def choose(values, board, player: int, epsilon: float, rng: Random) -> int:
    return Learner(player, values).pick(Position.of(board).options(player), epsilon, rng)


def train(rounds: int, alpha: float, epsilon: float, rng: Random):
    learners = [Learner(1), Learner(2)]
    for _ in range(rounds):
        position, story = Position(), [0]
        turn = 0
        while not position.over():
            learner = learners[turn]
            options = position.options(learner.player)
            state = learner.pick(options, epsilon, rng)
            if learner.values[state] < learner.best(options):
                for each in learners:
                    each.learn(story, alpha)
                story = []
            story.append(state)
            position = Position.numbered(state)
            turn ^= 1
        for each in learners:
            each.learn(story, alpha)
    return tuple(learner.values for learner in learners)


def match(values1, values2, rng: Random) -> int:
    sides = [Learner(1, values1), Learner(2, values2)]
    position, turn = Position(), 0
    while not position.over():
        position = Position.numbered(sides[turn].pick(position.options(turn + 1), 0, rng))
        turn ^= 1
    return position.winner()
