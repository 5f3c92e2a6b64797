"""`gametree list`."""

import argparse
from pathlib import Path

from graders.cli.shared import OK
from graders.kit import catalog

EPILOG = """\
examples:
  gametree list"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add nothing: the command takes no arguments."""


def run(options: argparse.Namespace) -> int:
    """Print a line for each exercise."""
    from graders.kit.grading.run import line_of
    from graders.kit.progress.folder import below

    scores = {}
    # An exercise may have been started twice. The nearest folder counts: it comes first from
    # below, so that of the reversed folders it is the last, whose score stays.
    for folder in reversed([*below(Path())]):
        if folder.score is not None:
            scores[folder.exercise] = folder.score
    for exercise in catalog.exercises():
        print(line_of(exercise, scores.get(exercise.name)))
    return OK
