"""A new exercise: a small one that is whole, copied from templates/, for its author to change step by step."""

import re
import sys
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

from jinja2 import Template

from graders.kit.authoring.release import write
from graders.kit.catalog import GRADERS, ROOT, Exercise
from graders.kit.errors import KitError

TEMPLATES = Path(__file__).with_name("templates")  # as they lie in a clone; NAME is the exercise's


def create(name: str) -> Exercise:
    """Write solutions/, graders/ and exercises/ of a new exercise, or raise KitError and write nothing."""
    if not (ROOT / "solutions").is_dir():
        raise KitError("new works in a clone of the kit: this installation has no solutions/.")
    if not re.fullmatch("[a-z][a-z0-9_]*", name) or iskeyword(name):
        raise KitError(
            f"'{name}' can't be the name of a module: name the exercise in letters a to z, digits and _."
        )
    exercise = Exercise(
        name
    )  # its name is that of a module and of folders beside others: it must be free as both
    taken = [
        *GRADERS.glob(f"{name}.*"),
        *(path for path in (exercise.room, exercise.source) if path.exists()),
    ]
    if taken:
        raise KitError(f"{name} is taken by {taken[0].relative_to(ROOT)}: choose another name.")
    if name in sys.stdlib_module_names or find_spec(name):
        raise KitError(
            f"{name} is taken by a module that Python finds under that name: choose another name."
        )
    for template in sorted(TEMPLATES.rglob("*.j2")):
        path = ROOT / str(template.relative_to(TEMPLATES).with_suffix("")).replace("NAME", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        text = Template(template.read_text("utf-8"), keep_trailing_newline=True).render(name=name)
        # The imports from graders are put in order: the name of one is new.
        text = re.sub(
            r"(?m)(^from graders.*\n)+",
            lambda lines: "".join(sorted(lines[0].splitlines(True))),
            text,
        )
        path.write_text(text, "utf-8")
    write()
    return exercise
