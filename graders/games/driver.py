"""The questions about games that are asked in the isolated process. See graders/kit/isolation/harness.py."""

import sys
from contextlib import suppress
from typing import Any

from graders.kit.isolation.tools import Unfit, asked_back, lent, plain, short

MARKS = dict(enumerate("_xo"))  # here and on the way a state is nine of these characters
TO_NUMBERS = bytes.maketrans(b"_xo", bytes(MARKS))
BOARDS: dict[tuple[Any, ...], str] = {}  # by state, those that were asked about
Names = list[str]


def state_of(board: str) -> tuple[int, ...]:
    state = tuple(board.encode().translate(TO_NUMBERS))
    BOARDS[state] = board
    return state


def board_of(state: Any, whose: str = "A state") -> str:
    """Return a state of the student's, any kind of sequence of nine numbers, as nine characters."""
    try:
        if type(state) is tuple and state in BOARDS:
            return BOARDS[state]
        board = "".join([MARKS[cell] for cell in state])  # by value: True and 1.0 are 1
    except (TypeError, KeyError):
        board = ""
    if len(board) != 9 or isinstance(state, (set, dict)):
        raise Unfit(f"{whose} must be a tuple of nine numbers 0, 1 or 2, not {short(state)}.")
    return board


LAST: dict[
    str, tuple[Any, Any]
] = {}  # what a function of the student's returned last, and what was in it


def held(value: Any) -> Any:
    """Return what is in a list or set, also in lists in it. A tuple stays what it is."""
    if not isinstance(value, list):
        return {*value} if isinstance(value, set) else None
    return [
        item if type(item) is tuple or not hasattr(item, "__iter__") else [*item] for item in value
    ]


def called(submission: Any, name: str, board: str, beside: bool = False) -> Any:
    """Return what a function returns, if that changes neither what it returned last nor what helpers returned.

    beside: whether the helpers are asked about the board before
    """
    names = [name]
    if beside:
        names += ["is_endofgame", "find_neighbor"]
        with suppress(Exception):  # what is wrong with a helper is found where that is asked
            ask_helpers(submission, board)
    value = getattr(submission, name)(state_of(board))
    for other in names:
        before, had = LAST.pop(other, (None, None))
        if before is not None and held(before) != had:
            what = (
                f"{type(before).__name__} that {'the call before it' if other == name else other}"
            )
            raise Unfit(f"This call of {name} changed the {what} had returned: make a new one.")
    LAST[name] = value, held(value)
    return value


def ask_helpers(submission: Any, board: str) -> None:
    """Ask the helpers about a board, find_neighbor only where the game goes on, by what is_endofgame says."""
    over = called(submission, "is_endofgame", board)[0]
    if not over:
        called(submission, "find_neighbor", board)


def boards_of(states: Any, name: str, kind: str, limit: int) -> list[str]:
    """Return the states that a function of the student's has returned, any kind of collection."""
    no_order = name in ("depth_first", "breadth_first") and isinstance(states, (set, frozenset))
    if (
        no_order
        or isinstance(states, (str, dict))
        or not hasattr(states, "__len__")
        or not hasattr(states, "__iter__")
    ):
        raise Unfit(f"{name} must return a {kind} of states, not {short(states)}.")
    boards = list(states)
    if len(boards) > limit:
        raise Unfit(
            f"{name} returned {len(boards):,} states. There are not that many: is each of them there once?"
        )
    whose = f"What is in the {kind} that {name} returns"
    return [board_of(state, whose) for state in boards]


# What find_neighbor and is_endofgame are called with, and what comes back for it.
WORDS = {
    "is_endofgame": (lambda s: board_of(s), tuple),
    "find_neighbor": (lambda s: board_of(s), lambda boards: [state_of(board) for board in boards]),
}


def ask_is_endofgame(submission: Any, board: str) -> Any:
    return plain(called(submission, "is_endofgame", board))


def ask_find_neighbor(submission: Any, board: str, limit: int) -> list[str]:
    return boards_of(called(submission, "find_neighbor", board), "find_neighbor", "list", limit)


def ask_each(submission: Any, name: str, boards: str, limit: int) -> list[Any]:
    """Call is_endofgame or find_neighbor with many states; None stands for an exception."""
    found = []
    for board in boards.split():
        try:
            ends = name == "is_endofgame"
            found.append(
                ask_is_endofgame(submission, board)
                if ends
                else ask_find_neighbor(submission, board, limit)
            )
        except Exception:  # asked about that state alone, the exception is shown
            found.append(None)
    return found


def ask_impossible(submission: Any, board: str) -> Any:
    """Call find_neighbor with counts that can't occur; return what it returned, None if it raised ValueError."""
    try:
        return plain(submission.find_neighbor(state_of(board)))
    except ValueError:
        return None


def ask_print_board(submission: Any, board: str) -> str:
    """Return what print_board prints, wherever the student's code has sys.stdout from."""
    submission.print_board(state_of(board))
    out: Any = sys.stdout
    out.flush()
    return str(out.buffer.text())


def ask_states(
    submission: Any, name: str, kind: str, board: str, limit: int, lends: Names, beside: bool
) -> Names:
    """Call depth_first, breadth_first or reachable_states."""
    with lent(asked_back(submission, lends, WORDS)):
        return boards_of(called(submission, name, board, beside), name, kind, limit)


def ask_count_games(submission: Any, board: str, lends: Names, beside: bool) -> Any:
    with lent(asked_back(submission, lends, WORDS)):
        return plain(called(submission, "count_games", board, beside))
