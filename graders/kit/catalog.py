"""Finding the exercises by looking.

Each of them is a folder in graders/ with its checks, and a folder in exercises/.
"""

import re
from collections.abc import Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from graders.kit.errors import KitError, UnknownExercise
from graders.kit.homes import ROOT, Home, homes, new_home

CAUSES = "causes.json"  # in a room: for who grades alone, see kit/grading/causes.py
GRADERS = ROOT / "graders"


class Exercise(NamedTuple):
    """One exercise. Its name, which never changes, stands for all its rooms."""

    name: str

    @property
    def home(self) -> Home:
        """Where it lives; of one that there is not yet, where it will."""
        for home in homes():
            if home.has(self.name):
                return home
        return new_home()

    @property
    def room(self) -> Path:
        """The folder of what grades it."""
        return self.home.rooms / self.name

    @property
    def checks(self) -> Path:
        """The file of its checks."""
        return self.room / f"test_{self.name}.py"

    @property
    def driver(self) -> Path:
        """The file that asks a student's code, on the untrusted side."""
        return self.room / "driver.py"

    @property
    def data(self) -> list[Path]:
        """The files of the room that are no modules: its checks may read them.

        They are carried to where students' files are graded, and `causes` is not: it tells what is
        wrong with wrong solutions.
        """
        files = []
        for path in sorted(self.room.rglob("*")):
            is_leftover = "__pycache__" in path.parts
            is_module = path.suffix == ".py"
            if path.is_file() and not is_module and not is_leftover and path != self.causes:
                files.append(path)
        return files

    @property
    def causes(self) -> Path:
        """The file that names what went wrong; a room that has no slips has none."""
        return self.room / CAUSES

    @property
    def handout(self) -> Path:
        """The folder that a student receives."""
        return self.home.handouts / self.name

    @property
    def received(self) -> list[Path]:
        """The files that a student receives."""
        return sorted(path for path in self.handout.iterdir() if path.is_file())

    @property
    def source(self) -> Path:
        """The folder of what the handout is made of; of the kit's own only a clone has it."""
        return self.home.sources / self.name

    @property
    def reference(self) -> Path:
        """The file of the reference solution."""
        return self.source / f"{self.name}.py"

    @property
    def corpus(self) -> Path:
        """The folder of its known solutions, right and wrong; as `source`, only a clone has it."""
        return self.home.corpora / self.name

    @property
    def builds_on(self) -> tuple[str, ...]:
        """The names of the exercises that a course gives before this one."""
        room = import_module(f"graders.{self.name}")
        return tuple(getattr(room, "BUILDS_ON", ()))

    @property
    def draft(self) -> bool:
        """Whether its author is still at work: structure.py makes no demands on its size then."""
        room = import_module(f"graders.{self.name}")
        return bool(getattr(room, "DRAFT", False))

    @property
    def lesson(self) -> str:
        """What the exercise teaches: the first paragraph of its statement."""
        statement = (self.handout / "README.md").read_text("utf-8")
        paragraphs = statement.split("\n\n")  # the first is its title
        words = paragraphs[1].split()
        return " ".join(words)

    @property
    def hints(self) -> dict[str, list[str]]:
        """The hints for each function that is to be written, from a nudge to nearly the line.

        Raises:
            KitError: The file of hints can't be read.
        """
        import tomllib  # only here: no grade needs it

        path = self.handout / "hints.toml"
        try:
            if not path.exists():
                return {}
            return tomllib.loads(path.read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise KitError(f"{path} can't be read: {error}.") from None

    @property
    def defines(self) -> set[str]:
        """The names of classes and functions that the student's file has from the beginning."""
        return _definitions((self.handout / f"{self.name}.py").read_text("utf-8"))

    def copy_to(self, folder: Path) -> Path:
        """Copy what a student receives into a folder, and never overwrite work.

        Returns:
            The file to fill in.

        Raises:
            KitError: The folder is a file, holds such files already, or can't be written to.
        """
        if folder.exists() and not folder.is_dir():
            raise KitError(f"{folder} is a file; name a folder to copy the exercise to.")
        existing = [path.name for path in self.received if (folder / path.name).exists()]
        if existing:
            raise KitError(
                f"{folder} holds {', '.join(existing)} already and nothing was copied: "
                "name another folder."
            )
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for path in self.received:
                (folder / path.name).write_bytes(path.read_bytes())
        except OSError as error:
            raise KitError(f"The exercise can't be copied to {folder}: {error.strerror}.") from None
        return folder / f"{self.name}.py"


def present() -> list[Exercise]:
    """Return the exercises whose rooms are here, in the order of the alphabet.

    They are the kit's, and those of one's own. In an archive for a platform that is one, without
    those that it builds on.
    """
    names: list[str] = []
    for home in homes():
        names += home.names()
    return [Exercise(name) for name in sorted(names)]


def exercises() -> list[Exercise]:
    """Return all exercises in course order: each after those that it builds on.

    Raises:
        KitError: There is no such order, or an exercise builds on one that does not exist.
    """
    builds_on = {exercise.name: exercise.builds_on for exercise in present()}
    return [Exercise(name) for name in in_order(builds_on)]


def in_order(builds_on: Mapping[str, Sequence[str]]) -> list[str]:
    """Sort names, each after those that it builds on.

    What became possible last comes next; of several such names, the first in the alphabet.

    Args:
        builds_on: For each name those that come before it.

    Raises:
        KitError: There is no such order, or a name builds on one that does not exist.
    """
    for name, earlier in builds_on.items():
        for required in earlier:
            if required not in builds_on:
                raise KitError(
                    f"{name} builds on {required}, but there is no such exercise: "
                    "see its BUILDS_ON."
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
        name = ready.pop()
        names_in_order.append(name)
        sorter.done(name)
    return names_in_order


def named(name: str) -> Exercise:
    """Return the exercise of that name, or raise UnknownExercise."""
    exercise = Exercise(name)
    if exercise not in present():
        names = ", ".join(other.name for other in exercises())
        raise UnknownExercise(f"There is no exercise {name}. There are: {names}.")
    return exercise


def recognise(file: str, source: str) -> Exercise:
    """Return the exercise that a file solves.

    Its name decides, or else the classes and functions that it defines.

    Raises:
        UnknownExercise: Neither of them names exactly one exercise.
    """
    every = exercises()
    candidates = _named_in(file, every)
    if len(candidates) != 1:
        candidates = _most_alike(source, every)
    if len(candidates) == 1:
        return candidates[0]
    names = " or ".join(f"--exercise {exercise.name}" for exercise in every)
    raise UnknownExercise(f"It is not clear which exercise {file} solves: say {names}.")


def _named_in(file: str, every: Sequence[Exercise]) -> list[Exercise]:
    """Return the exercise that a file is named for, or else all that its name contains."""
    stem = Path(file).stem.lower()
    for exercise in every:
        if exercise.name == stem:
            return [exercise]
    return [exercise for exercise in every if exercise.name in stem]


def _most_alike(source: str, every: Sequence[Exercise]) -> list[Exercise]:
    """Return the exercises of whose names a file defines the largest share, if it defines any."""
    shares = {exercise: overlap(exercise, source) for exercise in every}
    largest = max(shares.values(), default=0)
    if largest == 0:
        return []
    return [exercise for exercise, share in shares.items() if share == largest]


def overlap(exercise: Exercise, source: str) -> float:
    """Return which share of the exercise's names a file defines."""
    given = exercise.defines
    defined = _definitions(source)
    return len(given & defined) / len(given)


def _definitions(source: str) -> set[str]:
    # By regular expression, not by parsing: a file with a syntax error is recognised as well.
    names = set(re.findall(r"(?:^|[\r\n])[ \t]*(?:class|def)[ \t]+(\w+)", source))
    names.discard("__init__")
    return names
