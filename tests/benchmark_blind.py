"""How many blind files are judged wrongly: `python -m tests.benchmark_blind FOLDER`.

FOLDER holds files by writers who know the statements alone, as ANYTHING/ROOM/wrong/FILE.py and
ANYTHING/ROOM/right/FILE.py; ANYTHING may be nothing. Beside them may stand ANYTHING/ROOM/log.toml,
which says of each file by the name of its stem, as `what`, what its writer broke.

- `--room ROOM`: judges files of that room alone.
- `--seeds N`: at how many secret seeds each file is graded; 1 by default.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from graders.kit.grading.run import Terms, grade, new_seed
from graders.kit.grading.submission import read
from tests.benchmark_causes import files_in


@dataclass(frozen=True)
class Job:
    """A file to be graded.

    Attributes:
        room: The name of its exercise.
        right: Whether its writer holds it for right.
        path: Where it is.
        seeds: At which it is graded.
    """

    room: str
    right: bool
    path: Path
    seeds: tuple[int, ...]


def jobs_in(folder: Path, room: str, seeds: tuple[int, ...]) -> Iterator[Job]:
    """Yield what is to be graded.

    Args:
        folder: That of the files.
        room: The room that is asked for; "" for all.
        seeds: At which to grade.
    """
    for kind in ("wrong", "right"):
        for name, path in files_in(folder, kind):
            if room in ("", name):
                yield Job(name, kind == "right", path, seeds)


def lost_by(job: Job) -> list[frozenset[str]]:
    """Grade a file, and return the names of the checks that it lost at each seed."""
    found = []
    for seed in job.seeds:
        report = grade(job.room, read(job.path), Terms(seed, unprotected=True))
        lost = {check.name for check in report.checks if check.outcome != "passed"}
        found.append(frozenset(lost))
    return found


def broken(job: Job) -> str:
    """Return what a file's writer says of it, "" where nothing is said."""
    log = job.path.parent.parent / "log.toml"
    if not log.exists():
        return ""
    entry = tomllib.loads(log.read_text("utf-8")).get(job.path.stem, {})
    return str(entry.get("what", ""))


def tell(job: Job, lost: list[frozenset[str]]) -> str:
    """Return what is to be read about a file, "" if it is judged as its writer would."""
    named = f"{job.room} {job.path.stem}"
    if job.right and any(lost):
        checks = sorted(frozenset().union(*lost))
        return f"{named} is right and lost {', '.join(checks)}: {broken(job)}"
    accepted = sum(1 for checks in lost if not checks)
    if not job.right and accepted:
        return (
            f"{named} is wrong, with full marks at {accepted} of {len(lost)} seeds: {broken(job)}"
        )
    varying = frozenset().union(*lost) - lost[0].intersection(*lost[1:])
    if varying:
        return f"{named} loses at some seeds only: {', '.join(sorted(varying))}"
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--room", default="")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    seeds = tuple(new_seed() for _ in range(options.seeds))
    jobs = [*jobs_in(options.folder, options.room, seeds)]
    if not jobs:
        sys.exit(f"There are no files of an exercise in {options.folder}: see --help.")
    wrong = accepted = right = refused = 0
    with ProcessPoolExecutor(options.processes, get_context("spawn")) as pool:
        for job, lost in zip(jobs, pool.map(lost_by, jobs), strict=True):
            if said := tell(job, lost):
                print(said, flush=True)
            if job.right:
                right += 1
                refused += any(lost)
            else:
                wrong += 1
                accepted += not all(lost)
    print(
        f"{accepted} of {wrong} wrong files got full marks, {refused} of {right} right ones lost points"
    )


if __name__ == "__main__":
    main()
