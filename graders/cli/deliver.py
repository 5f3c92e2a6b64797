"""`gametree deliver`."""

import argparse
from pathlib import Path

from graders.cli.shared import OK, check_writable, count
from graders.kit import catalog

EPILOG = """\
examples:
  gametree deliver gradescope minmax --out minmax-gradescope.zip
  gametree deliver coderunner alphabeta --points 100 --out alphabeta.zip

exit code: 0 written, 2 not so"""

WRITTEN = (
    "{out}: {name}, worth {points} points; a submission may take {seconds} s."
    " README.md in it says what to do with it."
)
SEED_IS_KNOWN = "The seed is {seed}: on {platform} students can read it."
SEED_IS_SECRET = "The seed is {seed}: keep it secret, and keep it; it is said here alone."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the platform, the exercise, the archive, and how it grades there."""
    parser.add_argument(
        "platform",
        metavar="PLATFORM",
        choices=["gradescope", "coderunner", "vpl", "classroom50", "prairielearn"],
        help="gradescope, coderunner or vpl (both Moodle), classroom50, prairielearn",
    )
    parser.add_argument("name", metavar="EXERCISE", help="an exercise; see gametree list")
    parser.add_argument(
        "--out",
        metavar="FILE.zip",
        type=Path,
        required=True,
        help="the archive, with a README.md in it",
    )
    parser.add_argument(
        "--points",
        metavar="N",
        type=count,
        default=0,
        help="what full marks are worth there (default: as here)",
    )
    parser.add_argument(
        "--settings",
        metavar="FILE",
        type=Path,
        help="a course.toml, whose points hold there, too; see gametree class --settings",
    )
    parser.add_argument(
        "--seed",
        metavar="N",
        type=int,
        help="chooses the positions (default: a secret one, printed once)",
    )
    parser.add_argument(
        "--unprotected",
        action="store_true",
        help="grade there even if nothing isolates students' code",
    )


def run(options: argparse.Namespace) -> int:
    """Write the archive, and say what it is and what its seed is."""
    from graders.kit.platforms.deliver import deliver

    exercise = catalog.named(options.name)
    check_writable(options.out)
    platform = deliver(
        options.platform,
        exercise,
        options.out,
        options.seed,
        options.points,
        options.unprotected,
        options.settings,
    )
    settings = platform.settings
    print(
        WRITTEN.format(
            out=options.out, name=exercise.name, points=settings.points, seconds=settings.seconds
        )
    )
    if not platform.seed_is_secret:
        print(SEED_IS_KNOWN.format(seed=settings.seed, platform=platform.name))
    elif options.seed is None:
        print(SEED_IS_SECRET.format(seed=settings.seed))
    return OK
