"""A game on a page of a notebook, on buttons. Needs the extra [notebook]."""

import html
from functools import partial
from pathlib import Path

from graders.kit.errors import KitError
from graders.kit.grading.submission import Submission, exercise_of, read
from graders.kit.play.game import Computer
from graders.kit.play.table import Table

try:
    import ipywidgets
except ImportError:
    raise KitError(
        "Buttons need the extra [notebook]: pip install 'gametree-kit[notebook]'."
    ) from None

PERSON, COMPUTER, EMPTY = "#2e9e4f", "#d64545", "#c8c8c8"  # green, red, grey


def play(work: str | Path | Submission, exercise: str = "", **options: int) -> ipywidgets.VBox:
    """Return the buttons of a game against a submission, or its file, which trains first if it learns.

    options: those of `gametree play`, such as rounds=50; and by default the exercise is found as there
    Raises KitError, with the reason, if there is nothing to play.
    """
    submission = work if isinstance(work, Submission) else read(Path(work))
    buttons = Buttons(Computer(exercise_of(submission, exercise), submission, options))
    buttons.train()
    return buttons.box


class Buttons:
    """The widgets of a game."""

    def __init__(self, computer: Computer) -> None:
        game = computer.game
        cells = [cell for row in game.buttons() for cell in row]
        layout = {"width": "72px", "height": "72px", "margin": "2px"}
        style = {"font_size": "16px" if any(len(cell.label) > 2 for cell in cells) else "28px"}
        self.squares = [ipywidgets.Button(layout=layout, style=style) for _ in cells]
        columns = {"grid_template_columns": f"repeat({len(game.buttons()[0])}, 76px)"}
        grid = ipywidgets.GridBox(self.squares, layout=columns)
        self.says, wide = ipywidgets.HTML(), {"width": "auto"}
        says = "show what the computer thinks of its moves"
        self.thinks = ipywidgets.Checkbox(description=says, indent=False, layout=wide)
        starts = [
            ipywidgets.Button(description=f"New game, {who} first", layout=wide)
            for who in ("you", "the computer")
        ]
        self.box = ipywidgets.VBox([grid, self.says, ipywidgets.HBox(starts), self.thinks])
        self.table = Table(computer, self.show)
        for number, button in enumerate(self.squares):
            button.on_click(partial(self.clicked, number))
        for button, side in zip(starts, (game.person, game.computer), strict=True):
            button.on_click(lambda _, side=side: self.begin(side))
        self.begin(game.person)

    def train(self) -> None:
        if not (rounds := self.table.computer.rounds):
            return
        bar = ipywidgets.IntProgress(max=rounds)
        self.says.value = f"It trains for {rounds:,} rounds."
        self.box.children += (bar,)
        self.table.train(lambda done, _: setattr(bar, "value", done))
        self.box.children = self.box.children[:-1]

    def begin(self, first: str) -> None:
        self.table.thinks = self.thinks.value
        self.table.begin(first)

    def clicked(self, number: int, _: ipywidgets.Button) -> None:
        self.table.thinks = self.thinks.value
        self.table.click(number)

    def show(self) -> None:
        """Paint the buttons; below them write what was said last, and the result of a game."""
        table, game = self.table, self.table.game
        for cell, button in zip(table.cells(), self.squares, strict=True):
            button.description = cell.label
            mine = cell.owner == game.person
            button.style.button_color = EMPTY if not cell.owner else PERSON if mine else COMPUTER
            button.style.text_color = "white" if cell.owner else "#666666"
            button.style.font_weight = "bold" if cell.marked else "normal"
        result = f"<p><b>{html.escape(game.result)}</b></p>" if game.over else ""
        self.says.value = (
            "".join(f"<p>{html.escape(text)}</p>".replace("\n", "<br>") for text in table.texts())
            + result
        )
