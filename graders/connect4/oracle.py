"""The oracle of connect4: values, and which boards alpha-beta evaluates. tests/test_connect4.py proves it."""

import math
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

from graders.kit.roomkit.columns import Board, contents, drop, moves, winner
from graders.kit.tictactoe import other

WIN = 1000
Path = tuple[int, ...]  # the columns that were played, one after the other
Node = tuple[Board, str, int]  # a board, who is to move, the plies left


def evaluate(board: Board) -> int:
    """Return the lines of four without an o, less the lines without an x (Nilsson 1971, for tic-tac-toe)."""
    return sum(("o" not in marks) - ("x" not in marks) for marks in contents(board))


def result(board: Board, depth: int) -> int | None:
    """Return the value of a board on which the game is over, None if it goes on; depth: plies left"""
    if won := winner(board):
        return (WIN + depth) * (1 if won == "x" else -1)
    return 0 if sum(map(len, board.columns)) == board.width * board.height else None


class Worth(NamedTuple):
    """Evaluations that nobody can know who does not know the secret: multiples of step, of up to `most` times it."""

    secret: str
    most: int
    step: int = 1

    @lru_cache(20_000)  # noqa: B019 - of a class of students a worker keeps no more
    def of(self, board: str) -> int:
        """Return what the driver's evaluate returns, too."""
        number = int.from_bytes(blake2b(f"{self.secret} {board}".encode(), digest_size=6).digest())
        return (number % (2 * self.most + 1) - self.most) * self.step

    @property
    def key(self) -> str:
        """A name that does not tell the secret."""
        return blake2b(f"{self.secret} {self.most} {self.step}".encode(), digest_size=6).hexdigest()


def below(board: Board, to_move: str, depth: int) -> list[Node]:
    """Return a board and those that a search of so many plies comes to, each once."""
    found: dict[Node, None] = {(board, to_move, depth): None}
    for here, mark, left in (todo := [*found]):
        if left and result(here, 0) is None:
            after = [(drop(here, column, mark), other(mark), left - 1) for column in moves(here)]
            todo += [node for node in after if node not in found]
            found |= dict.fromkeys(after)
    return todo


def ways(board: Board, to_move: str, depth: int, path: Path = ()) -> dict[Path, Board]:
    """Return the boards that so many plies lead to, by the way, from left to right."""
    if depth == 0 or result(board, 0) is not None:
        return {path: board} if depth == 0 else {}
    side = other(to_move)
    after = (
        ways(drop(board, column, to_move), side, depth - 1, (*path, column))
        for column in moves(board)
    )
    return {way: end for some in after for way, end in some.items()}


@lru_cache(20_000)
def minimax(board: Board, to_move: str, depth: int, worth: Worth) -> int:
    """Return the value for x, without any pruning."""
    over = result(board, depth)
    if over is not None:
        return over
    if depth == 0:
        return worth.of(str(board))
    return (max if to_move == "x" else min)(children(board, to_move, depth, worth).values())


def children(board: Board, to_move: str, depth: int, worth: Worth) -> dict[int, int]:
    """Return the value after each move."""
    side = other(to_move)
    return {
        column: minimax(drop(board, column, to_move), side, depth - 1, worth)
        for column in moves(board)
    }


def span_of(node: Node, worth: Worth, evaluated: Collection[str]) -> tuple[float, float]:
    """Return the least and the most that a board can be worth, for who knows these evaluations alone.

    Every other evaluation is above -WIN and below WIN: the statement says so.
    """
    board, to_move, depth = node
    over = result(board, depth)
    if over is not None:
        return over, over
    if depth == 0:
        text = str(board)
        return (worth.of(text), worth.of(text)) if text in evaluated else (1 - WIN, WIN - 1)
    least, most = [], []
    for column in moves(board):
        after = drop(board, column, to_move), other(to_move), depth - 1
        low, high = span_of(after, worth, evaluated)
        least.append(low)
        most.append(high)
    return (max(least), max(most)) if to_move == "x" else (min(least), min(most))


@dataclass
class Search:
    """Left-to-right alpha-beta after Knuth and Moore (1975), which cuts only when the window is strictly crossed."""

    worth: Worth
    hard: bool = False  # fail-hard, so that inner boards have values clamped to the window; it then evaluates more
    equal: str = (
        ""  # the sides that cut also when the window closes to a point: both, else it may be wrong
    )
    slip: str = ""  # to find boards on which it shows: bounds from the "last" board alone, or from its "first" child
    evaluated: dict[str, Path] = field(default_factory=dict)  # each board with the first way to it
    # For each way that it never goes: the way to where it was cut, the value so far, the bound crossed.
    cuts: dict[Path, tuple[Path, float, float]] = field(default_factory=dict)
    found: float = 0

    def value(
        self,
        board: Board,
        to_move: str,
        depth: int,
        alpha: float = -math.inf,
        beta: float = math.inf,
        path: Path = (),
    ) -> float:
        over = result(board, depth)
        if over is not None:
            return over
        if depth == 0:
            self.evaluated.setdefault(str(board), path)
            return self.worth.of(str(board))
        maximise = to_move == "x"
        best = -math.inf if maximise else math.inf
        low, high = alpha, beta
        for number, column in enumerate(moves(board)):
            bound = beta if maximise else alpha
            closed = alpha >= beta or best == bound
            if (closed and number and to_move in self.equal) or (
                best > bound if maximise else best < bound
            ):
                self.cuts[*path, column] = (path, best, bound)
                continue
            after = drop(board, column, to_move)
            window = (alpha, beta)
            if self.slip == "last":
                window = (alpha, math.inf) if maximise else (-math.inf, beta)
            found = self.value(after, other(to_move), depth - 1, *window, (*path, column))
            best = max(best, found) if maximise else min(best, found)
            if number == 0 or self.slip != "first":
                alpha, beta = (max(alpha, best), beta) if maximise else (alpha, min(beta, best))
        return min(max(best, low), high) if self.hard else best


def searched(
    node: Node, worth: Worth, window: tuple[float, float] = (-math.inf, math.inf), **how: Any
) -> Search:
    """Return a search when it has ended. how: of what kind"""
    search = Search(worth, **how)
    search.found = search.value(*node, *window)
    return search
