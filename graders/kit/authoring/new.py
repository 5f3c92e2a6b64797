"""A new exercise: a small one that is whole, for its author to change step by step.

It is made of templates/, or it is a copy of another exercise under a new name.
"""

import re
import sys
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

from jinja2 import Template

from graders.kit.authoring.release import write
from graders.kit.catalog import GRADERS, Exercise, named
from graders.kit.errors import KitError
from graders.kit.homes import begin, new_home, place

TEMPLATES = Path(__file__).with_name("templates")  # as they lie in a clone; NAME is the exercise's

NO_CLONE = (
    "A new exercise belongs into a folder of your own: gametree new NAME --exercises DIR  (or into "
    "a clone of the kit)."
)
NO_ORIGINAL = (
    "There is no source of {name} here to begin with: only a clone of the kit has its solutions."
)
DRAFT = "\nDRAFT = True  # without this line the exercise is done\n"
BAD_NAME = (
    "'{name}' can't be the name of a module: name the exercise in letters a to z, digits and _."
)
TAKEN = "{name} is taken by {path}: choose another name."
TAKEN_BY_PYTHON = (
    "{name} is taken by a module that Python finds under that name: choose another name."
)


def create(name: str, original: str = "") -> Exercise:
    """Write solutions/, graders/ and exercises/ of a new exercise, or raise KitError.

    Args:
        name: What it is to be called.
        original: The exercise that it begins as a copy of; "" for a small one.

    Raises:
        KitError: The name won't do, or there is no place for it; nothing was written.
    """
    begin()
    home = new_home()
    if home.is_kit and not home.sources.is_dir():
        raise KitError(NO_CLONE)
    exercise = Exercise(name)
    _refuse_bad_name(exercise)
    if original:
        _copy(named(original), exercise)
    else:
        _fill_in_templates(name)
    write()
    return exercise


def _fill_in_templates(name: str) -> None:
    """Write a small exercise."""
    for template in sorted(TEMPLATES.rglob("*.j2")):
        path = _find_path(template, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_render(template, name), "utf-8")


def _copy(original: Exercise, exercise: Exercise) -> None:
    """Write an exercise that is another one but for its name."""
    if not original.source.is_dir():
        raise KitError(NO_ORIGINAL.format(name=original.name))
    home = exercise.home
    folders = {
        original.room: home.rooms / exercise.name,
        original.source: home.sources / exercise.name,
        original.corpus: home.corpora / exercise.name,
    }
    for folder, new_folder in folders.items():
        for path in sorted(folder.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                place = path.relative_to(folder).as_posix()
                copy = new_folder / _renamed(place, original.name, exercise.name)
                copy.parent.mkdir(parents=True, exist_ok=True)
                text = path.read_bytes().decode("utf-8")  # with the ends of its lines
                copy.write_bytes(_renamed(text, original.name, exercise.name).encode())
    about = home.rooms / exercise.name / "__init__.py"
    about.write_text(about.read_text("utf-8") + DRAFT, "utf-8")


def _renamed(text: str, old: str, new: str) -> str:
    """Return a text in which an exercise has another name.

    What is renamed are modules, folders, files and what is typed. A function may have the name of
    the exercise, as minmax has, and keeps it.
    """
    text = re.sub(
        rf"\b(graders[./]|solutions/|exercises/|submissions/){old}\b", rf"\g<1>{new}", text
    )
    text = re.sub(rf"\b(test_)?{old}(\.py|\.ipynb)\b", rf"\g<1>{new}\g<2>", text)
    text = re.sub(rf"\btest_{old}\b(?!\()", f"test_{new}", text)
    return re.sub(rf"\b(gametree \w+|--exercise) {old}\b", rf"\g<1> {new}", text)


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
