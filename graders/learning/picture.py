"""How training goes on, drawn by `openings("learning.py")`.

The submission trains anew for each point of the curves.
"""

from pathlib import Path

from graders.kit.errors import KitError
from graders.kit.grading.submission import Submission
from graders.kit.play.figure import Picture, answers
from graders.kit.play.game import TRAIN_SECONDS
from graders.kit.roomkit.policies import loss_rate
from graders.learning import games

POINTS = (1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000)
COLOURS = {"corner": "#d64545", "edge": "#3b7dd8", "centre": "#2e9e4f"}
NAMES = ["corner", "edge", "corner", "edge", "centre", "edge", "corner", "edge", "corner"]
PLAYERS = (("x", "player 1", "#7b8794"), ("o", "player 2", "#1f2933"))
OTHERS = (("moves at random", ":", False), ("plays best against it", "-", True))
NO_LISTS = "train must return two lists of numbers: grade the file to see more."


def trained(work: str | Path | Submission, points: list[int]) -> list[games.Values]:
    """Return both players' values after trainings of so many rounds each.

    Raises:
        KitError: The submission can't be trained.
    """
    questions = []
    for rounds in points:
        how = [rounds, games.ALPHA, games.EPSILON]
        questions.append(("trainings", [how, [0], False, games.STATES, 0]))
    trained = []
    for answer in answers("learning", work, TRAIN_SECONDS, questions):
        match answer:
            case [found] if both := games.learnt(found):
                trained.append(both)
            case _:
                raise KitError(NO_LISTS)
    return trained


def openings(work: str | Path | Submission, rounds: int = games.ROUNDS) -> Picture:
    """Return the picture for a submission, or its file.

    Args:
        work: The submission.
        rounds: Of the longest training.

    Raises:
        KitError: It can't be trained.
    """
    points = [point for point in POINTS if point < rounds]
    points.append(rounds)
    values = trained(work, points)
    figure = Picture(figsize=(10, 4.6), layout="constrained")
    opening, losing = figure.subplots(1, 2)
    for cell, name in enumerate(NAMES):
        label = None if name in NAMES[:cell] else name
        worths = [one[3**cell] for one, _ in values]
        opening.plot(points, worths, color=COLOURS[name], label=label, alpha=0.8)
    opening.set(title="What player 1 thinks of its nine openings", ylabel="value")
    for other, style, worst in OTHERS:
        for number, (mark, player, colour) in enumerate(PLAYERS):
            lost = [100 * loss_rate(games.by(pair[number]), mark, worst) for pair in values]
            losing.plot(points, lost, style, color=colour, label=f"{player}: the other {other}")
    losing.set(title="How often a player loses", ylabel="games lost, per cent", ylim=(-2, 102))
    for axes, columns in ((opening, 3), (losing, 2)):
        axes.set(xscale="log", xlabel="rounds of training")
        axes.grid(alpha=0.3)
        below = {"loc": "upper center", "bbox_to_anchor": (0.5, -0.16)}
        axes.legend(fontsize="small", ncols=columns, **below)
    return figure
