"""Finding the exercises, by looking: each is a folder in graders/ with its checks, and one in exercises/."""

import re
from collections.abc import Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from graders.kit.errors import KitError, UnknownExercise

GRADERS = Path(__file__).resolve().parent.parent
ROOT = GRADERS.parent  # a clone, or the folder that a wheel was installed in


class Exercise(NamedTuple):
    """One exercise. Its name, which never changes, stands for all its rooms."""

    name: str

    @property
    def room(self) -> Path:
        return GRADERS / self.name

    @property
    def checks(self) -> Path:
        return self.room / f"test_{self.name}.py"

    @property
    def driver(self) -> Path:
        return self.room / "driver.py"

    @property
    def handout(self) -> Path:
        return ROOT / "exercises" / self.name

    @property
    def received(self) -> list[Path]:
        """The files that a student receives."""
        return sorted(path for path in self.handout.iterdir() if path.is_file())

    @property
    def source(self) -> Path:
        return ROOT / "solutions" / self.name

    @property
    def reference(self) -> Path:
        return self.source / f"{self.name}.py"

    @property
    def builds_on(self) -> tuple[str, ...]:
        """The names of the exercises that a course gives before this one."""
        return tuple(getattr(import_module(f"graders.{self.name}"), "BUILDS_ON", ()))

    @property
    def draft(self) -> bool:
        """Whether its author is still at work: the demands on its size are not made then. See structure.py."""
        return bool(getattr(import_module(f"graders.{self.name}"), "DRAFT", False))

    @property
    def lesson(self) -> str:
        """What the exercise teaches: the first paragraph of its statement."""
        paragraphs = (self.handout / "README.md").read_text("utf-8").split("\n\n")
        return " ".join(paragraphs[1].split())

    @property
    def hints(self) -> dict[str, list[str]]:
        """The hints for each function that is to be written, from a nudge to nearly the line; raise KitError."""
        import tomllib  # only here: no grade needs it

        path = self.handout / "hints.toml"
        try:
            return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}
        except (OSError, ValueError) as error:
            raise KitError(f"{path} can't be read: {error}.") from None

    def copy_to(self, folder: Path) -> Path:
        """Copy what a student receives; return the file to fill in. Raises KitError, and never overwrites work."""
        if folder.exists() and not folder.is_dir():
            raise KitError(f"{folder} is a file; name a folder to copy the exercise to.")
        if existing := [path.name for path in self.received if (folder / path.name).exists()]:
            raise KitError(
                f"{folder} holds {', '.join(existing)} already and nothing was copied: name another folder."
            )
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for path in self.received:
                (folder / path.name).write_bytes(path.read_bytes())
        except OSError as error:
            raise KitError(f"The exercise can't be copied to {folder}: {error.strerror}.") from None
        return folder / f"{self.name}.py"


def exercises() -> list[Exercise]:
    """Return all exercises in course order: each after those that it builds on; raise KitError if that can't be."""
    names = [
        room.name for room in sorted(GRADERS.iterdir()) if (room / f"test_{room.name}.py").exists()
    ]
    return [Exercise(name) for name in in_order({name: Exercise(name).builds_on for name in names})]


def in_order(builds_on: Mapping[str, Sequence[str]]) -> list[str]:
    """Sort names, each after those that it builds on: what became possible last comes next, else the first by name."""
    for name, earlier in builds_on.items():
        if unknown := [other for other in earlier if other not in builds_on]:
            raise KitError(
                f"{name} builds on {unknown[0]}, but there is no such exercise: see its BUILDS_ON."
            )
    sorter = TopologicalSorter(builds_on)
    try:
        sorter.prepare()
    except CycleError as circle:
        names = ", ".join(reversed(circle.args[1]))
        raise KitError(
            f"Exercises build on each other in a circle: {names}. Change a BUILDS_ON."
        ) from None
    ready: list[str] = []
    names_in_order: list[str] = []
    while sorter.is_active():
        ready += sorted(sorter.get_ready(), reverse=True)
        names_in_order.append(ready.pop())
        sorter.done(names_in_order[-1])
    return names_in_order


def named(name: str) -> Exercise:
    """Return the exercise of that name, or raise UnknownExercise."""
    known = {exercise.name: exercise for exercise in exercises()}
    if name not in known:
        raise UnknownExercise(f"There is no exercise {name}. There are: {', '.join(known)}.")
    return known[name]


def recognise(file: str, source: str) -> Exercise:
    """Return the exercise that a file solves: by its name, else by the classes and functions it defines."""
    stem = Path(file).stem.lower()
    known = exercises()
    in_name = [one for one in known if one.name == stem] or [
        one for one in known if one.name in stem
    ]
    if len(in_name) == 1:
        return in_name[0]
    shares = {exercise: overlap(exercise, source) for exercise in known}
    winners = [exercise for exercise, share in shares.items() if share == max(shares.values()) > 0]
    if len(winners) == 1:
        return winners[0]
    names = " or ".join(f"--exercise {exercise.name}" for exercise in known)
    raise UnknownExercise(f"It is not clear which exercise {file} solves: say {names}.")


def overlap(exercise: Exercise, source: str) -> float:
    """Return which share of the exercise's names a file defines."""
    given = _definitions((exercise.handout / f"{exercise.name}.py").read_text("utf-8"))
    return len(given & _definitions(source)) / len(given)


def _definitions(source: str) -> set[str]:
    # By regular expression, not by parsing: a file with a syntax error is recognised as well.
    return set(re.findall(r"(?:^|[\r\n])[ \t]*(?:class|def)[ \t]+(\w+)", source)) - {"__init__"}
