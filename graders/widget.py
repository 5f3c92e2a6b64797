"""The game on a page of a notebook: a board of buttons. Needs the extra [notebook].

from graders.widget import play
play("player.py")
"""

from __future__ import annotations

import html
from functools import partial
from pathlib import Path

from graders import KitError, catalog
from graders.play import Computer, Game, Impossible, thoughts_in_words
from graders.report import text_of
from graders.student import Lost
from graders.submission import Submission, read
from graders.tictactoe import other, won_line

try:
    import ipywidgets
except ImportError:
    raise KitError("Buttons need the extra [notebook]: pip install 'gametree-kit[notebook]'.") from None

PERSON, COMPUTER, EMPTY = "#2e9e4f", "#d64545", "#c8c8c8"  # green, red, grey


def play(file: str | Path, exercise: str = "", rounds: int = 0) -> ipywidgets.VBox:
    """Return the board for a game against a submission, which trains first if it learns.

    exercise: default: found by the file's name, then by its classes
    rounds: how many rounds it trains; default: what the exercise's statement says
    Raises KitError, with the reason, if there is nothing to play.
    """
    submission = read(Path(file))
    chosen = catalog.named(exercise) if exercise else catalog.recognise(submission.file, submission.source)
    return board(chosen, submission, rounds)


def board(exercise: catalog.Exercise, submission: Submission, rounds: int = 0) -> ipywidgets.VBox:
    """Return the board for a game against a submission that was read already."""
    table = Table(Computer(exercise, submission))
    table.train(rounds)
    return table.box


class Table:
    """The widgets, and the game that is played on them."""

    def __init__(self, computer: Computer) -> None:
        self.computer = computer
        self.theirs = computer.opponent.mark
        self.mine = other(self.theirs)
        square = ipywidgets.Layout(width="72px", height="72px", margin="2px")
        self.squares = [ipywidgets.Button(layout=square, style={"font_size": "28px"}) for _ in range(9)]
        for cell, button in enumerate(self.squares):
            button.on_click(partial(self.clicked, cell))
        grid = ipywidgets.GridBox(self.squares, layout=ipywidgets.Layout(grid_template_columns="repeat(3, 76px)"))
        self.says = ipywidgets.HTML()
        wide = ipywidgets.Layout(width="auto")
        says = "show what the computer thinks of its moves"
        self.thinks = ipywidgets.Checkbox(description=says, indent=False, layout=wide)
        starts = [
            ipywidgets.Button(description=f"New game, {who} first", layout=wide) for who in ("you", "the computer")
        ]
        for button, mark in zip(starts, (self.mine, self.theirs), strict=True):
            button.on_click(lambda _, mark=mark: self.begin(mark))
        self.box = ipywidgets.VBox([grid, self.says, ipywidgets.HBox(starts), self.thinks])
        self.begin(self.mine)

    def train(self, rounds: int) -> None:
        """Let the submission train, if it learns."""
        rounds = rounds or self.computer.opponent.rounds
        if not self.computer.opponent.rounds:
            return
        bar = ipywidgets.IntProgress(max=rounds)
        self.says.value = f"It trains for {rounds:,} rounds."
        self.box.children += (bar,)
        try:
            self.computer.train(rounds, lambda done, _: setattr(bar, "value", done))
            self.tell("")
        except Lost as lost:
            self.stop(lost)
        self.box.children = self.box.children[:-1]

    def begin(self, first: str) -> None:
        """Clear the board; first: the mark of who starts."""
        self.game = Game(self.mine, first)
        self.tell("")
        if first == self.theirs:
            self.answer()
        self.show()

    def clicked(self, cell: int, _: ipywidgets.Button) -> None:
        try:
            self.game.play(self.game.cell(str(cell + 1)))
        except Impossible as reason:
            self.tell(str(reason))
            return
        self.tell("")
        self.show()  # the person's move, before the computer thinks
        if not self.game.over:
            self.answer()
            self.show()

    def answer(self) -> None:
        """Let the computer move."""
        try:
            cell, thoughts = self.computer.move(self.game.board, self.thinks.value)
        except Lost as lost:
            self.stop(lost)
            return
        self.game.play(cell)
        self.tell(thoughts_in_words(self.computer.opponent, thoughts) if thoughts else "")

    def stop(self, lost: Lost) -> None:
        """Say why the submission can't go on; the board stays as it is."""
        self.tell("The computer can't go on. " + text_of(lost.parts))

    def tell(self, text: str) -> None:
        """Say something under the board, and the result of a game that is over."""
        said = html.escape(text).replace("\n", "<br>")
        result = f"<p><b>{self.game.result}</b></p>" if self.game.over else ""
        self.says.value = f"<p>{said}</p>{result}" if said else result

    def show(self) -> None:
        """Paint the squares."""
        line = won_line(self.game.board)
        for cell, button in enumerate(self.squares):
            mark = self.game.board[cell]
            button.description = str(cell + 1) if mark == "_" else mark
            button.style.button_color = EMPTY if mark == "_" else PERSON if mark == self.mine else COMPUTER
            button.style.text_color = "#666666" if mark == "_" else "white"
            button.style.font_weight = "bold" if cell in line else "normal"
