"""A new exercise: a small one that is whole, for its author to change step by step.

It is copied from templates/.
"""

import re
import sys
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

from jinja2 import Template

from graders.kit.authoring.release import write
from graders.kit.catalog import GRADERS, Exercise
from graders.kit.errors import KitError
from graders.kit.homes import begin, new_home, place

TEMPLATES = Path(__file__).with_name("templates")  # as they lie in a clone; NAME is the exercise's

NO_CLONE = (
    "A new exercise belongs into a folder of your own: gametree new NAME --exercises DIR  (or into "
    "a clone of the kit)."
)
BAD_NAME = (
    "'{name}' can't be the name of a module: name the exercise in letters a to z, digits and _."
)
TAKEN = "{name} is taken by {path}: choose another name."
TAKEN_BY_PYTHON = (
    "{name} is taken by a module that Python finds under that name: choose another name."
)


def create(name: str) -> Exercise:
    """Write solutions/, graders/ and exercises/ of a new exercise, or raise KitError.

    Raises:
        KitError: The name won't do, or there is no place for it; nothing was written.
    """
    begin()
    home = new_home()
    if home.is_kit and not home.sources.is_dir():
        raise KitError(NO_CLONE)
    exercise = Exercise(name)
    _refuse_bad_name(exercise)
    for template in sorted(TEMPLATES.rglob("*.j2")):
        path = _find_path(template, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_render(template, name), "utf-8")
    write()
    return exercise


def _refuse_bad_name(exercise: Exercise) -> None:
    """Raise KitError unless the name is free: as a module, and as folders beside others."""
    name = exercise.name
    if not re.fullmatch("[a-z][a-z0-9_]*", name) or iskeyword(name):
        raise KitError(BAD_NAME.format(name=name))
    # The module of a door has no folder, such as graders/jupyter.py.
    taken = [*GRADERS.glob(f"{name}.*")]
    for folder in (exercise.room, exercise.source):
        if folder.exists():
            taken.append(folder)
    if taken:
        raise KitError(TAKEN.format(name=name, path=place(taken[0])))
    if name in sys.stdlib_module_names or find_spec(name):
        raise KitError(TAKEN_BY_PYTHON.format(name=name))


def _find_path(template: Path, name: str) -> Path:
    """Return where the file that is made of a template belongs."""
    path = template.relative_to(TEMPLATES).with_suffix("")
    return new_home().folder / str(path).replace("NAME", name)


def _render(template: Path, name: str) -> str:
    """Return what is made of a template."""

    def in_order(imports: re.Match[str]) -> str:
        lines = imports[0].splitlines(True)
        return "".join(sorted(lines))

    source = template.read_text("utf-8")
    text = Template(source, keep_trailing_newline=True).render(name=name)
    # The imports from graders are put in order: the name of one is new.
    return re.sub(r"(?m)(^from graders.*\n)+", in_order, text)
