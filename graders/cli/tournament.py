"""`gametree tournament`."""

import argparse
import gc
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from graders.cli.shared import OK, count
from graders.kit import catalog
from graders.kit.errors import KitError

if TYPE_CHECKING:
    from graders.kit.jobs.workers import Cluster, WorkerPool

EPILOG = """\
examples:
  gametree tournament submitted --exercise connect4 --out tournament --depth 2
  gametree tournament moodle.zip --exercise mcts --out tournament --rounds 200 --seed 4711
  gametree tournament submitted --exercise player --out tournament --names --top 10
  gametree tournament submitted --exercise connect4 --out tournament --scheduler tcp://10.0.0.1:8786

A run that was ended goes on where it was. Needs the extra [tournament].

exit code: 0 played, 2 not playable as asked"""
WORKERS_AND_SCHEDULER = (
    "--workers is for this machine; with --scheduler the workers say how many they are."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what was handed in, where the results go, and the options that any game has."""
    from graders.kit.play import game

    parser.add_argument(
        "submissions",
        metavar="FOLDER",
        type=Path,
        help="what was handed in, as gametree class takes it: a folder, or a zip of an LMS",
    )
    parser.add_argument("--exercise", metavar="NAME", required=True, help="what they were to solve")
    parser.add_argument(
        "--out",
        metavar="DIR",
        type=Path,
        required=True,
        help="where the results go, and what was played is kept",
    )
    parser.add_argument(
        "--seed",
        metavar="N",
        type=int,
        default=0,
        help="chooses openings, chance and pseudonyms (default: 0); a secret one keeps these secret",
    )
    parser.add_argument(
        "--openings",
        metavar="N",
        type=count,
        default=10,
        help="openings of each pair, each played with both sides (default: 10)",
    )
    for option, meaning in game.options().items():
        # What is not typed is not there: only the game knows its default.
        parser.add_argument(
            f"--{option}", metavar="N", type=count, default=argparse.SUPPRESS, help=meaning
        )
    parser.add_argument(
        "--seconds",
        metavar="S",
        type=seconds,
        help="seconds of the processor for a move (default: as the exercise says)",
    )
    parser.add_argument(
        "--workers", metavar="N", type=count, default=0, help="processes (default: one a core)"
    )
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="play on the Dask cluster of this scheduler; extra [cluster]",
    )
    parser.add_argument(
        "--names", action="store_true", help="show students' names, where pseudonyms are shown else"
    )
    parser.add_argument(
        "--top", metavar="N", type=count, help="show no more students than the first N"
    )
    parser.add_argument(
        "--thoughts",
        action="store_true",
        help="ask players what they think of their moves, too, which takes them longer",
    )
    parser.add_argument(
        "--unprotected", action="store_true", help="play also where nothing isolates students' code"
    )


def seconds(text: str) -> float:
    """Parse a number of seconds above 0."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 10_000:
        raise argparse.ArgumentTypeError(f"{text} is no number of seconds above 0")
    return number


def run(options: argparse.Namespace) -> int:
    """Hold a tournament into a folder of results."""
    if options.scheduler and options.workers:
        raise KitError(WORKERS_AND_SCHEDULER)
    exercise = catalog.named(options.exercise)

    from graders.kit.play import game
    from graders.kit.tournament.run import Wishes, hold_tournament

    gc.enable()  # not a short life
    chosen = {name: getattr(options, name) for name in game.options() if name in options}
    wishes = Wishes(
        seed=options.seed,
        openings=options.openings,
        options=chosen,
        seconds=options.seconds,
        names=options.names,
        top=options.top,
        thinks=options.thoughts,
        unprotected=options.unprotected,
    )
    hold_tournament(options.submissions, exercise, options.out, _pool(options), wishes)
    return OK


def _pool(options: argparse.Namespace) -> "Callable[[], WorkerPool | Cluster]":
    """Return what starts the processes that play."""
    from graders.kit.jobs.workers import Cluster, WorkerPool

    if options.scheduler:
        return partial(Cluster, options.scheduler)
    return partial(WorkerPool, options.workers, options.unprotected)
