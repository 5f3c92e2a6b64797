"""`gametree course`."""

import argparse
from pathlib import Path

from graders.cli.shared import OK

EPILOG = """\
examples:
  gametree course ai-2026"""

NEXT = """\
{folder}: an nbgrader course of {names}. In it, for each of them:
  cd {folder}
  nbgrader generate_assignment {first}    # release/ is what students receive
  nbgrader autograde {first}              # once submitted/STUDENT/{first}/ has their notebooks
  nbgrader generate_feedback {first}"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare where the course goes."""
    parser.add_argument("folder", metavar="DIR", type=Path, help="a new folder")


def run(options: argparse.Namespace) -> int:
    """Write a course, and say what to do with it."""
    from graders.kit.course.course import create

    names = create(options.folder)
    print(NEXT.format(folder=options.folder, names=", ".join(names), first=names[0]))
    return OK
