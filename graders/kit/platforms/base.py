"""What all platforms have in common.

That is what an instructor chose, what a run is given, and how results leave it.
"""

import json
import math
import os
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from graders.kit.catalog import Exercise, named
from graders.kit.classroom.handins import of_one
from graders.kit.files import Files, write_whole
from graders.kit.grading.submission import Submission, of_bytes
from graders.kit.isolation.protocol import MEMORY
from graders.kit.report import Report

FAILED = "The grader failed, you lose nothing by it."
CONTAINER_LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")
OURS = 64 << 20  # bytes that the grader itself may need
LEAST_MEMORY = 64 << 20  # which every reference solution can do with
TEXT_LIMIT = 20_000  # characters of one check's explanation
Made = Callable[..., bytes]
Zipped = Callable[[Files], bytes]


@dataclass(frozen=True)
class Settings:
    """What an instructor chose for an archive.

    Attributes:
        exercise: The name of the exercise.
        seed: What chance begins with.
        points: What full marks are worth on the platform.
        unprotected: Whether to grade also where nothing isolates students' code.
        seconds: The time for one submission, by the wall clock.
        weights: What each check gives of the points of all; empty for the exercise's own.
    """

    exercise: str
    seed: int
    points: int
    unprotected: bool
    seconds: int
    weights: dict[str, int] = field(default_factory=dict)

    def as_json(self) -> bytes:
        return (json.dumps(asdict(self), indent=1) + "\n").encode()


class Platform(ABC):
    """One platform, for one exercise.

    The archive is made where the kit is installed; all else runs over there.
    """

    name: ClassVar[str]
    most_seconds: ClassVar[int]  # that it gives to one submission, less what the start takes
    seed_is_secret: ClassVar[bool] = True  # from students
    whole_points: ClassVar[bool] = False

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.exercise: Exercise = named(settings.exercise)

    @property
    def seconds(self) -> float:
        """The seconds that a submission may take in all."""
        return self.settings.seconds

    @property
    def memory(self) -> int:
        """The bytes that a submission may have: less where the container itself has less."""
        import resource  # not above: archives are made on Windows, too

        most = MEMORY
        for path in CONTAINER_LIMITS:
            text = _line(path)
            if text.isdecimal():
                most = min(most, int(text) - OURS)
        for limit in resource.getrlimit(resource.RLIMIT_AS):
            if limit != resource.RLIM_INFINITY:
                most = min(most, limit)
        return max(LEAST_MEMORY, most)

    @abstractmethod
    def submission(self) -> Submission:
        """Return what is to be graded."""

    @abstractmethod
    def publish(self, report: Report) -> None:
        """Hand a report to the platform."""

    @abstractmethod
    def publish_failure(self, trace: str) -> None:
        """Tell the platform that the grader failed.

        Args:
            trace: The traceback, for staff alone.
        """

    @abstractmethod
    def archive(self, kit: Files, made: Made, zipped: Zipped) -> Files:
        """Return the files to upload, by their paths in the archive.

        Args:
            kit: What grading takes, by path.
            made: Returns a file of the folder templates, filled in.
            zipped: Returns files as an archive, to lie in the archive.
        """

    def log(self, line: str) -> None:
        """Tell staff something. What is printed is theirs on most platforms."""
        print(line, flush=True)


class InContainer(Platform):
    """A platform that starts a container for each submission.

    It puts the submission into a folder, and reads results/results.json.
    """

    # The folder of all this in the container. The environment variable of that name in capitals
    # says where else it is.
    folder: ClassVar[str]
    students: ClassVar[str]  # the folder in it for what was handed in
    failure: ClassVar[dict[str, Any]]  # the results when the grader failed

    @property
    def base(self) -> Path:
        elsewhere = self.folder.upper()
        return Path(os.environ.get(elsewhere, f"/{self.folder}"))

    def submission(self) -> Submission:
        return handed_in(self.base / self.students, self.exercise)

    def write(self, results: dict[str, Any]) -> None:
        write_json(self.base / "results/results.json", results)

    def publish_failure(self, trace: str) -> None:
        self.log(trace)
        self.write(self.failure)


def handed_in(folder: Path, exercise: Exercise) -> Submission:
    """Return the file of a student's folder by which they would be graded in a class."""
    hand_in = of_one(folder, exercise)
    data, problem = hand_in.read()
    return of_bytes(hand_in.file, data, problem)


def write_json(path: Path, value: Any) -> None:
    """Write a file in the place of whatever lies there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(value, indent=1) + "\n")


def shortened(text: str) -> str:
    """Return a text, or its beginning and its length if it is too long."""
    if len(text) <= TEXT_LIMIT:
        return text
    return f"{text[:TEXT_LIMIT]}\n... ({len(text):,} characters in all)"


def variable(name: str) -> float | None:
    """Return the number in an environment variable, None if it holds none."""
    try:
        value = float(os.environ[name])
    except (KeyError, ValueError):
        return None
    if not math.isfinite(value):
        return None
    return value


def _line(path: str) -> str:
    """Return what a file holds, without the end of its line; "" if it can't be read."""
    try:
        return Path(path).read_text("ascii").strip()
    except (OSError, UnicodeError):
        return ""  # another kind of container, or none
