"""The questions about player that are asked in the isolated process.

See graders/kit/isolation/harness.py.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from graders.kit.isolation.tools import lending_functions, lent, plain, predicate

NUMBERS = {"x": -1, "_": 0, "o": 1}
LETTERS = {number: letter for letter, number in NUMBERS.items()}
VALUATION = "alpha_beta_valuation"
WATCHED = {"winner": "w", VALUATION: "v"}

# For a recording: see recorder.py.
ROLES = {"legal_move_left": None, "winner": None, VALUATION: (3, 5)}


def numbers(board: str) -> list[int]:
    """Return a board as the student's functions take it, a fresh list."""
    return [NUMBERS[letter] for letter in board]


def letters(board: Any) -> str:
    return "".join([LETTERS[cell] for cell in board])


def board_in_words(board: Any, *_: Any, **__: Any) -> str:
    """Return the board that a function was called with."""
    return letters(board)


def turn_in_words(board: Any, player: Any, *_: Any, **__: Any) -> str:
    """Return the board that alpha_beta_valuation was called with, and who is to move."""
    return letters(board) + LETTERS[player]


# What the helpers are called with, and what comes back for it.
WORDS = {
    "winner": (board_in_words, int),
    "legal_move_left": (board_in_words, bool),
    VALUATION: (turn_in_words, int),
}


def lending(submission: Any, names: list[str]) -> Any:
    """Put right functions in the place of the student's meanwhile."""
    return lending_functions(submission, names, WORDS)


def key_of(value: Any) -> str | None:
    """Return a board, any sequence of nine numbers, as nine letters."""
    if isinstance(value, (list, tuple)) and len(value) == 9:
        return letters(value)
    return None


def value_of(submission: Any, board: list[int], to_move: str) -> Any:
    """Call alpha_beta_valuation as the statement says."""
    player = NUMBERS[to_move]
    return submission.alpha_beta_valuation(board, player, -player, -2, 2)


@contextmanager
def spared(submission: Any, small: str) -> Iterator[bool]:
    """Let alpha_beta_valuation not search again what it has searched before.

    Args:
        submission: The student's module.
        small: A board on which determine_move soon answers.

    Yields:
        Whether determine_move asks alpha_beta_valuation by its name, so that it is spared that.
    """
    known: dict[Any, Any] = {}
    own = submission.alpha_beta_valuation

    def valuation(board: Any, *window: Any, **named: Any) -> Any:
        asked = (*board, *window, *named.items())
        if asked not in known:
            known[asked] = own(board, *window, **named)
        return known[asked]

    with lent({VALUATION: valuation}):
        submission.determine_move(numbers(small))
        yield bool(known)


def ask_legal_move_left(submission: Any, board: str) -> list[Any]:
    return predicate(submission.legal_move_left(numbers(board)))


def ask_winner(submission: Any, board: str) -> Any:
    return plain(submission.winner(numbers(board)))


def ask_value(submission: Any, board: str, to_move: str) -> Any:
    return plain(value_of(submission, numbers(board), to_move))


def ask_moves(submission: Any, board: str, calls: int, until_two: bool = False) -> list[Any]:
    """Call determine_move that many times, or until two answers differ; return all answers."""
    answers: list[Any] = []
    for _ in range(calls):
        answers.append(plain(submission.determine_move(numbers(board))))
        if until_two and answers[-1] != answers[0]:
            break
    return answers


def ask_spared(submission: Any, board: str, calls: int, fewer: int, small: str) -> list[Any]:
    """Tell whether determine_move is spared a search, and return its answers.

    Args:
        submission: The student's module.
        board: The board.
        calls: How many times it is called.
        fewer: How many times, if it is not spared a search, and only until two answers differ.
        small: See spared.
    """
    with spared(submission, small) as is_spared:
        if is_spared:
            return [True, ask_moves(submission, board, calls)]
        return [False, ask_moves(submission, board, fewer, until_two=True)]


def ask_search(submission: Any, board: str) -> list[Any]:
    """Call determine_move; return its answer, and what it asked some functions about meanwhile.

    That is one string: for each call the letter of the function, and the board.
    """
    asked: list[str] = []

    def watched(letter: str, function: Any, *args: Any, **named: Any) -> Any:
        try:
            about = letters([*args, *named.values()][0])
            if len(about) == 9:
                asked.append(letter + about)
        except (IndexError, KeyError, TypeError):
            pass  # no board of nine numbers: a search may ask about its own kind of board
        return function(*args, **named)

    functions = {}
    for name, letter in WATCHED.items():
        functions[name] = partial(watched, letter, getattr(submission, name))
    with lent(functions):
        answer = submission.determine_move(numbers(board))
    # A student who hid this would gain nothing: a search that asks neither is not held to it.
    return [plain(answer), "".join(asked)]


def ask_kept(submission: Any, name: str, board: str, to_move: str, before: str) -> list[Any]:
    """Call one of the functions.

    Args:
        submission: The student's module.
        name: The function.
        board: The board.
        to_move: The side to move.
        before: What another list holds first, and then this board.

    Returns:
        The board afterwards, the answer, and the two for the list that holds both boards.
    """
    call = getattr(submission, name)
    if name == VALUATION:
        call = partial(value_of, submission, to_move=to_move)
    cells = numbers(board)
    fresh = plain(call(cells))
    changing = numbers(before)
    old = plain(call(changing))
    changing[:] = numbers(board)
    return [plain(cells), fresh, old, plain(call(changing))]


def ask_games(submission: Any, boards: list[list[Any]]) -> None:
    """Play games: for the answers on some boards, each with a number of calls, others are given."""
    while boards:
        answers = [ask_moves(submission, board, calls) for board, calls in boards]
        boards = submission.ask_back(answers)


def ask_play(submission: Any, board: str, mark: str, thinks: bool) -> list[Any]:
    """Return the position that determine_move plays, and what the moves are worth if asked."""
    worth = []
    for cell in range(9):
        if thinks and board[cell] == "_":
            after = board[:cell] + mark + board[cell + 1 :]
            worth.append([cell, plain(value_of(submission, numbers(after), "x"))])
    return [[plain(submission.determine_move(numbers(board)))], worth]
