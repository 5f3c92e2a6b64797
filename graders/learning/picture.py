"""How training goes on, drawn: what the opening moves are worth, and how often the player after loses.

    from graders.learning.picture import openings
    openings("learning.py")

Needs the extra [notebook]. The submission runs isolated; it trains anew for each point of the curves.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path

from graders import KitError, catalog
from graders import tictactoe as ttt
from graders.learning import games
from graders.play import TRAIN_SECONDS
from graders.report import text_of
from graders.student import Lost, Student
from graders.submission import Submission, read

try:
    from matplotlib.figure import Figure
except ImportError:
    raise KitError("Pictures need the extra [notebook]: pip install 'gametree-kit[notebook]'.") from None

SEED = 0
NAMES = ["corner", "edge", "corner", "edge", "centre", "edge", "corner", "edge", "corner"]
COLOURS = {"corner": "#d64545", "edge": "#3b7dd8", "centre": "#2e9e4f"}


class Picture(Figure):
    """A figure that a notebook shows also where pyplot was not imported."""

    def _repr_png_(self) -> bytes:
        file = BytesIO()
        self.savefig(file, format="png", dpi=90)
        return file.getvalue()


def loss_rate(values: games.Values, mark: str, worst: Callable[[list[float]], float]) -> float:
    """Return how probably a greedy player loses, ties at random; worst: what the opponent makes of its choices."""

    @cache
    def lost(board: str) -> float:
        if ttt.finished(board):
            return float(ttt.winner(board) == ttt.other(mark))
        mover = games.REACHED[board]
        after = games.best(values, board) if mover == mark else ttt.successors(board, mover)
        rates = [lost(b) for b in after]
        return sum(rates) / len(rates) if mover == mark else worst(rates)

    return lost(ttt.EMPTY)


def at_random(rates: list[float]) -> float:
    """Return what an opponent makes of its choices who moves at random."""
    return sum(rates) / len(rates)


def trained(submission: Submission, points: list[int]) -> list[tuple[dict[int, float], dict[int, float]]]:
    """Return both players' values after so many rounds each; raise KitError if the submission can't be trained."""
    student = Student(submission, catalog.named("learning").driver)
    rates = [games.ALPHA, games.EPSILON, SEED, games.STATES, False, {}]
    found = []
    try:
        student.begin(TRAIN_SECONDS)
        for answer in student.ask([("train", [rounds, *rates]) for rounds in points]):
            if answer.lost is not None:
                raise answer.lost
            match answer.value:
                case [list(one), list(two), _] if all(isinstance(v, (int, float)) for v in [*one, *two]):
                    found.append((dict(zip(games.STATES, one, strict=True)), dict(zip(games.STATES, two, strict=True))))
                case _:
                    raise KitError("train must return two lists of numbers: grade the file to see more.")
    except Lost as lost:
        raise KitError(f"{submission.file} can't be trained. {text_of(lost.parts)}") from None
    finally:
        student.close()
    return found


def openings(work: str | Path | Submission, rounds: int = games.ROUNDS) -> Picture:
    """Return the picture for a submission, or for its file, trained for up to that many rounds."""
    submission = work if isinstance(work, Submission) else read(Path(work))
    points = [1, *(n for n in (3, 10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000) if n < rounds), rounds]
    values = trained(submission, points)
    figure = Picture(figsize=(10, 4.6), layout="constrained")
    opening, losing = figure.subplots(1, 2)
    for cell in range(9):
        label = NAMES[cell] if NAMES.index(NAMES[cell]) == cell else None
        worth = [one[3**cell] for one, _ in values]
        opening.plot(points, worth, color=COLOURS[NAMES[cell]], label=label, alpha=0.8)
    opening.set(title="What player 1 thinks of its nine openings", ylabel="value")
    for title, style, worst in (("moves at random", ":", at_random), ("plays best against it", "-", max)):
        for number, (mark, colour) in enumerate({"x": "#7b8794", "o": "#1f2933"}.items()):
            lost = [100 * loss_rate(pair[number], mark, worst) for pair in values]
            losing.plot(points, lost, style, color=colour, label=f"player {number + 1}: the other {title}")
    losing.set(title="How often a player loses", ylabel="games lost, per cent", ylim=(-2, 102))
    for axes in (opening, losing):
        axes.set(xscale="log", xlabel="rounds of training")
        axes.grid(alpha=0.3)
        axes.legend(
            fontsize="small", loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=3 if axes is opening else 2
        )
    return figure
