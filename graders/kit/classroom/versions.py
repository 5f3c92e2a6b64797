"""Which version of an exercise's checks gave a mark: digests of all that takes part in a verdict.

That is the exercise's checks and its driver, the wall between the two sides, and what these import.
So a comment in another room gives nobody another mark.
"""

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from graders.kit import __version__
from graders.kit.catalog import GRADERS, Exercise
from graders.kit.packing import imported

ENTRY = "graders.kit.grading.run"  # what grades one file
# Run by their paths on the untrusted side, or read as data: nobody imports them.
WALL = GRADERS / "kit" / "isolation"
SHORT = 12  # characters of a digest, as people see it


@dataclass(frozen=True)
class Version:
    """A version of the checks.

    Attributes:
        kit: A digest of the machinery that grades.
        exercise: A digest of the exercise's own files.
        name: The version of the kit, as people know it.
    """

    kit: str
    exercise: str
    name: str = __version__

    def differs_in(self, other: "Version") -> str:
        """Return what differs from another version, as a reason: "" if nothing does."""
        if self.exercise != other.exercise and self.kit != other.kit:
            return "kit and exercise"
        if self.exercise != other.exercise:
            return "exercise"
        if self.kit != other.kit:
            return "kit"
        return ""


def version_of(exercise: Exercise) -> Version:
    """Return the version of the checks that are here."""
    room = f"graders.{exercise.name}"
    modules = [ENTRY, f"{room}.test_{exercise.name}", f"{room}.driver"]
    used = imported(modules) | {*_files_in(WALL)}
    own = {path for path in used if path.is_relative_to(exercise.room)}
    return Version(_digest(used - own), _digest({*own, *exercise.data}))


def causes_of(exercise: Exercise) -> str:
    """Return a digest of what names what went wrong, which moves no mark; "" if there is none."""
    if not exercise.causes.is_file():
        return ""
    return _digest({exercise.causes})


def _files_in(folder: Path) -> list[Path]:
    """Return the files of a folder and of those below it, but what Python makes of them."""
    files = []
    for path in folder.rglob("*"):
        if path.is_file() and path.parent.name != "__pycache__" and not path.name.startswith("."):
            files.append(path)
    return files


def _digest(files: set[Path]) -> str:
    digest = sha256()
    for path in sorted(files):
        digest.update(path.name.encode() + b"\0")
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:SHORT]
