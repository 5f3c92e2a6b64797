"""How a submission of mcts plays: o, by a search of so many rounds for each move."""

from typing import Any

from graders.kit.play.game import Contest, Option, random_move
from graders.kit.play.tictactoe import TicTacToe, textbook
from graders.mcts.marks import searching


class Game(TicTacToe):
    computer = "o"
    slow = "your search plays all of its rounds before each move: choose fewer rounds above."
    options = (Option("rounds", 500, "how many rounds it searches for each move"),)
    contest = Contest(
        needs=("expand",),
        plies=2,
        marks={
            "random": random_move,
            "50 rounds": searching(50),
            "500 rounds": searching(500),
            "textbook": textbook,
        },
    )

    def question(self, thinks: bool) -> list[Any]:
        return [*super().question(thinks), self.chosen["rounds"]]

    def in_words(self, value: float) -> str:
        average = 2 * (value % 1)  # the fraction is half of it
        return f"scores {average:.2f} in {int(value)} visits with"
