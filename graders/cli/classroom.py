"""`gametree class`."""

import argparse
import gc
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from graders.cli.shared import NOT_AS_ASKED, OK, POINTS_LOST, count
from graders.kit import catalog
from graders.kit.errors import KitError

if TYPE_CHECKING:
    from graders.kit.classroom.wishes import Wishes
    from graders.kit.jobs.workers import Cluster, WorkerPool

EPILOG = """\
examples:
  gametree class submitted --exercise minmax --out minmax-grades
  gametree class moodle.zip --exercise player --out player-grades
  gametree class submitted --exercise minmax --out minmax-grades --dask tcp://10.0.0.1:8786
  gametree class submitted --exercise minmax --out minmax-grades --gradebook sqlite:///gradebook.db
  gametree class --settings > course.toml        an example of deadlines, points and extensions
  gametree class submitted --exercise minmax --out minmax-grades --settings course.toml
  gametree class mark --help                     to decide something by hand
  gametree class show --help                     to see one verdict, and to repeat it

exit code: 0 everyone has a mark, 1 somebody has to look at some, 2 not everyone is graded"""

EXAMPLE_WANTED = object()  # stands for --settings without a file
MISSING = {
    "submissions": "Name what was handed in: gametree class SUBMISSIONS --exercise NAME --out DIR",
    "exercise": "Name the exercise: add  --exercise NAME",
    "out": "Name the folder of results: add  --out DIR",
}
LMS_AND_WORKSHEET = (
    "Marks go back with both: --for moodle or --for canvas, and --worksheet FILE, which is the "
    "list of grades that was exported there."
)
JOBS_AND_DASK = "--jobs is for this machine; with --dask the workers say how many they are."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what was handed in, where the results go, and what grades."""
    parser.add_argument(
        "submissions",
        metavar="SUBMISSIONS",
        type=Path,
        nargs="?",
        help="a folder with STUDENT.py, STUDENT/FILE or STUDENT/NAME/FILE,"
        " or a zip from Moodle or Canvas",
    )
    parser.add_argument("--exercise", metavar="NAME", help="what they were to solve")
    parser.add_argument(
        "--out", metavar="DIR", type=Path, help="where the results go, and are kept"
    )
    parser.add_argument(
        "--settings",
        metavar="FILE",
        type=Path,
        nargs="?",
        const=EXAMPLE_WANTED,
        help="a course.toml: points, deadlines, extensions; without FILE prints an example "
        "(default: that of the last run)",
    )
    parser.add_argument(
        "--no-settings", action="store_true", help="mark without the course.toml of the last run"
    )
    parser.add_argument(
        "--regrade",
        action="store_true",
        help="grade anew what an earlier version of the checks, or of causes.json, has graded",
    )
    parser.add_argument(
        "--assign",
        metavar="PEOPLE",
        type=people,
        default=(),
        help="divide what needs a person among so many, or among Ann,Bob,...",
    )
    parser.add_argument(
        "--for",
        dest="lms",
        choices=("moodle", "canvas"),
        help="write what Moodle or Canvas takes back, too; needs --worksheet",
    )
    parser.add_argument(
        "--worksheet",
        metavar="FILE",
        type=Path,
        help="with --for: the grading worksheet or gradebook that was exported there",
    )
    parser.add_argument(
        "--assignment",
        metavar="TEXT",
        default="",
        help="with --for canvas: the assignment, by its title, a piece of it, or its number"
        " (default: the one that is named as the exercise)",
    )
    parser.add_argument(
        "--name-slips",
        action="store_true",
        help="tell students, too, what is wrong if it is a slip that the kit knows",
    )
    parser.add_argument(
        "--anonymous",
        action=argparse.BooleanOptionalAction,
        help="leave students' names off their pages (default: as in the last run)",
    )
    parser.add_argument(
        "--seed",
        metavar="N",
        type=int,
        help="chooses the positions (default: a secret one, kept in DIR)",
    )
    parser.add_argument(
        "--jobs", metavar="N", type=count, default=0, help="processes (default: one a core)"
    )
    parser.add_argument(
        "--dask", metavar="ADDRESS", help="grade on the cluster of this scheduler; extra [cluster]"
    )
    parser.add_argument(
        "--gradescope", action="store_true", help="write a results.json for each student, too"
    )
    parser.add_argument(
        "--gradebook", metavar="URL", help="write scores into nbgrader's database, too"
    )
    parser.add_argument(
        "--unprotected",
        action="store_true",
        help="grade also where nothing isolates students' code",
    )


def people(text: str) -> tuple[str, ...]:
    """Parse a number of people, or their names with commas between them."""
    if text.isdecimal():
        return tuple(str(number) for number in range(1, count(text) + 1))
    names = tuple(name.strip() for name in text.split(","))
    if not all(names) or len(set(names)) < len(names):
        raise argparse.ArgumentTypeError(f"{text} is no number, and no list of different names")
    return names


def run(options: argparse.Namespace) -> int:
    """Grade everyone into a folder of results."""
    if options.settings is EXAMPLE_WANTED:
        from graders.kit.classroom.settings import EXAMPLE

        print(EXAMPLE, end="")
        return OK
    _check(options)
    exercise = catalog.named(options.exercise)

    from graders.kit.classroom.run import grade_class

    gc.enable()  # not a short life
    record = None
    if options.gradebook:
        from graders.kit.course.gradebook import record_grades

        record = partial(record_grades, options.gradebook, exercise)
    ask = None
    if sys.stdin.isatty() and sys.stdout.isatty():
        ask = _ask
    wishes = _wishes(options)
    results = grade_class(
        options.submissions, exercise, options.out, _pool(options), wishes, ask, record
    )
    if results.failed:
        return NOT_AS_ASKED
    if results.to_look:
        return POINTS_LOST
    return OK


def _check(options: argparse.Namespace) -> None:
    """Refuse what does not go together."""
    for name, sentence in MISSING.items():
        if getattr(options, name) is None:
            raise KitError(sentence)
    if options.dask and options.jobs:
        raise KitError(JOBS_AND_DASK)
    if bool(options.lms) != bool(options.worksheet):
        raise KitError(LMS_AND_WORKSHEET)


def _pool(options: argparse.Namespace) -> "Callable[[], WorkerPool | Cluster]":
    """Return what starts the processes that grade."""
    from graders.kit.jobs.workers import Cluster, WorkerPool

    if options.dask:
        return partial(Cluster, options.dask)
    return partial(WorkerPool, options.jobs, options.unprotected)


def _wishes(options: argparse.Namespace) -> "Wishes":
    """Return what was typed, as grade_class takes it."""
    from graders.kit.classroom.returning import read_worksheet
    from graders.kit.classroom.wishes import Back, Wishes

    back = None
    if options.lms:
        sheet = options.worksheet
        back = Back(options.lms, sheet.name, read_worksheet(sheet), options.assignment)
    return Wishes(
        seed=options.seed,
        unprotected=options.unprotected,
        gradescope=options.gradescope,
        settings=options.settings,
        no_settings=options.no_settings,
        regrades=options.regrade or None,
        anonymous=options.anonymous,
        people=options.assign,
        back=back,
        names_slips=options.name_slips,
    )


def _ask(question: str) -> bool:
    """Ask the instructor something, and tell whether the answer is yes."""
    try:
        answer = input(question)
    except EOFError:
        return False
    return answer.strip().lower() in ("y", "yes")
