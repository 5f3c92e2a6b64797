"""How a submission of expectiminimax plays Piglet.

It goes by its decide, with the table of its win_probability.
"""

import random
from collections.abc import Callable, Sequence
from typing import Any

from graders.expectiminimax.oracle import best_play, choices
from graders.kit.play import game
from graders.kit.play.game import Cell, Contest, Option, random_move

WELCOME = (
    "Heads adds 1 to the turn's total, tails ends the turn for nothing, "
    "hold adds the total to your score.\n"
    "Who first has {goal} wins. Who starts, you or computer? (anything else: you) "
)


def holding_at(total: int) -> Callable[["Game", random.Random], str]:
    """Return a player that flips until the turn has so many points."""

    def chosen(game: "Game", rng: random.Random) -> str:
        if game.turn >= total:
            return "hold"
        return "flip"

    return chosen


def textbook(game: "Game", rng: random.Random) -> str:
    """Return what wins more often against best play."""
    computer, person = game.to_move, game.other(game.to_move)
    state = (game.scores[computer], game.scores[person], game.turn)
    flip, hold = choices(state, best_play(game.chosen["goal"]))
    if hold > flip:
        return "hold"
    return "flip"


class Game(game.Game):
    sides = ("you", "computer")
    computer = "computer"
    slow = (
        "your win_probability fills a table for all scores below the goal first: choose a smaller"
        " goal above."
    )
    prompt = "flip or hold? "
    options = (Option("goal", 10, "who first has so many points wins"),)
    contest = Contest(
        needs=("decide",),
        plies=0,
        marks={
            "random": random_move,
            "holds at 1": holding_at(1),
            "holds at 2": holding_at(2),
            "textbook": textbook,
        },
    )

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

    def other(self, side: str) -> str:
        """Return the opponent of a side."""
        return "computer" if side == "you" else "you"

    def pass_on(self) -> None:
        self.to_move = self.other(self.to_move)
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

    def winner(self) -> str:
        return self.to_move  # who has reached the goal need not hold

    def lines(self) -> list[str]:
        whose = "your turn" if self.to_move == self.person else f"{self.opponent}'s turn"
        mine, theirs = self.scores[self.person], self.scores[self.computer]
        scores = f"You have {mine}, {self.opponent} has {theirs}"
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
        mine, theirs = self.scores[self.computer], self.scores[self.person]
        return [self.chosen["goal"], mine, theirs, self.turn, thinks]
