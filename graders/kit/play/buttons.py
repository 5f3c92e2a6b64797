"""A game on a page of a notebook, on buttons. Needs the extra [notebook]."""

import html
from functools import partial
from pathlib import Path

from graders.kit.errors import KitError
from graders.kit.grading.submission import Submission, exercise_of, read
from graders.kit.play.game import Cell, Computer, Game
from graders.kit.play.table import Table

try:
    import ipywidgets
except ImportError:
    raise KitError(
        "Buttons need the extra [notebook]: pip install 'gametree-kit[notebook]'."
    ) from None

PERSON, COMPUTER, EMPTY = "#1b7a3a", "#c23b3b", "#dcdcdc"  # green, red, grey
WHITE, DARK_GREY = "#ffffff", "#595959"  # of labels
LONG = 2  # labels of more characters are written smaller
WIDE = {"width": "auto"}


def play(work: str | Path | Submission, exercise: str = "", **options: int) -> ipywidgets.VBox:
    """Return the buttons of a game against a submission, which trains first if it learns.

    Args:
        work: The submission, or the path of its file.
        exercise: The name; without one the exercise is found as `gametree play` finds it.
        options: Those of `gametree play`, such as rounds=50.

    Raises:
        KitError: There is nothing to play, for a reason that it says.
    """
    submission = work if isinstance(work, Submission) else read(Path(work))
    computer = Computer(exercise_of(submission, exercise), submission, options)
    buttons = Buttons(computer)
    buttons.train()
    return buttons.box


class Buttons:
    """The widgets of a game."""

    def __init__(self, computer: Computer) -> None:
        game = computer.game
        self.squares = self._make_squares(game)
        columns = len(game.buttons()[0])
        grid = ipywidgets.GridBox(
            self.squares, layout={"grid_template_columns": f"repeat({columns}, 76px)"}
        )
        self.says = ipywidgets.HTML()
        self.thinks = ipywidgets.Checkbox(
            description="show what the computer thinks of its moves", indent=False, layout=WIDE
        )
        starts = [
            self._make_start("New game, you first", game.person),
            self._make_start("New game, the computer first", game.computer),
        ]
        self.box = ipywidgets.VBox([grid, self.says, ipywidgets.HBox(starts), self.thinks])
        self.table = Table(computer, self.show)
        self.begin(game.person)

    def _make_squares(self, game: Game) -> list[ipywidgets.Button]:
        """Return a button for each cell of a game."""
        labels = [cell.label for row in game.buttons() for cell in row]
        layout = {"width": "72px", "height": "72px", "margin": "2px"}
        longest = max(map(len, labels), default=0)
        style = {"font_size": "16px" if longest > LONG else "28px"}
        squares = []
        for number in range(len(labels)):
            square = ipywidgets.Button(layout=layout, style=style)
            square.on_click(partial(self.clicked, number))
            squares.append(square)
        return squares

    def _make_start(self, description: str, side: str) -> ipywidgets.Button:
        """Return a button that begins a new game, which a side starts."""
        start = ipywidgets.Button(description=description, layout=WIDE)
        start.on_click(lambda _: self.begin(side))
        return start

    def train(self) -> None:
        """Let the computer train if it learns, and show how far it is."""
        rounds = self.table.computer.rounds
        if not rounds:
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
        game = self.table.game
        names = [name for row in game.spoken() for name in row]
        for cell, name, square in zip(self.table.cells(), names, self.squares, strict=True):
            square.description = cell.label
            square.tooltip = name
            square.style.button_color = colour_of(cell, game)
            square.style.text_color = WHITE if cell.owner else DARK_GREY
            square.style.font_weight = "bold" if cell.marked else "normal"
        paragraphs = [paragraph(text) for text in self.table.texts()]
        if game.over:
            paragraphs.append(f"<p><b>{html.escape(game.result)}</b></p>")
        self.says.value = "".join(paragraphs)


def colour_of(cell: Cell, game: Game) -> str:
    """Return the colour of a button: whose cell it is."""
    if not cell.owner:
        return EMPTY
    if cell.owner == game.person:
        return PERSON
    return COMPUTER


def paragraph(text: str) -> str:
    """Return text as a paragraph of a page, line by line."""
    return f"<p>{html.escape(text)}</p>".replace("\n", "<br>")
