"""What the tests of tournaments share: players of Connect Four, and a pool that is this process."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from graders.kit import catalog
from graders.kit.grading.submission import Submission
from graders.kit.play.game import Game, new_game
from graders.kit.tournament.referee import Entrant, Limits, Played, play_game
from tests.conftest import ROOT

LIMITS = Limits(move=1.0, game=10.0, training=10.0)
PLAYER = """\
from dataclasses import dataclass

KEPT = []

@dataclass
class Board:
    width: int
    height: int
    columns: tuple

def evaluate(board):
    return 0

def stones(board):
    return sum(map(len, board.columns))

def free(board):
    return [n for n, column in enumerate(board.columns) if len(column) < board.height]

def best_move(board, to_move, depth, evaluate):
"""
# What best_move of a player does.
FIRST = "return free(board)[0]"
LAST = "return free(board)[-1]"


def source_of(body: str) -> str:
    """Return the source of a player, given by the lines of its best_move."""
    lines = [f"    {line}\n" for line in body.splitlines()]
    return PLAYER + "".join(lines)


def submission(body: str) -> Submission:
    source = source_of(body)
    return Submission("connect4.py", source.encode(), source)


def connect4() -> Game:
    return new_game(catalog.named("connect4"), {"depth": 1})


def entrant(body: str, limits: Limits = LIMITS) -> Entrant:
    return Entrant(catalog.named("connect4"), submission(body), limits)


def game_between(
    x: str, o: str, opening: tuple[int, ...] = (), limits: Limits = LIMITS, seed: int = 1
) -> Played:
    """Let two players play a game; each is given by the lines of its best_move."""
    players = {"x": entrant(x, limits), "o": entrant(o, limits)}
    for player in players.values():
        player.new_game(seed)
    try:
        return play_game(connect4(), opening, players, "a game")
    finally:
        for player in players.values():
            player.close()


def solution(name: str) -> bytes:
    return (ROOT / "solutions" / name / f"{name}.py").read_bytes()


class Here:
    """A pool that does each job at once, in this process."""

    ahead = 1
    processes = 0

    def __init__(self, most: int = 10**6) -> None:
        """Set up the pool.

        Args:
            most: After so many jobs somebody presses Ctrl-C.
        """
        self.left = most

    def submit(self, function: Callable[..., Any], *args: Any) -> Future[Any]:
        if self.left == 0:
            raise KeyboardInterrupt
        self.left -= 1
        future = Future[Any]()
        try:
            future.set_result(function(*args))
        except Exception as error:
            future.set_exception(error)
        return future

    def close(self) -> None:
        pass
