"""`gametree class`."""

import argparse
import gc
from functools import partial
from pathlib import Path

from graders.cli.shared import NOT_AS_ASKED, OK, count
from graders.kit import catalog
from graders.kit.errors import KitError

EPILOG = """\
examples:
  gametree class submitted --exercise minmax --out minmax-grades
  gametree class moodle.zip --exercise player --out player-grades
  gametree class submitted --exercise minmax --out minmax-grades --dask tcp://10.0.0.1:8786
  gametree class submitted --exercise minmax --out minmax-grades --gradebook sqlite:///gradebook.db

exit code: 0 everyone is graded, 2 not so"""

JOBS_AND_DASK = "--jobs is for this machine; with --dask the workers say how many they are."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what was handed in, where the results go, and what grades."""
    parser.add_argument(
        "submissions",
        metavar="SUBMISSIONS",
        type=Path,
        help="a folder with STUDENT.py, STUDENT/FILE or STUDENT/NAME/FILE,"
        " or a zip from Moodle or Canvas",
    )
    parser.add_argument("--exercise", metavar="NAME", required=True, help="what they were to solve")
    parser.add_argument(
        "--out", metavar="DIR", type=Path, required=True, help="where the results go, and are kept"
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


def run(options: argparse.Namespace) -> int:
    """Grade everyone into a folder of results."""
    exercise = catalog.named(options.exercise)
    if options.dask and options.jobs:
        raise KitError(JOBS_AND_DASK)

    from graders.kit.classroom.run import grade_class
    from graders.kit.jobs.workers import Cluster, WorkerPool

    gc.enable()  # not a short life
    record = None
    if options.gradebook:
        from graders.kit.course.gradebook import record_grades

        record = partial(record_grades, options.gradebook, exercise)
    pool: partial[Cluster] | partial[WorkerPool]  # what opens it
    if options.dask:
        pool = partial(Cluster, options.dask)
    else:
        pool = partial(WorkerPool, options.jobs, options.unprotected)
    all_graded = grade_class(
        options.submissions,
        exercise,
        options.out,
        pool,
        options.seed,
        options.unprotected,
        options.gradescope,
        record,
    )
    if all_graded:
        return OK
    return NOT_AS_ASKED
