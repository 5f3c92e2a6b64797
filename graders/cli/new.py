"""`gametree new`."""

import argparse

from graders.cli.shared import OK

EPILOG = """\
examples:
  gametree new heap     writes solutions/heap, graders/heap and exercises/heap: small, and whole"""

# The blanks with a width keep what follows them in one column.
NEXT = """\
solutions/{name}, graders/{name} and exercises/{name}: a small exercise that is whole. \
Change it, and run
  gametree release                    # exercises/ anew: the notebook has a cell for each check
  gametree audit {name:<20} # is every answer judged right?
  gametree audit --structure {name:<8} # what an exercise must have
docs/writing-an-exercise.md does so step by step."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the name of the exercise."""
    parser.add_argument("name", metavar="NAME", help="in small letters; digits and _ are fine")


def run(options: argparse.Namespace) -> int:
    """Write a small exercise, and say how to go on."""
    from graders.kit.authoring.new import create

    exercise = create(options.name)
    print(NEXT.format(name=exercise.name))
    return OK
