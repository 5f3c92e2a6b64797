"""Where exercises live: in the kit, and in a folder of an instructor's own.

Both are laid out alike, so that every command finds exercises of either by looking. The folder of
one's own is named by --exercises, or by the variable GAMETREE_EXERCISES, which child processes
inherit. It is never looked for: a folder of hand-ins might hold one.
"""

import os
from functools import cache
from pathlib import Path
from typing import NamedTuple

import graders
from graders.kit.errors import KitError

INTERFACE = 1  # what rooms rely on; docs/writing-an-exercise.md says what each version changed
VARIABLE = "GAMETREE_EXERCISES"
MARK = "gametree.toml"  # in the folder: the version of the interface that it was written for
MARK_TEXT = """\
# Exercises of one's own for the game-tree exercise kit. The version of the kit's interface that they
# were written for; docs/writing-an-exercise.md says what each one changed.
interface = {interface}
"""
ROOT = Path(__file__).resolve().parent.parent.parent  # a clone, or where a wheel was installed

NO_FOLDER = (
    "{folder} is no folder of exercises: it has no {mark}. "
    "gametree new NAME --exercises {folder}  begins one."
)
BAD_MARK = "{path} must say  interface = {interface}  and nothing else: {problem}."
MOVED = (
    "The exercises in {folder} were written for version {theirs} of the kit's interface, and this "
    "kit has version {interface}: docs/writing-an-exercise.md says what has changed. Mend them, "
    "write  interface = {interface}  in {mark}, and prove them by gametree audit."
)
TWICE = (
    "{folder} has an exercise {name}, and so has the kit: rename the folders and files of yours, "
    "or make it anew by  gametree new OTHER --from {name}."
)


class Home(NamedTuple):
    """A folder in which exercises live.

    Attributes:
        folder: The folder.
        is_kit: Whether it is the kit's own.
    """

    folder: Path
    is_kit: bool

    @property
    def rooms(self) -> Path:
        """The folder of what grades them."""
        return self.folder / "graders"

    @property
    def handouts(self) -> Path:
        """The folder of what students receive."""
        return self.folder / "exercises"

    @property
    def sources(self) -> Path:
        """The folder of what handouts are made of."""
        return self.folder / "solutions"

    @property
    def corpora(self) -> Path:
        """The folder of known solutions, right and wrong."""
        if self.is_kit:
            return self.folder / "tests" / "submissions"
        return self.folder / "submissions"

    def has(self, name: str) -> bool:
        """Tell whether an exercise lives here."""
        return (self.rooms / name / f"test_{name}.py").exists()

    def names(self) -> list[str]:
        """Return the names of the exercises that live here, in the order of the alphabet."""
        if not self.rooms.is_dir():
            return []
        return [path.name for path in sorted(self.rooms.iterdir()) if self.has(path.name)]


KIT = Home(ROOT, is_kit=True)


def homes() -> list[Home]:
    """Return the kit, and the folder of one's own if one is named.

    Raises:
        KitError: What is named is no such folder, or does not go with this kit.
    """
    named = os.environ.get(VARIABLE, "")
    if not named:
        return [KIT]
    return [KIT, _opened(Path(named))]


def new_home() -> Home:
    """Return where a new exercise belongs; raise KitError as `homes` does."""
    return homes()[-1]


def place(path: Path) -> str:
    """Return a path as people and archives see it: from the folder on in which exercises live."""
    for home in homes():
        if path.is_relative_to(home.folder):
            return path.relative_to(home.folder).as_posix()
    return str(path)


def use(folder: str) -> None:
    """Name the folder of one's own for this process, and for those that it starts."""
    os.environ[VARIABLE] = str(Path(folder).absolute())


def begin() -> None:
    """Make the folder of one's own that is named, if it is none yet."""
    named = os.environ.get(VARIABLE, "")
    if named and not (Path(named) / MARK).exists():
        Path(named).mkdir(parents=True, exist_ok=True)
        (Path(named) / MARK).write_text(MARK_TEXT.format(interface=INTERFACE), "utf-8")


@cache
def _opened(folder: Path) -> Home:
    """Return a folder of one's own, whose rooms can be imported from now on."""
    import tomllib  # not above: a grade of one of the kit's exercises has no use for it

    mark = folder / MARK
    if not mark.is_file():
        raise KitError(NO_FOLDER.format(folder=folder, mark=MARK))
    try:
        theirs = tomllib.loads(mark.read_text("utf-8"))["interface"]
    except KeyError:
        problem = "it does not say interface"
        raise KitError(BAD_MARK.format(path=mark, interface=INTERFACE, problem=problem)) from None
    except ValueError as problem:
        raise KitError(BAD_MARK.format(path=mark, interface=INTERFACE, problem=problem)) from None
    if theirs != INTERFACE:
        raise KitError(MOVED.format(folder=folder, theirs=theirs, interface=INTERFACE, mark=mark))
    home = Home(folder, is_kit=False)
    for name in home.names():
        if KIT.has(name):
            raise KitError(TWICE.format(folder=folder, name=name))
    graders.__path__.append(str(home.rooms))
    return home
