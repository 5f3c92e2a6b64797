"""The oracle of connect4: values, and which boards alpha-beta evaluates.

tests/test_connect4.py proves it.
"""

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple, TypeVar

from graders.kit.roomkit.columns import Board, contents, drop, moves, stones, winner
from graders.kit.tictactoe import other

Number = TypeVar("Number", int, float)
Path = tuple[int, ...]  # the columns that were played, one after the other
Cut = tuple[Path, float, float]  # the way to where it was, the value so far, the bound crossed

WIN = 1000


def open_lines(board: Board) -> tuple[int, int]:
    """Return how many lines of four have no o, and how many have no x."""
    lines = contents(board)
    without_o = sum("o" not in marks for marks in lines)
    without_x = sum("x" not in marks for marks in lines)
    return without_o, without_x


def evaluate(board: Board) -> int:
    """Return what the student's evaluate must (Nilsson 1971, for tic-tac-toe)."""
    without_o, without_x = open_lines(board)
    return without_o - without_x


def result(board: Board, depth: int) -> int | None:
    """Return the value of a board on which the game is over, None if it goes on.

    Args:
        board: The board.
        depth: The plies that are left.
    """
    won = winner(board)
    if won == "x":
        return WIN + depth
    if won == "o":
        return -(WIN + depth)
    if stones(board) == board.width * board.height:
        return 0
    return None


def is_over(board: Board) -> bool:
    """Tell whether the game is over."""
    return result(board, 0) is not None


class Worth(NamedTuple):
    """Evaluations that nobody can know who does not know the secret.

    Attributes:
        secret: What they are drawn by.
        most: How many times the step the largest is.
        step: They are multiples of it.
    """

    secret: str
    most: int
    step: int = 1

    @lru_cache(20_000)  # noqa: B019 - of a class of students a worker keeps no more
    def of(self, board: str) -> int:
        """Return what the driver's evaluate returns, too."""
        digest = blake2b(f"{self.secret} {board}".encode(), digest_size=6).digest()
        steps = int.from_bytes(digest) % (2 * self.most + 1) - self.most
        return steps * self.step


def best_of(values: Iterable[Number], to_move: str) -> Number:
    """Return the value that a side wants."""
    if to_move == "x":
        return max(values)
    return min(values)


def ways(board: Board, to_move: str, depth: int, path: Path = ()) -> dict[Path, Board]:
    """Return the boards that a search of so many plies comes to, by the way, from left to right."""
    found = {path: board}
    if depth > 0 and not is_over(board):
        for column in moves(board):
            after = drop(board, column, to_move)
            found |= ways(after, other(to_move), depth - 1, (*path, column))
    return found


@lru_cache(20_000)
def minimax(board: Board, to_move: str, depth: int, worth: Worth) -> int:
    """Return the value for x, without any pruning."""
    over = result(board, depth)
    if over is not None:
        return over
    if depth == 0:
        return worth.of(str(board))
    return best_of(children(board, to_move, depth, worth).values(), to_move)


def children(board: Board, to_move: str, depth: int, worth: Worth) -> dict[int, int]:
    """Return the value after each move."""
    values = {}
    for column in moves(board):
        after = drop(board, column, to_move)
        values[column] = minimax(after, other(to_move), depth - 1, worth)
    return values


def span_of(
    board: Board, to_move: str, depth: int, worth: Worth, evaluated: Collection[str]
) -> tuple[float, float]:
    """Return the least and the most that a board can be worth, for who knows some evaluations.

    Every other evaluation is above -WIN and below WIN: the statement says so.

    Args:
        board: The board.
        to_move: Who is to move.
        depth: The plies that are left.
        worth: The evaluations.
        evaluated: The boards of which they are known.
    """
    if depth > 0 and not is_over(board):
        least = []
        most = []
        for column in moves(board):
            after = drop(board, column, to_move)
            low, high = span_of(after, other(to_move), depth - 1, worth, evaluated)
            least.append(low)
            most.append(high)
        return best_of(least, to_move), best_of(most, to_move)
    if is_over(board) or str(board) in evaluated:
        value = minimax(board, to_move, depth, worth)
        return value, value
    return 1 - WIN, WIN - 1


@dataclass
class Search:
    """Left-to-right alpha-beta after Knuth and Moore (1975).

    It cuts only when the window is strictly crossed.

    Attributes:
        worth: The evaluations.
        hard: Whether it is fail-hard: inner boards have values clamped to the window. It evaluates
            more then.
        evaluated: The boards that it evaluates.
        cuts: Where it was cut, for each way that it never goes.
    """

    worth: Worth
    hard: bool = False
    evaluated: set[str] = field(default_factory=set)
    cuts: dict[Path, Cut] = field(default_factory=dict)

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
            self.evaluated.add(str(board))
            return self.worth.of(str(board))
        low, high = alpha, beta
        best, bound = -math.inf, beta
        if to_move == "o":
            best, bound = math.inf, alpha
        for column in moves(board):
            if best_of([best, bound], to_move) != bound:
                self.cuts[*path, column] = (path, best, bound)
                continue
            after = drop(board, column, to_move)
            found = self.value(after, other(to_move), depth - 1, alpha, beta, (*path, column))
            best = best_of([best, found], to_move)
            if to_move == "x":
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
        if self.hard:
            return min(max(best, low), high)
        return best
