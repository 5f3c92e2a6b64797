"""`gametree grade`."""

import argparse
import json
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from graders.cli.shared import add_exercise, add_file, add_seed, check_writable, finish, write
from graders.kit.grading.submission import exercise_of, read

if TYPE_CHECKING:
    from graders.kit.report import Report

EPILOG = """\
examples:
  gametree grade minmax.py
  gametree grade alice.py --exercise minmax --html alice.html
  gametree grade minmax.py --json -

exit code: 0 full marks, 1 points lost, 2 not gradable as asked"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the file, how it is graded, and where the report goes."""
    add_file(parser, "the student's .py file")
    add_exercise(parser)
    add_seed(parser)
    parser.add_argument("--check", metavar="NAME", default="", help="run this check alone")
    parser.add_argument(
        "--thorough", action="store_true", help="ask about every position there is; takes minutes"
    )
    parser.add_argument(
        "--debug",
        action="store_true",
        help="for authors: write to standard error what is asked and answered",
    )
    parser.add_argument(
        "--json", metavar="PATH", help="write the report as JSON; - for standard output"
    )
    parser.add_argument(
        "--html", metavar="PATH", type=Path, help="write the report as one HTML file, with drawings"
    )
    parser.add_argument(
        "--gradescope", metavar="PATH", type=Path, help="write a Gradescope results.json"
    )
    parser.add_argument(
        "--junit", metavar="PATH", type=Path, help="write JUnit XML, for Artemis, GitLab, Jenkins"
    )


def run(options: argparse.Namespace) -> int:
    """Grade a file, and write and print its report."""
    submission = read(options.file)
    exercise = exercise_of(submission, options.exercise)
    for path in (options.html, options.gradescope, options.junit, options.json):
        check_writable(path)

    from graders.kit.isolation.process import start

    process = start(exercise.driver)  # it gets ready while all that judges is imported

    from graders.kit.grading.run import Terms, grade
    from graders.kit.progress.folder import note
    from graders.kit.rendering.terminal import live_rows, print_report

    terms = Terms(options.seed, options.thorough, unprotected=True)
    steps = None
    if options.html:
        from graders.kit.trace.run import steps_of

        steps = steps_of(exercise, submission)
    debug = None
    if options.debug:
        from graders.kit.grading.debug import Debug

        debug = Debug(lambda line: print(line, file=sys.stderr))
    with live_rows() as told:
        report = grade(
            exercise.name,
            submission,
            terms,
            only=options.check,
            ready=process,
            steps=steps,
            told=None if debug else told,
            debug=debug,
        )
    _write_files(report, options)
    full_marks = report.score == report.max_score
    code = finish(options, report.as_json, full_marks, partial(print_report, report))
    if not options.check:
        problem = note(options.file, exercise, report)
        if problem:
            print(f"gametree: {problem}", file=sys.stderr)
    return code


def _write_files(report: "Report", options: argparse.Namespace) -> None:
    """Write the report in each of the formats for others that are asked for."""
    if options.html:
        from graders.kit.rendering.page import page

        write(options.html, page(report, show_seed=True))
    if options.gradescope:
        from graders.kit.rendering.gradescope import results_json

        write(options.gradescope, json.dumps(results_json(report), indent=1) + "\n")
    if options.junit:
        from graders.kit.rendering.junit import junit_xml

        write(options.junit, junit_xml(report))
