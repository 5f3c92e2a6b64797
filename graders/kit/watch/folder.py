"""What a student's folder remembers, in .gametree.json: the last score, which methods have failed, hints told.

`gametree start` makes the file, and nothing else does: a folder without it remembers nothing, and may delete it.
"""

import json
from collections import deque
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from graders.kit.catalog import Exercise
from graders.kit.errors import KitError
from graders.kit.files import write_whole
from graders.kit.report import Report, method_of

NAME = ".gametree.json"
DEEP, MOST = 3, 3_000  # how far below a folder exercises are looked for, and in how many folders
NOT_OURS = {"node_modules", "site-packages", "__pycache__", "submitted", "release", "source"}


@dataclass
class Folder:
    """path: the folder; the rest is what its file holds"""

    path: Path
    exercise: str
    score: int | None = None  # of the last whole run
    max_score: int = 0
    next: str = ""  # the method to look at first, by that run
    failed: list[str] = field(
        default_factory=list
    )  # methods that were wrong in some run, and have hints to unfold
    hints: dict[str, int] = field(default_factory=dict)  # for each method how many hints were told

    def note(self, report: Report) -> None:
        """Remember a whole run. Raises KitError if the folder can't be written."""
        self.score, self.max_score, self.next = (
            report.score,
            report.max_score,
            method_of(report.next_step[0]),
        )
        lost = (method_of(check.name) for check in report.checks if check.outcome != "passed")
        self.failed = [*dict.fromkeys([*self.failed, *lost])]
        self.write()

    def write(self) -> None:
        """Write the file, whole or not at all."""
        text = json.dumps(
            {name: value for name, value in asdict(self).items() if name != "path"}, indent=1
        )
        try:
            write_whole(self.path / NAME, text + "\n")
        except OSError as error:
            raise KitError(
                f"{self.path / NAME} can't be written: {error.strerror}. Delete it to go without."
            ) from None


def begin(path: Path, exercise: Exercise) -> Path:
    """Copy an exercise to a folder, which remembers from now on; return the file to fill in. Raises KitError."""
    file = exercise.copy_to(path)
    Folder(path, exercise.name).write()
    return file


def remembered(path: Path) -> Folder | None:
    """Return what a folder remembers; None if it has no such file, or one that nobody can read."""
    try:
        known = json.loads((path / NAME).read_text("utf-8"))
        found = Folder(path, str(known["exercise"]))
        found.score = None if known.get("score") is None else int(known["score"])
        found.max_score, found.next = int(known.get("max_score", 0)), str(known.get("next", ""))
        found.failed = [*map(str, known.get("failed", []))]
        found.hints = {
            str(name): max(0, int(count)) for name, count in known.get("hints", {}).items()
        }
        return found
    except (
        OSError,
        ValueError,
        TypeError,
        KeyError,
        AttributeError,
        OverflowError,
        RecursionError,
    ):
        return None  # it was deleted, or a person has edited it: nothing of the student's work is in it


def of_file(path: Path, exercise: Exercise) -> Folder | None:
    """Return what the folder of a student's file remembers of an exercise, None if nothing."""
    found = remembered(path.absolute().parent)
    return found if found is not None and found.exercise == exercise.name else None


def note(path: Path, exercise: Exercise, report: Report) -> str:
    """Remember a whole run of a student's file; return why it can't be remembered, "" if it is or need not be."""
    try:
        if (found := of_file(path, exercise)) is not None:
            found.note(report)
    except KitError as problem:
        return str(problem)
    return ""


def below(path: Path) -> Iterator[Folder]:
    """Yield the folders that remember something, in or below one, those that are near first."""
    waiting = deque([(path, 0)])
    for _ in range(MOST):
        if not waiting:
            return
        here, deep = waiting.popleft()
        if (found := remembered(here)) is not None:
            yield found
        try:
            inner = sorted(
                one
                for one in here.iterdir()
                if deep < DEEP and one.is_dir() and not one.is_symlink()
            )
        except OSError:
            continue  # a folder that may not be read holds no work of ours
        waiting += [
            (one, deep + 1)
            for one in inner
            if one.name not in NOT_OURS and not one.name.startswith(".")
        ]


def work_in(path: Path) -> list[Path]:
    """Return the files to fill in of the exercise that was started in a folder; raise KitError if there is none."""
    found = remembered(path)
    files = (
        [path / f"{found.exercise}{ending}" for ending in (".py", ".ipynb")]
        if found is not None
        else []
    )
    if not (there := [file for file in files if file.exists()]):
        raise KitError(
            "No exercise was started in this folder: name the file to watch, or begin: gametree start NAME."
        )
    return there
