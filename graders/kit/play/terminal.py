"""A game against a submission on a terminal."""

from collections.abc import Iterator, Mapping
from contextlib import closing

from rich.console import Console
from rich.text import Text

from graders.kit.catalog import Exercise
from graders.kit.errors import IllegalMove, KitError, Lost
from graders.kit.grading.submission import Submission
from graders.kit.play.game import Computer, Game, moves_of_chance, thoughts_in_words
from graders.kit.rendering.terminal import progress
from graders.kit.report import text_of


def play_against(
    exercise: Exercise, submission: Submission, wanted: Mapping[str, int], thinks: bool
) -> None:
    """Let a submission train if it learns, then play; raise KitError if it can't. wanted: options of the game"""
    with closing(Computer(exercise, submission, wanted)) as computer:
        try:
            if computer.rounds:
                with progress() as bar:
                    computer.train(bar(f"{computer.rounds:,} rounds of training"))
            play(computer, thinks)
        except Lost as lost:
            raise KitError(f"{submission.file} can't go on.\n{text_of(lost.parts)}") from None


def play(computer: Computer, thinks: bool) -> None:
    """Let a person play, until the game is over, the input ends, or Ctrl-C; raise Lost if the submission fails."""
    console, game = Console(highlight=False), computer.game
    try:
        first = input(game.welcome).strip().lower()
        game.begin(game.computer if first == game.computer else game.person)
        for sentence in moves_of_chance(game):
            print(sentence)
        console.print("", *_drawn(game), sep="\n")
        while not game.over:
            if game.to_move == game.person:
                try:
                    move = game.typed(input(game.prompt))
                except IllegalMove as reason:
                    print(reason)
                    continue
            else:
                with console.status("The computer is thinking ..."):
                    move, thoughts = computer.move(thinks)
                if thoughts:
                    print(thoughts_in_words(game, thoughts))
                print(game.said(move))
            game.play(move)
            for sentence in moves_of_chance(game):
                print(sentence)
            if game.over or game.to_move == game.person:
                console.print("", *_drawn(game), sep="\n")
        print(game.result)
    except (EOFError, KeyboardInterrupt):
        print("\nThe game ends here, unfinished.")


def _drawn(game: Game) -> Iterator[Text]:
    """Yield the lines of a position: what is the person's green, the computer's red, the rest of a board pale."""
    rows = game.rows()
    width = max((len(cell.label) for row in rows for cell in row), default=0) + 2
    for number, row in enumerate(rows):
        if number:
            yield Text("  " + "┼".join("─" * width for _ in row), "dim")
        line = Text("  ")
        for place, cell in enumerate(row):
            if place:
                line.append("│", "dim")
            style = (
                "dim"
                if not cell.owner
                else "bold green"
                if cell.owner == game.person
                else "bold red"
            )
            line.append(f"{cell.label:^{width}}", style + (" reverse" if cell.marked else ""))
        yield line
    yield from map(Text, game.lines())
    yield Text("")
