"""An nbgrader course of all exercises: its configuration, and notebooks with the solutions."""

import re
from importlib.util import find_spec
from pathlib import Path

from jinja2 import Template

from graders.kit.authoring.release import notebook, with_solutions_marked
from graders.kit.catalog import Exercise, exercises
from graders.kit.errors import KitError
from graders.kit.grading.run import new_seed
from graders.kit.homes import VARIABLE, homes

NO_NBGRADER = "A course needs nbgrader: run  pip install -e '.[course]'  in the kit's folder."
EXISTS = "{folder} exists already and nothing was written: name a new folder."
NO_SOLUTIONS = (
    "The solutions are not installed with the kit: make the course in a clone of its repository, "
    "or of exercises of your own, with --exercises DIR."
)
CONFIGURATION = Path(__file__).with_name("templates") / "nbgrader_config.py.j2"


def create(folder: Path) -> list[str]:
    """Write a course into a new or an empty folder.

    Returns:
        The names of its assignments.

    Raises:
        KitError: Something is missing here, or there is something in the folder.
        OSError: The course can't be written.
    """
    if find_spec("nbgrader") is None:
        raise KitError(NO_NBGRADER)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise KitError(EXISTS.format(folder=folder))
    with_solutions = [exercise for exercise in exercises() if exercise.source.is_dir()]
    if not with_solutions:
        raise KitError(NO_SOLUTIONS)
    folder.mkdir(parents=True, exist_ok=True)
    names = []
    for exercise in with_solutions:
        _write_source(folder, exercise)
        names.append(exercise.name)
    _write_configuration(folder)
    return names


def _write_source(folder: Path, exercise: Exercise) -> None:
    """Write the notebook of an exercise with its solution, of which nbgrader makes assignments."""
    solution = (exercise.source / f"{exercise.name}.py").read_text("utf-8")
    file = folder / "source" / exercise.name / f"{exercise.name}.ipynb"
    file.parent.mkdir(parents=True)
    file.write_text(notebook(exercise, with_solutions_marked(solution)), "utf-8")


def _write_configuration(folder: Path) -> None:
    """Write the course's configuration, with a name after its folder and a seed of its own."""
    name = re.sub(r"\W+", "-", folder.resolve().name)
    template = Template(
        CONFIGURATION.read_text("utf-8"), keep_trailing_newline=True, trim_blocks=True
    )
    own = next((str(home.folder) for home in homes() if not home.is_kit), "")
    text = template.render(name=name, seed=new_seed(), own=own, variable=VARIABLE)
    (folder / "nbgrader_config.py").write_text(text, "utf-8")
