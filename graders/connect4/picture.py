"""How many boards a search evaluates: plain minimax beside the submission's value.

It is drawn by `growth("connect4.py")`.
"""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from graders.connect4.oracle import ways
from graders.kit.errors import KitError
from graders.kit.grading.submission import Submission
from graders.kit.play.figure import Picture, answers
from graders.kit.play.game import MOVE_SECONDS
from graders.kit.roomkit.columns import empty

RED = "#d64545"
BLUE = "#3b7dd8"
NOT_SEARCHED = "value must search the empty board of 7x6: grade the file to see more."


def growth(work: str | Path | Submission, depth: int = 5) -> Picture:
    """Return the picture for a submission, or its file, on the empty board of 7x6.

    Raises:
        KitError: value does not search that board.
    """
    board = empty(7, 6)
    depths = list(range(1, depth + 1))
    counts: Sequence[int] = ()
    for answer in answers("connect4", work, MOVE_SECONDS, [("counts", [board, depths])]):
        counts = answer
    if not are_counts(counts, depth):
        raise KitError(NOT_SEARCHED)
    lengths = Counter(map(len, ways(board, "x", depth)))
    plain = [lengths[plies] for plies in depths]  # nobody wins so soon
    figure = Picture(figsize=(7, 4.4), layout="constrained")
    axes = figure.subplots()
    for label, colour, numbers in ("plain minimax", RED, plain), ("your value", BLUE, counts):
        last = numbers[-1]
        axes.plot(depths, numbers, "o-", color=colour, label=label)
        axes.annotate(f"{last:,}", (depth, last), textcoords="offset points", xytext=(6, -3))
    axes.set_title("What a search of the empty board evaluates")
    axes.set_xlabel("depth in plies")
    axes.set_ylabel("boards evaluated")
    axes.set(yscale="log", xticks=depths, xlim=(0.8, depth + 0.8))
    axes.grid(alpha=0.3)
    axes.legend()
    return figure


def are_counts(answer: object, many: int) -> bool:
    """Tell whether an answer, which a stranger gives, is a list of so many whole numbers."""
    if not isinstance(answer, list) or len(answer) != many:
        return False
    return all(type(count) is int for count in answer)
