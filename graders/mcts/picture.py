"""How visits concentrate as rounds go on, drawn by `visits("mcts.py")`: the submission searches anew for each point."""

from pathlib import Path

from graders.kit import tictactoe as ttt
from graders.kit.errors import KitError
from graders.kit.grading.submission import Submission
from graders.kit.play.figure import Picture, answers

BOARD, MARK = "x___o___x", "o"  # each corner loses, each edge draws
KINDS = {0: ("corner", "#d64545"), 1: ("edge", "#3b7dd8")}


def visits(work: str | Path | Submission, rounds: int = 10_000) -> Picture:
    """Return the picture for a submission, or its file, with up to that many rounds; KitError if it can't be."""
    points = [*(n for n in (10, 30, 100, 300, 1_000, 3_000) if n < rounds), rounds]
    asked = [("play", [BOARD, MARK, True, n, n]) for n in points]
    try:  # what comes from a stranger may be anything
        seen = [
            {cell: float(worth) for cell, worth in answer[1]}
            for answer in answers("mcts", work, 300, asked)
        ]
    except (TypeError, ValueError, IndexError, KeyError):
        raise KitError("mcts must return (move, root): grade the file to see more.") from None
    figure = Picture(figsize=(10, 4.2), layout="constrained")
    axes = figure.subplots(1, 2)
    for cell in ttt.moves(BOARD):
        kind, colour = KINDS[cell % 2]
        shares = [100 * int(one.get(cell, 0)) / n for one, n in zip(seen, points, strict=True)]
        for drawn, values in zip(
            axes, (shares, [2 * (one.get(cell, 0) % 1) for one in seen]), strict=True
        ):
            drawn.plot(
                points,
                values,
                marker="o",
                color=colour,
                label=f"{MARK} at {cell + 1}, {kind}",
                alpha=0.8,
            )
    axes[0].set(
        title="Where the rounds went", ylabel="visits, per cent", xscale="log", xlabel="rounds"
    )
    axes[1].set(
        title="How well that went", ylabel="average, 1 is a win", xscale="log", xlabel="rounds"
    )
    axes[1].legend(fontsize="small", loc="center left", bbox_to_anchor=(1.02, 0.5))
    return figure
