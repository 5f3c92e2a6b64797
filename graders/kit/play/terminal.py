"""A game against a submission on a terminal."""

from collections.abc import Iterator, Mapping
from contextlib import closing

from rich.console import Console
from rich.text import Text

from graders.kit.catalog import Exercise
from graders.kit.errors import IllegalMove, KitError, Lost
from graders.kit.grading.submission import Submission
from graders.kit.play.game import Cell, Computer, Game, Move, moves_of_chance, thoughts_in_words
from graders.kit.rendering.terminal import progress
from graders.kit.report import text_of


def play_against(
    exercise: Exercise, submission: Submission, wanted: Mapping[str, int], thinks: bool
) -> None:
    """Let a submission train if it learns, then play.

    Args:
        exercise: Whose game is played.
        submission: The computer.
        wanted: Options of the game, each with its number.
        thinks: Whether the computer says what it thinks of its moves.

    Raises:
        KitError: There is no such game, or the submission can't go on.
    """
    with closing(Computer(exercise, submission, wanted)) as computer:
        try:
            if computer.rounds:
                with progress() as bar:
                    computer.train(bar(f"{computer.rounds:,} rounds of training"))
            play(computer, thinks)
        except Lost as lost:
            raise KitError(f"{submission.file} can't go on.\n{text_of(lost.parts)}") from None


def play(computer: Computer, thinks: bool) -> None:
    """Let a person play, until the game is over, the input ends, or Ctrl-C.

    Args:
        computer: The submission that plays.
        thinks: Whether it says what it thinks of its moves.

    Raises:
        Lost: The submission fails.
    """
    console = Console(highlight=False)
    game = computer.game
    try:
        first = input(game.welcome).strip().lower()
        game.begin(game.computer if first == game.computer else game.person)
        _print_chance(game)
        _print_position(console, game)
        while not game.over:
            if game.to_move == game.person:
                move = _persons_move(game)
            else:
                move = _computers_move(console, computer, thinks)
            game.play(move)
            _print_chance(game)
            if game.over or game.to_move == game.person:
                _print_position(console, game)
        print(game.result)
    except (EOFError, KeyboardInterrupt):
        print("\nThe game ends here, unfinished.")


def _persons_move(game: Game) -> Move:
    """Ask the person until a move is typed that can be made."""
    while True:
        try:
            return game.typed(input(game.prompt))
        except IllegalMove as reason:
            print(reason)


def _computers_move(console: Console, computer: Computer, thinks: bool) -> Move:
    """Return what the computer plays, and say so."""
    with console.status("The computer is thinking ..."):
        move, thoughts = computer.move(thinks)
    if thoughts:
        print(thoughts_in_words(computer.game, thoughts))
    print(computer.game.said(move))
    return move


def _print_chance(game: Game) -> None:
    """Let chance make its moves, if it is its turn, and say them."""
    for sentence in moves_of_chance(game):
        print(sentence)


def _print_position(console: Console, game: Game) -> None:
    console.print("", *_drawn(game), sep="\n")


def _drawn(game: Game) -> Iterator[Text]:
    """Yield the lines of a position, with an empty one at the end."""
    rows = game.rows()
    labels = [cell.label for row in rows for cell in row]
    width = max(map(len, labels), default=0) + 2  # a space on both sides
    for number, row in enumerate(rows):
        if number:
            dashes = ["─" * width] * len(row)
            yield Text("  " + "┼".join(dashes), "dim")
        yield _drawn_row(game, row, width)
    for line in game.lines():
        yield Text(line)
    yield Text("")


def _drawn_row(game: Game, row: list[Cell], width: int) -> Text:
    """Return a row of a board, each cell as wide as given."""
    line = Text("  ")
    for place, cell in enumerate(row):
        if place:
            line.append("│", "dim")
        style = _style(game, cell)
        if cell.marked:
            style += " reverse"
        line.append(f"{cell.label:^{width}}", style)
    return line


def _style(game: Game, cell: Cell) -> str:
    """Return how a cell is drawn: the person's green, the computer's red, a free one pale."""
    if not cell.owner:
        return "dim"
    if cell.owner == game.person:
        return "bold green"
    return "bold red"
