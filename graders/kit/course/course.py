"""An nbgrader course of all exercises: its configuration, and source notebooks that hold the solutions."""

import re
from importlib.util import find_spec
from pathlib import Path

from jinja2 import Template

from graders.kit.authoring.release import notebook, with_solutions_marked
from graders.kit.catalog import ROOT, exercises
from graders.kit.errors import KitError
from graders.kit.grading.run import new_seed


def create(folder: Path) -> list[str]:
    """Write a course into a new or an empty folder; return the names of its assignments. Raise KitError, or OSError."""
    if find_spec("nbgrader") is None:
        raise KitError(
            "A course needs nbgrader: run  pip install -e '.[course]'  in the kit's folder."
        )
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise KitError(f"{folder} exists already and nothing was written: name a new folder.")
    if not (ROOT / "solutions").is_dir():
        raise KitError(
            "The solutions are not installed with the kit: make the course in a clone of its repository."
        )
    folder.mkdir(parents=True, exist_ok=True)
    for exercise in exercises():
        text = (exercise.source / f"{exercise.name}.py").read_text("utf-8")
        source = folder / "source" / exercise.name / f"{exercise.name}.ipynb"
        source.parent.mkdir(parents=True)
        source.write_text(notebook(exercise, with_solutions_marked(text)), "utf-8")
    name, seed = re.sub(r"\W+", "-", folder.resolve().name), new_seed()
    template = Path(__file__).with_name("templates") / "nbgrader_config.py.j2"
    config = Template(template.read_text("utf-8"), keep_trailing_newline=True).render(
        name=name, seed=seed
    )
    (folder / "nbgrader_config.py").write_text(config, "utf-8")
    return [exercise.name for exercise in exercises()]
