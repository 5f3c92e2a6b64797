"""`gametree watch`."""

import argparse
import gc
from pathlib import Path

from graders.cli.shared import OK, add_exercise, add_seed
from graders.kit.grading.submission import exercise_of, read

EPILOG = """\
examples:
  gametree watch                    the exercise in this folder
  gametree watch minmax/minmax.py

exit code: 0 ended by q, 2 not watchable as asked"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the files, how they are graded, and how that is shown."""
    parser.add_argument(
        "files", metavar="FILE", nargs="*", type=Path, help="default: the exercise in this folder"
    )
    add_exercise(parser)
    add_seed(parser)
    parser.add_argument(
        "--poll",
        action="store_true",
        help="look at the file again and again, and wait for no events",
    )
    parser.add_argument(
        "--plain", action="store_true", help="tell all in words, line by line, for a screen reader"
    )


def run(options: argparse.Namespace) -> int:
    """Grade at each save, until the person ends it."""
    from graders.kit.grading.run import Terms
    from graders.kit.play.terminal import play_against
    from graders.kit.progress import folder
    from graders.kit.watch.session import Session

    gc.enable()  # not a short life
    files = options.files or folder.work_in(Path())
    exercise = exercise_of(read(files[0]), options.exercise)
    terms = Terms(options.seed, unprotected=True)

    def play(file: Path) -> None:
        play_against(exercise, read(file), {}, False)

    session = Session(exercise, files, terms, play, options.plain)
    session.run(options.poll)
    return OK
