"""`gametree class show`."""

import argparse
from contextlib import closing
from pathlib import Path

from graders.cli.shared import OK

EPILOG = """\
examples:
  gametree class show ada --out minmax-grades
  gametree class show ada --out minmax-grades --submissions archive/minmax.zip

exit code: 0 shown, 2 not so"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare whose verdict it is, and where what was handed in lies now."""
    parser.add_argument("student", metavar="STUDENT", help="as in grades.csv")
    parser.add_argument(
        "--out", metavar="DIR", type=Path, required=True, help="the folder of results"
    )
    parser.add_argument(
        "--submissions",
        metavar="PATH",
        type=Path,
        help="what the class handed in (default: where the last run found it)",
    )
    parser.add_argument(
        "--unprotected",
        action="store_true",
        help="repeat it also where nothing isolates students' code",
    )


def run(options: argparse.Namespace) -> int:
    """Show a verdict, how it came about, and whether it comes out again."""
    from graders.kit.classroom.inquiry import history, record_of, repeated, shown_report
    from graders.kit.classroom.store import results_in
    from graders.kit.rendering.terminal import print_report

    with closing(results_in(options.out)) as store:
        record = record_of(store, options.student)
        report = shown_report(store, record)
        if report is not None:
            print_report(report)
        print()
        for line in history(store, record):
            print(line)
        for line in repeated(store, record, options.submissions, options.unprotected):
            print(line)
    return OK
