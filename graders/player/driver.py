"""The questions about player that are asked in the isolated process. See graders/harness.py."""

from collections.abc import Callable
from typing import Any

from graders.harness import lent, plain

NUMBERS = {"x": -1, "_": 0, "o": 1}
LETTERS = {number: letter for letter, number in NUMBERS.items()}


def numbers(board: str) -> list[int]:
    """Return a board as the student's functions take it, a fresh list."""
    return [NUMBERS[letter] for letter in board]


def helpers(given: dict[str, Any] | None) -> dict[str, Callable[..., Any]]:
    """Return right functions, made of what is given: their names, the lines, values by board and who is to move."""
    if given is None:
        return {}

    def winner(board: Any, *_: Any) -> int:
        rows = [(board[a], board[b], board[c]) for a, b, c in given["lines"]]
        return next((NUMBERS[side] for side in "xo" if (NUMBERS[side],) * 3 in rows), 0)

    def legal_move_left(board: Any, *_: Any) -> bool:
        return any(cell == 0 for cell in board)

    def alpha_beta_valuation(board: Any, player: Any, *_: Any) -> int:
        return int(given["values"]["".join(LETTERS[cell] for cell in board) + LETTERS[player]])

    all_three = (winner, legal_move_left, alpha_beta_valuation)
    return {function.__name__: function for function in all_three if function.__name__ in given["names"]}


def value_of(submission: Any, board: list[int], to_move: str) -> Any:
    """Call alpha_beta_valuation as the statement says."""
    return submission.alpha_beta_valuation(board, NUMBERS[to_move], -NUMBERS[to_move], -2, 2)


def ask_legal_move_left(submission: Any, board: str) -> list[Any]:
    answer = submission.legal_move_left(numbers(board))
    return [bool(answer), plain(answer)]


def ask_winner(submission: Any, board: str) -> Any:
    return plain(submission.winner(numbers(board)))


def ask_value(submission: Any, board: str, to_move: str, given: dict[str, Any] | None) -> Any:
    with lent(helpers(given)):
        return plain(value_of(submission, numbers(board), to_move))


def ask_moves(submission: Any, board: str, calls: int, given: dict[str, Any] | None) -> list[list[Any]]:
    """Call determine_move that many times; return the answers, each once and with its number."""
    counts: dict[str, list[Any]] = {}
    with lent(helpers(given)):
        for _ in range(calls):
            answer = plain(submission.determine_move(numbers(board)))
            counts.setdefault(repr(answer), [answer, 0])[1] += 1
    return list(counts.values())


def ask_varied(submission: Any, board: str, calls: int, given: dict[str, Any] | None) -> list[Any]:
    """Call determine_move until an answer differs from the first, at most that many times; return the answers."""
    answers: list[Any] = []
    with lent(helpers(given)):
        while len(answers) < calls and all(answer == answers[0] for answer in answers):
            answers.append(plain(submission.determine_move(numbers(board))))
    return answers


def ask_search(submission: Any, board: str, given: dict[str, Any] | None) -> list[Any]:
    """Call determine_move; return its answer, and the boards that winner was asked about meanwhile, in one string.

    A student who hid this would gain nothing: a search that does not ask winner is not held to it.
    """
    asked: list[str] = []
    functions = helpers(given)
    winner = functions.get("winner", submission.winner)

    def watched(*args: Any, **named: Any) -> Any:
        try:
            asked.append("".join(LETTERS[cell] for cell in [*args, *named.values()][0]))
        except (IndexError, KeyError, TypeError):
            pass  # no board of nine numbers: a search may ask about its own kind of board
        return winner(*args, **named)

    with lent({**functions, "winner": watched}):
        answer = submission.determine_move(numbers(board))
    return [plain(answer), "".join(letters for letters in asked if len(letters) == 9)]


def ask_kept(submission: Any, name: str, board: str, to_move: str, given: dict[str, Any] | None) -> Any:
    """Call one of the functions; return the board afterwards."""
    cells = numbers(board)
    function = getattr(submission, name)  # the student's own, also if others find a right one in its place
    with lent(helpers(given)):
        if name == "alpha_beta_valuation":
            value_of(submission, cells, to_move)
        else:
            function(cells)
    return plain(cells)


def ask_play(submission: Any, board: str, mark: str, thinks: bool) -> list[Any]:
    """Return the position that determine_move plays."""
    told = []
    for cell in [i for i in range(9) if board[i] == "_"] if thinks else []:
        after = numbers(board[:cell] + mark + board[cell + 1 :])
        told.append([cell, plain(value_of(submission, after, "x"))])
    return [plain(submission.determine_move(numbers(board))), told]
