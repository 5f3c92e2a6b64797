"""A small tournament of Connect Four, made by hand, for the tests of its pages."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

ANN, BOB, MARK = "<b>Ann</b>", "Bob & Co", "random"
# x gets three in the bottom row, with both ends open, since o, by move 4, stops nothing.
OPEN_THREE = [3, 3, 2, 2, 4, 1, 5]
LOSING = 3  # that move, counted from 0


def game(
    number: int, x: str, o: str, moves: list[int], result: str, ending: str = "won", **more: Any
) -> dict[str, Any]:
    """Return a game as games.jsonl has it."""
    return {
        "game": number,
        "opening": 1,
        "plies": 2,
        "sides": {"x": x, "o": o},
        "moves": moves,
        "chance": [[] for _ in range(len(moves) + 1)],
        "thoughts": [[] for _ in moves],
        "result": result,
        "ending": ending,
        "reason": "",
        "failed": [],
        "seed": "a",
        "notation": "",
        **more,
    }


# Each has thought of one of its moves: x before move 5, o before move 4.
THOUGHTS = [[], [], [], [[1, -111.5], [2, 0]], [[4, 222.5]], [], []]
GAMES = [
    game(1, ANN, BOB, OPEN_THREE, "x", thoughts=THOUGHTS),
    game(2, BOB, ANN, [3, 3, 0], "x", "error", reason="ValueError: <i>Ann's</i>", failed=["o"]),
    game(3, ANN, MARK, [3, 3, 0, 0], "draw", "endless"),
    game(4, MARK, BOB, OPEN_THREE, "x"),
]


def entry(name: str, rank: int | None, games: list[dict[str, Any]]) -> dict[str, Any]:
    """Return an entry as tournament.json has it."""
    counts: Counter[str] = Counter()
    against: dict[str, list[float]] = {}
    for line in games:
        for side, player in line["sides"].items():
            if player == name:
                outcome = "draws" if line["result"] == "draw" else "losses"
                outcome = "wins" if line["result"] == side else outcome
                counts[outcome] += 1
                (other,) = {*line["sides"].values()} - {name}
                points = {"wins": 1.0, "draws": 0.5, "losses": 0.0}[outcome]
                before, number = against.get(other, [0.0, 0])
                against[other] = [before + points, number + 1]
    return {
        "name": name,
        "kind": "mark" if rank is None else "student",
        "label": "" if rank is None else "same",
        "reason": "",
        "rank": rank,
        "strength": 10,
        "low": -50,
        "high": 70,
        "games": counts.total(),
        "wins": counts["wins"],
        "draws": counts["draws"],
        "losses": counts["losses"],
        "no_result": 0,
        "points": counts["wins"] + counts["draws"] / 2,
        "against": against,
    }


def write_data(
    out: Path, games: list[dict[str, Any]] = GAMES, shown: int | None = None
) -> dict[str, Any]:
    """Write games.jsonl into a folder; return what tournament.json holds."""
    out.mkdir(exist_ok=True)
    (out / "games.jsonl").write_text("".join(json.dumps(line) + "\n" for line in games), "utf-8")
    late = {**entry("late", 9, []), "rank": None, "reason": "It <u>sleeps</u>."}
    return {
        "exercise": "connect4",
        "options": {"depth": 1},
        "sides": ["x", "o"],
        "openings": [[3, 3]],
        "seconds": {"move": 1, "game": 10, "training": 10},
        "mode": "everyone",
        "shown": shown,
        "games": len(games),
        "entries": [entry(ANN, 1, games), entry(MARK, None, games), entry(BOB, 1, games), late],
    }
