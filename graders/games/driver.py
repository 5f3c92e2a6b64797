"""The questions about games that are asked in the isolated process.

See graders/kit/isolation/harness.py.
"""

import sys
from collections import namedtuple
from collections.abc import Callable, Collection, MappingView
from contextlib import AbstractContextManager, suppress
from time import process_time
from typing import Any

from graders.kit.isolation.tools import Missing, Unfit, lending_functions, plain, short

MARKS = dict(enumerate("_xo"))  # here and on the way a state is nine of these characters
TO_NUMBERS = bytes.maketrans(b"_xo", bytes(MARKS))
BOARDS: dict[tuple[Any, ...], str] = {}  # by state, those that were asked about
LAST: dict[str, Any] = {}  # what a function returned last
SMALL: dict[str, Any] = {}  # the first answer of a function that holds FEW states at most
NEXT: dict[str, Any] = {}  # by board, what find_neighbor returned when it was asked about each
FIRST: dict[str, Any] = {}  # by board, what find_neighbor returned when ask_as_before asked first
SPENT: dict[str, float] = {}  # by function, seconds of calls before others
PRINTED: dict[str, list[str]] = {}  # the lines that print_board printed first, by the board
MOST = 10_000  # states in an answer: there are 5,478 in all
HELPERS = ("is_endofgame", "find_neighbor")
FEW = 12  # these are quickly looked through at each call
ENOUGH = 0.5  # seconds of them, for each function: it may be a slow one
LONGEST = 1.0  # seconds of one call: it may be an endless one
# The names are those of the statement: a student's own pair may have them, too.
End = namedtuple("End", ["end_flag", "winner"])


def state_of(board: str) -> tuple[int, ...]:
    state = tuple(board.encode().translate(TO_NUMBERS))
    if state not in BOARDS:
        BOARDS[(*state,)] = board  # a copy: the student's may come and go, and its address
    return state


def states_of(boards: list[str]) -> list[tuple[int, ...]]:
    return [state_of(board) for board in boards]


def board_of(state: Any, whose: str = "A state") -> str:
    """Return a state of the student's, any kind of sequence of nine numbers, as nine characters."""
    try:
        if type(state) is tuple and state in BOARDS:
            return BOARDS[state]
        board = "".join([MARKS[cell] for cell in state])  # by value: True and 1.0 are 1
    except (TypeError, KeyError):
        board = ""
    if len(board) != 9 or isinstance(state, (set, dict, bytes, bytearray)):
        raise Unfit(f"{whose} must be a tuple of nine numbers 0, 1 or 2, not {short(state)}.")
    return board


def lending(submission: Any, names: list[str]) -> AbstractContextManager[None]:
    """Put right functions in the place of the student's meanwhile."""
    words = {
        "is_endofgame": (board_of, lambda pair: End(*pair)),
        # There is None for counts that can't occur.
        "find_neighbor": (board_of, lambda boards: boards and states_of(boards)),
        "depth_first": (board_of, states_of),
        "breadth_first": (board_of, states_of),
        "count_games": (board_of, tuple),
        "reachable_states": (board_of, lambda boards: {*states_of(boards)}),
    }
    return lending_functions(submission, names, words)


def held(value: Any) -> Any:
    """Return what is in a collection, also in collections in it but for tuples."""
    if isinstance(value, set):
        return set(value)
    if not hasattr(value, "__len__") or not hasattr(value, "__iter__"):
        return None
    items = []
    for item in value:
        if type(item) is not tuple and hasattr(item, "__iter__"):
            item = list(item)
        items.append(item)
    return items


def call_before(submission: Any, name: str, board: str) -> None:
    """Call a function and keep what it returns. What is wrong with it is found where it is asked.

    One that takes long is called no more. One that takes longest is broken off; then the file's
    tables hold what they held before, as one that is half full would make right answers wrong.
    """
    spent = SPENT.setdefault(name, 0.0)
    if spent > ENOUGH:
        return
    tables = copies_of_tables()
    begin = process_time()

    def watch(*_: Any) -> None:
        if process_time() - begin > LONGEST:
            raise KeyboardInterrupt

    printed = start_of_output()
    sys.setprofile(watch)
    with suppress(BaseException):
        LAST[name] = getattr(submission, name)(state_of(board))
    sys.setprofile(None)
    if process_time() - begin > LONGEST:
        put_back(tables)
    if name == "print_board":
        PRINTED.setdefault(board, lines_of(printed))
    SPENT[name] = spent + process_time() - begin


def copies_of_tables() -> list[tuple[Any, Any]]:
    """Return the collections that the file has in global variables, each with a copy of it."""
    tables: list[tuple[Any, Any]] = []
    for name, value in vars(sys.modules["submission"]).items():
        if not name.startswith("__") and type(value) in (dict, list, set):
            tables.append((value, value.copy()))
    return tables


def put_back(tables: list[tuple[Any, Any]]) -> None:
    """Let collections hold again what their copies hold."""
    for table, copy in tables:
        table.clear()
        if type(table) is list:
            table += copy
        else:
            table.update(copy)


def called(submission: Any, name: str, board: str, before: str = "", about: str = "") -> Any:
    """Return what a function returns, if that changes nothing that was returned before.

    Args:
        submission: The student's module.
        name: The function.
        board: What it is asked about.
        before: The function that is called before, "" for none.
        about: What that is called with. A helper must return the same for it afterwards.
    """
    is_helped = before in HELPERS and before != name
    if before:
        call_before(submission, before, about)
    helped = in_words(before) if is_helped else None
    older = [*LAST.items()]
    if name in SMALL:
        older.append((name, SMALL[name]))
    if board in NEXT:
        older.append(("find_neighbor", NEXT[board]))
    had = [held(returned) for _, returned in older]
    value = getattr(submission, name)(state_of(board))
    for (other, returned), items in zip(older, had, strict=True):
        if held(returned) != items:
            LAST.pop(other, None)
            SMALL.pop(other, None)
            whose = "a call before it" if other == name else other
            what = f"{type(returned).__name__} that {whose} had returned"
            raise Unfit(f"This call of {name} changed the {what}: make a new one.")
    LAST[name] = value
    if hasattr(value, "__len__") and len(value) <= FEW:
        SMALL.setdefault(name, value)
    if helped is not None:
        call_before(submission, before, about)
        if in_words(before) != helped:
            raise Unfit(f"After this call of {name}, {before} does not return what it did before.")
    return value


def in_words(helper: str) -> Any:
    """Return what a helper returned last, in whatever order; None if it is none of its answers."""
    with suppress(Exception):
        value = LAST[helper]
        if helper == "is_endofgame":
            return plain(value)
        return sorted(boards_of(value, helper, "list"))
    return None


def boards_of(states: Any, name: str, kind: str) -> list[str]:
    """Return the states that a function of the student's has returned, any kind of collection."""
    can_be_counted = hasattr(states, "__len__") and hasattr(states, "__iter__")
    no_kinds: tuple[type, ...] = (str, dict, MappingView)
    if name in ("depth_first", "breadth_first"):
        no_kinds = (*no_kinds, set, frozenset)  # which have no order
    if not can_be_counted or isinstance(states, no_kinds):
        raise Unfit(f"{name} must return a {kind} of states, not {short(states)}.")
    boards = list(states)
    if len(boards) > MOST:
        many = f"{name} returned {len(boards):,} states"
        raise Unfit(f"{many}. There are not that many: is each of them there once?")
    whose = f"What is in the {kind} that {name} returns"
    return [board_of(state, whose) for state in boards]


def ask_is_endofgame(submission: Any, *asked: str) -> Any:
    return plain(called(submission, "is_endofgame", *asked))


def ask_find_neighbor(submission: Any, *asked: str) -> list[str]:
    return boards_of(called(submission, "find_neighbor", *asked), "find_neighbor", "list")


def ask_print_board(submission: Any, board: str, before: str = "", about: str = "") -> str:
    """Return what print_board prints, wherever the student's code has sys.stdout from."""
    if before:
        call_before(submission, before, about)
    out = start_of_output()
    called(submission, "print_board", board)
    out.flush()
    printed = lines_of(out)
    if PRINTED.setdefault(board, printed) != printed:
        raise Unfit(f"print_board prints {state_of(board)} otherwise than it did before.")
    return str(out.buffer.text())


def start_of_output() -> Any:
    """Return what print writes to, emptied."""
    out: Any = sys.stdout
    out.flush()
    out.buffer.clear()
    return out


def lines_of(out: Any) -> list[str]:
    """Return the lines that were printed, without blanks at their ends, and without empty ones."""
    out.flush()
    lines = [line.rstrip() for line in str(out.buffer.text()).splitlines()]
    return [line for line in lines if line]


def ask_each(submission: Any, name: str, first: list[str], boards: str) -> list[Any]:
    """Ask one of these questions about many states.

    Args:
        submission: The student's module.
        name: The question.
        first: Its arguments before the state.
        boards: The states.

    Returns:
        The answer for each, or {"raised": exception}.
    """
    ask = globals()[f"ask_{name}"]
    answers: list[Any] = []
    LAST.clear()  # to look through it for each state takes long
    every = boards.split()
    if name == "print_board":
        every += [board for board in PRINTED if board not in every]
    for board in every:
        try:
            answers.append(ask(submission, *first, board))
            if name == "find_neighbor":
                NEXT.setdefault(board, LAST[name])
        except (Missing, Unfit, NotImplementedError):
            raise  # which is told as it is
        except Exception as error:
            answers.append({"raised": short(error)})
    return answers[: len(boards.split())]


def none_if_refused(find_neighbor: Callable[[], Any]) -> Any:
    """Return what a call of find_neighbor returns, None also if it raises ValueError."""
    try:
        return plain(find_neighbor())
    except ValueError:
        return None


def ask_impossible(submission: Any, *asked: str) -> Any:
    """Return what find_neighbor returns, None also if it raises ValueError."""
    return none_if_refused(lambda: called(submission, "find_neighbor", *asked))


def ask_as_before(submission: Any, board: str) -> bool:
    """Tell whether find_neighbor returns for a state what it returned when this was asked first."""
    answer = none_if_refused(lambda: submission.find_neighbor(state_of(board)))
    if isinstance(answer, Collection) and not isinstance(answer, str):
        answer = sorted(answer, key=repr)  # their order is free
    return bool(FIRST.setdefault(board, answer) == answer)


def ask_states(submission: Any, name: str, kind: str, *asked: str) -> list[str]:
    """Call depth_first, breadth_first or reachable_states."""
    return boards_of(called(submission, name, *asked), name, kind)


def ask_count_games(submission: Any, *asked: str) -> Any:
    return plain(called(submission, "count_games", *asked))
