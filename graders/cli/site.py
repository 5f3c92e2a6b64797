"""`gametree site`."""

import argparse
from pathlib import Path

from graders.cli.shared import OK

EPILOG = """\
examples:
  gametree site public
  gametree site public --exercise minmax alphabeta --hand-in-text "Upload it under Week 3."

exit code: 0 written, 2 not so"""

NEXT = """\
{folder}: {count} exercises, {folder_size:.1f} MB. The first visit fetches {first:.1f} MB from a server \
that compresses, else {plain:.1f} MB.
Put it on any web server, or look at it:
  python -m http.server --directory {folder}"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare where the site goes, what is on it, and where students hand in."""
    parser.add_argument(
        "folder", metavar="DIR", type=Path, help="a new or an empty folder, or a site to write anew"
    )
    parser.add_argument(
        "--exercise", metavar="NAME", nargs="+", default=[], help="which exercises (default: all)"
    )
    parser.add_argument(
        "--hand-in",
        metavar="FILE",
        default="{exercise}.py",
        help="what the file that is handed in is called (default: {exercise}.py)",
    )
    parser.add_argument(
        "--hand-in-text",
        metavar="TEXT",
        default="",
        help="a sentence that says where students hand it in",
    )
    parser.add_argument(
        "--assets",
        metavar="DIR",
        type=Path,
        help="a copy of what npm would fetch: the folder of its node_modules",
    )
    parser.add_argument(
        "--compressed",
        action="store_true",
        help="write a copy .gz beside each file, and .br with gametree-kit[site], for servers that"
        " send those (docs/browser.md)",
    )


def run(options: argparse.Namespace) -> int:
    """Write the site, and say how to look at it."""
    from graders.kit.browser.site import write

    site = write(
        options.folder,
        options.exercise,
        options.assets,
        options.hand_in,
        options.hand_in_text,
        options.compressed,
    )
    sizes = [size / 1e6 for size in (site.folder, site.first_visit, site.uncompressed)]
    folder_size, first, plain = sizes
    exercise_count = len(site.exercises)
    print(
        NEXT.format(
            folder=options.folder,
            count=exercise_count,
            folder_size=folder_size,
            first=first,
            plain=plain,
        )
    )
    return OK
