"""How a submission of coins plays: as its decide says."""

from graders.kit.play import game as play


class Game(play.Game):
    sides = ("you", "computer")
    computer = "computer"
    prompt = "flip or hold? "
    options = (
        play.Option("goal", 4, "how many heads win"),
        play.Option("bold", 2, "when it holds"),
    )

    @property
    def welcome(self):
        return f"{self.chosen['goal']} heads win. Who starts, you or the computer? "

    def begin(self, first):
        self.held = dict.fromkeys(self.sides, 0)
        self.to_move = first
        self.turn = 0
        self.in_the_air = True  # the first toss of a game is nobody's choice

    def moves(self):
        if max(self.held.values()) >= self.chosen["goal"]:
            return []
        return ["flip", "hold"] if self.turn else ["flip"]

    def play(self, move):
        if move == "flip":
            self.in_the_air = True
        else:
            self.held[self.to_move] += self.turn
            self.end_turn()

    def end_turn(self):
        self.turn = 0
        self.to_move = "you" if self.to_move == "computer" else "computer"

    def chance(self, rng):
        if not self.in_the_air:
            return ""
        self.in_the_air = False
        if rng.choice(("heads", "tails")) == "tails":
            self.end_turn()
            return "Tails."
        self.turn += 1
        return f"Heads: {self.turn} in this turn."

    @property
    def result(self):
        return "You win!" if self.held["you"] > self.held["computer"] else "The computer wins."

    def lines(self):
        return [
            f"You hold {self.held['you']} <3",
            f"The computer holds {self.held['computer']} [/]",
        ]

    def buttons(self):
        return [[play.Cell("flip", "flip"), play.Cell("hold", "hold")]]

    def why_not(self, name):
        return "There is nothing to hold." if name == "hold" else "Type flip or hold."

    def said(self, move):
        return f"The computer {move}s."

    def in_words(self, value):
        return f"wins {value:.0%} of games with"

    def question(self, thinks):
        return [self.turn, self.chosen["bold"], thinks]
