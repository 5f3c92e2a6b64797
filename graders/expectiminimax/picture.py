"""The policy of Piglet: where a submission flips, and where it holds.

It is drawn by `policy("expectiminimax.py")`.
"""

from pathlib import Path

from graders.expectiminimax.oracle import states
from graders.kit.errors import KitError
from graders.kit.grading.submission import Submission
from graders.kit.play.figure import Picture, answers
from graders.kit.play.game import MOVE_SECONDS

COLOURS = {"flip": "#3b7dd8", "hold": "#d64545"}
COLUMNS = 5
NO_POLICY = "decide must return 'flip' or 'hold' everywhere: grade the file to see more."
TITLE = (
    "Piglet to {goal}: flip or hold, "
    "by the score of the side to move (across) and the turn's total (up)"
)


def policy(work: str | Path | Submission, goal: int = 10) -> Picture:
    """Return the picture for a submission.

    Args:
        work: The submission, or its file.
        goal: What is played to, at most 20.

    Raises:
        KitError: It can't be asked.
    """
    asked = states(goal)
    (found,) = answers("expectiminimax", work, MOVE_SECONDS, [("policy", [goal, asked])])
    if not isinstance(found, list) or len(found) != len(asked):
        raise KitError(NO_POLICY)
    if not all(move in ("flip", "hold") for move in found):
        raise KitError(NO_POLICY)
    moves = dict(zip(asked, found, strict=True))
    rows = -(-goal // COLUMNS)
    columns = min(goal, COLUMNS)
    figure = Picture(figsize=(11, 0.6 + 2.3 * rows), layout="constrained")
    grid = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
    limits = -0.7, goal - 0.3
    for theirs, axes in enumerate(grid.flat):
        for move, colour in COLOURS.items():
            across, up = [], []
            for (mine, other, turn), made in moves.items():
                if other == theirs and made == move:
                    across.append(mine)
                    up.append(turn)
            axes.scatter(across, up, s=22, marker="s", c=colour, label=move)
        axes.set(xlim=limits, ylim=limits, visible=theirs < goal)
        axes.set_title(f"the other side has {theirs}", size="small")
    figure.suptitle(TITLE.format(goal=goal))
    figure.legend(*figure.axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=2)
    return figure
