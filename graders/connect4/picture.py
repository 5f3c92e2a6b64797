"""How many boards a search evaluates, drawn by `growth("connect4.py")`: plain minimax beside the submission's value."""

from pathlib import Path

from graders.connect4.oracle import ways
from graders.kit.errors import KitError
from graders.kit.grading.submission import Submission
from graders.kit.play.figure import Picture, answers
from graders.kit.play.game import MOVE_SECONDS
from graders.kit.roomkit.columns import empty


def growth(work: str | Path | Submission, depth: int = 5) -> Picture:
    """Return the picture for a submission, or its file, on the empty board of 7x6; KitError if it can't be."""
    board, depths = empty(7, 6), range(1, depth + 1)
    for answer in answers("connect4", work, MOVE_SECONDS, [("counts", [board, [*depths]])]):
        match answer:
            case [*counts] if len(counts) == depth and all(type(count) is int for count in counts):
                break
            case _:
                raise KitError(
                    "value must search the empty board of 7x6: grade the file to see more."
                )
    curves = {
        "plain minimax": (
            "#d64545",
            [len(ways(board, "x", plies)) for plies in depths],
        ),  # nobody wins so soon
        "your value": ("#3b7dd8", counts),
    }
    figure = Picture(figsize=(7, 4.4), layout="constrained")
    axes = figure.subplots()
    for label, (colour, numbers) in curves.items():
        axes.plot(depths, numbers, "o-", color=colour, label=label)
        axes.annotate(
            f"{numbers[-1]:,}", (depth, numbers[-1]), textcoords="offset points", xytext=(6, -3)
        )
    axes.set(
        title="What a search of the empty board evaluates",
        xlabel="depth in plies",
        ylabel="boards evaluated",
    )
    axes.set(yscale="log", xticks=[*depths], xlim=(0.8, depth + 0.8))
    axes.grid(alpha=0.3)
    axes.legend()
    return figure
