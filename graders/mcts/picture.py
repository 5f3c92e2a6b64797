"""How visits concentrate as rounds go on, drawn by `visits("mcts.py")`: the submission searches anew for each point."""

from collections.abc import Mapping
from pathlib import Path

from graders.kit import tictactoe as ttt
from graders.kit.errors import KitError
from graders.kit.grading.submission import Submission
from graders.kit.play.figure import Picture, answers

BOARD, MARK = "x___o___x", "o"  # corners taken, and o moves: each corner loses, each edge draws
SEARCH_SECONDS = 300.0
KINDS = {"corner": "#d64545", "edge": "#3b7dd8", "centre": "#2e9e4f"}


def visits(work: str | Path | Submission, rounds: int = 10_000) -> Picture:
    """Return the picture for a submission, or its file, with up to that many rounds; KitError if it can't be."""
    points = [*(n for n in (10, 30, 100, 300, 1_000, 3_000) if n < rounds), rounds]
    seen: list[Mapping[int, float]] = []
    for answer in answers("mcts", work, SEARCH_SECONDS, [("play", [BOARD, MARK, True, n, n]) for n in points]):
        match answer:
            case [_, [*pairs]] if all(
                isinstance(cell, int) and isinstance(worth, (int, float)) for cell, worth in pairs
            ):
                seen.append(dict(pairs))
            case _:
                raise KitError("mcts must return (move, root): grade the file to see more.")
    figure = Picture(figsize=(10, 4.2), layout="constrained")
    shares, averages = figure.subplots(1, 2)
    for cell in ttt.moves(BOARD):
        kind = "centre" if cell == 4 else "corner" if cell % 2 == 0 else "edge"
        look = {"color": KINDS[kind], "marker": "o", "label": f"{MARK} at {cell + 1}, {kind}", "alpha": 0.8}
        shares.plot(points, [100 * int(one.get(cell, 0)) / n for one, n in zip(seen, points, strict=True)], **look)
        averages.plot(points, [2 * (one.get(cell, 0) % 1) for one in seen], **look)
    shares.set(title="Where the rounds went", ylabel="visits, per cent")
    averages.set(title="How well that went", ylabel="average result, 1 is a win")
    for axes in (shares, averages):
        axes.set(xscale="log", xlabel="rounds")
        axes.grid(alpha=0.3)
    averages.legend(fontsize="small", loc="center left", bbox_to_anchor=(1.02, 0.5))
    return figure
