"""How a submission of learning plays: o, after training as the statement says; by the values that it has learnt."""

from typing import Any

from graders.learning.games import ALPHA, EPSILON, ROUNDS
from graders.play import Option
from graders.tictactoe_game import TicTacToe


class Game(TicTacToe):
    computer = "o"
    options = (Option("rounds", ROUNDS, "how long it trains before it plays"),)

    def training(self, seed: int) -> list[Any]:
        return [self.chosen["rounds"], seed, ALPHA, EPSILON]

    def in_words(self, value: float) -> str:
        return f"scores {value:.2f} with"
