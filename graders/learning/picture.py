"""How training goes on, drawn by `openings("learning.py")`: the submission trains anew for each point of the curves."""

from pathlib import Path

from graders.kit.errors import KitError
from graders.kit.grading.submission import Submission
from graders.kit.play.figure import Picture, answers
from graders.kit.play.game import TRAIN_SECONDS
from graders.kit.roomkit.policies import loss_rate
from graders.learning import games

NAMES = ["corner", "edge", "corner", "edge", "centre", "edge", "corner", "edge", "corner"]
COLOURS = {"corner": "#d64545", "edge": "#3b7dd8", "centre": "#2e9e4f"}


def openings(work: str | Path | Submission, rounds: int = games.ROUNDS) -> Picture:
    """Return the picture for a submission, or its file, trained for up to that many rounds; KitError if it can't be."""
    points = [
        1,
        *(n for n in (3, 10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000) if n < rounds),
        rounds,
    ]
    how = [games.ALPHA, games.EPSILON, [0], games.STATES]
    questions = [("trainings", [n, *how]) for n in points]
    values = []  # both players', at each point
    for answer in answers("learning", work, TRAIN_SECONDS, questions):
        match answer:
            case [found] if both := games.learnt(found):
                values.append(both)
            case _:
                raise KitError(
                    "train must return two lists of numbers: grade the file to see more."
                )
    figure = Picture(figsize=(10, 4.6), layout="constrained")
    opening, losing = figure.subplots(1, 2)
    for cell in range(9):
        label = NAMES[cell] if NAMES.index(NAMES[cell]) == cell else None
        opening.plot(
            points,
            [one[3**cell] for one, _ in values],
            color=COLOURS[NAMES[cell]],
            label=label,
            alpha=0.8,
        )
    opening.set(title="What player 1 thinks of its nine openings", ylabel="value")
    for title, style, worst in (
        ("moves at random", ":", False),
        ("plays best against it", "-", True),
    ):
        for number, (mark, colour) in enumerate({"x": "#7b8794", "o": "#1f2933"}.items()):
            lost = [100 * loss_rate(games.by(pair[number]), mark, worst) for pair in values]
            losing.plot(
                points, lost, style, color=colour, label=f"player {number + 1}: the other {title}"
            )
    losing.set(title="How often a player loses", ylabel="games lost, per cent", ylim=(-2, 102))
    for axes, columns in ((opening, 3), (losing, 2)):
        axes.set(xscale="log", xlabel="rounds of training")
        axes.grid(alpha=0.3)
        axes.legend(
            fontsize="small", loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=columns
        )
    return figure
