"""How a submission of connect4 plays on 7x6: o, by best_move, with its own evaluate."""

from typing import Any

from graders.connect4.marks import looking_ahead
from graders.connect4.oracle import WIN
from graders.connect4.outlook import PLIES, loses
from graders.kit.play.columns import Columns
from graders.kit.play.game import Contest, Option, random_move


class Game(Columns):
    computer = "o"
    slow = (
        "each ply that your best_move looks ahead takes up to seven times as long as the one before:"
        " choose a smaller depth above."
    )
    foresight = f"{PLIES} plies ahead"
    options = (Option("depth", 4, "how many plies it looks ahead"),)
    contest = Contest(
        needs=("moves", "drop", "winner"),
        plies=4,
        marks={
            "random": random_move,
            "depth 1": looking_ahead(1),
            "depth 3": looking_ahead(3),
            "depth 5": looking_ahead(5),
        },
    )

    def is_lost(self) -> bool:
        return loses(self.board, self.to_move)

    def in_words(self, value: float) -> str:
        if abs(value) < WIN:
            return f"scores {value:g} with"
        if value > 0:
            return "wins with"
        return "loses with"

    def question(self, thinks: bool) -> list[Any]:
        return [self.board, self.computer, self.chosen["depth"], thinks]
