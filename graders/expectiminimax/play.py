"""How a submission of expectiminimax plays Piglet.

It goes by its decide, with the table of its win_probability.
"""

import random
from collections.abc import Sequence
from typing import Any

from graders.kit.play import game
from graders.kit.play.game import Cell, Option

WELCOME = (
    "Heads adds 1 to the turn's total, tails ends the turn for nothing, "
    "hold adds the total to your score.\n"
    "Who first has {goal} wins. Who starts, you or computer? (anything else: you) "
)


class Game(game.Game):
    sides = ("you", "computer")
    computer = "computer"
    slow = (
        "your win_probability fills a table for all scores below the goal first: choose a smaller"
        " goal above."
    )
    prompt = "flip or hold? "
    options = (Option("goal", 10, "who first has so many points wins"),)

    @property
    def welcome(self) -> str:
        return WELCOME.format(goal=self.chosen["goal"])

    def begin(self, first: str) -> None:
        self.scores = dict.fromkeys(self.sides, 0)
        self.to_move = first
        self.turn = 0
        self.in_the_air = False

    def moves(self) -> Sequence[str]:
        if self.turn + self.scores[self.to_move] >= self.chosen["goal"]:
            return []
        return ["flip", "hold"]

    def play(self, move: str) -> None:
        self.in_the_air = move == "flip"
        if move == "hold":
            self.scores[self.to_move] += self.turn
            self.pass_on()

    def pass_on(self) -> None:
        self.to_move = "computer" if self.to_move == "you" else "you"
        self.turn = 0

    def chance(self, rng: random.Random) -> str:
        if not self.in_the_air:
            return ""
        self.in_the_air = False
        if rng.random() < 0.5:
            self.turn += 1
            return f"Heads: {self.turn} in this turn."
        self.pass_on()
        return "Tails: the turn ends with nothing."

    @property
    def result(self) -> str:
        if self.to_move == self.person:
            return "You win!"
        return "The computer wins."

    def lines(self) -> list[str]:
        whose = "your turn" if self.to_move == self.person else "the computer's turn"
        scores = f"You have {self.scores['you']}, the computer has {self.scores['computer']}"
        return [f"{scores}; {self.turn} in {whose}; the goal is {self.chosen['goal']}."]

    def buttons(self) -> list[list[Cell]]:
        return [[Cell("flip", "flip"), Cell("hold", "hold")]]

    def why_not(self, name: str) -> str:
        return "Type flip or hold."

    def said(self, move: str) -> str:
        return f"The computer {move}s."

    def in_words(self, value: float) -> str:
        return f"wins {value:.1%} of such games with"

    def question(self, thinks: bool) -> list[Any]:
        return [self.chosen["goal"], self.scores["computer"], self.scores["you"], self.turn, thinks]
