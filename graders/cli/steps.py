"""`gametree trace`."""

import argparse
import sys
from pathlib import Path
from typing import Any

from graders.cli.shared import add_exercise, add_file, add_seed, check_writable, finish, write
from graders.kit.errors import KitError
from graders.kit.grading.submission import exercise_of, read

EPILOG = """\
examples:
  gametree trace alphabeta.py                          the smallest tree on which it goes wrong
  gametree trace alphabeta.py --html steps.html        a page to step through
  gametree trace alphabeta.py --html steps.html --predict
  gametree trace alphabeta.py --tree "['A', ['B', ('E', 3), ('F', 12)], ('C', 2)]"
  gametree trace minmax.py --board xoo_x___o

exit code: 0 shown, 2 there is nothing to show"""

NO_PAGE = "--predict is for the page, on which leaves can be clicked: add --html PATH."
NOTHING_TO_PREDICT = (
    "{exercise} cuts nothing off, so there is nothing to predict: leave --predict out."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the file, what it searches, and how the search is shown."""
    add_file(parser)
    add_exercise(parser)
    add_seed(parser)
    searched = parser.add_mutually_exclusive_group()
    searched.add_argument(
        "--tree",
        metavar="TREE",
        default="",
        help="search this tree, - for standard input (default: the smallest that fails)",
    )
    searched.add_argument(
        "--board", metavar="BOARD", default="", help="search this board, nine characters row by row"
    )
    parser.add_argument("--all", action="store_true", help="print all steps, not only a screen")
    parser.add_argument("--html", metavar="PATH", type=Path, help="write a page to step through")
    parser.add_argument(
        "--predict", action="store_true", help="let the page ask first which leaves will be read"
    )
    parser.add_argument(
        "--json", metavar="PATH", help="write the steps as JSON; - for standard output"
    )


def run(options: argparse.Namespace) -> int:
    """Record a search of a submission's, and show it."""
    if options.predict and not options.html:
        raise KitError(NO_PAGE)
    submission = read(options.file)
    exercise = exercise_of(submission, options.exercise)
    check_writable(options.html)
    check_writable(options.json)

    from graders.kit.grading.run import Terms
    from graders.kit.rendering.page import search_page
    from graders.kit.rendering.terminal import print_lines
    from graders.kit.trace import drawing, terminal
    from graders.kit.trace.run import recorded

    tree = options.tree
    if tree == "-":
        tree = sys.stdin.read()
    terms = Terms(options.seed, unprotected=True)
    recording = recorded(exercise, submission, terms, tree, options.board)
    if options.predict and not recording.search.prunes:
        raise KitError(NOTHING_TO_PREDICT.format(exercise=exercise.name))
    if options.html:
        shown = drawing.trace(recording, submission, alone=True)
        page = search_page(exercise.name, submission.file, shown, options.predict)
        write(options.html, page)

    def as_json() -> dict[str, Any]:
        about = {"exercise": exercise.name, "file": submission.file}
        return about | drawing.as_json(recording)

    def show() -> None:
        print_lines(terminal.screen(recording, options.all))

    return finish(options, as_json, right=True, show=show)
