"""What a student's folder remembers, in .gametree.json.

These are the last score, which methods have failed, and how many hints were told. `gametree start`
makes the file, and nothing else does: a folder without it remembers nothing, and a student may
delete it.
"""

import json
from collections import deque
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from graders.kit.catalog import Exercise
from graders.kit.errors import KitError
from graders.kit.files import write_whole
from graders.kit.report import Report, method_of

NAME = ".gametree.json"
# How far below a folder exercises are looked for, and in how many folders.
MAX_DEPTH, MAX_FOLDERS = 3, 3_000
ENDINGS = (".py", ".ipynb")  # of files to fill in
NOT_OURS = {"node_modules", "site-packages", "__pycache__", "submitted", "release", "source"}
NOTHING_STARTED = (
    "No exercise was started in this folder: name the file to watch, or begin: gametree start NAME."
)


@dataclass
class Folder:
    """A folder and what its file holds."""

    path: Path  # of the folder; it is not in the file
    exercise: str
    score: int | None = None  # of the last whole run
    max_score: int = 0
    next: str = ""  # the method to look at first, by that run
    # The methods that were wrong in some run, and have hints to unfold.
    failed: list[str] = field(default_factory=list)
    hints: dict[str, int] = field(default_factory=dict)  # for each method how many hints were told

    def note(self, report: Report) -> None:
        """Remember a whole run. Raises KitError if the folder can't be written."""
        self.score = report.score
        self.max_score = report.max_score
        self.next = ""
        if report.next_step is not None:
            self.next = method_of(report.next_step.check)
        lost_methods = [method_of(check.name) for check in report.lost]
        self.failed = list(dict.fromkeys(self.failed + lost_methods))  # each once, in order
        self.write()

    def write(self) -> None:
        """Write the file, whole or not at all."""
        data = asdict(self)
        del data["path"]
        file = self.path / NAME
        try:
            write_whole(file, json.dumps(data, indent=1) + "\n")
        except OSError as error:
            raise KitError(
                f"{file} can't be written: {error.strerror}. Delete it to go without."
            ) from None


def begin(path: Path, exercise: Exercise) -> Path:
    """Copy an exercise to a folder, which remembers from now on.

    Returns:
        The file to fill in.

    Raises:
        KitError: the exercise can't be copied, or what the folder remembers can't be written.
    """
    file = exercise.copy_to(path)
    Folder(path, exercise.name).write()
    return file


def remembered(path: Path) -> Folder | None:
    """Return what a folder remembers; None if it has no such file, or one that nobody can read."""
    try:
        return _folder_of(path, json.loads((path / NAME).read_text("utf-8")))
    except (
        OSError,
        ValueError,
        TypeError,
        KeyError,
        AttributeError,
        OverflowError,
        RecursionError,
    ):
        # The file was deleted, or a person has edited it: it holds nothing of the student's work.
        return None


def _folder_of(path: Path, data: Any) -> Folder:
    """Return what a file says; raise one of the exceptions of Python if it was edited badly."""
    folder = Folder(path, str(data["exercise"]))
    score = data.get("score")
    if score is not None:
        folder.score = int(score)
    folder.max_score = int(data.get("max_score", 0))
    folder.next = str(data.get("next", ""))
    folder.failed = [str(method) for method in data.get("failed", [])]
    for method, count in data.get("hints", {}).items():
        folder.hints[str(method)] = max(0, int(count))
    return folder


def of_file(path: Path, exercise: Exercise) -> Folder | None:
    """Return what the folder of a student's file remembers of an exercise, None if nothing."""
    folder = remembered(path.absolute().parent)
    if folder is None or folder.exercise != exercise.name:
        return None
    return folder


def note(path: Path, exercise: Exercise, report: Report) -> str:
    """Remember a whole run of a student's file, if its folder remembers anything.

    Returns:
        Why it can't be remembered, "" if nothing is wrong.
    """
    try:
        folder = of_file(path, exercise)
        if folder is not None:
            folder.note(report)
    except KitError as problem:
        return str(problem)
    return ""


def below(path: Path) -> Iterator[Folder]:
    """Yield the folders that remember something, in or below one, those that are near first."""
    waiting = deque([(path, 0)])
    for _ in range(MAX_FOLDERS):
        if not waiting:
            return
        current, depth = waiting.popleft()
        folder = remembered(current)
        if folder is not None:
            yield folder
        if depth < MAX_DEPTH:
            waiting += [(inner, depth + 1) for inner in _folders_in(current)]


def _folders_in(path: Path) -> list[Path]:
    """Return the folders in one that may hold work of a student's, sorted."""
    try:
        folders = [inner for inner in path.iterdir() if inner.is_dir() and not inner.is_symlink()]
    except OSError:
        return []  # a folder that may not be read holds no work of ours
    folders.sort()
    visible = [folder for folder in folders if not folder.name.startswith(".")]
    return [folder for folder in visible if folder.name not in NOT_OURS]


def work_in(path: Path) -> list[Path]:
    """Return the files to fill in of the exercise that was started in a folder.

    Raises:
        KitError: none was started there, or its files are gone.
    """
    folder = remembered(path)
    files = []
    if folder is not None:
        files = [path / f"{folder.exercise}{ending}" for ending in ENDINGS]
    there = [file for file in files if file.exists()]
    if not there:
        raise KitError(NOTHING_STARTED)
    return there
