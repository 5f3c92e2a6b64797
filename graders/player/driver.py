"""The questions about player that are asked in the isolated process.

See graders/kit/isolation/harness.py.
"""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from itertools import chain
from time import process_time
from typing import Any

from graders.kit.isolation.tools import Unfit, lending_functions, lent, plain, predicate

NUMBERS = {"x": -1, "_": 0, "o": 1}
LETTERS = {number: letter for letter, number in NUMBERS.items()}
VALUATION = "alpha_beta_valuation"
LOOKING = ("legal_move_left", "winner")  # the functions that make no move
POSITIONS = range(9)
FEW_CALLS = 40  # of a slow function, until two of four best moves came
# By function the lists that it was handed, each with what it held then, and the board.
HANDED: dict[str, list[tuple[list[int], list[int], str]]] = {}
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


def call(submission: Any, name: str, board: list[int], to_move: str) -> Any:
    """Call one of the functions."""
    if name == VALUATION:
        return value_of(submission, board, to_move)
    return getattr(submission, name)(board)


def note(name: str, cells: list[int], board: str) -> None:
    """Note a list that a function was handed and has left as it was, to look at it again later."""
    held = numbers(board)
    if cells == held:
        HANDED.setdefault(name, []).append((cells, held, board))


def changed_since(name: str) -> list[Any]:
    """Return a board that a function was handed, and what its list holds now.

    That is the first one that does not hold the same any more; nothing if there is none. A search
    may also have changed what another function was handed.
    """
    handed = HANDED.get(name, [])
    if name not in LOOKING:
        handed = [*chain(*HANDED.values())]
    for cells, held, board in handed:
        if cells != held:
            return [board, plain(cells)]
    return []


def called(submission: Any, name: str, board: str, to_move: str, before: list[Any] | None) -> Any:
    """Call one of the functions, perhaps after another call.

    Args:
        submission: The student's module.
        name: The function.
        board: The board.
        to_move: The side to move.
        before: The function that is called before, its board and side, and whether that list then
            holds this board; None for nothing.
    """
    cells = numbers(board)
    if before:
        earlier, about, mark, is_same_list = before
        held = numbers(about)
        call(submission, earlier, held, mark)
        if is_same_list:
            held[:] = cells
            cells = held
        else:
            note(earlier, held, about)
    answer = call(submission, name, cells, to_move)
    note(name, cells, board)
    return answer


@contextmanager
def spared(submission: Any) -> Iterator[None]:
    """Let alpha_beta_valuation not search again what it has searched before."""
    known: dict[Any, Any] = {}
    own = submission.alpha_beta_valuation

    def valuation(board: Any, *window: Any, **named: Any) -> Any:
        asked: Any = tuple(board), window
        if named:
            asked = *asked, *named.items()
        try:
            return known[asked]
        except KeyError:
            pass
        except TypeError:  # a further argument, say a dictionary
            return own(board, *window, **named)
        value = known[asked] = own(board, *window, **named)
        return value

    with lent({VALUATION: valuation}):
        yield


def ask_legal_move_left(submission: Any, *asked: Any) -> list[Any]:
    return predicate(called(submission, "legal_move_left", *asked))


def ask_called(submission: Any, name: str, *asked: Any) -> Any:
    return plain(called(submission, name, *asked))


def ask_moves(
    submission: Any, board: str, calls: int, before: list[Any] | None = None
) -> list[Any]:
    """Call determine_move that many times; return all answers."""
    answers: list[Any] = []
    for _ in range(calls):
        answers.append(plain(called(submission, "determine_move", board, "o", before)))
    return answers


def drawn(submission: Any, board: str, calls: int, enough: int, end: float) -> list[Any]:
    """Call determine_move often; return all answers.

    The clock is looked at after one call, two, four, eight and so on, since that takes long.

    Args:
        submission: The student's module.
        board: The board.
        calls: How many times it is called.
        enough: How many different answers will do.
        end: From then on, by the clock of the processor, two different answers will do, or
            FEW_CALLS.
    """
    answers: list[Any] = []
    found: list[Any] = []
    cells = numbers(board)
    determine_move = submission.determine_move
    while len(answers) < calls:
        for _ in range(min(len(answers) or 1, calls - len(answers))):
            answer = determine_move(cells[:])
            if type(answer) is not int or answer not in POSITIONS:  # that is plain already
                answer = plain(answer)
            answers.append(answer)
            if answer not in found:
                found.append(answer)
        is_enough = len(found) > 1 or len(answers) > FEW_CALLS
        if len(found) >= enough or (is_enough and process_time() > end):
            break
    return answers


def ask_drawn(
    submission: Any, board: str, calls: int, enough: int, seconds: float, spares: bool
) -> None:
    """Hand out answers of determine_move; then it is told how many calls more are wanted.

    Args:
        submission: The student's module.
        board: The board.
        calls: How many times it is called at first.
        enough: How many different answers will do.
        seconds: How long the calls may take. Later it is told how long they may take besides.
        spares: Whether alpha_beta_valuation remembers meanwhile what it has searched.
    """
    memory = spared(submission) if spares else nullcontext()
    end = process_time()
    with memory:
        while calls:
            if seconds:
                end = max(end, process_time()) + seconds
            answers = drawn(submission, board, calls, enough, end)
            calls, seconds = submission.ask_back(answers)


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


def ask_kept(submission: Any, name: str, board: str, to_move: str) -> Any:
    """Call one of the functions; return the board afterwards, and what has changed that is older.

    Raises:
        Unfit: It returned nothing, so perhaps it has done nothing. (None of legal_move_left is a
            false value, as good as any other.)
    """
    cells = numbers(board)
    answer = call(submission, name, cells, to_move)
    if answer is None and name != "legal_move_left":
        raise Unfit(f"{name} returned None.")
    older = changed_since(name)
    note(name, cells, board)
    return [plain(cells), older]


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
