"""The questions about connect4 that are asked in the isolated process.

See graders/kit/isolation/harness.py.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from hashlib import blake2b
from typing import Any

from graders.kit.isolation.tools import Unfit, create, lending_functions, plain, short

INFINITY = float("inf")
TOLD = 9  # evaluated boards that are told
LONGEST = 99  # characters of each
FIRST: list[Any] = []  # what moves returned when it was asked first
NO_BOARD = "A board must be a Board whose columns are strings, not {board}."
NO_TUPLE = "evaluate must be given a Board whose columns are a tuple, not {columns}."
CHANGED = "This call of moves changed the list that an earlier one had returned: make a new one."
NOT_DROPPED = "drop must return a Board; yours returned {answer}."
# For a recording: see recorder.py.
ROLES = {"moves": None, "drop": None, "winner": None, "evaluate": None, "value": (3, 5)}


def key_of(value: Any) -> str | None:
    """Return the board that a recording is about; None if it is no board."""
    if hasattr(value, "columns"):
        return spelled(value)
    return None


def made(submission: Any, board: list[Any]) -> Any:
    """Return a board as the student's functions take it: JSON has no tuples."""
    width, height, columns = board
    takes = "Board(width, height, columns)"
    return create(submission.Board, width, height, tuple(columns), takes=takes)


def spelled(board: Any) -> str:
    """Return a board of the student's as a string; raise Unfit if it is none."""
    try:
        return f"{int(board.width)}x{int(board.height)}:{'|'.join(board.columns)}"
    except (AttributeError, TypeError, ValueError):
        raise Unfit(NO_BOARD.format(board=short(board))) from None


def lending(submission: Any, names: list[str]) -> AbstractContextManager[None]:
    """Put right functions in the place of the student's meanwhile."""
    words = {
        "moves": (spelled, list),
        "drop": (drop_in_words, lambda board: made(submission, board)),
        "winner": (spelled, lambda mark: mark),
        "value": (value_in_words, lambda value: value),
    }
    return lending_functions(submission, names, words)


def drop_in_words(board: Any, column: Any, mark: Any) -> str:
    return f"{spelled(board)} {int(column)} {mark}"


def value_in_words(board: Any, to_move: Any, depth: Any, *more: Any, **named: Any) -> str:
    """Return what value is asked for; its value is right in any window."""
    return f"{spelled(board)} {to_move} {int(depth)}"


def called(
    submission: Any, name: str, board: list[Any], more: Sequence[Any] = (), worth: Any = None
) -> Any:
    """Return what a function of the student's returns for a board, which is made anew."""
    return getattr(submission, name)(made(submission, board), *more)


def searched(
    submission: Any, call: list[Any], past: Sequence[list[Any]] = (), has_one: bool = False
) -> list[Any]:
    """Return what a search returns, and the first boards that it evaluates, those on the way first.

    Args:
        submission: The student's module.
        call: value or best_move, its board, the other arguments but for evaluate, and how boards
            are evaluated, as in the oracle; None to ask for each value, so that none is here.
        past: Such calls that are made before.
        has_one: Whether one function evaluate serves them all.
    """
    values: list[Any] = []
    known: dict[str, Any] = {}
    evaluate = evaluator(submission, values, known)
    answer = None
    for name, board, more, worth in (*past, call):
        values[:] = [worth]
        known.clear()
        if not has_one:
            evaluate = evaluator(submission, values, known)
        answer = called(submission, name, board, [*more, evaluate])
    leaves = sum(map(len, board[2])) + more[1]
    evaluated = sorted(known, key=lambda text: stones(text) == leaves)[:TOLD]
    return [plain(answer), [text[:LONGEST] for text in evaluated]]


def stones(text: str) -> int:
    """Return how many stones lie on a board: at depth 0 that is always the same number."""
    _, _, columns = text.partition(":")
    return len(columns) - columns.count("|")


def evaluator(submission: Any, values: list[Any], known: dict[str, Any]) -> Callable[[Any], Any]:
    """Return a function evaluate.

    Args:
        submission: The student's module.
        values: How boards are evaluated now.
        known: Gets the boards that are evaluated, with what they are worth.
    """

    def evaluate(board: Any, /) -> Any:
        text = spelled(board)
        if not isinstance(board.columns, tuple):
            raise Unfit(NO_TUPLE.format(columns=short(board.columns)))
        if text not in known:
            [worth] = values
            if worth is None:
                known[text] = submission.ask_back(["evaluate", text])
            else:
                known[text] = number(text, *worth)
        return known[text]

    return evaluate


def number(text: str, secret: str, most: int, step: int) -> int:
    """Return the value of a board."""
    digest = blake2b(f"{secret} {text}".encode(), digest_size=6).digest()
    steps = int.from_bytes(digest) % (2 * most + 1) - most
    return steps * step


def ask_moves(submission: Any, board: list[Any], past: Sequence[list[Any]] = ()) -> Any:
    """Return what moves returns, if that changes no list that it has returned before."""
    before = [*FIRST, *(called(submission, *call) for call in past)]
    had = [plain(columns) for columns in before]
    answer = called(submission, "moves", board)
    if [plain(columns) for columns in before] != had:
        raise Unfit(CHANGED)
    if not FIRST:
        FIRST.append(answer)
    return plain(answer)


def ask_drop(
    submission: Any, board: list[Any], column: int, mark: str, past: Sequence[list[Any]] = ()
) -> list[Any]:
    """Return the board after the move, and what has become of the one before."""
    for call in past:
        called(submission, *call)
    before = made(submission, board)
    after = submission.drop(before, column, mark)
    for name in ("width", "height", "columns"):
        if not hasattr(after, name):
            raise Unfit(NOT_DROPPED.format(answer=short(after)))
    return [[plain(after.width), plain(after.height), plain(after.columns)], spelled(before)]


def ask_winner(submission: Any, board: list[Any], past: Sequence[list[Any]] = ()) -> Any:
    for call in past:
        called(submission, *call)
    return plain(called(submission, "winner", board))


def ask_evaluate(submission: Any, board: list[Any], past: Sequence[list[Any]] = ()) -> Any:
    for call in past:
        called(submission, *call)
    return plain(called(submission, "evaluate", board))


def ask_value(
    submission: Any, board: list[Any], more: list[Any], worth: Any, past: list[Any], has_one: bool
) -> list[Any]:
    return searched(submission, ["value", board, more, worth], past, has_one)


def ask_best_move(
    submission: Any, board: list[Any], more: list[Any], worth: Any, past: list[Any], has_one: bool
) -> list[Any]:
    return searched(submission, ["best_move", board, more, worth], past, has_one)


def ask_play(submission: Any, board: list[Any], mark: str, depth: int, thinks: bool) -> list[Any]:
    """Return the column that best_move plays, and what value says of each column if it thinks.

    That is the higher, the better for mark.
    """
    here = made(submission, board)
    evaluate = submission.evaluate
    other, sign = "x", -1
    if mark == "x":
        other, sign = "o", 1
    worth = []
    if thinks:
        for column in submission.moves(here):
            after = submission.drop(here, column, mark)
            found = submission.value(after, other, depth - 1, -INFINITY, INFINITY, evaluate)
            worth.append([column, plain(sign * found)])
    return [[plain(submission.best_move(here, mark, depth, evaluate))], worth]


def ask_follow(submission: Any, board: list[Any], mark: str, depth: int) -> Any:
    """Return the column that best_move plays; for a recording, tell what each board is worth."""

    told: set[str] = set()

    def evaluate(position: Any) -> Any:
        worth = submission.evaluate(position)
        text = spelled(position)
        if text not in told:
            told.add(text)
            submission.ask_back(["evaluated", text, plain(worth)])
        return worth

    return plain(submission.best_move(made(submission, board), mark, depth, evaluate))


def ask_counts(submission: Any, board: list[Any], depths: list[int]) -> list[int]:
    """Return how many boards value evaluates for each depth, x to move."""
    counts: list[int] = []

    def evaluate(board: Any) -> Any:
        counts[-1] += 1
        return submission.evaluate(board)

    for depth in depths:
        counts.append(0)
        submission.value(made(submission, board), "x", depth, -INFINITY, INFINITY, evaluate)
    return counts
