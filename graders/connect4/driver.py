"""The questions about connect4 that are asked in the isolated process. See graders/kit/isolation/harness.py."""

from functools import partial
from hashlib import blake2b
from typing import Any

from graders.kit.isolation.tools import Unfit, asked_back, create, lent, plain, short


def made(submission: Any, board: list[Any]) -> Any:
    """Return a board as the student's functions take it: JSON has no tuples."""
    width, height, columns = board
    return create(
        submission.Board, width, height, tuple(columns), takes="Board(width, height, columns)"
    )


def spelled(board: Any) -> str:
    """Return a board of the student's as a string; raise Unfit if it is none."""
    try:
        return f"{int(board.width)}x{int(board.height)}:{'|'.join(board.columns)}"
    except (AttributeError, TypeError, ValueError):
        raise Unfit(
            f"A board must be a Board whose columns are strings, not {short(board)}."
        ) from None


# For a recording: see recorder.py.
ROLES = {"moves": None, "drop": None, "winner": None, "evaluate": None, "value": (3, 5)}


def key_of(value: Any) -> str | None:
    return spelled(value) if hasattr(value, "columns") else None


def words(submission: Any, key: str = "") -> dict[str, Any]:
    """Return what the helpers are called with, and what comes back for it. key: tells which evaluate value is given"""
    return {
        "moves": (spelled, list),
        "winner": (spelled, lambda mark: mark),
        "drop": (
            lambda board, column, mark: f"{spelled(board)} {int(column)} {mark}",
            partial(made, submission),
        ),
        "value": (
            lambda board, mark, depth, *_: f"{key} {spelled(board)} {mark} {int(depth)}",
            lambda value: value,
        ),
    }


def searched(submission: Any, search: str, worth: Any, *arguments: Any) -> list[Any]:
    """Return what a search returns, and the first boards that it evaluates.

    worth: how they are evaluated, as in the oracle; None to ask for each value, so that none is here before
    """
    known: dict[str, Any] = {}

    def evaluate(board: Any) -> Any:
        text = spelled(board)
        if text not in known:
            known[text] = (
                submission.ask_back(["evaluate", text]) if worth is None else number(text, *worth)
            )
        return known[text]

    return [
        plain(getattr(submission, search)(*arguments, evaluate)),
        [text[:99] for text in [*known][:9]],
    ]


def number(text: str, secret: str, most: int, step: int) -> int:
    drawn = int.from_bytes(blake2b(f"{secret} {text}".encode(), digest_size=6).digest())
    return (drawn % (2 * most + 1) - most) * step


def ask_moves(submission: Any, board: list[Any]) -> Any:
    return plain(submission.moves(made(submission, board)))


def ask_drop(submission: Any, board: list[Any], column: int, mark: str) -> list[Any]:
    """Return the board after the move, and what has become of the one before."""
    before = made(submission, board)
    after = submission.drop(before, column, mark)
    if not all(hasattr(after, name) for name in ("width", "height", "columns")):
        raise Unfit(f"drop must return a Board; yours returned {short(after)}.")
    return [[plain(after.width), plain(after.height), plain(after.columns)], spelled(before)]


def ask_winner(submission: Any, board: list[Any]) -> Any:
    return plain(submission.winner(made(submission, board)))


def ask_evaluate(submission: Any, board: list[Any]) -> Any:
    return plain(submission.evaluate(made(submission, board)))


def ask_value(
    submission: Any,
    board: list[Any],
    to_move: str,
    depth: int,
    alpha: float,
    beta: float,
    worth: Any,
    lends: list[str],
) -> list[Any]:
    with lent(asked_back(submission, lends, words(submission))):
        return searched(
            submission, "value", worth, made(submission, board), to_move, depth, alpha, beta
        )


def ask_best_move(
    submission: Any,
    board: list[Any],
    to_move: str,
    depth: int,
    worth: Any,
    key: str,
    lends: list[str],
) -> list[Any]:
    with lent(asked_back(submission, lends, words(submission, key))):
        return searched(submission, "best_move", worth, made(submission, board), to_move, depth)


def ask_play(submission: Any, board: list[Any], mark: str, depth: int, thinks: bool) -> list[Any]:
    """Return the column that best_move plays, and what value says of each column, the higher the better for mark."""
    other, sign = ("o", 1) if mark == "x" else ("x", -1)
    here, infinity, worth = made(submission, board), float("inf"), []
    for column in submission.moves(here) if thinks else []:
        after = submission.drop(here, column, mark)
        found = submission.value(after, other, depth - 1, -infinity, infinity, submission.evaluate)
        worth.append([column, plain(sign * found)])
    return [[plain(submission.best_move(here, mark, depth, submission.evaluate))], worth]


def ask_counts(submission: Any, board: list[Any], depths: list[int]) -> list[int]:
    """Return how many boards value evaluates for each depth, x to move."""
    counts: list[int] = []

    def evaluate(board: Any) -> Any:
        counts[-1] += 1
        return submission.evaluate(board)

    for depth in depths:
        counts.append(0)
        submission.value(made(submission, board), "x", depth, float("-inf"), float("inf"), evaluate)
    return counts
