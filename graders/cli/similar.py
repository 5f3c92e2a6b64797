"""`gametree class similar`."""

import argparse
from contextlib import closing
from pathlib import Path

from graders.cli.shared import OK
from graders.kit.errors import KitError

EPILOG = """\
examples:
  gametree class similar minmax-grades
  gametree class similar minmax-grades player-grades --out similar

What is similar is a hint for a person, and no proof.
exit code: 0 written, 2 not so"""

NO_FOLDER = "{folder} can't be made: {error}. Name another with --out."
TWICE = "{first} and {second} hold results of the same exercise: name one of them."
FOUND = "Worth a look: {pairs} of students, see {page}."
NOBODY = "No two students' work is similar enough to be worth a look: see {page}."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the folders of results, and where the page goes."""
    parser.add_argument(
        "results", metavar="DIR", type=Path, nargs="+", help="a folder of results of gametree class"
    )
    parser.add_argument(
        "--out", metavar="FOLDER", type=Path, help="where the page goes (default: the first DIR)"
    )


def run(options: argparse.Namespace) -> int:
    """Compare everyone with everyone else, in all exercises together."""
    from graders.kit.classroom.inquiry import sources_of
    from graders.kit.classroom.store import results_in
    from graders.kit.likeness.similar import PAGE, write_similar
    from graders.kit.rendering.in_words import counted

    sources: dict[str, dict[str, str]] = {}
    folders: dict[str, Path] = {}
    for folder in options.results:
        with closing(results_in(folder)) as store:
            name = store.exercise.name
            if name in sources:
                raise KitError(TWICE.format(first=folders[name], second=folder))
            sources[name] = sources_of(store)
            folders[name] = folder
    out = options.out or options.results[0]
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise KitError(NO_FOLDER.format(folder=out, error=error.strerror)) from None
    pairs = write_similar(sources, out)
    if pairs:
        print(FOUND.format(pairs=counted(len(pairs), "pair"), page=out / PAGE))
    else:
        print(NOBODY.format(page=out / PAGE))
    return OK
