"""The policy of Piglet, drawn by `policy("expectiminimax.py")`: where a submission flips, and where it holds."""

from pathlib import Path

from graders.expectiminimax.oracle import states
from graders.kit.errors import KitError
from graders.kit.grading.submission import Submission
from graders.kit.play.figure import Picture, answers
from graders.kit.play.game import MOVE_SECONDS

COLOURS = {"flip": "#3b7dd8", "hold": "#d64545"}
COLUMNS = 5


def policy(work: str | Path | Submission, goal: int = 10) -> Picture:
    """Return the picture for a submission, or its file; raise KitError if it can't be asked. goal: at most 20"""
    asked = states(goal)
    (found,) = answers("expectiminimax", work, MOVE_SECONDS, [("policy", [goal, asked])])
    if (
        not isinstance(found, list)
        or len(found) != len(asked)
        or not all(move in ("flip", "hold") for move in found)
    ):
        raise KitError(
            "decide must return 'flip' or 'hold' everywhere: grade the file to see more."
        )
    moves = dict(zip(asked, found, strict=True))
    rows = -(-goal // COLUMNS)
    figure = Picture(figsize=(11, 0.6 + 2.3 * rows), layout="constrained")
    grid = figure.subplots(rows, min(goal, COLUMNS), sharex=True, sharey=True, squeeze=False).flat
    for theirs, axes in enumerate(grid):
        for move, colour in COLOURS.items():
            at = [state for state in asked if state[1] == theirs and moves[state] == move]
            axes.scatter(
                [mine for mine, _, _ in at],
                [turn for *_, turn in at],
                s=22,
                marker="s",
                c=colour,
                label=move,
            )
        axes.set(xlim=(-0.7, goal - 0.3), ylim=(-0.7, goal - 0.3), visible=theirs < goal)
        axes.set_title(f"the other side has {theirs}", size="small")
    figure.suptitle(
        f"Piglet to {goal}: flip or hold, by the score of the side to move (across) and the turn's total (up)"
    )
    figure.legend(*figure.axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=2)
    return figure
