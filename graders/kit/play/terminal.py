"""A game against a submission on a terminal."""

from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from graders.kit.errors import IllegalMove
from graders.kit.play.game import Computer, Game, moves_of_chance, thoughts_in_words


def play(computer: Computer, thinks: bool) -> None:
    """Let a person play a game on the terminal, until it is over, the input ends, or Ctrl-C.

    thinks: whether the computer says what it thinks of its moves. Raises Lost if the submission fails.
    """
    console = Console(highlight=False)
    game = computer.game
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
            style = "dim" if not cell.owner else "bold green" if cell.owner == game.person else "bold red"
            line.append(f"{cell.label:^{width}}", style + (" reverse" if cell.marked else ""))
        yield line
    yield from map(Text, game.lines())
    yield Text("")
