"""A check in a notebook's cell: the kit's feedback, drawn, and the cell passes or fails.

from graders.jupyter import check
check("minmax", "buildTree")
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graders.kit.catalog import named
from graders.kit.errors import KitError
from graders.kit.grading.notebook import Cell, code_of_cells
from graders.kit.grading.run import Terms, grade
from graders.kit.grading.submission import Submission
from graders.kit.rendering.cell import show as show
from graders.kit.rendering.cell import show_report
from graders.kit.trace.run import steps_of

if TYPE_CHECKING:
    from ipywidgets import VBox


class PointsLost(Exception):
    """Fails the cell. What is wrong stands above it, so no traceback is shown."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


def submitted(exercise: str) -> Submission:
    """Return what the cells that were run in this notebook define.

    Raises:
        KitError: This is no notebook.
    """
    from IPython import get_ipython

    shell = get_ipython()
    if shell is None:
        raise KitError("This works in a notebook only; elsewhere there is `gametree grade FILE`.")
    code = code_of_cells(map(Cell, shell.history_manager.input_hist_raw[1:]))
    content = code.source.encode()
    return Submission(f"{exercise}.ipynb", content, code.source, cells=tuple(code.cells))


def check(exercise: str, name: str) -> None:
    """Grade what the notebook defines by one check, and show what it found.

    Args:
        exercise: The name of the exercise.
        name: The name of the check, as `gametree grade` lists it.

    Raises:
        PointsLost: The check lost points.
        KitError: The kit can't grade, or this is no notebook.
    """
    submission = submitted(exercise)
    steps = steps_of(named(exercise), submission)
    report = grade(exercise, submission, Terms(unprotected=True), only=name, steps=steps)
    show_report(report)
    if report.score < report.max_score:
        raise PointsLost(f"{name}: {report.score} of {report.max_score} points")


def play(exercise: str, **options: int) -> VBox:
    """Return the buttons of a game against what the notebook defines.

    Args:
        exercise: The name of the exercise.
        options: Those of `gametree play`, such as rounds=50.

    Raises:
        KitError: There is nothing to play, or this is no notebook.
    """
    from graders.kit.play import buttons

    return buttons.play(submitted(exercise), exercise, **options)
