"""`gametree deliver`: one archive for one platform and exercise.

It holds all that grading takes over there.
"""

from functools import partial
from importlib import import_module
from pathlib import Path

from graders.kit.catalog import Exercise
from graders.kit.classroom.settings import scheme_of
from graders.kit.errors import KitError
from graders.kit.grading.run import checks_of, new_seed
from graders.kit.packing import archive_of
from graders.kit.platforms.base import Platform, Settings
from graders.kit.platforms.packing import carried, fill_in

LEAST_SECONDS = 60
WHOLE_POINTS = (
    "{platform} has whole points only, and {exercise} has {count} checks: give it as many."
)


def deliver(
    name: str,
    exercise: Exercise,
    out: Path,
    seed: int | None,
    points: int,
    unprotected: bool,
    settings: Path | None = None,
) -> Platform:
    """Write an archive for a platform.

    Args:
        name: The platform.
        exercise: What is to be graded there.
        out: The archive's path.
        seed: What chance begins with; a new one if it is None.
        points: What full marks are worth there; 0 for what they are worth here.
        unprotected: Whether to grade also where nothing isolates students' code.
        settings: A course.toml, whose points and total hold there, too; None for none.

    Returns:
        What was chosen for the archive.

    Raises:
        KitError: The platform can't give these points, or the archive can't be written.
    """
    checks = checks_of(exercise)
    scheme = scheme_of(settings, exercise)
    kind: type[Platform] = import_module(f"graders.kit.platforms.{name}").Here
    points = points or scheme.total
    count = len(scheme.points)
    if kind.whole_points and points < count:
        raise KitError(WHOLE_POINTS.format(platform=name, exercise=exercise.name, count=count))
    # Twice its limits in all are what checks may take, see limits.py.
    needed = round(2 * sum(check.seconds for check in checks))
    seconds = min(kind.most_seconds, max(LEAST_SECONDS, needed))
    if seed is None:
        seed = new_seed()
    weights = dict(scheme.points) if scheme.is_own else {}
    platform = kind(Settings(exercise.name, seed, points, unprotected, seconds, weights))
    files = platform.archive(carried(platform), partial(fill_in, platform), archive_of)
    for path in exercise.received:
        files[f"for-students/{path.name}"] = path.read_bytes()
    data = archive_of(files)
    try:
        out.write_bytes(data)
    except OSError as error:
        raise KitError(f"{out} can't be written: {error.strerror}.") from None
    return platform
