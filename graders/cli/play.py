"""`gametree play`."""

import argparse

from graders.cli.shared import OK, add_exercise, add_file, count
from graders.kit.grading.submission import exercise_of, read

EPILOG = """\
examples:
  gametree play player.py
  gametree play minmax.py --thoughts     it says what it thinks of its moves
  gametree play learning.py --rounds 50

exit code: 0 played, 2 not playable as asked"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the file, and the options that any game has."""
    from graders.kit.play import game

    add_file(parser)
    add_exercise(parser)
    parser.add_argument(
        "--thoughts", action="store_true", help="show what it thinks of each of its moves"
    )
    for option, meaning in game.options().items():
        # What is not typed is not there: only the game knows its default.
        parser.add_argument(
            f"--{option}", metavar="N", type=count, default=argparse.SUPPRESS, help=meaning
        )


def run(options: argparse.Namespace) -> int:
    """Play against a file until the person has had enough."""
    submission = read(options.file)
    exercise = exercise_of(submission, options.exercise)

    from graders.kit.play import game, terminal

    chosen = {name: getattr(options, name) for name in game.options() if name in options}
    terminal.play_against(exercise, submission, chosen, options.thoughts)
    return OK
