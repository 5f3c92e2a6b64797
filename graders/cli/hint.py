"""`gametree hint`."""

import argparse

from graders.cli.shared import OK, add_exercise, add_file
from graders.kit.grading.submission import exercise_of, read

EPILOG = """\
examples:
  gametree hint minmax/minmax.py
  gametree hint minmax/minmax.py max_value

exit code: 0 given, 2 there is none"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the file, and what the hint is for."""
    add_file(parser)
    parser.add_argument(
        "method", metavar="METHOD", nargs="?", default="", help="default: the one to look at first"
    )
    add_exercise(parser)


def run(options: argparse.Namespace) -> int:
    """Print the next hint."""
    from graders.kit.progress import folder, hints

    exercise = exercise_of(read(options.file), options.exercise)
    remembered = folder.of_file(options.file, exercise)
    print(hints.hint(exercise, remembered, options.method))
    return OK
