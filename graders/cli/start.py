"""`gametree start`."""

import argparse
from pathlib import Path

from graders.cli.shared import OK
from graders.kit import catalog

EPILOG = """\
examples:
  gametree start minmax
  gametree start alphabeta week3/alphabeta"""

NEXT = """\
{folder}: read README.md, fill in {file.name}, then run
  gametree grade {file}
as often as you like, or, in that folder, gametree watch: it grades at each save."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the exercise, and where it goes."""
    parser.add_argument("name", metavar="NAME", help="an exercise; see gametree list")
    parser.add_argument(
        "folder", metavar="DIR", nargs="?", type=Path, help="where to (default: a folder NAME here)"
    )
    parser.add_argument(
        "--vscode", action="store_true", help="add settings: VS Code's test panel lists the checks"
    )


def run(options: argparse.Namespace) -> int:
    """Copy an exercise, and say what to do with it."""
    from graders.kit.progress import folder
    from graders.kit.watch import editor

    path = options.folder or Path(options.name)
    exercise = catalog.named(options.name)
    file = folder.begin(path, exercise)
    if options.vscode:
        editor.settle(path, file)
    print(NEXT.format(folder=path, file=file))
    return OK
