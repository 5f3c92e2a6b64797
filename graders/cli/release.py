"""`gametree release`."""

import argparse

from graders.cli.shared import OK, POINTS_LOST
from graders.kit.homes import place

EPILOG = """\
examples:
  gametree release
  gametree release --check     exit code 1 if something is stale"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare whether anything is written."""
    parser.add_argument(
        "--check", action="store_true", help="write nothing; fail if something is stale"
    )


def run(options: argparse.Namespace) -> int:
    """Write what students receive, or tell what of it is stale."""
    from graders.kit.authoring.release import files, stale, write

    if not options.check:
        for path in write():
            print(f"wrote: {place(path)}")
        return OK
    stale_paths = stale(files())
    for path in stale_paths:
        print(f"stale: {place(path)}")
    if not stale_paths:
        return OK
    print("Run `gametree release` and commit what it writes.")
    return POINTS_LOST
