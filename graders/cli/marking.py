"""`gametree class mark`."""

import argparse
import getpass
from contextlib import closing
from pathlib import Path

from graders.cli.shared import OK
from graders.kit.classroom.overrides import EXAMPLE, FILE
from graders.kit.errors import KitError

EPILOG = """\
examples:
  gametree class mark ada --out minmax-grades --points 8 --reason "ill, handed in on paper"
  gametree class mark ada --out minmax-grades --check max_value --points 1 --reason "a typo only"
  gametree class mark bob --out minmax-grades --file second/minmax.py

It adds a line to marks.csv in DIR; to take it back, delete that line. Of two lines for the same
mark, check or file the later one counts.
exit code: 0 noted, 2 not so"""

NOTED = "Noted in {file}. Run gametree class once more: the mark, {student}'s page and grades.csv follow."
POINTS_OR_FILE = "Say what you decide: --points N, or --file FILE of several that were handed in."


HELP_POINTS = (
    "the whole mark, of `total` in course.toml (without that, of the points of all checks); "
    "with --check that check's points, of what it gives"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare whose mark it is, what is decided, and why."""
    parser.add_argument(
        "--example", action="version", version=EXAMPLE, help="print a marks.csv, and stop"
    )
    parser.add_argument("student", metavar="STUDENT", help="as in grades.csv")
    parser.add_argument(
        "--out", metavar="DIR", type=Path, required=True, help="the folder of results"
    )
    parser.add_argument("--points", metavar="N", default="", help=HELP_POINTS)
    parser.add_argument(
        "--check", metavar="NAME", default="", help="the check that --points is for"
    )
    parser.add_argument(
        "--file", metavar="FILE", default="", help="of several files, the one to grade"
    )
    parser.add_argument(
        "--submissions",
        metavar="PATH",
        type=Path,
        help="where --file is looked for (default: where the last run found what was handed in)",
    )
    parser.add_argument("--reason", metavar="TEXT", default="", help="why; the student reads it")
    parser.add_argument(
        "--who", metavar="NAME", default="", help="who decides (default: your login)"
    )


def run(options: argparse.Namespace) -> int:
    """Note what was decided."""
    from graders.kit.classroom.inquiry import decide
    from graders.kit.classroom.store import results_in

    if bool(options.points) == bool(options.file):
        raise KitError(POINTS_OR_FILE)
    row = {
        "student": options.student,
        "check": options.check,
        "points": options.points,
        "file": options.file,
        "reason": options.reason,
        "who": options.who or _login(),
    }
    with closing(results_in(options.out)) as store:
        said = decide(store, row, options.submissions)
    for sentence in said:
        print(sentence)
    print(NOTED.format(file=options.out / FILE, student=options.student))
    return OK


def _login() -> str:
    """Return the name of who types, "" where the system knows none."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""
