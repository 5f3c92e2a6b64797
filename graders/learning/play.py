"""How a submission of learning plays: o, by the values that it has learnt.

It trains as the statement says.
"""

from typing import Any

from graders.kit.play.game import Contest, Option
from graders.kit.play.tictactoe import MARKS, TicTacToe
from graders.learning.games import ALPHA, EPSILON, ROUNDS


class Game(TicTacToe):
    computer = "o"
    options = (Option("rounds", ROUNDS, "how long it trains before it plays"),)
    contest = Contest(needs=("encode", "decode"), plies=2, marks=MARKS)

    def training(self, seed: int) -> list[Any]:
        return [self.chosen["rounds"], seed, ALPHA, EPSILON]

    def in_words(self, value: float) -> str:
        return f"scores {value:.2f} with"
