"""`gametree deliver`: one archive for one platform and exercise, which holds all that grading takes over there."""

from functools import partial
from importlib import import_module
from pathlib import Path

from graders.kit.catalog import Exercise
from graders.kit.errors import KitError
from graders.kit.grading.run import checks_of, new_seed
from graders.kit.packing import archive_of
from graders.kit.platforms.base import Platform, Settings
from graders.kit.platforms.packing import carried, fill_in

LEAST_SECONDS = 60


def deliver(
    name: str, exercise: Exercise, out: Path, seed: int | None, points: int, unprotected: bool
) -> Platform:
    """Write an archive; return what was chosen for it. points: 0 for the exercise's own. Raises KitError."""
    checks = checks_of(exercise)
    kind: type[Platform] = import_module(f"graders.kit.platforms.{name}").Here
    points = points or sum(check.points for check in checks)
    if kind.whole_points and points < len(checks):
        raise KitError(
            f"{name} has whole points only, and {exercise.name} has {len(checks)} checks: give it as many."
        )
    # Twice its limits in all are what checks may take, see limits.py.
    seconds = min(
        kind.most_seconds, max(LEAST_SECONDS, round(2 * sum(check.seconds for check in checks)))
    )
    seed = new_seed() if seed is None else seed
    here = kind(Settings(exercise.name, seed, points, unprotected, seconds))
    handout = {f"for-students/{path.name}": path.read_bytes() for path in exercise.received}
    data = archive_of(here.archive(carried(here), partial(fill_in, here), archive_of) | handout)
    try:
        out.write_bytes(data)
    except OSError as error:
        raise KitError(f"{out} can't be written: {error.strerror}.") from None
    return here
