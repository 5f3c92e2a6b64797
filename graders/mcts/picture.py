"""How visits concentrate as rounds go on, drawn by `visits("mcts.py")`.

The submission searches anew for each point.
"""

from pathlib import Path

from graders.kit import tictactoe as ttt
from graders.kit.errors import KitError
from graders.kit.grading.submission import Submission
from graders.kit.play.figure import Picture, answers

BOARD, MARK = "x___o___x", "o"  # each corner loses, each edge draws
KINDS = {0: ("corner", "#d64545"), 1: ("edge", "#3b7dd8")}
POINTS = (10, 30, 100, 300, 1_000, 3_000)
NO_PAIR = "mcts must return (move, root): grade the file to see more."


def visits(work: str | Path | Submission, rounds: int = 10_000) -> Picture:
    """Return the picture for a submission, or its file, with up to that many rounds.

    Raises:
        KitError: It can't be drawn.
    """
    points = [*(count for count in POINTS if count < rounds), rounds]
    asked = [("play", [BOARD, MARK, True, count, count]) for count in points]
    seen: list[dict[int, float]] = []
    try:  # what comes from a stranger may be anything
        for _, worth in answers("mcts", work, 300, asked):
            seen.append({cell: float(value) for cell, value in worth})
    except (TypeError, ValueError, IndexError, KeyError):
        raise KitError(NO_PAIR) from None

    figure = Picture(figsize=(10, 4.2), layout="constrained")
    left, right = figure.subplots(1, 2)
    for cell in ttt.moves(BOARD):
        kind, colour = KINDS[cell % 2]
        shares = []
        averages = []
        for worth, count in zip(seen, points, strict=True):
            value = worth.get(cell, 0)
            shares.append(100 * int(value) / count)
            averages.append(2 * (value % 1))
        label = f"{MARK} at {cell + 1}, {kind}"
        for axes, values in (left, shares), (right, averages):
            axes.plot(points, values, marker="o", color=colour, label=label, alpha=0.8)
    left.set(title="Where the rounds went", ylabel="visits, per cent")
    right.set(title="How well that went", ylabel="average, 1 is a win")
    for axes in (left, right):
        axes.set(xscale="log", xlabel="rounds")
    right.legend(fontsize="small", loc="center left", bbox_to_anchor=(1.02, 0.5))
    return figure
