"""What several commands share: exit codes, arguments, and the ways to write what was found."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from graders.kit.errors import KitError

FAULT_OF_ROOM = (
    "The exercise {exercise} has a fault of its own: {path}, line {line}: {kind}: {problem}. No "
    "student is to blame: mend it there, or report it."
)

OK, POINTS_LOST, NOT_AS_ASKED = 0, 1, 2  # exit codes


def count(text: str) -> int:
    """Parse a number of at least 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is no number of 1 or more")
    return int(text)


def add_file(parser: argparse.ArgumentParser, meaning: str = "the student's file") -> None:
    """Add the submission that a command is about."""
    parser.add_argument("file", metavar="FILE", type=Path, help=meaning)


def add_exercise(parser: argparse.ArgumentParser) -> None:
    """Add the exercise of a submission, which need not be named."""
    parser.add_argument(
        "--exercise", metavar="NAME", help="default: found by the file's name, then by its classes"
    )


def add_seed(parser: argparse.ArgumentParser) -> None:
    """Add the seed of one who grades in the open: the same each time, unless it is named."""
    parser.add_argument(
        "--seed", metavar="N", type=int, default=0, help="chooses the random positions (default: 0)"
    )


def check_writable(path: Path | str | None) -> None:
    """Refuse a path that can't be written, before the work is done and not after.

    Args:
        path: Where a command is to write; None for nowhere, "-" for standard output.

    Raises:
        KitError: The path is a folder, or its folder does not exist.
    """
    if path is None or path == "-":
        return
    target = Path(path)
    if target.is_dir() or not target.absolute().parent.is_dir():
        raise KitError(f"{path} can't be written: it is a folder, or its folder does not exist.")


def fault_of_room(error: Exception) -> str:
    """Say which exercise raised an exception on its own, and where; "" if none did."""
    import traceback  # only here: it takes a hundredth of a student's half second

    from graders.kit.catalog import exercises

    frame = traceback.extract_tb(error.__traceback__)[-1]
    for exercise in exercises():
        if Path(frame.filename).is_relative_to(exercise.room):
            return FAULT_OF_ROOM.format(
                exercise=exercise.name,
                path=frame.filename,
                line=frame.lineno,
                kind=type(error).__name__,
                problem=error,
            )
    return ""


def write(path: Path, text: str) -> None:
    """Write a text to a file; raise KitError if that can't be done."""
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise KitError(f"{path} can't be written: {error.strerror}.") from None


def finish(
    options: argparse.Namespace, data: Callable[[], Any], right: bool, show: Callable[[], None]
) -> int:
    """Write what was found as JSON if that is asked for, and show it.

    Args:
        options: What was typed; its `json` is a path, "-" for standard output, or None.
        data: Returns what was found, as JSON holds it. Called only if that is asked for.
        right: Whether all is as it must be.
        show: Prints what was found. Not called if standard output is for JSON alone.

    Returns:
        The exit code.
    """
    if options.json:
        text = json.dumps(data(), indent=1, ensure_ascii=False) + "\n"
        if options.json == "-":
            print(text, end="")
        else:
            write(Path(options.json), text)
    if options.json != "-":
        show()
    if right:
        return OK
    return POINTS_LOST
