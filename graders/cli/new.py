"""`gametree new`."""

import argparse

from graders.cli.shared import OK

EPILOG = """\
examples:
  gametree new heap --exercises DIR
            writes DIR/solutions/heap, DIR/graders/heap and DIR/exercises/heap: small, and whole
  gametree new heap --from minmax --exercises DIR
            the same of minmax, under another name: change it"""

SMALL = "a small exercise that is whole"
# The blanks with a width keep what follows them in one column.
NEXT = """\
solutions/{name}, graders/{name} and exercises/{name}: {what}. \
Change it, and run
  gametree release                    # exercises/ anew: the notebook has a cell for each check
  gametree audit {name:<20} # is every answer judged right?
  gametree audit --structure {name:<8} # what an exercise must have
docs/writing-an-exercise.md does so step by step."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the name of the exercise."""
    parser.add_argument("name", metavar="NAME", help="in small letters; digits and _ are fine")
    parser.add_argument(
        "--from",
        dest="original",
        metavar="OTHER",
        default="",
        help="begin with a copy of this exercise, under the new name",
    )


def run(options: argparse.Namespace) -> int:
    """Write a small exercise, and say how to go on."""
    from graders.kit.authoring.new import create

    exercise = create(options.name, options.original)
    what = SMALL
    if options.original:
        what = f"{options.original} under another name"
    print(NEXT.format(name=exercise.name, what=what))
    return OK
