"""An nbgrader course of all exercises: its configuration, and source notebooks that hold the solutions."""

import re
from importlib.util import find_spec
from pathlib import Path

from graders.kit.authoring.release import notebook, with_solutions_marked
from graders.kit.catalog import ROOT, exercises
from graders.kit.errors import KitError

CONFIG = '''"""Configuration of this course: `nbgrader autograde` grades by gametree-kit, isolated."""

c = get_config()  # noqa: F821

c.CourseDirectory.course_id = "{name}"

# The gradebook. For PostgreSQL: "postgresql+psycopg://user:password@host/database" (and pip install "psycopg[binary]").
# c.CourseDirectory.db_url = "sqlite:///gradebook.db"

# A notebook is read as data, its locked cells come from the gradebook, and its code runs in the kit's isolated process.
c.Autograde.exporter_class = "graders.autograde.HandedIn"
c.Autograde.sanitize_preprocessors = ["nbgrader.preprocessors.OverwriteKernelspec"]
c.Autograde.autograde_preprocessors = [
    "graders.autograde.GradeByKit",
    "nbgrader.preprocessors.LimitOutput",
    "nbgrader.preprocessors.SaveAutoGrades",
    "nbgrader.preprocessors.AssignLatePenalties",
]

# Feedback, and what graders see: students' text is shown as text that can run nothing.
c.HTMLExporter.filters = {{"markdown2html": "graders.autograde.safe_markdown"}}

# Which positions are asked about. Keep one secret for the final grading.
c.GradeByKit.seed = 0

# Where nothing isolates, nothing is graded: `gametree audit --isolation` says why. True grades all the same.
c.GradeByKit.unprotected = False
'''


def create(folder: Path) -> list[str]:
    """Write a course into a new or an empty folder; return the names of its assignments. Raise KitError, or OSError."""
    if find_spec("nbgrader") is None:
        raise KitError("A course needs nbgrader: run  pip install -e '.[course]'  in the kit's folder.")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise KitError(f"{folder} exists already and nothing was written: name a new folder.")
    if not (ROOT / "solutions").is_dir():
        raise KitError("The solutions are not installed with the kit: make the course in a clone of its repository.")
    folder.mkdir(parents=True, exist_ok=True)
    found = exercises()
    for exercise in found:
        text = (exercise.source / f"{exercise.name}.py").read_text("utf-8")
        source = folder / "source" / exercise.name / f"{exercise.name}.ipynb"
        source.parent.mkdir(parents=True)
        source.write_text(notebook(exercise, with_solutions_marked(text)), "utf-8")
    name = re.sub(r"\W+", "-", folder.resolve().name)
    (folder / "nbgrader_config.py").write_text(CONFIG.format(name=name), "utf-8")
    return [exercise.name for exercise in found]
