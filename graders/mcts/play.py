"""How a submission of mcts plays: o, by a search of so many rounds for each move."""

from typing import Any

from graders.kit.play.game import Option
from graders.kit.play.tictactoe import TicTacToe


class Game(TicTacToe):
    computer = "o"
    slow = "your search plays all of its rounds before each move: choose fewer rounds above."
    options = (Option("rounds", 500, "how many rounds it searches for each move"),)

    def question(self, thinks: bool) -> list[Any]:
        return [*super().question(thinks), self.chosen["rounds"]]

    def in_words(self, value: float) -> str:
        average = 2 * (value % 1)  # the fraction is half of it
        return f"scores {average:.2f} in {int(value)} visits with"
