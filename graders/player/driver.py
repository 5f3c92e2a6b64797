"""The questions about player that are asked in the isolated process. See graders/kit/isolation/harness.py."""

from functools import partial
from typing import Any

from graders.kit.isolation.tools import asked_back, lent, plain, predicate, tally

NUMBERS = {"x": -1, "_": 0, "o": 1}
LETTERS = {number: letter for letter, number in NUMBERS.items()}


def numbers(board: str) -> list[int]:
    """Return a board as the student's functions take it, a fresh list."""
    return [NUMBERS[letter] for letter in board]


def letters(board: Any) -> str:
    return "".join([LETTERS[cell] for cell in board])


# What the helpers are called with, and what comes back for it.
WORDS = {
    "winner": (lambda board, *_, **__: letters(board), int),
    "legal_move_left": (lambda board, *_, **__: letters(board), bool),
    "alpha_beta_valuation": (lambda board, player, *_, **__: letters(board) + LETTERS[player], int),
}


# For a recording: see recorder.py.
ROLES = {"legal_move_left": None, "winner": None, "alpha_beta_valuation": (3, 5)}


def key_of(value: Any) -> str | None:
    """Return a board, any sequence of nine numbers, as nine letters."""
    return letters(value) if isinstance(value, (list, tuple)) and len(value) == 9 else None


def value_of(submission: Any, board: list[int], to_move: str) -> Any:
    """Call alpha_beta_valuation as the statement says."""
    return submission.alpha_beta_valuation(board, NUMBERS[to_move], -NUMBERS[to_move], -2, 2)


def remembered(submission: Any) -> dict[str, Any]:
    """Return the student's own alpha_beta_valuation, which does not search again what it has searched before."""
    known: dict[Any, Any] = {}
    own = submission.alpha_beta_valuation

    def valuation(board: Any, *window: Any, **named: Any) -> Any:
        if named:
            return own(board, *window, **named)
        asked = (*board, *window)
        if asked not in known:
            known[asked] = own(board, *window)
        return known[asked]

    return {"alpha_beta_valuation": valuation}


def ask_legal_move_left(submission: Any, board: str) -> list[Any]:
    return predicate(submission.legal_move_left(numbers(board)))


def ask_winner(submission: Any, board: str) -> Any:
    return plain(submission.winner(numbers(board)))


def ask_value(submission: Any, board: str, to_move: str, lends: list[str]) -> Any:
    with lent(asked_back(submission, lends, WORDS)):
        return plain(value_of(submission, numbers(board), to_move))


def ask_spared(submission: Any, board: str) -> bool:
    """Tell whether determine_move asks alpha_beta_valuation by its name, so that it can be spared a search."""
    asked = False

    def valuation(*args: Any, **named: Any) -> Any:
        nonlocal asked
        asked = True
        return own(*args, **named)

    own = submission.alpha_beta_valuation
    with lent({"alpha_beta_valuation": valuation}):
        submission.determine_move(numbers(board))
    return asked


def ask_moves(
    submission: Any, board: str, calls: int, most: int, lends: list[str], spared: bool
) -> list[list[Any]]:
    """Call determine_move that many times, or till more than `most` answers differ; return each with its number.

    spared: whether alpha_beta_valuation is not to search again what it has searched before
    """
    with lent(
        {**(remembered(submission) if spared else {}), **asked_back(submission, lends, WORDS)}
    ):
        return tally(lambda: submission.determine_move(numbers(board)), calls, most)


def ask_sequence(
    submission: Any, board: str, calls: int, lends: list[str], spared: bool
) -> list[Any]:
    """Call determine_move that many times, and return all answers. spared: as in ask_moves"""
    with lent(
        {**(remembered(submission) if spared else {}), **asked_back(submission, lends, WORDS)}
    ):
        return [plain(submission.determine_move(numbers(board))) for _ in range(calls)]


def ask_search(submission: Any, board: str, lends: list[str], sees: list[str]) -> list[Any]:
    """Call determine_move; return its answer, and what some functions were asked about meanwhile, in one string."""
    asked: list[str] = []
    functions = asked_back(submission, lends, WORDS)

    def watched(function: Any, *args: Any, **named: Any) -> Any:
        try:
            asked.append(letters([*args, *named.values()][0]))
        except (IndexError, KeyError, TypeError):
            pass  # no board of nine numbers: a search may ask about its own kind of board
        return function(*args, **named)

    functions |= {
        name: partial(watched, functions.get(name) or getattr(submission, name)) for name in sees
    }
    with lent(functions):
        answer = submission.determine_move(numbers(board))
    # A student who hid this would gain nothing: a search that asks neither is not held to it.
    return [plain(answer), "".join(board for board in asked if len(board) == 9)]


def ask_kept(
    submission: Any, name: str, board: str, to_move: str, lends: list[str], before: str
) -> list[Any]:
    """Call one of the functions; return the board afterwards, the answer, and two for a list that holds both boards."""
    call = getattr(
        submission, name
    )  # the student's own, also if others find a right one in its place
    if name == "alpha_beta_valuation":
        call = partial(value_of, submission, to_move=to_move)
    cells, changing = numbers(board), numbers(before)
    with lent(asked_back(submission, lends, WORDS)):
        answers = [plain(call(cells))]
        for held in [before, board] if before else []:
            changing[:] = numbers(held)
            answers.append(plain(call(changing)))
    return [plain(cells), *answers]


def ask_play(submission: Any, board: str, mark: str, thinks: bool) -> list[Any]:
    """Return the position that determine_move plays."""
    worth = []
    for cell in [i for i in range(9) if board[i] == "_"] if thinks else []:
        worth.append(
            [
                cell,
                plain(value_of(submission, numbers(board[:cell] + mark + board[cell + 1 :]), "x")),
            ]
        )
    return [[plain(submission.determine_move(numbers(board)))], worth]
