"""A game on a page of a notebook, on buttons. Needs the extra [notebook]."""

import html
from functools import partial
from pathlib import Path

from graders.kit.errors import IllegalMove, KitError, Lost
from graders.kit.grading.submission import Submission, exercise_of, read
from graders.kit.play.game import Cell, Computer, Move, moves_of_chance, thoughts_in_words
from graders.kit.report import text_of

try:
    import ipywidgets
except ImportError:
    raise KitError("Buttons need the extra [notebook]: pip install 'gametree-kit[notebook]'.") from None

PERSON, COMPUTER, EMPTY = "#2e9e4f", "#d64545", "#c8c8c8"  # green, red, grey


def play(work: str | Path | Submission, exercise: str = "", **options: int) -> ipywidgets.VBox:
    """Return the buttons of a game against a submission, or its file, which trains first if it learns.

    options: those of `gametree play`, such as rounds=50; and by default the exercise is found as there
    Raises KitError, with the reason, if there is nothing to play.
    """
    submission = work if isinstance(work, Submission) else read(Path(work))
    table = Table(Computer(exercise_of(submission, exercise), submission, options))
    table.train()
    return table.box


class Table:
    """The widgets, and the game that is played on them."""

    def __init__(self, computer: Computer) -> None:
        self.computer = computer
        self.game = computer.game
        layout = {"width": "72px", "height": "72px", "margin": "2px"}
        style = {"font_size": "16px" if any(len(cell.label) > 2 for cell in self.cells()) else "28px"}
        self.squares = [ipywidgets.Button(layout=layout, style=style) for _ in self.cells()]
        for number, button in enumerate(self.squares):
            button.on_click(partial(self.clicked, number))
        columns = {"grid_template_columns": f"repeat({len(self.game.buttons()[0])}, 76px)"}
        grid = ipywidgets.GridBox(self.squares, layout=columns)
        self.says, wide = ipywidgets.HTML(), {"width": "auto"}
        says = "show what the computer thinks of its moves"
        self.thinks = ipywidgets.Checkbox(description=says, indent=False, layout=wide)
        starts = [
            ipywidgets.Button(description=f"New game, {who} first", layout=wide) for who in ("you", "the computer")
        ]
        for button, side in zip(starts, (self.game.person, self.game.computer), strict=True):
            button.on_click(lambda _, side=side: self.begin(side))
        self.box = ipywidgets.VBox([grid, self.says, ipywidgets.HBox(starts), self.thinks])
        self.begin(self.game.person)

    def cells(self) -> list[Cell]:
        return [cell for row in self.game.buttons() for cell in row]

    def train(self) -> None:
        if not (rounds := self.computer.rounds):
            return
        bar = ipywidgets.IntProgress(max=rounds)
        self.says.value = f"It trains for {rounds:,} rounds."
        self.box.children += (bar,)
        try:
            self.computer.train(lambda done, _: setattr(bar, "value", done))
            self.show()
        except Lost as lost:
            self.stop(lost)
        self.box.children = self.box.children[:-1]

    def begin(self, first: str) -> None:
        self.game.begin(first)
        self.said = moves_of_chance(self.game)
        self.show()
        self.answer()

    def clicked(self, number: int, _: ipywidgets.Button) -> None:
        self.said = []
        try:
            move = self.game.typed(self.cells()[number].typed)
            if self.game.to_move == self.game.person:  # else the computer could not go on, and tries again
                self.play(move)
            self.answer()
        except IllegalMove as reason:
            self.said = [str(reason)]
            self.show()

    def play(self, move: Move) -> None:
        """Make a move of either side, and those of chance that follow it."""
        self.game.play(move)
        self.said += moves_of_chance(self.game)
        self.show()

    def answer(self) -> None:
        """Let the computer move as long as it is its turn."""
        try:
            while not self.game.over and self.game.to_move == self.game.computer:
                move, thoughts = self.computer.move(self.thinks.value)
                self.said += [thoughts_in_words(self.game, thoughts)] if thoughts else []
                self.said += [] if self.game.rows() else [self.game.said(move)]  # a board shows it
                self.play(move)
        except Lost as lost:
            self.stop(lost)

    def stop(self, lost: Lost) -> None:
        self.said.append("The computer can't go on. " + text_of(lost.parts))
        self.show()

    def show(self) -> None:
        """Paint the buttons; below them write the room's lines, what was said last, and the result of a game."""
        for cell, button in zip(self.cells(), self.squares, strict=True):
            button.description = cell.label
            mine = cell.owner == self.game.person
            button.style.button_color = EMPTY if not cell.owner else PERSON if mine else COMPUTER
            button.style.text_color = "white" if cell.owner else "#666666"
            button.style.font_weight = "bold" if cell.marked else "normal"
        texts = ["\n".join(lines) for lines in (self.game.lines(), self.said) if lines]
        result = f"<p><b>{html.escape(self.game.result)}</b></p>" if self.game.over else ""
        self.says.value = "".join(f"<p>{html.escape(text)}</p>".replace("\n", "<br>") for text in texts) + result
